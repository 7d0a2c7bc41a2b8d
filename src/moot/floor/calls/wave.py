"""How are several seats asked at once? In a wave, which settles every one of its keys before it returns.

Intents of a wave are committed, and priced, together before anything is sent. A wave may close early (patience, stage
deadline): each key still open then gets a final `SeatFailed` of class `late`, unless its answer was committed first.
Calls still in flight go on as stragglers until the session concludes. In a fork that asks again what failed, what was
answered before is taken over first, so that nobody is asked it twice.

People come first, and are waited for without any time limit: nobody else in a wave is asked before the words of every
person in it are there, so there is nothing a person could read too early in any door (`tests/floor/test_people.py`).
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
from moot.floor.calls.settled_before import SettledBefore
from moot.protocols.installed import quitting_told
from moot.transcripts.log import Log
from moot.vocabulary import keys
from moot.vocabulary.events import Body, SeatAsked, SeatFailed, SeatSpoke

LATE = "It had not answered when the others had and the wait for it was over."
POOR = "The money that was left did not suffice for it, and the session went on without it."
CHOSEN = "Somebody chose to go on without it."
Then = Callable[[Move, SeatSpoke], Move | None]
"""What follows from an answer: the move that repairs it, or nothing."""


@dataclass(frozen=True, slots=True)
class Closing:
    """When a wave may close without everybody."""

    quorum: int
    """Answers that must be there."""
    patience: float | None
    """Median answer times to wait once they are."""
    deadline: float | None
    """Seconds after which it closes whatever has arrived."""
    spare: bool = False
    """Whether somebody else takes over from whoever does not answer."""
    dispensable: bool = False
    """Whether what there is no money for is left out; otherwise the session stops for it."""


class Sat:
    """A wave that is being waited for."""

    def __init__(
        self,
        every: dict[str, Move],
        asked: Sequence[Move],
        closing: Closing,
        counts: Callable[[Move], bool] | None,
    ) -> None:
        self.every = every
        self.asked = asked
        self.closing = closing
        self.counts = counts
        self.let_go: set[str] = set()
        """Moves somebody chose to go on without."""
        self.poked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when somebody has let some of them go; made anew then."""

    def answers(self, log: Log) -> list[SeatSpoke]:
        """The answers that are there and count."""
        there = ((move, log.body(move.key)) for move in self.asked)
        return [
            body for move, body in there if isinstance(body, SeatSpoke) and (self.counts is None or self.counts(move))
        ]


