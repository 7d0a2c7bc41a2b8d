"""Ask several seats at once, and settle every one of their keys before returning.

Intents of a wave are committed, and priced, together before anything is sent. A wave may close early (patience, stage
deadline): each open key then gets a final `SeatFailed` of class `late`, unless its answer was committed first. Calls
still in flight go on as stragglers until the session concludes. In a fork that retries failed calls, earlier answers
are copied first and not asked for again.

People come first, and without a time limit: no model in a wave is called before every person in it has answered, so no
person can read another's answer early by any API (`tests/floor/test_people.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from moot.errors import OutOfBudget, WaitingForPerson
from moot.floor.calls.caller import Caller
from moot.floor.calls.move import Move
from moot.floor.calls.reused_calls import SettledBefore
from moot.protocols.installed import quits_told
from moot.transcripts.log import Log
from moot.vocabulary import event_keys
from moot.vocabulary.events import AnswerRequested, Body, SeatAsked, SeatFailed, SeatSpoke

LATE = "It had not answered when the others had and the wait for it was over."
POOR = "The money that was left did not suffice for it, and the session went on without it."
CHOSEN = "Somebody chose to go on without it."
HURRIED = "Somebody asked for the answer at once."
Then = Callable[[Move, SeatSpoke], Move | None]
"""Type of functions that return, for an answered request, the follow-up request that repairs the answer, or `None`."""


@dataclass(frozen=True, slots=True)
class WaveClosing:
    """The rule that decides when a wave (requests sent to several seats together) stops waiting for missing answers."""

    quorum: int
    """Number of answers needed before the others may be given up."""
    patience: float | None
    """Time to wait after the quorum, in multiples of the median answer time; `None` waits without limit."""
    deadline: float | None
    """Number of seconds after which the wave closes with the answers it has; `None` for no such limit."""
    spare: bool = False
    """Whether a stand-in replaces a seat that does not answer."""
    dispensable: bool = False
    """Whether requests the budget does not cover are left out; otherwise the session stops."""


class OpenWave:
    """A wave (requests sent to several seats together) in which some requests have no answer yet."""

    def __init__(
        self,
        every: dict[str, Move],
        asked: Sequence[Move],
        closing: WaveClosing,
        counts: Callable[[Move], bool] | None,
    ) -> None:
        self.every = every
        self.asked = asked
        self.closing = closing
        self.counts = counts
        self.let_go: set[str] = set()
        """Moves that a person chose not to wait for."""
        self.poked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when a person skips moves; then replaced."""

    def answers(self, log: Log) -> list[SeatSpoke]:
        """Return the answers that have arrived and count towards the quorum."""
        there = ((move, log.body(move.key)) for move in self.asked)
        return [
            body for move, body in there if isinstance(body, SeatSpoke) and (self.counts is None or self.counts(move))
        ]


