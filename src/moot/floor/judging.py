"""Have texts judged: deal them on anonymous sheets, then read, repair or spoil each ballot.

A ballot without a sheet (a seat's own answer in a form) has a label too, drawn for its move, so that no text a seat
repeats can pass for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from moot.errors import ProtocolWrong
from moot.floor.anonymous_sheets import SheetReviews, dealt_again, dealt_to, orders_for, reviews_for
from moot.floor.calls.move import Move
from moot.floor.polling import Paper, Readings, ballot_on, polled
from moot.floor.seat_calls import AskingFloor
from moot.floor.verdicts import names_on
from moot.protocols.floor_interface import SeatPrompt, Sheet
from moot.protocols.prompt_template import PromptTemplate
from moot.reading.ballot_reader import NO_CHOICES, form_of, mending_request, request_for
from moot.reading.forms.form import MARK
from moot.reading.sheet_text import labels_for
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import BallotRead, BallotSpoiled, Body, SeatSpoke, SheetDealt
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Remarks
from moot.vocabulary.words.context_room import cap_for, room_for_texts, weight


class JudgingFloor(AskingFloor):
    """The part of a running session in which texts are judged: `deal` shows readers anonymous texts, `poll` collects
    their ballots (judgements in a fixed form)."""

    def deal(
        self,
        statements: Answers,
        readers: Sequence[Seat] | None = None,
        *,
        about: str | None = None,
        name: str | None = None,
        order: Literal["balanced", "cyclic", "drawn", "given"] = "cyclic",
        own: bool = False,
    ) -> tuple[Sheet, ...]:
        return self._dealt(statements, readers, about, name, order, own=own)

    def _cap(self, reader: Seat, texts: Sequence[str]) -> int:
        """Return the most characters that each of these texts may have so that all fit into one prompt for `reader`.

        Leave room for one more text, because members are often shown their own, too.
        """
        most = self._options.allowance
        if reader.person or not texts:
            return most
        shown = [*texts, max(texts, key=weight)]
        room = room_for_texts(self._as_counted(reader), self._prompter.beside(reader), len(shown))
        return cap_for(shown, room, most)

    def _dealt(
        self,
        statements: Answers,
        readers: Sequence[Seat] | None,
        about: str | None,
        name: str | None,
        order: Literal["balanced", "cyclic", "drawn", "given"] = "cyclic",
        beside: Remarks | None = None,
        own: bool = False,
        cap: int | None = None,
    ) -> tuple[Sheet, ...]:
        """Make and record an anonymous sheet of these statements for each reader, and return the sheets.

        Args:
            beside: Texts in the same prompt, in which labels and fence must not occur.
            cap: Characters of each text to show, if other texts share the prompt.
        """
        if readers is None:
            authors = {statement.seat for statement in statements}
            readers = [seat for seat in self.seats if seat.id in authors]
        at = "".join(f"/{part}" for part in (about, name) if part is not None)
        if own and order != "balanced":
            raise ProtocolWrong("Own answers are dealt in a balanced order only: any other would tell which they are.")
        if order in ("cyclic", "balanced"):
            neighbours = order == "balanced"
            orders = orders_for(statements, readers, self.lot(f"order{at}"), neighbours=neighbours, own=own)
        elif order == "given":
            orders = {reader.id: _others(statements, reader) for reader in readers}
        else:
            orders = {reader.id: self._drawn(statements, reader, f"order/{reader.id}{at}") for reader in readers}
        return tuple(
            self._sheet(reader, statements, orders[reader.id], about, name, beside, cap)
            for reader in readers
            if orders[reader.id]
        )

    def _drawn(self, statements: Answers, reader: Seat, lot: str) -> tuple[str, ...]:
        return tuple(self.lot(lot).shuffle(_others(statements, reader)))

    def _sheet(
        self,
        reader: Seat,
        statements: Answers,
        order: Sequence[str],
        about: str | None,
        name: str | None,
        beside: Remarks | None,
        cap: int | None = None,
    ) -> Sheet:
        move = event_keys.move(self._in_stage(), reader.id, about)
        key = event_keys.sheet(move, name)
        before = [body for body in map(self._log.body, self._sheets_of(move)) if isinstance(body, SheetDealt)]
        self._claim(key)
        by_seat = {statement.seat: statement for statement in statements}
        models = {seat.id: seat.model for seat in self.seats} if self._options.show_names else {}
        cap = cap if cap is not None else self._cap(reader, [by_seat[seat].text for seat in order])
        earlier = self._prompter.earlier()
        earlier += [entry.label for sheet in before for entry in sheet.entries]
        earlier += [remark.text for remark in (beside.remarks if beside is not None else ())]
        at = "".join(f"/{part}" for part in (reader.id, about, name) if part is not None)
        sheet = dealt_to(
            reader.id,
            [by_seat[seat] for seat in order],
            lot=self.lot(f"sheet{at}"),
            allowance=cap,
            avoid=[self._prompter.question(), *earlier],
            models=models,
        )
        stands = self._stands(key, sheet.dealt)
        assert isinstance(stands, SheetDealt)
        if stands != sheet.dealt:
            # drift is accepted: recorded ballots were cast under the recorded labels
            sheet = dealt_again(stands, statements.statements, allowance=cap, models=models)
        return replace(sheet, about=about)

    def _reviews(self, sheet: Sheet, remarks: Remarks, most: int) -> SheetReviews:
        """Return, as text for a sheet's reader, the reviews that others wrote of the answers on it."""
        dealt = {
            remark.key: self._log.body(event_keys.sheet(event_keys.move_of(remark.key))) for remark in remarks.remarks
        }
        labels = {
            key: {entry.label: entry.seat for entry in body.entries}
            for key, body in dealt.items()
            if isinstance(body, SheetDealt)
        }
        return reviews_for(sheet, remarks.remarks, labels, self.lot(f"reviews/{sheet.reader}"), most)

    async def poll(
        self,
        to: Sequence[Sheet | Seat | SeatPrompt],
        prompt: PromptTemplate | None = None,
        *,
        read: type[Ballot],
        choices: Mapping[str, Sequence[str]] | None = None,
        about: str | None = None,
        quorum: int | None = None,
        foretold: Callable[[Poll], Sequence[Seat]] | None = None,
        until_read: bool = False,
        dispensable: bool = False,
        **values: Any,
    ) -> Poll:
        asks = [self._ask_of(one, prompt, about) for one in to]
        readings = Readings(read)
        kind = readings.kind
        out = self._sitting_out()
        present = [ask for ask in asks if ask.seat.id not in out]
        asked = [ask.seat.id for ask in present]
        papers: dict[str, Paper] = {}

        def move_of(ask: SeatPrompt) -> Move:
            key = event_keys.move(self._in_stage(), ask.seat.id, ask.about)
            labels = ask.sheet.labels if ask.sheet is not None else {self._mark(key, ask): ask.seat.id}
            given = dict(choices if choices is not None else NO_CHOICES)
            if ask.sheet is not None and kind.own_mark:
                given[MARK] = (self._mark(key, ask),)
            filling = {**values, **ask.values, "ballot": request_for(kind, list(labels), given)}
            move = self._move(replace(ask, values=filling), schema=form_of(kind, list(labels), given))
            names = names_on([ask.sheet] if ask.sheet is not None else [], self._order())
            papers[move.key] = Paper(reader=ask.seat.id, labels=labels, names=names, choices=given)
            return move

        def following(move: Move, said: SeatSpoke) -> Move | None:
            if foretold is not None:
                self._next = tuple(foretold(self._so_far(papers, readings)))
                self._caller.foretell()
            return self._repair(move, said, readings, papers[move.key])

        def ballots(move: Move) -> list[Body]:
            return [body for _, body in ballot_on(self._log, move.key, papers[move.key], readings)]

        moves = await self._settled(
            present,
            move_of,
            then=following,
            counts=lambda move: any(self._is_heard(body, readings) for body in ballots(move)),
            unanswered=lambda move: not any(isinstance(b, BallotRead) or not until_read for b in ballots(move)),
            dispensable=dispensable,
        )
        for ask, move in zip(present, moves, strict=True):
            papers[move.key] = replace(
                papers[move.key], who=event_keys.who_of(event_keys.move(self._in_stage(), ask.seat.id, ask.about))
            )
        if quorum is None and any(ask.sheet is not None for ask in asks):
            # These ballots judge existing answers: without them the session goes on, unless a person set a quorum.
            quorum = self._options.quorum or 0
        poll = await self._polled(asked, papers, readings, quorum)
        sat_out = tuple(ask.seat.id for ask in asks if ask.seat.id in out)
        return replace(poll, missing=(*poll.missing, *sat_out)) if sat_out else poll

    def _so_far(self, papers: Mapping[str, Paper], readings: Readings) -> Poll:
        """Return the result that the poll would have if it ended now."""
        there = [(key, body) for key, paper in papers.items() for _, body in ballot_on(self._log, key, paper, readings)]
        judged = {seat for paper in papers.values() for seat in paper.labels.values()}
        return Poll(
            candidates=tuple(seat.id for seat in self.seats if seat.id in judged),
            ballots={event_keys.who_of(key): body.ballot for key, body in there if isinstance(body, BallotRead)},
        )

    async def _polled(
        self, asked: Sequence[str], papers: Mapping[str, Paper], readings: Readings, quorum: int | None
    ) -> Poll:
        """Read and record the ballots of a finished poll and return its result; raise if there are fewer than the
        quorum."""
        for key, paper in papers.items():
            if self._log.body(event_keys.ballot(key)) is None:
                for at, made in ballot_on(self._log, key, paper, readings):
                    if isinstance(made, BallotRead):
                        self._must_be_readable(made.ballot)
                    self._log.pend(at, made)
        poll = polled(self._log, papers, [seat.id for seat in self.seats])
        there = [
            paper.reader
            for key, paper in papers.items()
            if self._is_heard(self._log.body(event_keys.ballot(key)), readings)
        ]
        unread = [paper.reader for key, paper in papers.items() if paper.who in poll.spoiled]
        try:
            self._need_quorum(asked, there, quorum, spoiled=[seat for seat in unread if seat not in there])
        except BaseException:
            await self._log.commit()  # the session ends here, and what it recorded is kept
            raise
        return poll

    def _is_heard(self, ballot: Body | None, readings: Readings) -> bool:
        """Return whether a seat's ballot counts towards the quorum. It counts if it could be read, or if its text is an
        answer anyway."""
        if not isinstance(ballot, BallotSpoiled):
            return isinstance(ballot, BallotRead)
        said = self._log.body(ballot.statement)
        return isinstance(said, SeatSpoke) and readings.kind.answers(said.text)

    def _ask_of(self, one: Sheet | Seat | SeatPrompt, prompt: PromptTemplate | None, about: str | None) -> SeatPrompt:
        if isinstance(one, SeatPrompt):
            return one
        if prompt is None:
            raise ProtocolWrong(f"In the stage {self._stage!r} a ballot is asked for without a prompt.")
        if isinstance(one, Sheet):
            seat = self._seat(one.reader)
            return SeatPrompt(seat=seat, prompt=prompt, about=one.about, sheet=one)
        return SeatPrompt(seat=one, prompt=prompt, about=about)

    def _mark(self, key: str, ask: SeatPrompt) -> str:
        """Draw a random label for a ballot that judges no texts, or that need not name any."""
        sheets = [value for value in (ask.sheet, *ask.values.values()) if isinstance(value, Sheet)]
        shown = [sheet.text for sheet in sheets] + [label for sheet in sheets for label in sheet.labels]
        shown += [str(value) for value in ask.values.values() if not isinstance(value, Sheet)]
        shown += self._prompter.earlier()
        shown += [part for turn in ask.turns for part in (turn.question, turn.answer)]
        return labels_for(1, [self._prompter.question(), *shown], self.lot(f"mark/{event_keys.who_of(key)}"))[0]

    def _repair(self, move: Move, said: SeatSpoke, readings: Readings, paper: Paper) -> Move | None:
        lacking = readings.lacking(readings.of(move.key, said, paper), paper)
        if not lacking:
            return None
        request = mending_request(readings.kind, list(paper.labels), lacking, paper.choices)
        repair = Move(
            key=event_keys.repair(move.key), seat=move.seat, prompt=self._prompter.again(move.prompt, request)
        )
        self._check_prompt(repair)
        return repair


def _others(statements: Answers, reader: Seat) -> tuple[str, ...]:
    """Return the ids of the seats whose texts can be shown to a reader: all but its own."""
    return tuple(statement.seat for statement in statements if statement.seat != reader.id)
