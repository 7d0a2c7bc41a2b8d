"""What can be in a transcript? This closed set of past facts, and nothing else.

An event's *body* is one of the classes below; its envelope (`Event`) says when and under which key it was committed. A
move is settled once, under its bare key, by `SeatSpoke` or a final `SeatFailed`. A change of shape is a new `version`
and one function in `upcasts.py`; protocols differ in ballots and findings alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, get_args

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.vocabulary.ballots import Ballot
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.questions import Question
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.shortfalls import Shortfall
from moot.vocabulary.statements import Settlement, Source, Usage
from moot.vocabulary.verdicts import Verdict


class Fork(Struct, frozen=True, kw_only=True):
    """Where a session was branched off another one."""

    session: str
    """The session it was forked from."""
    stage: str
    """The first stage that is made anew; everything before it was copied."""
    changed: tuple[str, ...] = ()
    """What is different, in words."""
    reuses: bool | UnsetType = UNSET
    """True where what was settled from that stage on stands here, too, wherever the same is asked of the same seat."""


class SessionOpened(Struct, frozen=True, kw_only=True):
    """A question was put to a council. Nothing the session depends on lies outside this event and those after it."""

    kind: ClassVar[str] = "SessionOpened"
    version: ClassVar[int] = 1
    question: Question
    """What is asked."""
    protocol: str
    """The protocol it deliberates by."""
    stages: tuple[str, ...]
    """The stages that lie ahead, resolved, so that a view can draw them."""
    roster: Roster
    """Who may be asked, with abilities and prices as they were then."""
    seed: str
    """The seed of every lot; never shown to a model."""
    options: dict[str, OptionValue | None] = {}
    """Every option in force, defaults included."""
    council: str = ""
    """The council's name, when it had one."""
    wording: dict[str, str] = {}
    """Prompts replaced by name."""
    system: str = ""
    """What every seat is told before everything else."""
    cap: int | None = None
    """Most the session may cost, in nano-dollars; `None` for no budget."""
    cap_per_call: int | None = None
    """Most one call may cost, in nano-dollars; `None` for no budget."""
    door: str = "python"
    """The door it came through: `cli`, `server`, `python`, `llm`, …"""
    thread: str | None = None
    """The conversation it belongs to, if any."""
    titled: bool = False
    """Whether the conversation's title is asked for beside the opinions."""
    fork: Fork | None = None
    """Where it was branched off, if it was."""
    depth: int = 0
    """How many councils deep it is seated: 0 for a question asked by a person or a program."""
    parent: str | None = None
    """The session that seats this one as a member, if any."""
    rubric: Rubric | None = None
    """How the council judges, where its protocol has rubrics; the whole of it, so that nothing changes under it."""
    searchers: tuple[str, ...] = ()
    """Searchers it may look things up with."""
    past: Past | None = None
    """Numbers of earlier sessions that this one takes into account."""
    notes: tuple[str, ...] = ()
    """What was decided for the user when it opened, in words, e.g. which model became the chair."""
    known: str | UnsetType = UNSET
    """The answer that is known to be right, where the question came with one. Nobody in the session is shown it."""
    grader: str | UnsetType = UNSET
    """The installed grader that compares answers with it first, where one was named."""
    moot: str = ""
    """The version of Moot that opened it."""

    @property
    def graded(self) -> str:
        """The answer that is known to be right; empty where none is."""
        return self.known if isinstance(self.known, str) else ""

    @property
    def grader_name(self) -> str:
        """The installed grader; empty where none was named."""
        return self.grader if isinstance(self.grader, str) else ""


class StageEntered(Struct, frozen=True, kw_only=True):
    """The protocol entered a stage."""

    kind: ClassVar[str] = "StageEntered"
    version: ClassVar[int] = 1
    stage: str
    """Its name, with its round where it repeats: `review`, `round.2`."""


