"""Run a protocol's moves and record each as an event, exactly once; resume by replay.

Before the floor acts it looks the move's key up in the session's log. If the key is there, the recorded result is
returned; if not, the floor acts, commits and returns the committed result. To resume after a crash, the same protocol
runs again from the top: settled moves come from the log, the first open one is made anew. The floor is built in layers:
`record.py` (keys, stages, findings), `seat_calls.py` (waves), `judging.py` (sheets and ballots), `agreement.py` and
`grading.py` (answers compared beside the protocol), and here, vectors and the conclusion. Names are
hidden by `deal`: readers see texts under private labels only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from moot.errors import Conflict, ProtocolWrong
from moot.floor.anonymous_sheets import SheetReviews
from moot.floor.calls.move import Move
from moot.floor.calls.wave import forget_task
from moot.floor.embedded_texts import MEASURER, prompt_to_measure
from moot.floor.grading import GradingFloor
from moot.floor.label_replacer import VerdictReplacer, named
from moot.floor.verdicts import (
    conclusion,
    last_resort,
    late_beside,
    names_on,
    silent_office,
    verdict_digest,
    withheld,
)
from moot.protocols.floor_interface import SeatPrompt
from moot.protocols.prompt_template import PromptTemplate
from moot.reading.answer_first import split_answer
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke, VerdictReached
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Remarks, Statement
from moot.vocabulary.vectors import Vectors, vectors_from
from moot.vocabulary.verdicts import Ruling, Verdict
from moot.vocabulary.words.headings import counted


class WorkingFloor(GradingFloor):
    """The object through which a protocol acts in a running session: it asks the seats and records every step. When a
    session is resumed, it returns what is recorded instead of asking again."""

    async def answer_now(self) -> list[str]:
        """Stop waiting for open calls and skip the remaining stages, except that the verdict is still written. Return
        the seats that were not waited for.

        Raises:
            Conflict: Too few members have answered, or the answer is being written.
        """
        cut = self._goes_on_with_less()
        there = [said.seat for said in self._last_answers() if cut or said.settled != "truncated"]
        if len(there) < (needed := self._quorum(len(self.seats))):
            arrived = f"Only {counted(len(there), 'answer')} has arrived" if there else "No answer has arrived yet"
            raise Conflict(f"{arrived}; the answer can be written from {counted(needed, 'answer')}.")
        if self._concluding:
            raise Conflict("The answer is being written.")
        return await self._wave.close_now(self._skips)

    def _limited(self, writer: Seat) -> Seat:
        """Return the verdict's writer as a seat with the output limit of verdicts, if that is lower than its own
        limit."""
        most = self._options.verdict_output
        if most is None or (writer.max_output is not None and writer.max_output <= most):
            return writer
        return replace(writer, max_output=most)

    async def conclude(
        self,
        seat: Seat,
        prompt: PromptTemplate,
        *,
        as_written: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
        **values: Any,
    ) -> Verdict:
        answers = {name: value for name, value in values.items() if isinstance(value, Answers)}
        said_of = {name: value for name, value in values.items() if isinstance(value, Remarks)}
        beside = Remarks(remarks=tuple(remark for value in said_of.values() for remark in value.remarks))
        first = next(iter(answers), None)
        texts = [said.text for value in answers.values() for said in value] + [said.text for said in beside.remarks]
        shown: dict[str, tuple[dict[str, SheetReviews], dict[str, str]]] = {}

        def move_of(ask: SeatPrompt) -> Move:
            writer = ask.seat
            cap = self._cap(writer, texts)
            dealt = {
                name: sheet
                for name, value in answers.items()
                for sheet in self._dealt(value, [writer], None, None if name == first else name, beside=beside, cap=cap)
            }
            sheet = dealt.get(first) if first is not None else None
            reviews = {name: self._reviews(sheet, value, cap) for name, value in said_of.items() if sheet is not None}
            told = {name: review.text for name, review in reviews.items()}
            filling = {**values, **dict.fromkeys((*answers, *said_of), "(none)"), **dealt, **told}
            names = names_on(list(dealt.values()), self._order())
            ask = replace(ask, seat=self._limited(writer) if as_written else writer, values=filling)
            move = self._move(ask, naming=VerdictReplacer(names) if as_written else None)
            shown[move.key] = reviews, names
            return move

        (move,) = await self._settled([SeatPrompt(seat=seat, prompt=prompt)], move_of, concludes=True)
        said = self._log.body(move.key)
        if isinstance(said, SeatSpoke):
            reviews, names = shown[move.key]
            text = named(said.text, names)
            first, whole = split_answer(text)
            await self._mapped(self._seat(move.seat.id), shown=whole, answer=first)
            return await self._end(
                conclusion(
                    self._log,
                    text,
                    by=move.seat.id,
                    key=move.key,
                    ruling=ruling,
                    confidence=confidence,
                    reason=reason,
                    degraded=[
                        *degraded,
                        *(
                            f"{move.seat.id} was shown reviews cut to {review.room} characters each."
                            for review in reviews.values()
                            if review.room
                        ),
                    ],
                )
            )
        await self._mapped(silent=True)
        return await self._end(last_resort(self._log, list(answers.values()), seat.id, ruling, confidence, degraded))

    async def adopt(
        self,
        text: str,
        *,
        answer: str | None = None,
        by: Seat | None = None,
        key: str | None = None,
        verbatim: bool = False,
        ruling: Ruling | None = None,
        confidence: float | None = None,
        reason: str = "",
        degraded: Sequence[str] = (),
    ) -> Verdict:
        self._concluding = True
        order = self._order()
        labels = {
            entry.label: f"answer {order.get(entry.seat, number)}"
            for sheet in self._sheets_so_far()
            for number, entry in enumerate(sheet.entries, start=1)
        }
        text = named(text, labels)
        first, whole = split_answer(text)
        await self._mapped(by=by, shown=whole, answer=answer or first)
        await self._log.commit()  # the verdict covers the findings, so they must be committed first
        return await self._end(
            conclusion(
                self._log,
                text,
                answer=answer,
                by=by.id if by is not None else None,
                key=key,
                verbatim=verbatim,
                ruling=ruling,
                confidence=confidence,
                reason=reason,
                degraded=degraded,
            )
        )

    async def withhold(self, reason: str, *, ruling: Ruling | None = None) -> Verdict:
        self._concluding = True
        await self._log.commit()  # the verdict covers the findings, so they must be committed first
        if self._log.body(event_keys.VERDICT) is None and (lost := silent_office(self._log)) is not None:
            raise lost
        await self._mapped()
        return await self._end(withheld(self._log, reason, ruling))

    async def _end(self, reached: VerdictReached) -> Verdict:
        if await self._graded(reached.verdict.text) is not None:
            await self._log.commit()  # the digest covers the grades, so they must be committed first
            reached = replace(reached, digest=verdict_digest(reached.verdict, self._log.events()))
        self._claim(event_keys.VERDICT)
        stands = self._stands_now(event_keys.VERDICT, reached)
        if stands is not None:
            assert isinstance(stands, VerdictReached)
            return stands.verdict
        await self.leave()
        *_, stands = await self._log.commit(*late_beside(self._log), (event_keys.VERDICT, reached))
        assert isinstance(stands, VerdictReached)
        return stands.verdict

    async def embed(self, statements: Iterable[Statement], *, about: str | None = None) -> Vectors | None:
        said = tuple(statements)
        if not said:
            return None
        seat = self._embedder()
        prompt = prompt_to_measure({statement.key: statement.text for statement in said}, seat.abilities.context)
        key = event_keys.move(self._in_stage(), seat.id, about)
        self._claim(key)
        move = Move(key=key, seat=seat, prompt=prompt)
        self._check_prompt(move)
        await self._wave.settle([move], self._closing([seat.id]))
        body = self._log.body(key)
        # If drift is accepted, the recorded statements may be others than these: those not measured have no vector.
        if not isinstance(body, SeatSpoke) or body.measured != move.prompt.measured:
            return None
        return vectors_from(body.vectors, body.measured, seat.model, key)

    def _embedder(self) -> Seat:
        holders = self._opened.roster.office(MEASURER)
        if not holders:
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} measures statements without declaring the role {MEASURER!r}."
            )
        return holders[0]

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine that runs at the same time as the protocol. When the session concludes, the coroutine is
        cancelled."""
        task = asyncio.create_task(work)
        self._stragglers.add(task)
        task.add_done_callback(forget_task(self._stragglers))

    async def leave(self) -> None:
        """Cancel the calls that are still running. The money reserved for them is accounted for by the event that ends
        the session."""
        stragglers = list(self._stragglers)
        for task in stragglers:
            task.cancel()
        await asyncio.gather(*stragglers, return_exceptions=True)
