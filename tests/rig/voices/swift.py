"""Play whole sessions thousands of times a minute: the real protocol on the real floor, without prompts.

Members, sheets, ballots, findings and verdicts are made by the product's own code; what is left out is what a scripted
voice does not read: prompts, fences, drawn labels, reservations, clocks and stores. Every text has the same label on
every sheet, and what a text was read as is remembered, so a session with one reply replaced costs a few milliseconds.

    played = Swift(opened).play(lambda move: "words")
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import MootError, QuorumLost
from moot.floor.anonymous_sheets import SheetReviews
from moot.floor.calls.caller import unless_declined
from moot.floor.calls.move import Move
from moot.floor.floor import WorkingFloor
from moot.floor.polling import Paper, Readings, ballot_on
from moot.floor.prompts import AttachmentTexts, Prompt, Prompter
from moot.protocols import registry
from moot.protocols.floor_interface import SeatPrompt, Sheet
from moot.protocols.prompt_template import PromptTemplate
from moot.providers.embedding.lexical import vector_of
from moot.providers.provider import CallReply
from moot.reading.ballot_kind import ReadBallot, Unreadable
from moot.reading.ballot_reader import NO_CHOICES
from moot.reading.forms import form as forms
from moot.reading.service_errors import no_answer
from moot.sessions.session_attempt import options_of
from moot.transcripts.lease import Lease
from moot.transcripts.log import Log
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import (
    BallotRead,
    Body,
    Event,
    FindingMade,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SheetDealt,
    SheetEntry,
    VerdictReached,
)
from moot.vocabulary.findings import Finding
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Remarks
from moot.vocabulary.vectors import packed
from moot.vocabulary.verdicts import Verdict
from rig.ballots import KINDS, read_ballot

LABELS = tuple(f"{a}{b}{c}{d}" for a in "KQXZ" for b in "73" for c in "VWRT" for d in "24")


class Asked(Struct, frozen=True):
    """What a voice knows of a move."""

    key: str
    """The move; a repair bears its mark."""
    seat: str
    """Who is asked."""
    read: type[Ballot] | None = None
    """The ballot that is wanted; `None` for plain words."""
    labels: Mapping[str, str] = {}
    """Label and id of what stands on the sheet."""
    choices: Mapping[str, Sequence[str]] = {}
    """Names the form learns only now."""
    said: Mapping[str, str] = {}
    """The texts on the sheet, by id."""


class Failed(Struct, frozen=True):
    """A call that comes to nothing."""

    how: str
    cause: str = "It came to nothing."


class Cut(Struct, frozen=True):
    """Words that end at the writer's limit."""

    text: str


Said = str | Failed | Cut
Voice = Callable[[Asked], Said]


class Played(Struct, frozen=True):
    """A session that is over."""

    bodies: dict[str, Body]
    """By key, in order."""
    verdict: Verdict | None
    """What it came to."""
    failed: str = ""
    """Why it came to none."""
    events: tuple[Event, ...] = ()
    """All of it, as a transcript."""

    def findings(self, kind: type[Finding]) -> list[Any]:
        """All of one kind, in order."""
        made = [body.finding for body in self.bodies.values() if isinstance(body, FindingMade)]
        return [finding for finding in made if isinstance(finding, kind)]

    def last(self, kind: type[Finding]) -> Any:
        """The last of a kind, or nothing."""
        found = self.findings(kind)
        return found[-1] if found else None


class _Log(Log):
    """What a session remembers, in a dictionary."""

    def __init__(self, opened: SessionOpened) -> None:
        self.lease = Lease(session="swift", holder=None, epoch=1)  # type: ignore[arg-type]
        self.held: dict[str, Body] = {}
        self.made: list[Event] = []
        self.pend(event_keys.OPENED, opened)

    def events(self) -> list[Event]:
        return self.made

    def body(self, key: str) -> Body | None:
        return self.held.get(key)

    def pend(self, key: str, body: Body) -> None:
        if key not in self.held:
            self.held[key] = body
            self.made.append(
                Event(session="swift", seq=len(self.made) + 1, key=key, at=AT, t=0, kind="", version=1, body=body)
            )

    async def finish_stage(self) -> None:
        return None

    def keep_text(self, digest: str, text: str) -> None:
        return None

    async def commit(self, *entries: tuple[str, Body]) -> list[Body]:
        for key, body in entries:
            self.pend(key, body)
        return [self.held[key] for key, _ in entries]


