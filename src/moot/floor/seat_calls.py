"""Ask seats: fill prompts, look keys up, settle open moves in one wave; look up sources.

A quorum counts members. Offices (an arbiter, an editor) work and do not vote, so a wave that asks only offices needs no
quorum and does not close early.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from moot.errors import OutOfBudget, ProtocolWrong, QuorumLost, WaitingForPerson
from moot.floor.anonymous_sheets import ANOTHER
from moot.floor.calls.budget import output_room
from moot.floor.calls.caller import Caller
from moot.floor.calls.move import Move
from moot.floor.calls.prompt_length import Counts
from moot.floor.calls.reused_calls import SettledBefore
from moot.floor.calls.tool_runner import ToolRunner
from moot.floor.calls.wave import HURRIED, Then, Wave, WaveClosing
from moot.floor.embedded_texts import MEASURER
from moot.floor.label_replacer import LabelReplacer, named
from moot.floor.lookups import looked_up, query_kept
from moot.floor.prompts import Prompt, Prompter
from moot.floor.record import RecordFloor
from moot.floor.summaries import KEY as HISTORY
from moot.floor.summaries import recalled, summary_prompt, summary_tokens
from moot.floor.verdicts import BESIDE, SPARE
from moot.protocols.floor_interface import SeatPrompt, Sheet
from moot.protocols.installed import quitting_told
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import LEAST_QUORUM, Options
from moot.protocols.words import for_prompt
from moot.providers.searchers.searcher import Searchers
from moot.providers.tools.toolbox import Toolbox
from moot.reading.review_copy import LEAST_ALLOWANCE, review_copy
from moot.transcripts.log import Log
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SheetDealt,
    SourcesFound,
    as_seated,
    unseated,
)
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.tools import ToolAnswered, ToolCall
from moot.vocabulary.words.context_room import cap_for, overflow, weight, words_asked
from moot.vocabulary.words.headings import stage_title

GIVEN = ("ballot",)
"""Names of prompt parts that are never shortened: the instructions for the ballot."""
T = TypeVar("T")


class AskingFloor(RecordFloor):
    """The part of a running session that sends requests to seats, uses stand-ins for those that fail, makes searches,
    and returns the recorded answers."""

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
        services: Searchers | None = None,
        before: SettledBefore | None = None,
        tools: ToolRunner | None = None,
    ) -> None:
        super().__init__(opened, options, log, accepts_drift=accepts_drift)
        self._prompter = prompter
        self._services = services
        self._before = before
        self._tools = tools
        self._caller = caller
        if caller is not None:  # a floor in memory makes no calls
            caller.tools = tools
            caller.asked_next = lambda: [seat.model for seat in self._next if not seat.person]
        self._counts = Counts(log)
        self._stragglers: set[asyncio.Task[None]] = set()
        self._concluding = False
        self._wave = Wave(log, caller, people if people is not None else {}, self._stragglers, before)

    async def go_on_without(self, seats: Collection[str]) -> list[str]:
        """If enough other seats have answered, stop waiting for these seats. Return the seats that are no longer waited
        for."""
        return await self._wave.go_on_without(seats)

    @property
    def at_once(self) -> bool:
        return self._log.body(event_keys.ANSWER_NOW) is not None

    def _skips(self, move: Move) -> bool:
        """Return whether a request may be skipped when the user wants an answer at once: all may, except those to
        people and judges and those of stages beside the protocol."""
        seat, stage = move.seat, event_keys.stage_of(move.key)
        return not (seat.person or seat.id.startswith(("arbiter", MEASURER, SPARE)) or stage in BESIDE)

    def _passed_over(self, move: Move, *, dispensable: bool) -> bool:
        """Return whether a request was skipped because the user wanted an answer at once or, if it is dispensable,
        because the budget does not cover it. No stand-in is asked after such a request."""
        body = self._log.body(move.key)
        return isinstance(body, SeatFailed) and (body.cause == HURRIED or (dispensable and body.failed == "budget"))

    async def recall(self) -> None:
        """Before the protocol begins, have the chair summarise the earlier turns that do not fit into prompts, and put
        the summary into every prompt."""
        said = None
        prompt = summary_prompt(self._opened, self._prompter.attached)
        if prompt is not None and (self._log.body(HISTORY) is not None or not self.chair.person):
            move = Move(key=HISTORY, seat=self.chair, prompt=prompt)
            move.room = output_room(self.chair, prompt.messages, summary_tokens(self.question))
            self._claim(HISTORY)
            self._check_prompt(move)
            await self._wave.settle([move], WaveClosing(1, None, self._options.stage_deadline))
            said = self._log.body(HISTORY)
        self._prompter.recall(recalled(self._opened, said))

    async def ask(
        self, seat: Seat, prompt: PromptTemplate | Question | str, *, about: str | None = None, **values: Any
    ) -> Statement | None:
        answers = await self._answers([SeatPrompt(seat=seat, prompt=prompt, about=about, values=values)])
        return answers.statements[0] if answers.statements else None

    async def ask_all(self, seats: Sequence[Seat], prompt: PromptTemplate | Question | str, **values: Any) -> Answers:
        return await self._quorate([SeatPrompt(seat=seat, prompt=prompt, values=values) for seat in seats])

    async def ask_each(self, asks: Sequence[SeatPrompt], *, quorum: int | None = None) -> Answers:
        return await self._quorate(asks, quorum)

    async def look_up(self, query: str, searchers: Sequence[str] | None = None) -> SourcesFound:
        names = self.searchers if searchers is None else tuple(searchers)
        if unknown := [name for name in names if name not in self.searchers]:
            raise ProtocolWrong(f"The protocol asks searchers that are not in use: {', '.join(unknown)}.")
        key = event_keys.sources(self._in_stage())
        self._claim(key)
        stands = self._log.body(key)
        if stands is None and self._before is not None:
            found = self._before.sources(key, query_kept(query), names)
            await self._log.copy([found] if found is not None else [])
            stands = self._log.body(key)
        if stands is None:
            (stands,) = await self._log.commit((key, await looked_up(query, names, self._services)))
        assert isinstance(stands, SourcesFound)
        if stands.query != query_kept(query):
            self._diverged(key, f"the query {stands.query!r}", f"the query {query_kept(query)!r}")
        return stands

    async def call_tool(self, name: str, arguments: Mapping[str, Any], on: Statement) -> ToolAnswered:
        call = ToolCall(id=name, name=name, arguments=msgspec.json.encode(dict(arguments)).decode())
        tools = self._tools if self._tools is not None else ToolRunner(self._log, Toolbox({}), ())
        return await tools.result(on.key, on.seat, 1, call)

    @property
    def attached(self) -> tuple[str, ...]:
        texts = self._prompter.attached.texts
        return tuple(texts.get(file.text_digest or "", "") for file in self.question.attachments)

    async def together(self, *branches: Awaitable[T]) -> list[T]:
        tasks = [asyncio.ensure_future(quitting_told(branch)) for branch in branches]
        try:
            return list(await asyncio.gather(*tasks))
        except (WaitingForPerson, OutOfBudget):
            await asyncio.gather(*tasks, return_exceptions=True)  # calls in flight are paid for: wait for them
            raise
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for branch in branches:
                if isinstance(branch, Coroutine):
                    branch.close()  # one that was cancelled before it began has never been awaited

    def unlabelled(self, text: str) -> str:
        return named(text, {entry.label: ANOTHER for sheet in self._sheets_so_far() for entry in sheet.entries})

    async def _quorate(self, asks: Sequence[SeatPrompt], quorum: int | None = None) -> Answers:
        present = [ask for ask in asks if ask.seat.id not in self._sitting_out()]
        answers = await self._answers(present)
        cut = [said.seat for said in answers if said.settled == "truncated" and not self._goes_on_with_less()]
        there = [said.seat for said in answers if said.seat not in cut]
        self._need_quorum([ask.seat.id for ask in present], there, quorum, cut)
        sat_out = tuple(ask.seat.id for ask in asks if ask not in present)
        return Answers(statements=answers.statements, missing=answers.missing + sat_out)

    async def _answers(self, asks: Sequence[SeatPrompt]) -> Answers:
        moves = await self._settled(asks, self._move)
        statements, missing = [], []
        for move in moves:
            body = self._log.body(move.key)
            if isinstance(body, SeatSpoke):
                statements.append(statement_of(move.key, body))
            else:
                missing.append(move.seat.id)
        return Answers(statements=tuple(statements), missing=tuple(missing))

    async def _settled(
        self,
        asks: Sequence[SeatPrompt],
        make: Callable[[SeatPrompt], Move],
        *,
        then: Then | None = None,
        counts: Callable[[Move], bool] | None = None,
        unanswered: Callable[[Move], bool] | None = None,
        concludes: bool = False,
        dispensable: bool = False,
    ) -> list[Move]:
        """Send these requests and return their outcomes. A request to an office that fails goes to the office's
        stand-ins, one after another.

        Args:
            asks: The prompt for each seat.
            make: Makes the request from a prompt; called again for each stand-in.
            then: Makes the repair request that follows from an answer, if any.
            counts: Returns whether an answer counts towards the quorum.
            unanswered: Returns whether a request has no usable result; by default, when its seat failed.
            concludes: Whether these requests are an office's work although a member may have the office.
            dispensable: Whether requests that the budget does not cover are left out.

        Returns:
            For each prompt, its last request: the one that was answered, or the last one that failed.
        """
        unanswered = unanswered or self._failed
        self._concluding = self._concluding or concludes
        lines = [self._line(ask.seat, concludes=concludes) for ask in asks]
        moves = [make(ask) for ask in asks]
        now = list(range(len(asks)))
        if self.at_once and not concludes:
            await self._wave.skip([move for move in moves if self._log.body(move.key) is None and self._skips(move)])
        while now:
            asked = [moves[at] for at in now]
            spare = any(lines[at] for at in now)
            self._reserve(asked)
            closing = self._closing([m.seat.id for m in asked], spare=spare)
            closing = dataclasses.replace(closing, dispensable=closing.dispensable or dispensable)
            await self._wave.settle(asked, closing, then, counts)
            self._reseat()
            left = [at for at in now if lines[at] and unanswered(moves[at])]
            left = [at for at in left if not self._passed_over(moves[at], dispensable=dispensable)]
            following = {at: self._take(lines[at], asks[at]) for at in left}
            for at, seat in following.items():
                if seat is not None:
                    moves[at] = make(self._handed(asks[at], seat))
            now = [at for at, seat in following.items() if seat is not None]
        return moves

    def _reserve(self, moves: Sequence[Move]) -> None:
        """Set which spare models may replace a member's model that has not answered yet: those that no member uses."""
        seated = {seat.model for seat in self.seats}
        if others := [seat for seat in unseated(self._opened.roster) if seat.model not in seated]:
            spoke = {event.body.seat for event in self._log.events() if isinstance(event.body, SeatSpoke)}
            for move in moves:
                if self._is_member(move.seat.id) and move.seat.id not in spoke:
                    move.instead = others

    def _reseat(self) -> None:
        """Update the members' models to those that have replaced them so far."""
        if unseated(self._opened.roster):
            asked = [event for event in self._log.events() if event_keys.call_of(event.key) in self._used]
            self.seats = as_seated(self._opened, asked).roster.seats

    def _failed(self, move: Move) -> bool:
        return not isinstance(self._log.body(move.key), SeatSpoke)

    def _line(self, seat: Seat, *, concludes: bool = False) -> list[Seat]:
        """Return the stand-ins for a seat of an office (such as the chair). Models that have answered before come
        first. A member has no stand-ins."""
        if self._is_member(seat.id) and not concludes:
            return []
        models = {each.id: each.model for each in (*self.seats, *self._opened.roster.offices)}
        spoke = {models.get(event.body.seat) for event in self._log.events() if isinstance(event.body, SeatSpoke)}
        others = [other for other in self.writers(seat)[1:] if other.model != seat.model]
        return sorted(others, key=lambda other: other.model not in spoke)

    def _take(self, line: list[Seat], ask: SeatPrompt) -> Seat | None:
        """Remove the next stand-in from `line` and return it.

        If the record shows that a stand-in was asked, return that one. Otherwise return the first whose model has not
        refused.
        """
        asked: dict[str, Seat] = {}
        for seat in line:
            key = event_keys.move(self._in_stage(), seat.id, ask.about)
            asked |= {each: seat for each in (key, event_keys.intent(key, 1)) if self._log.body(each) is not None}
        if asked:
            first = next((event.key for event in self._log.events() if event.key in asked), next(iter(asked)))
            found: Seat | None = asked[first]
        else:
            found = next((seat for seat in line if self._caller is None or not self._caller.refused(seat.model)), None)
        if found is not None:
            line.remove(found)
        return found

    def _handed(self, ask: SeatPrompt, seat: Seat) -> SeatPrompt:
        """Return the request addressed to this stand-in, and record the original seat's sheets as dealt to it."""
        old, new = (event_keys.move(self._in_stage(), each.id, ask.about) for each in (ask.seat, seat))
        shown = [value for value in (ask.sheet, *ask.values.values()) if isinstance(value, Sheet)]
        for key in self._sheets_of(old) if shown else ():
            dealt = self._log.body(key)
            assert isinstance(dealt, SheetDealt)
            copied = new + key.removeprefix(old)
            self._claim(copied)
            self._stands(copied, replace(dealt, reader=seat.id))
        return replace(ask, seat=seat)

    def _sheets_of(self, move: str) -> list[str]:
        return [key for key in self._used if event_keys.is_sheet(key) and event_keys.move_of(key) == move]

    def _move(
        self, ask: SeatPrompt, *, schema: dict[str, Any] | None = None, naming: LabelReplacer | None = None
    ) -> Move:
        key = event_keys.move(self._in_stage(), ask.seat.id, ask.about)
        self._claim(key)
        brief = schema is None and naming is None and self._is_member(ask.seat.id)
        ask = replace(ask, manner=self._briefly(ask.manner)) if brief else ask
        prompt = self._prompt(ask, schema)
        if (over := overflow(self._as_counted(ask.seat), sum(weight(message.text) for message in prompt.messages))) > 0:
            prompt = self._prompt(ask, schema, over)
        move = Move(key=key, seat=ask.seat, prompt=prompt, naming=naming)
        move.searches = (ask.tools or isinstance(ask.prompt, Question)) and not ask.seat.person
        if self._tools is not None and move.searches:
            move.tools = self._tools.specs
        self._counts.note(move)
        self._check_prompt(move)
        return move

    def _as_counted(self, seat: Seat) -> Seat:
        """Return the seat with the characters per token that were measured on its model's earlier prompts."""
        return self._counts.of(seat, self._behind)

    def _prompt(self, ask: SeatPrompt, schema: dict[str, Any] | None, over: int = 0) -> Prompt:
        """Build the prompt of a request. If it would be `over` characters too long, shorten the texts that are not on
        its sheets."""
        shown = {name: value for name, value in ask.values.items() if isinstance(value, str) and name not in GIVEN}
        texts = [*shown.values(), *(turn.answer for turn in ask.turns)]
        if over > 0 and texts:
            room = max(0, sum(map(weight, texts)) - over)
            cap = max(LEAST_ALLOWANCE, cap_for(texts, room, max(map(weight, texts))))
            cut = {name: review_copy(value, cap).text for name, value in shown.items()}
            turns = tuple(replace(turn, answer=review_copy(turn.answer, cap).text) for turn in ask.turns)
            ask = replace(ask, values={**ask.values, **cut}, turns=turns)
        task = "\n\n".join(filter(None, (ask.manner.strip(), self._filled(ask).lstrip("\n"))))
        return self._prompter.prompt(ask.seat, task, schema=schema, turns=ask.turns)

    def _briefly(self, manner: str) -> str:
        """Return the instruction `manner`. If all answers would not fit into the smallest context, add a limit of
        words."""
        readers = [self._as_counted(seat) for seat in (*self.seats, self.chair)]
        beside = max(self._prompter.beside(seat) for seat in readers)
        words = words_asked(readers, beside, len(self.seats) + 2)
        return f"{manner}\n\nWrite at most {words} words.".strip() if words is not None else manner

    def _filled(self, ask: SeatPrompt) -> str:
        """Return the text that a request adds to the question; empty if it only asks the question itself."""
        prompt = ask.prompt
        if isinstance(prompt, str):
            return prompt
        if isinstance(prompt, Question):
            return ""
        values: Mapping[str, Any] = {**({"answers": ask.sheet} if ask.sheet is not None else {}), **ask.values}
        wording = prompt.replaced(self._opened.wording.get(prompt.name))
        names: dict[str, str] = {}
        for value in values.values():
            if isinstance(value, Sheet):
                names = {**{seat: label for label, seat in value.labels.items()}, **names}
        filling: dict[str, str] = {}
        for name, value in values.items():
            if isinstance(value, Sheet):
                filling[name] = value.text
            elif isinstance(value, str):
                filling[name] = value
            else:
                filling[name] = for_prompt(value, names)
        return wording.filled(filling)

    def _closing(self, asked: Sequence[str], *, spare: bool = False) -> WaveClosing:
        members = [seat for seat in asked if self._is_member(seat)]
        if not members:
            return WaveClosing(len(asked), None, self._options.stage_deadline, spare)
        # Patience begins with more than half, whatever the quorum, so that the first answers end no wave early.
        patient = min(len(members), self._options.quorum or max(2, len(members) // 2 + 1))
        return WaveClosing(patient + len(asked) - len(members), self._options.patience, self._options.stage_deadline)

    def _quorum(self, asked: int, quorum: int | None = None) -> int:
        """Return how many members must answer, at most the number of members asked.

        If `quorum` is not given, use the session's option. If that is not set either, use `LEAST_QUORUM`.
        """
        given = quorum if quorum is not None else self._options.quorum
        return min(asked, LEAST_QUORUM if given is None else given)

    def _goes_on_with_less(self) -> bool:
        """Return whether a person has chosen to continue with fewer answers."""
        return any(
            isinstance(event.body, SessionResumed) and event.body.quorum is not None for event in self._log.events()
        )

    def _need_quorum(
        self,
        asked: Sequence[str],
        answered: Sequence[str],
        quorum: int | None = None,
        cut: Sequence[str] = (),
        spoiled: Sequence[str] = (),
    ) -> None:
        """Raise if too few seats answered.

        If a seat was asked several things and answered any of them, it counts once. An answer cut off at its output
        limit does not count, unless a person chose to continue with it. A spoiled ballot does not count.
        """
        members = {seat for seat in asked if self._is_member(seat)}
        whole = members.intersection(answered)
        there = members.intersection([*answered, *cut])
        needed = self._quorum(len(members), quorum)
        if members and len(whole) < needed:
            parts, unread = len(there) - len(whole), len(members & {*spoiled})
            more = f"; {parts} answered only in part, cut off at the output limit" if parts else ""
            ballots = f"; {unread} gave a ballot that could not be read" if unread else ""
            those = "the one" if len(there) == 1 else f"the {len(there)}"
            longer = "Allow longer answers in a fork (`-o max_output=…`). " if parts else ""
            longer += self._accounts_empty(members - there) + self._keys_refused(members - there)
            raise QuorumLost(
                f"In {stage_title(self._stage).lower()}, {len(whole)} of {len(members)} members answered{more}"
                f"{ballots}; "
                f"{needed} are needed.",
                f"{longer}Go on with {those} that answered (`--at-least {len(there)}` when resuming), or ask the "
                "others again in a fork (`--retry-failed`)."
                if there
                else TOO_LONG
                if self._too_long(members)
                else "Ask for the ballots again in a fork (`--retry-failed`), or seat models that fill in forms better."
                if spoiled
                else longer and f"{longer}Then ask those again in a fork (`--retry-failed`).",
                answered=[seat.id for seat in self.seats if seat.id in there],
                unanswered=[seat.id for seat in self.seats if seat.id in members - there],
            )

    def _keys_refused(self, members: Collection[str]) -> str:
        """Return a sentence for each endpoint that refused its key, with the command that sets another; empty if none
        did."""
        names = self._refusing("auth", members)
        return "".join(f"The key of {name} was not accepted: `moot keys set {name}`. " for name in names)

    def _accounts_empty(self, members: Collection[str]) -> str:
        """Return a sentence for each endpoint whose account has too little credit; empty if none."""
        names = self._refusing("credit", members)
        return "".join(
            f"The account at {name} has too little credit left for some of these calls: top it up there, or ask "
            "through another endpoint. "
            for name in names
        )

    def _refusing(self, error: str, members: Collection[str]) -> list[str]:
        """Return the endpoints at which these members failed with this error."""
        models = {seat.id: seat.model for seat in self.seats}
        bodies = (event.body for event in self._log.events())
        refused = [body for body in bodies if isinstance(body, SeatFailed) and body.error == error]
        return list(dict.fromkeys(models[each.seat].partition("/")[0] for each in refused if each.seat in members))

    def _too_long(self, members: Iterable[str]) -> bool:
        """Return whether all recorded failures of these members have the same cause: a prompt that does not fit the
        context."""
        failed = [
            event.body
            for event in self._log.events()
            if isinstance(event.body, SeatFailed) and event.body.final and event.body.seat in members
        ]
        return bool(failed) and all(each.error == "context" for each in failed)


TOO_LONG = (
    "The question, with what goes along, is longer than these models take: ask a shorter one, attach less, or seat "
    "models with a larger context. Asking them the same again changes nothing."
)


def statement_of(key: str, said: SeatSpoke) -> Statement:
    """Convert a recorded answer to the `Statement` that protocols work with."""
    return Statement(key=key, seat=said.seat, text=said.text, settled=said.settled, sources=said.sources or ())