class SheetEntry(Struct, frozen=True, kw_only=True):
    """One text on a sheet."""

    label: str
    """The private label it has on this sheet."""
    seat: str
    """Whose text it is."""
    statement: str
    """Key of the statement it shows."""
    digest: str
    """SHA-256 of the copy shown: hidden characters made visible, chat-template tokens broken, cut to the allowance."""
    cut: bool = False
    """True when the copy is shorter than the statement."""


class SheetDealt(Struct, frozen=True, kw_only=True):
    """A reader was dealt the texts of others: which ones, under which labels, in which order."""

    kind: ClassVar[str] = "SheetDealt"
    version: ClassVar[int] = 1
    reader: str
    """The seat it was dealt to."""
    entries: tuple[SheetEntry, ...]
    """The texts, in the order shown. The reader's own is never among them."""
    fence: str
    """The word that fences each text; it occurs in none of them."""


class SeatAsked(Struct, frozen=True, kw_only=True):
    """A call is about to be sent: committed before its first byte leaves."""

    kind: ClassVar[str] = "SeatAsked"
    version: ClassVar[int] = 1
    seat: str
    """Who is asked."""
    model: str
    """The model that is called."""
    prompt: str
    """SHA-256 of the messages and the ballot schema; the text itself lies in the store under this digest."""
    call: str
    """The call's own id, unique in the world."""
    attempt: int = 1
    """Which attempt at this move it is, from 1."""
    reserved: int | None = None
    """Worst price set aside for it, in nano-dollars; `None` when nobody knows a price."""


class SeatSpoke(Struct, frozen=True, kw_only=True):
    """A seat answered: the settlement of its move."""

    kind: ClassVar[str] = "SeatSpoke"
    version: ClassVar[int] = 1
    seat: str
    """Who spoke."""
    model: str
    """The model that answered, as the provider named it where it did."""
    prompt: str
    """Digest of what it was asked."""
    text: str
    """The words, without thinking."""
    settled: Settlement
    """`ok`, or `truncated`."""
    reasoning: str = ""
    """What it thought aloud, kept apart and shown to no other seat."""
    vectors: str = ""
    """Where texts were measured: their vectors, row after row, little-endian floats of 32 bits in base64."""
    measured: tuple[str, ...] = ()
    """Whose vectors they are: the key of a statement for each, empty for texts measured for comparison alone."""
    finish: str = ""
    """The provider's own finish reason."""
    attempt: int = 1
    """The attempt that succeeded."""
    usage: Usage = Usage()
    """Tokens used."""
    cost: int | None = None
    """What it cost, in nano-dollars; `None` when nobody knows."""
    cost_source: str = ""
    """Who says so: `provider`, `row`, `listed`, `genai-prices`, `free`, `local`; `worst-known`: a bound; or empty."""
    first_ms: int = 0
    """Milliseconds to the first piece of text."""
    total_ms: int = 0
    """Milliseconds to the last one."""
    marks: tuple[tuple[int, int], ...] = ()
    """The pace of the text for replay: (milliseconds since the call, characters so far), at most ten a second."""
    generation: str = ""
    """The provider's id for the call, to reconcile its bill."""
    note: str = ""
    """Anything a reader should know, e.g. that the provider switched the model."""


class SeatFailed(Struct, frozen=True, kw_only=True):
    """An attempt failed, or with `final` the move itself did."""

    kind: ClassVar[str] = "SeatFailed"
    version: ClassVar[int] = 1
    seat: str
    """Who failed."""
    failed: Settlement | Literal["late", "budget"]
    """How: a settlement, or `late` when the wave closed without it."""
    cause: str
    """Why, in words; never empty."""
    error: str = ""
    """For `error`: its kind, e.g. `auth`, `credit`, `rate`, `network`, `server`, `not_found`, `context`."""
    prompt: str = ""
    """Digest of what it was asked."""
    attempt: int = 1
    """The attempt that failed."""
    final: bool = False
    """True when this settles the move."""
    spent: bool = False
    """True when the provider may charge for it."""
    usage: Usage = Usage()
    """Tokens the provider reported all the same."""
    cost: int | None = None
    """What it is known or presumed to have cost, in nano-dollars."""
    cost_source: str = ""
    """Who says so, as in `SeatSpoke`."""
    partial: str = ""
    """Text that had arrived, kept as evidence; it never enters a prompt."""