class Wave:
    """Sends a session's requests to several seats together and waits for their outcomes."""

    def __init__(
        self,
        log: Log,
        caller: Caller,
        people: dict[str, str],
        stragglers: set[asyncio.Task[None]],
        before: SettledBefore | None = None,
    ) -> None:
        self._log = log
        self._before = before
        self._caller = caller
        self._people = people
        self._stragglers = stragglers
        self._sat: list[OpenWave] = []

    async def go_on_without(self, seats: Collection[str]) -> list[str]:
        """Stop waiting for the answers of these seats (of all seats if `seats` is empty) in each wave that has enough
        answers without them.

        Returns:
            The seats that are not waited for any more.
        """
        gone: list[str] = []
        for sat in tuple(self._sat):
            keys_open = [key for key in self._optional(sat) if not seats or sat.every[key].seat.id in seats]
            gone += await self._let_go(sat, keys_open, CHOSEN)
        return list(dict.fromkeys(gone))

    async def close_now(self, skips: Callable[[Move], bool]) -> list[str]:
        """Record that the user wants the verdict at once. Stop waiting for the open requests for which `skips` returns
        true, and return the seats of those requests."""
        gone: list[str] = []
        if self._log.body(event_keys.ANSWER_NOW) is None:
            self._log.pend(event_keys.ANSWER_NOW, AnswerRequested())  # committed with the moves it closes
        for sat in tuple(self._sat):
            keys_open = [key for key, move in sat.every.items() if skips(move) and self._log.body(key) is None]
            gone += await self._let_go(sat, keys_open, HURRIED)
        await self._log.commit()
        return list(dict.fromkeys(gone))

    async def skip(self, moves: Sequence[Move]) -> None:
        """Record each of these requests as late without sending it, because the user wants the verdict at once."""
        await self._log.commit(*((move.key, _late(move, HURRIED)) for move in moves))

    async def _let_go(self, sat: OpenWave, keys_open: Sequence[str], why: str) -> list[str]:
        if keys_open:
            await self._log.commit(*((key, _late(sat.every[key], why)) for key in keys_open))
            sat.let_go.update(event_keys.call_of(key).removesuffix("+repair") for key in keys_open)
            self._forget_waits(keys_open)
            if not sat.poked.done():
                sat.poked.set_result(None)
        return [sat.every[key].seat.id for key in keys_open]

    def _optional(self, sat: OpenWave) -> list[str]:
        """Return the keys of the open requests in a wave without whose answers the session can go on."""
        enough = len(sat.asked) > 1 and len(sat.answers(self._log)) >= max(1, sat.closing.quorum)
        if not (enough or sat.closing.spare):
            return []
        return [key for key, move in sat.every.items() if not move.seat.person and self._log.body(key) is None]

    async def settle(
        self,
        moves: Sequence[Move],
        closing: WaveClosing,
        then: Then | None = None,
        counts: Callable[[Move], bool] | None = None,
    ) -> None:
        """Send these requests, and the follow-up requests that `then` makes from their answers. Return when every
        request has an outcome.

        Args:
            closing: Rule that decides when to stop waiting for missing answers.
            counts: Returns whether an answer counts towards the quorum; by default every answer does.
        """
        every = {move.key: move for move in moves}
        closed = asyncio.Event()
        await self._take_over(moves, then, every)
        await self._people_first([move for move in moves if move.seat.person], then, every)
        asked = [move for move in moves if self._log.body(move.key) is None]
        await self._caller.catch_up(asked)
        try:
            await self._caller.begin(asked)
        except OutOfBudget:
            if not closing.dispensable:
                raise
            return await self._close(moves, then, every, poor=True)
        tasks = {
            asyncio.create_task(self._part(move, then, every, closed), name=move.key)
            for move in moves
            if not move.seat.person
        }
        sat = OpenWave(every, moves, closing, counts)
        self._sat.append(sat)
        try:
            try:
                early = await self._wait(tasks, sat)
            except OutOfBudget:
                if not closing.dispensable:
                    raise
                await self._close(moves, then, every, poor=True)
                early = False
            if early:
                closed.set()
                await self._close(moves, then, every)
            self._leave_behind(task for task in tasks if not task.done())
        except BaseException:
            await _cancelled(tasks)
            raise
        finally:
            self._sat.remove(sat)

    async def _take_over(self, moves: Sequence[Move], then: Then | None, every: dict[str, Move]) -> None:
        """Copy answers to these requests from the source session into this fork, and then answers to their repair
        requests."""
        if self._before is None:
            return
        following = (self._following(move, then, every) for move in moves)
        for some in (moves, (move for move in following if move is not None)):
            taken = []
            for move in some:
                event = self._before.answer(move, self._log) if self._log.body(move.key) is None else None
                if event is not None and not self._was_begun(move):
                    self._log.keep_text(move.prompt.digest, move.prompt.text)
                    taken += [*self._before.tool_calls(move.key), event]
            await self._log.copy(taken)

    def _was_begun(self, move: Move) -> bool:
        return self._log.body(event_keys.intent(move.key, 1)) is not None

    async def _people_first(self, moves: Sequence[Move], then: Then | None, every: dict[str, Move]) -> None:
        """Settle the requests to people, or raise `WaitingForPerson` if an answer is missing.

        Answers of several people are committed together, so that none can read another's first.
        """
        asked = [move for move in moves if self._log.body(move.key) is None]
        await self._caller.begin([move for move in asked if not self._was_asked(move)])
        waiting = [move.key for move in asked if move.key not in self._people]
        if not waiting:
            waiting = [move.key for move in moves if not await self._person_answered(move, then, every)]
        if waiting:
            handed_in = [move.key for move in asked if move.key in self._people]
            raise WaitingForPerson(f"Waiting for an answer from {', '.join(waiting)}.", handed_in=handed_in)

    def _was_asked(self, move: Move) -> bool:
        """Return whether the record shows that a person was asked before, e.g. before a crash."""
        return move.seat.person and self._log.body(event_keys.intent(move.key, 1)) is not None

    async def _part(self, move: Move, then: Then | None, every: dict[str, Move], closed: asyncio.Event) -> None:
        with quits_told():
            if self._log.body(move.key) is None:
                await self._caller.settle(move)
            if closed.is_set():
                return  # closing the wave has settled the repair, too
            following = self._following(move, then, every)
            if following is not None and self._log.body(following.key) is None:
                await self._caller.begin([following])
                await self._caller.settle(following)

    def _following(self, move: Move, then: Then | None, every: dict[str, Move]) -> Move | None:
        stands = self._log.body(move.key)
        following = then(move, stands) if then is not None and isinstance(stands, SeatSpoke) else None
        return every.setdefault(following.key, following) if following is not None else None

    async def _wait(self, tasks: set[asyncio.Task[None]], sat: OpenWave) -> bool:
        """Wait until all these tasks are done or the wave closes early. Return whether it closed early."""
        moves, closing = sat.asked, sat.closing
        clock = asyncio.get_running_loop().time
        began = clock()
        quorum_at: float | None = None
        pending = set(tasks)
        poor: OutOfBudget | None = None
        while pending:
            answers = sat.answers(self._log)
            ends = began + closing.deadline if closing.deadline is not None else None
            if len(answers) >= max(1, closing.quorum) and closing.patience is not None and len(moves) > 1:
                quorum_at = clock() if quorum_at is None else quorum_at
                patient = quorum_at + closing.patience * median(max(1, body.total_ms) for body in answers) / 1000
                ends = patient if ends is None else min(ends, patient)
            if poor is not None:
                ends = None  # the session stops until more money is allowed: no seat may be late because of it
            if ends is not None and clock() >= ends:
                return True
            timeout = None if ends is None else ends - clock()
            self._caller.waits.optional(self._optional(sat))
            done, _ = await asyncio.wait([*pending, sat.poked], timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if sat.poked.done():
                sat.poked = asyncio.get_running_loop().create_future()
            ended = pending.intersection(done)
            pending = {task for task in pending - ended if task.get_name() not in sat.let_go}
            for task in ended:
                try:
                    task.result()
                except OutOfBudget as error:  # calls in flight are paid for: wait for them
                    poor = error
        if poor is not None:
            raise poor
        return False

    async def _close(
        self, moves: Sequence[Move], then: Then | None, every: dict[str, Move], *, poor: bool = False
    ) -> None:
        """Record every open request of a wave as late. If `poor`, record them as out of budget instead.

        Follow-up requests, such as the repair of a ballot, are included.
        """
        asked = [move for move in moves if not move.seat.person]
        while True:
            for move in asked:
                self._following(move, then, every)
            late = [
                (key, _late(move, POOR, "budget") if poor else _late(move))
                for key, move in every.items()
                if self._log.body(key) is None and not move.seat.person
            ]
            if not late:
                return
            await self._log.commit(*late)
            self._forget_waits(key for key, _ in late)

    def _forget_waits(self, settled: Iterable[str]) -> None:
        for key in settled:
            self._caller.waits.settled(key)

    def _leave_behind(self, tasks: Iterable[asyncio.Task[None]]) -> None:
        for task in tasks:
            self._stragglers.add(task)
            task.add_done_callback(forget_task(self._stragglers))

    async def _person_answered(self, move: Move, then: Then | None, every: dict[str, Move]) -> bool:
        words = self._people.pop(move.key, None)
        if self._log.body(move.key) is None:
            if words is None:
                return False
            asked = self._log.body(event_keys.intent(move.key, 1))
            digest = asked.prompt if isinstance(asked, SeatAsked) else move.prompt.digest
            spoke = SeatSpoke(seat=move.seat.id, model="person", prompt=digest, text=words, settled="ok", cost=0)
            await self._log.commit((move.key, spoke))
        stands = self._log.body(move.key)
        following = then(move, stands) if then is not None and isinstance(stands, SeatSpoke) else None
        if following is None:
            return True
        every[following.key] = following
        if self._log.body(following.key) is None and not self._was_asked(following):
            await self._caller.begin([following])
        return await self._person_answered(following, None, every)


def _late(move: Move, cause: str = LATE, failed: Literal["late", "budget"] = "late") -> Body:
    return SeatFailed(
        seat=move.seat.id,
        failed=failed,
        cause=cause,
        prompt=move.prompt.digest,
        attempt=max(1, move.attempt),
        final=True,
        spent=move.attempt > 0,
    )


async def _cancelled(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def forget_task(tasks: set[asyncio.Task[None]]) -> Callable[[asyncio.Task[None]], None]:
    """Return a callback that removes a finished task from the set. An error in the task is not logged here, because it
    also stops the session's next commit."""

    def forget(task: asyncio.Task[None]) -> None:
        tasks.discard(task)
        if not task.cancelled():
            task.exception()

    return forget