class Wave:
    """Asks several seats at once."""

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
        self._sat: list[Sat] = []

    async def go_on_without(self, seats: Collection[str]) -> list[str]:
        """Closes what is open of these seats (of all, where none is named) as far as it need not be waited for; returns
        whose moves were closed."""
        gone: list[str] = []
        for sat in tuple(self._sat):
            keys_open = [key for key in self._optional(sat) if not seats or sat.every[key].seat.id in seats]
            if keys_open:
                await self._log.commit(*((key, _late(sat.every[key], CHOSEN)) for key in keys_open))
                gone += [sat.every[key].seat.id for key in keys_open]
                sat.let_go.update(keys.call_of(key).removesuffix("+repair") for key in keys_open)
                self._forget_waits(keys_open)
                if not sat.poked.done():
                    sat.poked.set_result(None)
        return list(dict.fromkeys(gone))

    def _optional(self, sat: Sat) -> list[str]:
        """Open moves of a wave without which the session can go on."""
        enough = len(sat.asked) > 1 and len(sat.answers(self._log)) >= max(1, sat.closing.quorum)
        if not (enough or sat.closing.spare):
            return []
        return [key for key, move in sat.every.items() if not move.seat.person and self._log.body(key) is None]

    async def settle(
        self,
        moves: Sequence[Move],
        closing: Closing,
        then: Then | None = None,
        counts: Callable[[Move], bool] | None = None,
    ) -> None:
        """Settles every move, and every move that `then` makes of an answer. Where not every answer `counts`, nobody's
        patience begins with those that do not."""
        every = {move.key: move for move in moves}
        closed = asyncio.Event()
        await self._take_over(moves, then, every)
        await self._people_first([move for move in moves if move.seat.person], then, every)
        asked = [move for move in moves if self._log.body(move.key) is None]
        try:
            await self._caller.begin(asked)
        except OutOfBudget:
            if not closing.dispensable:
                raise
            return await self._close(moves, then, every, poor=True)
        tasks = {
            asyncio.create_task(quitting_told(self._part(move, then, every, closed)), name=move.key)
            for move in moves
            if not move.seat.person
        }
        sat = Sat(every, moves, closing, counts)
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
        """Has what was answered before stand here, and then the repairs of those answers."""
        if self._before is None:
            return
        following = (self._following(move, then, every) for move in moves)
        for some in (moves, (move for move in following if move is not None)):
            taken = []
            for move in some:
                event = self._before.answer(move, self._log) if self._log.body(move.key) is None else None
                if event is not None and not self._was_begun(move):
                    self._log.keep_text(move.prompt.digest, move.prompt.text)
                    taken.append(event)
            await self._log.copy(taken)

    def _was_begun(self, move: Move) -> bool:
        return self._log.body(keys.intent(move.key, 1)) is not None

    async def _people_first(self, moves: Sequence[Move], then: Then | None, every: dict[str, Move]) -> None:
        """Settles the people's moves. Several people's words are written down together: none reads another's first."""
        asked = [move for move in moves if self._log.body(move.key) is None]
        await self._caller.begin([move for move in asked if not self._was_asked(move)])
        waiting = [move.key for move in asked if move.key not in self._people]
        if not waiting:
            waiting = [move.key for move in moves if not await self._person_answered(move, then, every)]
        if waiting:
            handed_in = [move.key for move in asked if move.key in self._people]
            raise WaitingForPerson(f"Waiting for an answer from {', '.join(waiting)}.", handed_in=handed_in)

    def _was_asked(self, move: Move) -> bool:
        """A person is asked once; a crash leaves the ask open."""
        return move.seat.person and self._log.body(keys.intent(move.key, 1)) is not None

    async def _part(self, move: Move, then: Then | None, every: dict[str, Move], closed: asyncio.Event) -> None:
        if self._log.body(move.key) is None:
            await self._caller.settle(move)
        if closed.is_set():
            return  # whoever closed the wave has settled what follows from an answer, too
        following = self._following(move, then, every)
        if following is not None and self._log.body(following.key) is None:
            await self._caller.begin([following])
            await self._caller.settle(following)

    def _following(self, move: Move, then: Then | None, every: dict[str, Move]) -> Move | None:
        stands = self._log.body(move.key)
        following = then(move, stands) if then is not None and isinstance(stands, SeatSpoke) else None
        return every.setdefault(following.key, following) if following is not None else None

    async def _wait(self, tasks: set[asyncio.Task[None]], sat: Sat) -> bool:
        """Waits until all are done, or the wave is to close early: then true."""
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
                ends = None  # the session stops, to be taken up with more money: nobody is to be late for that
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
                except OutOfBudget as error:  # what is in flight is paid for: let it arrive first
                    poor = error
        if poor is not None:
            raise poor
        return False

    async def _close(
        self, moves: Sequence[Move], then: Then | None, every: dict[str, Move], *, poor: bool = False
    ) -> None:
        """Settles what is open as late, or as what there was no money for; where an answer was committed first, it
        stands, and its repair is late."""
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
            asked = self._log.body(keys.intent(move.key, 1))
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
    """Takes a task that has ended out of the set. What stopped it stops the session's next commit too."""

    def forget(task: asyncio.Task[None]) -> None:
        tasks.discard(task)
        if not task.cancelled():
            task.exception()

    return forget