class SourcesFound(Struct, frozen=True, kw_only=True):
    """Something was looked up."""

    kind: ClassVar[str] = "SourcesFound"
    version: ClassVar[int] = 1
    query: str
    """What was looked for."""
    sources: tuple[Source, ...]
    """What was found, numbered."""
    failures: tuple[str, ...] = ()
    """Searchers that failed, and why."""
    searchers: tuple[str, ...] = ()
    """Who was asked."""


class BallotRead(Struct, frozen=True, kw_only=True):
    """A statement was read as a ballot."""

    kind: ClassVar[str] = "BallotRead"
    version: ClassVar[int] = 1
    reader: str
    """Whose ballot it is."""
    ballot: Ballot
    """What it says, by seat id."""
    statement: str
    """Key of the statement it was read from."""
    how: str
    """`schema`, `block`, `ranking` (as text), `words` (a plain answer), `cut` (its end is missing) or `person`."""
    repaired: bool = False
    """True when the reader was asked once more to put it in order."""


class BallotSpoiled(Struct, frozen=True, kw_only=True):
    """A statement could not be read as a ballot, not even after one repair."""

    kind: ClassVar[str] = "BallotSpoiled"
    version: ClassVar[int] = 1
    reader: str
    """Whose ballot it would have been."""
    why: str
    """What is wrong with it."""
    statement: str
    """Key of the last statement that was read."""


class FindingMade(Struct, frozen=True, kw_only=True):
    """Something was computed from ballots."""

    kind: ClassVar[str] = "FindingMade"
    version: ClassVar[int] = 1
    name: str
    """What it is called in its stage, e.g. `standing`."""
    finding: Finding
    """The result."""
    rests_on: tuple[str, ...] = ()
    """Keys of the events it was computed from."""


class VerdictReached(Struct, frozen=True, kw_only=True):
    """The session has its result; nothing follows, ever."""

    kind: ClassVar[str] = "VerdictReached"
    version: ClassVar[int] = 1
    verdict: Verdict
    """The result."""
    digest: str
    """SHA-256 of the verdict and the findings in canonical form, without ids, times, usage and cost."""


class SessionResumed(Struct, frozen=True, kw_only=True):
    """An unfinished or stopped session goes on."""

    kind: ClassVar[str] = "SessionResumed"
    version: ClassVar[int] = 1
    door: str
    """Where it goes on."""
    after: str
    """What it goes on after: `crash`, `shutdown`, `waiting`, or the outcome it had stopped with."""
    orphans: tuple[str, ...] = ()
    """Calls that were in flight at a crash: sent perhaps, settled never. They count as spent."""
    changed: tuple[str, ...] = ()
    """What is different from now on, in words."""
    cap: int | None = None
    """The new budget in nano-dollars, when it was changed."""
    deadline: float | None = None
    """The new deadline in seconds of running time, when it was changed."""
    accepts_drift: bool = False
    """True when recorded moves are kept although their prompts differ now."""
    quorum: int | None = None
    """The new quorum, when somebody chose to go on with those that answered."""


