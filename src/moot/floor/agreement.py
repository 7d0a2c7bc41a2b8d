"""How does a session come by its agreement map? The members' last answers are compared once the answer stands.

It is one move more, blind like any other, and the verdict neither rests on it nor waits for it beyond its time: a map
that cannot be paid, or that nobody writes, is a finding that says so. `tests/floor/test_agreement.py` holds it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from moot.floor.calls.wave import Closing
from moot.floor.judging import JudgingFloor
from moot.protocols import registry
from moot.protocols.agreement.comparing import compared, uncompared
from moot.protocols.agreement.planning import MOST_ITEMS, STAGE
from moot.reading.refusals import no_answer
from moot.reading.unmarked import plain_answer
from moot.vocabulary import keys
from moot.vocabulary.ballots import Answer
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatFailed, SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement

TOO_FEW = "Fewer than two members answered, so there was nothing to compare."
TOO_DEAR = "The answers were not compared: the money that was left did not suffice for it."
ONLY_PEOPLE = "The answers were not compared: a person holds the chair, and no model stands in for it."
SHARE_OF_TIME = 0.5
"""How much of the session's running time a writer of the map may take of what is left."""


class MappingFloor(JudgingFloor):
    """A floor that compares the members' answers beside what its protocol does."""

    _beside = False
    """Whether what is asked now is asked beside the protocol."""

    @asynccontextmanager
    async def _stage_beside(self, name: str) -> AsyncIterator[None]:
        """Enter a stage beside the protocol, whatever stage of its own is under way."""
        within, self._stage, self._beside = self._stage, "", True
        try:
            async with self.stage(name):
                yield
        finally:
            self._stage, self._beside = within, False

    async def _mapped(self, wrote: Seat | None = None, *, silent: bool = False) -> None:
        """Makes the map where the session opened with one. `wrote` is who wrote the verdict: whoever was tried before
        is not tried again; `silent` says that nobody could write it."""
        if STAGE not in self._opened.stages:
            return
        async with self._stage_beside(STAGE):
            await self._compared(wrote or self.chair, silent=silent)

    async def _compared(self, writer: Seat, *, silent: bool) -> None:
        answers = self._last_answers()
        panel = [seat.id for seat in self.seats]
        writers = self.writers(self.chair)
        line = writers[writers.index(writer) :] if writer in writers else writers
        analyst = next((seat for seat in line if not seat.person), None)
        if len(answers) < 2 or analyst is None:
            why = TOO_FEW if len(answers) < 2 else ONLY_PEOPLE
            self.record(uncompared(answers, panel, reason=why), rests_on=[said.key for said in answers])
            return
        await compared(
            self,
            answers,
            None if silent else analyst,
            panel=panel,
            most=MOST_ITEMS,
            allowance=self._options.allowance,
            lacking=self._lacking,
        )

    def _lacking(self, why: str) -> str:
        ends = [event.body for event in self._log.events() if keys.stage_of(event.key) == STAGE]
        poor = any(isinstance(end, SeatFailed) and end.failed == "budget" for end in ends)
        return TOO_DEAR if poor else why

    def _last_answers(self) -> Answers:
        """What each member answered last, in seat order, as far as it is an answer."""
        spoken = self._answers_spoken()
        last: dict[str, Statement] = {}
        for stage in self._answering(spoken):
            last.update({seat: said for seat, said in spoken[stage].items() if said.text.strip()})
        order = [seat.id for seat in self.seats]
        return Answers(
            statements=tuple(last[seat] for seat in order if seat in last),
            missing=tuple(seat for seat in order if seat not in last),
        )

    def _answers_spoken(self) -> dict[str, dict[str, Statement]]:
        """Return what each member answered, by stage and seat; empty texts are no answers."""
        spoken: dict[str, dict[str, Statement]] = {}
        for event in self._log.events():
            key, body = event.key, event.body
            if not isinstance(body, SeatSpoke) or not self._is_member(body.seat):
                continue
            if key == keys.move_of(key) and keys.who_of(key) == body.seat:
                said = Statement(key=key, seat=body.seat, text=self._answer_in(key, body), settled=body.settled)
                spoken.setdefault(keys.stage_of(key), {})[body.seat] = said
        return spoken

    def _answering(self, spoken: dict[str, dict[str, Statement]]) -> list[str]:
        """The stages in which members answered the question, in order."""
        held = [stage for stage in self._opened.stages if stage in spoken]
        declared = registry.find(self._opened.protocol).answers or tuple(stage.partition(".")[0] for stage in held[:1])
        return [stage for stage in held if stage.partition(".")[0] in declared]

    def _answer_in(self, key: str, said: SeatSpoke) -> str:
        """The answer as a reader is shown it; empty where there is none."""
        ballot = self._log.body(keys.ballot(key))
        if isinstance(ballot, BallotRead) and isinstance(ballot.ballot, Answer) and ballot.ballot.answer.strip():
            text = plain_answer(ballot.ballot.answer)
        else:
            text = plain_answer(said.text) if isinstance(ballot, (BallotRead, BallotSpoiled)) else said.text
        if isinstance(ballot, (BallotRead, BallotSpoiled)) and no_answer(text):
            return ""
        return self.unlabelled(text)

    def _closing(self, asked: Sequence[str], *, spare: bool = False) -> Closing:
        if not self._beside:
            return super()._closing(asked, spare=spare)
        patient = SHARE_OF_TIME * self._caller.time_left()
        limit = self._options.stage_deadline
        return Closing(
            len(asked), None, patient if limit is None else min(limit, patient), spare=True, dispensable=True
        )
