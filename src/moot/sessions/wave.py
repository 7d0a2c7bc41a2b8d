"""How are several seats asked at once? In a wave, which settles every one of its keys before it returns.

Intents of a wave are committed, and priced, together before anything is sent. A wave may close early (patience, stage
deadline): each key still open then gets a final `SeatFailed` of class `late`, unless its answer was committed first.
Calls still in flight go on as stragglers until the session concludes.

People come first, and are waited for without any time limit: nobody else in a wave is asked before the words of every
person in it are there, so there is nothing a person could read too early in any door (`tests/sessions/test_people.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from moot.errors import OutOfBudget, WaitingForPerson
from moot.sessions.caller import Caller, Move
from moot.sessions.log import Log
from moot.vocabulary import keys
from moot.vocabulary.events import Body, SeatAsked, SeatFailed, SeatSpoke

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


class Wave:
    """Asks several seats at once."""

    def __init__(self, log: Log, caller: Caller, people: dict[str, str], stragglers: set[asyncio.Task[None]]):
        self._log = log
        self._caller = caller
        self._people = people
        self._stragglers = stragglers

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
        await self._people_first([move for move in moves if move.seat.person], then, every)
        asked = [move for move in moves if self._log.body(move.key) is None]
        await self._caller.begin(asked)
        tasks = {
            asyncio.create_task(self._part(move, then, every, closed), name=move.key)
            for move in moves
            if not move.seat.person
        }
        try:
            if await self._wait(tasks, moves, closing, counts):
                closed.set()
                await self._close(moves, then, every)
                self._leave_behind(tasks)
        except BaseException:
            await _cancelled(tasks)
            raise

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

    async def _wait(
        self,
        tasks: set[asyncio.Task[None]],
        moves: Sequence[Move],
        closing: Closing,
        counts: Callable[[Move], bool] | None,
    ) -> bool:
        """Waits until all are done, or the wave is to close early: then true."""
        clock = asyncio.get_running_loop().time
        began = clock()
        quorum_at: float | None = None
        pending = tasks
        poor: OutOfBudget | None = None
        while pending:
            there = [(move, body) for move in moves if isinstance(body := self._log.body(move.key), SeatSpoke)]
            answers = [body for move, body in there if counts is None or counts(move)]
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
            done, pending = await asyncio.wait(pending, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                try:
                    task.result()
                except OutOfBudget as error:  # what is in flight is paid for: let it arrive first
                    poor = error
        if poor is not None:
            raise poor
        return False

    async def _close(self, moves: Sequence[Move], then: Then | None, every: dict[str, Move]) -> None:
        """Settles what is open as late; where an answer was committed first, it stands, and its repair is late."""
        asked = [move for move in moves if not move.seat.person]
        while True:
            for move in asked:
                self._following(move, then, every)
            late = [
                (key, _late(move))
                for key, move in every.items()
                if self._log.body(key) is None and not move.seat.person
            ]
            if not late:
                return
            await self._log.commit(*late)

    def _leave_behind(self, tasks: set[asyncio.Task[None]]) -> None:
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


def _late(move: Move) -> Body:
    return SeatFailed(
        seat=move.seat.id,
        failed="late",
        cause="It had not answered when the others had and the wait for it was over.",
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