class SessionStopped(Struct, frozen=True, kw_only=True):
    """An attempt at the session ended without a result; it may be resumed."""

    kind: ClassVar[str] = "SessionStopped"
    version: ClassVar[int] = 1
    outcome: Literal["failed", "stopped", "out_of_budget"]
    """How it ended."""
    reason: str
    """`quorum`, `deadline`, `diverged`, `crash_loop`, `storage`, `error`, `budget` or `asked`."""
    message: str
    """What happened, in words."""
    remedy: str = ""
    """What to do, in words."""
    answered: tuple[str, ...] = ()
    """Where the quorum was lost: the members that answered, with which the session can go on."""
    unanswered: tuple[str, ...] = ()
    """Where the quorum was lost: the members that did not answer."""
    shortfall: Shortfall | None = None
    """For want of money: how much would do."""


Body = (
    SessionOpened
    | StageEntered
    | SheetDealt
    | SeatAsked
    | SeatSpoke
    | SeatFailed
    | SourcesFound
    | BallotRead
    | BallotSpoiled
    | FindingMade
    | VerdictReached
    | SessionResumed
    | SessionStopped
)
"""Every kind of stored event."""

KINDS: dict[str, type[Body]] = {kind.kind: kind for kind in get_args(Body)}
"""The stable name of each kind."""


class CopyOrigin(Struct, frozen=True, kw_only=True):
    """Where a copied event came from."""

    session: str
    """The session it was first committed in."""
    seq: int
    """Its number there."""


class Event(Struct, frozen=True, kw_only=True):
    """A body as it stands in a transcript. (`session`, `seq`) and (`session`, `key`) are both unique."""

    session: str
    """The session it belongs to."""
    seq: int
    """Its number there: 1, 2, 3 … without a gap."""
    key: str
    """What it settles or records."""
    at: str
    """Wall clock in UTC when it was committed, for display only."""
    t: int
    """Milliseconds of the session's running time; never decreasing, and standing still while nothing runs."""
    kind: str
    """Its body's kind."""
    version: int
    """Its body's version."""
    body: Body
    """What happened."""
    origin: CopyOrigin | None = None
    """Where it was copied from, in a fork."""


class SeatSpeaking(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """A piece of text on its way; never stored. A later attempt of the same key replaces an earlier one."""

    session: str
    """The session."""
    key: str
    """The move that is being answered."""
    seat: str
    """Who speaks."""
    attempt: int
    """Which attempt; a new one starts again from offset 0."""
    offset: int
    """Characters of this attempt before this piece; what a viewer holds beyond it is replaced."""
    text: str
    """The piece."""
    reasoning: bool = False
    """True for thinking aloud."""
    verdict: bool = False
    """True when this is the verdict itself, streamed while it is written."""


def unseated(roster: Roster) -> tuple[Seat, ...]:
    """The stand-ins that may take a member's seat: those whose model has none."""
    seated = {seat.model for seat in roster.seats}
    return tuple(seat for seat in roster.stand_ins() if seat.model not in seated)


def taken_over(seat: Seat, other: Seat) -> Seat:
    """The seat with another's model, and everything that depends on it."""
    return replace(
        seat, model=other.model, scripted=other.scripted, abilities=other.abilities, price=other.price, person=False
    )


def reseated(seats: Sequence[Seat], others: Sequence[Seat], body: Body) -> tuple[Seat, ...]:
    """The seats after an event: when the model of one of `others` is asked at a seat, it has taken that seat."""
    if isinstance(body, SeatAsked):
        for at, seat in enumerate(seats):
            if seat.id == body.seat and seat.model != body.model:
                other = next((each for each in others if each.model == body.model), None)
                return (*seats[:at], taken_over(seat, other), *seats[at + 1 :]) if other is not None else tuple(seats)
    return tuple(seats)


def as_seated(opened: SessionOpened, events: Iterable[Event]) -> SessionOpened:
    """The opening with the members that were asked in the end.

    Args:
        opened: How the session was opened.
        events: Its events; only `SeatAsked` is looked at.
    """
    seats, others = opened.roster.seats, unseated(opened.roster)
    for event in events if others else ():
        seats = reseated(seats, others, event.body)
    return opened if seats is opened.roster.seats else replace(opened, roster=replace(opened.roster, seats=seats))