@functools.lru_cache(maxsize=200_000)
def _read(
    kind: type[Ballot], text: str, labels: tuple[tuple[str, str], ...], choices: tuple[tuple[str, tuple[str, ...]], ...]
) -> ReadBallot | Unreadable:
    result = read_ballot(kind, text, dict(labels), dict(choices))
    return Unreadable(f"it {why}") if isinstance(result, Unreadable) and (why := no_answer(text)) else result


class _Readings(Readings):
    def of(self, key: str, said: SeatSpoke, paper: Paper) -> ReadBallot | Unreadable:
        return read_as(Asked(key, paper.reader, self.kind.ballot, paper.labels, paper.choices), said.text)


def read_as(asked: Asked, text: str) -> ReadBallot | Unreadable:
    """What a text is read as where a ballot was asked for."""
    assert asked.read is not None
    choices = tuple((name, tuple(names)) for name, names in asked.choices.items())
    return _read(asked.read, text, tuple(asked.labels.items()), choices)


def settled_as(text: str, *, cut: bool = False) -> str:
    """How a call ends that brings these words."""
    return unless_declined(_WORDS, CallReply(settled="truncated" if cut else "ok", text=text)).settled


_EMPTY = Prompt(messages=(), digest="", text="")
_BALLOT = Prompt(messages=(), digest="", text="", schema={})
_WORDS = Move(key="", seat=Seat(id="seat-a", model="m/m"), prompt=_EMPTY)
vector = functools.lru_cache(maxsize=20_000)(vector_of)


class SwiftFloor(WorkingFloor):
    """The floor of one session that is played."""

    def __init__(self, opened: SessionOpened, voice: Voice) -> None:
        self.held = _Log(opened)
        super().__init__(opened, options_of(opened), self.held, None, Prompter(opened, AttachmentTexts()))  # type: ignore[arg-type]
        self._voice = voice

    def _claim(self, key: str) -> None:
        self._used[key] = ""

    def _check_prompt(self, move: Move) -> None:
        return None

    def _move(self, ask: SeatPrompt, *, schema: Any = None, naming: Any = None) -> Move:
        key = event_keys.move(self._in_stage(), ask.seat.id, ask.about)
        self._used[key] = ""
        return Move(key=key, seat=ask.seat, prompt=_EMPTY)

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
        key = event_keys.sheet(event_keys.move(self._in_stage(), reader.id, about), name)
        self._used[key] = ""
        by_seat = {said.seat: said for said in statements}
        entries = tuple(
            SheetEntry(label=label_of(seat), seat=seat, statement=by_seat[seat].key, digest="", cut=False)
            for seat in sorted(order)
        )
        dealt = SheetDealt(reader=reader.id, entries=entries, fence="")
        self.held.pend(key, dealt)
        texts = {seat: by_seat[seat].text for seat in order}
        return _Shown(reader=reader.id, dealt=dealt, text="", about=about, texts=texts)

    async def recall(self) -> None:
        return None

    async def leave(self) -> None:
        return None

    async def together(self, *branches: Any) -> list[Any]:
        return [await branch for branch in branches]

    def _reviews(self, sheet: Sheet, remarks: Remarks, most: int) -> SheetReviews:
        return SheetReviews(text="", room=0)

    @property
    def _wave(self) -> SwiftFloor:
        return self

    @_wave.setter
    def _wave(self, wave: object) -> None:
        return None

    async def settle(self, moves: Sequence[Move], closing: object, then: Any = None, counts: Any = None) -> None:
        """Settles what is no poll."""
        for move in moves:
            if not move.prompt.texts:
                self._said(move, Asked(move.key, move.seat.id))
                continue
            said = self._voice(Asked(move.key, move.seat.id))
            if isinstance(said, Failed):
                self.held.pend(move.key, _failed(move, said.how, said.cause))
                continue
            rows = tuple(vector(text) for text in move.prompt.texts)
            spoke = SeatSpoke(seat=move.seat.id, model="lexical/words", prompt="", text="", settled="ok", cost=0)
            self.held.pend(move.key, _with_vectors(spoke, rows, move.prompt.measured))

    def _said(self, move: Move, asked: Asked) -> None:
        if self.held.body(move.key) is not None:
            return
        said = self._voice(asked)
        if isinstance(said, Failed):
            self.held.pend(move.key, _failed(move, said.how, said.cause))
            return
        text, settled = (said.text, "truncated") if isinstance(said, Cut) else (said, "ok")
        if not text.strip():
            self.held.pend(move.key, _failed(move, "empty", "There were no words."))
            return
        reply = CallReply(settled=settled, text=text)  # type: ignore[arg-type]
        heard = unless_declined(move, reply)
        if heard.settled not in ("ok", "truncated"):
            self.held.pend(move.key, _failed(move, heard.settled, heard.cause))
            return
        spoke = SeatSpoke(seat=move.seat.id, model="m", prompt="", text=text, settled=heard.settled, cost=0)
        self.held.pend(move.key, spoke)

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
        **values: Any,
    ) -> Poll:
        readings = _Readings(read)
        papers: dict[str, Paper] = {}
        asked = []
        order = self._order()
        for one in to:
            first = self._ask_of(one, prompt, about)
            who = event_keys.who_of(event_keys.move(self._in_stage(), first.seat.id, first.about))
            asked.append(first.seat.id)
            for seat in (first.seat, *self._line(first.seat)):
                ask = self._handed(first, seat) if seat is not first.seat else first
                key = event_keys.move(self._in_stage(), ask.seat.id, ask.about)
                self._used[key] = ""
                sheet = ask.sheet
                labels = sheet.labels if sheet is not None else {MARK: ask.seat.id}
                given = dict(choices if choices is not None else NO_CHOICES)
                if sheet is not None and KINDS[read].own_mark:
                    given[forms.MARK] = (MARK,)
                names = {label: f"answer {order.get(seat, 0)}" for label, seat in labels.items()}
                paper = papers[key] = Paper(reader=ask.seat.id, labels=labels, names=names, choices=given)
                move = Move(key=key, seat=ask.seat, prompt=_BALLOT)
                texts = sheet.texts if isinstance(sheet, _Shown) else {}
                self._said(move, Asked(key, ask.seat.id, read, labels, given, texts))
                spoke = self.held.body(key)
                if isinstance(spoke, SeatSpoke) and readings.lacking(readings.of(key, spoke, paper), paper):
                    again = Move(key=event_keys.repair(key), seat=ask.seat, prompt=_BALLOT)
                    self._said(again, Asked(again.key, ask.seat.id, read, labels, given, texts))
                came = [body for _, body in ballot_on(self.held, key, paper, readings)]  # type: ignore[arg-type]
                if any(isinstance(body, BallotRead) or not until_read for body in came):
                    break
            papers[key] = replace(papers[key], who=who)
        quorum = quorum if quorum is not None else self._options.quorum or 0
        return await self._polled(asked, papers, readings, quorum)


