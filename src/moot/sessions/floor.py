"""How does a protocol's move become a fact, once? And how does resume work?

Before the floor acts it looks the move's key up in the session's log. If it stands there, the recorded result is
returned; if not, the floor acts, commits and returns what stands. Resuming after a crash is therefore running the same
protocol again from the top: settled moves come from the log, the first open one is made anew. A recorded move whose
prompt would differ now is `TranscriptDiverged`, unless the session accepts drift; then the log steers and the verdict
says so. Names are hidden by `deal`: readers see texts under private labels only.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from moot.errors import OutOfBudget, ProtocolWrong, QuorumLost, TranscriptDiverged, WaitingForPerson
from moot.protocols.protocol import Ask, Floor, Options, Sheet
from moot.protocols.wording import Wording
from moot.reading.ballot_reader import form_of, mending_request, request_for
from moot.reading.outcomes import ReadBallot
from moot.sessions.caller import Caller, Move
from moot.sessions.conclusion import conclusion, last_resort, late_beside, names_on, withheld
from moot.sessions.dealing import dealt_again, dealt_to, orders_for
from moot.sessions.drift import differs
from moot.sessions.log import Log
from moot.sessions.naming import Naming, named
from moot.sessions.polling import Readings, ballot_on, labels_on, polled
from moot.sessions.prompts import Prompter
from moot.sessions.wave import Closing, Wave, forget_task
from moot.vocabulary import keys
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import (
    Body,
    FindingMade,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SheetDealt,
    StageEntered,
    VerdictReached,
)
from moot.vocabulary.findings import Finding
from moot.vocabulary.lots import Lot
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words import in_words

T = TypeVar("T")
F = TypeVar("F", bound=Finding)


class WorkingFloor(Floor):
    """The floor of one session, over its record."""

    def __init__(
        self,
        opened: SessionOpened,
        options: Options,
        log: Log,
        caller: Caller,
        prompter: Prompter,
        *,
        people: dict[str, str] | None = None,
        accepts_drift: bool = False,
    ) -> None:
        self.question = opened.question
        self.seats = opened.roster.seats
        self.chair = opened.roster.office("chair")[0]
        self.drifted: list[str] = []
        self._opened = opened
        self._options = options
        self._log = log
        self._caller = caller
        self._prompter = prompter
        self._accepts_drift = accepts_drift
        self._stragglers: set[asyncio.Task[None]] = set()
        self._wave = Wave(log, caller, people if people is not None else {}, self._stragglers)
        self._stage = ""
        self._behind: set[str] = set()
        self._used: dict[str, str] = {}

    # --- stages, chance and findings ------------------------------------------------------------------------------

    @asynccontextmanager
    async def stage(self, name: str, number: int | None = None) -> AsyncIterator[None]:
        entered = name if number is None else f"{name}.{number}"
        if entered not in self._opened.stages:
            raise ProtocolWrong(
                f"The protocol {self._opened.protocol!r} enters the stage {entered!r}, which it does not declare "
                f"(declared: {', '.join(self._opened.stages)})."
            )
        if self._stage:
            raise ProtocolWrong(f"The stage {entered!r} is entered inside {self._stage!r}.")
        key = keys.stage(entered)
        self._claim(key)
        if self._log.body(key) is None:
            self._log.pend(key, StageEntered(stage=entered))
        self._stage = entered
        try:
            yield
            await self._log.commit()
        finally:
            self._behind.add(entered)
            self._stage = ""

    def lot(self, name: str) -> Lot:
        return Lot(self._opened.seed, f"{self._stage}:{name}")

    def record(self, finding: F, *, name: str | None = None, rests_on: Sequence[str] = ()) -> F:
        name = name or str(finding.__struct_config__.tag)
        key = keys.finding(self._in_stage(), name)
        self._claim(key)
        made = FindingMade(name=name, finding=finding, rests_on=tuple(rests_on))
        stands = self._stands(key, made)
        assert isinstance(stands, FindingMade)
        return stands.finding  # type: ignore[return-value]  # a key's finding keeps its class, or it has diverged

    # --- asking ---------------------------------------------------------------------------------------------------

    async def ask(
        self, seat: Seat, prompt: Wording | Question | str, *, about: str | None = None, **values: Any
    ) -> Statement | None:
        answers = await self._answers([Ask(seat=seat, prompt=prompt, about=about, values=values)])
        return answers.statements[0] if answers.statements else None

    async def ask_all(self, seats: Sequence[Seat], prompt: Wording | Question | str, **values: Any) -> Answers:
        return await self._quorate([Ask(seat=seat, prompt=prompt, values=values) for seat in seats])

    async def ask_each(self, asks: Sequence[Ask]) -> Answers:
        return await self._quorate(asks)

    async def together(self, *branches: Awaitable[T]) -> list[T]:
        tasks = [asyncio.ensure_future(branch) for branch in branches]
        try:
            return list(await asyncio.gather(*tasks))
        except (WaitingForPerson, OutOfBudget):
            await asyncio.gather(*tasks, return_exceptions=True)  # what is in flight is paid for: let it arrive
            raise
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _quorate(self, asks: Sequence[Ask]) -> Answers:
        present = [ask for ask in asks if ask.seat.id not in self._sitting_out()]
        answers = await self._answers(present)
        self._need_quorum(len(present), len(answers))
        sat_out = tuple(ask.seat.id for ask in asks if ask not in present)
        return Answers(statements=answers.statements, missing=answers.missing + sat_out)

    async def _answers(self, asks: Sequence[Ask]) -> Answers:
        moves = [self._move(ask) for ask in asks]
        await self._wave.settle(moves, self._closing(len(moves)))
        statements, missing = [], []
        for move in moves:
            body = self._log.body(move.key)
            if isinstance(body, SeatSpoke):
                statements.append(statement_of(move.key, body))
            else:
                missing.append(move.seat.id)
        return Answers(statements=tuple(statements), missing=tuple(missing))

    def _move(self, ask: Ask, *, schema: dict[str, Any] | None = None, naming: Naming | None = None) -> Move:
        key = keys.move(self._in_stage(), ask.seat.id, ask.about)
        self._claim(key)
        if isinstance(ask.prompt, Question):
            prompt = self._prompter.prompt(ask.seat, self._prompter.question(ask.seat), pictures=True, schema=schema)
        else:
            prompt = self._prompter.prompt(ask.seat, self._filled(ask.prompt, ask.values), schema=schema)
        move = Move(key=key, seat=ask.seat, prompt=prompt, naming=naming)
        self._check_prompt(move)
        return move

    def _filled(self, prompt: Wording | str, values: dict[str, Any]) -> str:
        if isinstance(prompt, str):
            return prompt
        wording = prompt.replaced(self._opened.wording.get(prompt.name))
        sheets = [value for value in values.values() if isinstance(value, Sheet)]
        names = {entry.seat: entry.label for sheet in sheets for entry in sheet.dealt.entries}
        filling = {"question": self._prompter.question()}
        for name, value in values.items():
            if isinstance(value, Sheet):
                filling[name] = value.text
            elif isinstance(value, str):
                filling[name] = value
            else:
                filling[name] = in_words(value, names)
        return wording.filled(filling)

    def _closing(self, asked: int) -> Closing:
        return Closing(self._quorum(asked), self._options.patience, self._options.stage_deadline)

    def _quorum(self, asked: int) -> int:
        if self._options.quorum is not None:
            return min(self._options.quorum, asked)
        return min(asked, max(2, asked // 2 + 1))

    def _need_quorum(self, asked: int, answered: int) -> None:
        if answered < self._quorum(asked):
            raise QuorumLost(
                f"In the stage {self._stage!r} {answered} of {asked} seats answered; {self._quorum(asked)} are needed."
            )

    def _sitting_out(self) -> set[str]:
        """Seats that came late in an earlier stage: the council does not wait for them twice."""
        return {
            event.body.seat
            for event in self._log.events()
            if isinstance(event.body, SeatFailed)
            and event.body.failed == "late"
            and keys.stage_of(event.key) in self._behind  # on replay the log knows of stages still ahead
        }

    # --- sheets and ballots ---------------------------------------------------------------------------------------

    def deal(self, statements: Answers, readers: Sequence[Seat] | None = None) -> tuple[Sheet, ...]:
        if readers is None:
            authors = {statement.seat for statement in statements}
            readers = [seat for seat in self.seats if seat.id in authors]
        orders = orders_for(statements, readers, self.lot("order"))
        return tuple(self._sheet(reader, statements, orders[reader.id]) for reader in readers if orders[reader.id])

    def _sheet(self, reader: Seat, statements: Answers, order: Sequence[str]) -> Sheet:
        key = keys.sheet(keys.move(self._in_stage(), reader.id))
        self._claim(key)
        by_seat = {statement.seat: statement for statement in statements}
        models = {seat.id: seat.model for seat in self.seats} if self._options.show_names else {}
        earlier = [part for turn in self.question.history for part in (turn.question, turn.answer)]
        sheet = dealt_to(
            reader.id,
            [by_seat[seat] for seat in order],
            lot=self.lot(f"sheet/{reader.id}"),
            allowance=self._options.allowance,
            avoid=[self._prompter.question(), *earlier],
            models=models,
        )
        stands = self._stands(key, sheet.dealt)
        assert isinstance(stands, SheetDealt)
        if stands == sheet.dealt:
            return sheet
        # drift is accepted: ballots that are recorded were cast under the recorded labels
        return dealt_again(stands, statements.statements, allowance=self._options.allowance, models=models)

    async def poll(self, sheets: Sequence[Sheet], prompt: Wording, *, read: type[Ballot], **values: Any) -> Poll:
        present = [sheet for sheet in sheets if sheet.reader not in self._sitting_out()]
        by_key: dict[str, Sheet] = {}
        moves = []
        for sheet in present:
            labels = [entry.label for entry in sheet.dealt.entries]
            filling = {**values, "answers": sheet, "ballot": request_for(read, labels)}
            ask = Ask(seat=self._opened.roster.seat(sheet.reader), prompt=prompt, values=filling)
            moves.append(self._move(ask, schema=form_of(read, labels)))
            by_key[moves[-1].key] = sheet
        readings = Readings(read)
        await self._wave.settle(
            moves, self._closing(len(moves)), lambda move, said: self._repair(move, said, readings, by_key[move.key])
        )
        for key, sheet in by_key.items():
            if self._log.body(keys.ballot(key)) is None:
                for entry in ballot_on(self._log, key, sheet, readings, names_on([sheet], self._order())):
                    self._log.pend(*entry)
        poll = polled(self._log, by_key, [seat.id for seat in self.seats])
        if len(poll.missing) > len(by_key) - self._quorum(len(by_key)):
            await self._log.commit()  # the session ends here, and what it holds is kept
        self._need_quorum(len(by_key), len(by_key) - len(poll.missing))
        return poll

    def _repair(self, move: Move, said: SeatSpoke, readings: Readings, sheet: Sheet) -> Move | None:
        result = readings.of(move.key, said, sheet)
        if isinstance(result, ReadBallot):
            return None
        request = mending_request(readings.read, list(labels_on(sheet)), result.why)
        text = f"{move.prompt.messages[-1].text}\n\n{request}"
        repair = Move(
            key=keys.repair(move.key),
            seat=move.seat,
            prompt=self._prompter.prompt(move.seat, text, schema=move.prompt.schema),
        )
        self._check_prompt(repair)
        return repair

    # --- concluding -----------------------------------------------------------------------------------------------

    async def conclude(self, seat: Seat, prompt: Wording, *, as_written: bool = False, **values: Any) -> Verdict:
        answers = [value for value in values.values() if isinstance(value, Answers)]
        for writer in (seat, *self._stand_ins(seat)):
            filling = {
                name: self.deal(value, [writer])[0] if isinstance(value, Answers) else value
                for name, value in values.items()
            }
            sheets = [value for value in filling.values() if isinstance(value, Sheet)]
            names = names_on(sheets, self._order())
            ask = Ask(seat=writer, prompt=prompt, values=filling)
            move = self._move(ask, naming=Naming(names) if as_written else None)
            await self._wave.settle([move], self._closing(1))
            said = self._log.body(move.key)
            if isinstance(said, SeatSpoke):
                text = named(said.text, names)
                return await self._end(conclusion(self._log, move.key, said, text, by=writer.id, first=seat.id))
        return await self._end(last_resort(self._log, answers, seat.id))

    async def withhold(self, reason: str) -> Verdict:
        await self._log.commit()  # the verdict tells of findings, so they have to be there
        return await self._end(withheld(self._log, reason))

    def _order(self) -> dict[str, int]:
        """The number people know each answer by."""
        return {seat.id: number for number, seat in enumerate(self.seats, start=1)}

    def _stand_ins(self, seat: Seat) -> tuple[Seat, ...]:
        return self._opened.roster.office("chair")[1:] if seat.id == "chair" else ()

    async def _end(self, reached: VerdictReached) -> Verdict:
        self._claim(keys.VERDICT)
        stands = self._stands_now(keys.VERDICT, reached)
        if stands is not None:
            assert isinstance(stands, VerdictReached)
            return stands.verdict
        await self.leave()
        *_, stands = await self._log.commit(*late_beside(self._log), (keys.VERDICT, reached))
        assert isinstance(stands, VerdictReached)
        return stands.verdict

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Goes on beside the protocol, until it is done or the session concludes."""
        task = asyncio.create_task(work)
        self._stragglers.add(task)
        task.add_done_callback(forget_task(self._stragglers))

    async def leave(self) -> None:
        """Cancels whatever is still in flight; its reservations close with the event that ends the session."""
        stragglers = list(self._stragglers)
        for task in stragglers:
            task.cancel()
        await asyncio.gather(*stragglers, return_exceptions=True)

    # --- keeping the record true ----------------------------------------------------------------------------------

    def _in_stage(self) -> str:
        if not self._stage:
            raise ProtocolWrong(f"The protocol {self._opened.protocol!r} made a move outside of a stage.")
        return self._stage

    def _claim(self, key: str) -> None:
        """Two moves under one key are a fault in the protocol; the message names both places."""
        site = _call_site()
        if key in self._used:
            raise ProtocolWrong(f"Two moves have the key {key!r}: one at {self._used[key]}, one at {site}.")
        self._used[key] = site

    def _check_prompt(self, move: Move) -> None:
        for key in (move.key, keys.intent(move.key, 1)):
            stands = self._log.body(key)
            recorded = getattr(stands, "prompt", "")
            if recorded and recorded != move.prompt.digest:
                self._diverged(move.key, f"prompt {recorded[:12]}", f"prompt {move.prompt.digest[:12]}")
                return

    def _stands(self, key: str, body: Body) -> Body:
        stands = self._stands_now(key, body)
        if stands is not None:
            return stands
        self._log.pend(key, body)
        return body

    def _stands_now(self, key: str, body: Body) -> Body | None:
        stands = self._log.body(key)
        if stands is not None and (difference := differs(stands, body)):
            self._diverged(key, *difference)
        return stands

    def _diverged(self, key: str, recorded: str, now: str) -> None:
        if not self._accepts_drift:
            raise TranscriptDiverged(f"At {key!r} the transcript holds {recorded}; the protocol now makes {now}.")
        self.drifted.append(key)


def statement_of(key: str, said: SeatSpoke) -> Statement:
    """A settled answer as a protocol sees it."""
    return Statement(key=key, seat=said.seat, text=said.text, settled=said.settled)


def _call_site() -> str:
    """Where in a protocol the current move is made."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(
        ("moot.sessions", "contextlib", "asyncio")
    ):
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '?')}:{frame.f_lineno}"
