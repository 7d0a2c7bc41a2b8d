"""Compare the members' last answers and record an agreement map, once the answer exists.

The map is one more move, blind like any other. The verdict neither depends on it nor waits for it beyond its time
limit: a map without budget or writer is recorded as a finding with the reason.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from moot.floor.calls.wave import WaveClosing
from moot.floor.judging import JudgingFloor
from moot.protocols import registry
from moot.protocols.agreement.comparing import compared, uncompared
from moot.protocols.agreement.findings import Analysis
from moot.protocols.planned import AGREEMENT, MOST_ITEMS
from moot.protocols.selective import Selection
from moot.reading.service_errors import no_answer
from moot.reading.unmarked import plain_answer
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import AnswerBallot
from moot.vocabulary.events import BallotRead, BallotSpoiled, FindingMade, SeatFailed, SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement

TOO_FEW = "Fewer than two members answered, so there was nothing to compare."
TOO_DEAR = "The answers were not compared: the money that was left did not suffice for it."
ONLY_PEOPLE = "The answers were not compared: a person holds the chair, and no model stands in for it."
SHARE_OF_TIME = 0.5
"""Maximum share of the session's remaining time for comparing the members' answers."""


class MappingFloor(JudgingFloor):
    """The part of a running session that, once there is an answer, compares the members' last answers point by point
    and records where they agree. The verdict does not depend on it."""

    _beside = False
    """Whether current calls are made outside the protocol's own stages."""

    @asynccontextmanager
    async def _stage_beside(self, name: str) -> AsyncIterator[None]:
        """Open a stage for calls that the protocol did not ask for. If a stage of the protocol is open, reopen that
        stage afterwards."""
        within, self._stage, self._beside = self._stage, "", True
        try:
            async with self.stage(name):
                yield
        finally:
            self._stage, self._beside = within, False

    async def _mapped(
        self,
        wrote: Seat | None = None,
        *,
        by: Seat | None = None,
        shown: str = "",
        answer: str | None = None,
        silent: bool = False,
    ) -> None:
        """Make the agreement map (a comparison of the members' answers) if the session was opened with that option.
        Viewers are sent the verdict's text before it is made.

        Args:
            wrote: The seat that wrote the verdict; seats tried before it are not asked again.
            by: The seat whose text it is, if nobody wrote it as the verdict.
            shown: The verdict's text.
            answer: Its sentences that answer the question, to be compared with the members' answers.
            silent: Whether no seat could write the verdict.
        """
        if AGREEMENT not in self._opened.stages or self._ended_early():
            return
        writer = wrote or self.chair
        if shown and self._log.body(event_keys.VERDICT) is None:
            bell, key = self._log.transcript.bell, event_keys.VERDICT
            bell.speak(self._log.session, key, (by or writer).id, 1, shown, False, verdict=True)
        async with self._stage_beside(AGREEMENT):
            await self._compared(writer, answer, silent=silent)
        await self._log.commit()  # the verdict covers the findings, so they must be committed first

    def _ended_early(self) -> bool:
        """Return whether the session concluded from the first few members' answers, without asking the others."""
        made = (event.body.finding for event in self._log.events() if isinstance(event.body, FindingMade))
        return any(isinstance(finding, Selection) and finding.early for finding in made)

    async def _compared(self, writer: Seat, answer: str | None, *, silent: bool) -> None:
        answers = self._last_answers()
        panel = [seat.id for seat in self.seats]
        writers = self.writers(self.chair)
        line = writers[writers.index(writer) :] if writer in writers else writers
        analyst = next((seat for seat in line if not seat.person), None)
        if len(answers) < 2 or analyst is None:
            why = TOO_FEW if len(answers) < 2 else ONLY_PEOPLE
            self.record(uncompared(answers, panel, reason=why), rests_on=[said.key for said in answers])
            return
        made = [e for e in self._log.events() if event_keys.stage_of(e.key) != AGREEMENT]
        found = [e.body.finding for e in made if isinstance(e.body, FindingMade)]
        known = next((each for each in found if isinstance(each, Analysis) and each.by), None)
        await compared(
            self,
            answers,
            None if silent else analyst,
            panel=panel,
            answer=answer or "",
            known=known if answer else None,
            most=MOST_ITEMS,
            allowance=self._options.allowance,
            lacking=self._lacking,
        )

    def _lacking(self, why: str) -> str:
        ends = [event.body for event in self._log.events() if event_keys.stage_of(event.key) == AGREEMENT]
        poor = any(isinstance(end, SeatFailed) and end.failed == "budget" for end in ends)
        return TOO_DEAR if poor else why

    def _last_answers(self) -> Answers:
        """Return each member's last answer to the question, in seat order, leaving out empty answers."""
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
        """Return each member's recorded answers, by stage and then by seat. An answer without content has an empty
        text."""
        spoken: dict[str, dict[str, Statement]] = {}
        for event in self._log.events():
            key, body = event.key, event.body
            if not isinstance(body, SeatSpoke) or not self._is_member(body.seat):
                continue
            if key == event_keys.move_of(key) and event_keys.who_of(key) == body.seat:
                said = Statement(key=key, seat=body.seat, text=self._answer_in(key, body), settled=body.settled)
                spoken.setdefault(event_keys.stage_of(key), {})[body.seat] = said
        return spoken

    def _answering(self, spoken: dict[str, dict[str, Statement]]) -> list[str]:
        """Return the names of the stages in which members answered the question, in order."""
        held = [stage for stage in self._opened.stages if stage in spoken]
        declared = registry.find(self._opened.protocol).answers or tuple(stage.partition(".")[0] for stage in held[:1])
        return [stage for stage in held if stage.partition(".")[0] in declared]

    def _answer_in(self, key: str, said: SeatSpoke) -> str:
        """Return the text of a recorded answer as readers see it; empty if the member gave no answer."""
        ballot = self._log.body(event_keys.ballot(key))
        if isinstance(ballot, BallotRead) and isinstance(ballot.ballot, AnswerBallot) and ballot.ballot.answer.strip():
            text = plain_answer(ballot.ballot.answer)
        else:
            text = plain_answer(said.text) if isinstance(ballot, (BallotRead, BallotSpoiled)) else said.text
        if isinstance(ballot, (BallotRead, BallotSpoiled)) and no_answer(text):
            return ""
        return self.unlabelled(text)

    def _closing(self, asked: Sequence[str], *, spare: bool = False) -> WaveClosing:
        if not self._beside:
            return super()._closing(asked, spare=spare)
        patient = SHARE_OF_TIME * self._caller.time_left()
        limit = self._options.stage_deadline
        return WaveClosing(
            len(asked), None, patient if limit is None else min(limit, patient), spare=True, dispensable=True
        )