class _Shown(Sheet, frozen=True, kw_only=True):
    """A sheet with its texts."""

    texts: dict[str, str] = {}


MARK = "MRK9"
AT = "2026-01-01T00:00:00.000Z"


@functools.cache
def label_of(seat: str) -> str:
    """The one label of a text."""
    if seat.startswith("seat-") and len(seat) == 6:
        return LABELS[ord(seat[-1]) - ord("a")]
    number = "".join(sign for sign in seat if sign.isdigit())
    return LABELS[(10 + int(number)) % len(LABELS)] if number else LABELS[-1 - sum(map(ord, seat)) % 8]


def _failed(move: Move, how: str, cause: str) -> SeatFailed:
    return SeatFailed(seat=move.seat.id, failed=how, cause=cause, prompt="", attempt=1, final=True, spent=True)  # type: ignore[arg-type]


def _with_vectors(spoke: SeatSpoke, rows: Sequence[Sequence[float]], measured: tuple[str, ...]) -> SeatSpoke:
    return replace(spoke, vectors=packed(rows), measured=measured)


def play(opened: SessionOpened, voice: Voice) -> Played:
    """Plays a session to its end."""
    floor = SwiftFloor(opened, voice)
    protocol = registry.find(opened.protocol)
    failed = ""
    try:
        _drive(protocol.run(floor, floor._options))
    except QuorumLost as error:
        failed = error.message
    except MootError as error:
        raise AssertionError(f"{type(error).__name__}: {error}") from error
    reached = floor.held.body(event_keys.VERDICT)
    verdict = reached.verdict if isinstance(reached, VerdictReached) else None
    return Played(floor.held.held, verdict, failed, tuple(floor.held.made))


def _drive(work: Coroutine[Any, Any, Any]) -> None:
    """Runs what waits for nothing."""
    try:
        while True:
            work.send(None)
    except StopIteration:
        return
