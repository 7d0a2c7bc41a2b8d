"""Event types of a transcript, a closed set of past facts, and the signals of a running session that are not stored.

An event's *body* is one of the classes below; its envelope (`Event`) has the time and the key of the commit. A move is
settled once, under its bare key, by `SeatSpoke` or a final `SeatFailed`. A change of shape is a new `version` and one
function in `transcripts/upcasts.py`; protocols add only classes of ballots and findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Generic, Literal, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from moot.vocabulary.ballots import Ballot
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.questions import AskPlan, Question
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.statements import Settlement, Source, Usage
from moot.vocabulary.tools import ToolAnswered, ToolAsked, ToolsRequested
from moot.vocabulary.verdicts import Verdict

Amount = TypeVar("Amount")
"""Type of amounts: nano-dollars as `int`, or dollars as `float`."""


class CallPrices(Struct, Generic[Amount], frozen=True, kw_only=True):
    """Number and cost of a group of model calls."""

    calls: int
    """Number of calls, if nothing fails."""
    typical: Amount | None
    """Typical cost, not guaranteed; `None` if a model's price is unknown."""
    most: Amount | None
    """Highest possible cost; `None` if a model's price is unknown."""


class PricedCalls(CallPrices[Amount], Generic[Amount], frozen=True, kw_only=True):
    """Number and cost of a group of model calls, with the source of the cost."""

    basis: str
    """Where the typical cost is from: `from 12 sessions here`, or `from a table`; empty if everything is free."""
    unknown: tuple[str, ...]
    """Models with an unknown price."""


class Shortfall(Struct, frozen=True, kw_only=True):
    """Money that a session needed when its budget ended it, in nano-dollars."""

    whose: Literal["session", "call", "day"]
    """Kind of budget that was too small: of the session, of one call, or of all sessions of a day."""
    spent: int
    """Amount counted against the budget so far: known charges, and upper bounds for other calls."""
    charged: int | None = None
    """Known charges so far; `spent` also contains upper bounds for calls that failed or reported no price. `None` in
    sessions recorded before this field existed.
    """
    needs: int
    """The smallest budget under which the next calls start."""
    enough: int
    """Budget that usually suffices to finish; equals `needs` if there is no estimate."""
    typical: int | None = None
    """Typical cost of the whole session, an estimate."""
    most: int | None = None
    """Maximum cost of the whole session without failures; `None` if a price is unknown."""


class Fork(Struct, frozen=True, kw_only=True):
    """Source of a fork: the original session, and the first stage that is run again instead of copied."""

    session: str
    """The session from which this session was forked."""
    stage: str
    """First stage that is run again. Everything before it was copied."""
    changed: tuple[str, ...] = ()
    """Changes that the fork made, in words."""
    reuses: bool | UnsetType = UNSET
    """Whether recorded results from that stage on are reused where the same prompt goes to the same seat."""


class SessionOpened(Struct, frozen=True, kw_only=True):
    """Event: a session was opened.

    This is a session's first event. It contains everything that the session depends on.
    """

    kind: ClassVar[str] = "SessionOpened"
    version: ClassVar[int] = 1
    question: Question
    """The question."""
    protocol: str
    """Name of the session's protocol."""
    stages: tuple[str, ...]
    """Names of the expected stages, so that a view can draw them."""
    roster: Roster
    """Seats of the session, with the abilities and prices of their models at that time."""
    seed: str
    """Seed of every random draw. It is never shown to a model."""
    options: dict[str, OptionValue | None] = {}
    """Values of all options, defaults included."""
    council: str = ""
    """The council's name, if it has one."""
    wording: dict[str, str] = {}
    """New texts for prompts, by the prompt's name."""
    system: str = ""
    """System prompt of every seat."""
    cap: int | None = None
    """Limit on the session's cost, in nano-dollars; `None` for no budget."""
    cap_per_call: int | None = None
    """Limit on the cost of one call, in nano-dollars; `None` for no budget."""
    door: str = "python"
    """Interface through which the session was opened: `cli`, `server`, `python`, `llm`, …"""
    thread: str | None = None
    """Id of the session's conversation, if any."""
    titled: bool = False
    """Whether a title for the conversation is requested along with the opinions."""
    fork: Fork | None = None
    """Where the session was forked from, if it is a fork."""
    depth: int = 0
    """Nesting depth of councils: 0 for a question asked by a person or a program."""
    parent: str | None = None
    """Id of the session in which this session is a member, if any."""
    rubric: Rubric | None = None
    """The whole rubric, if the session's protocol uses one; copied, so that later edits do not change the session."""
    searchers: tuple[str, ...] = ()
    """Search services that the session may use."""
    past: Past | None = None
    """Statistics of earlier sessions that this session uses."""
    notes: tuple[str, ...] = ()
    """Decisions made for the user at opening, in words, e.g. which model became the chair."""
    known: str | UnsetType = UNSET
    """The known right answer, if the question has one. It is shown to no seat."""
    grader: str | UnsetType = UNSET
    """Name of the grader that compares answers with the known answer first, if one was chosen."""
    plan: AskPlan | UnsetType = UNSET
    """Plan of which members are asked first; left out if all are asked."""
    tools: tuple[str, ...] | UnsetType = UNSET
    """Tools that members may call when they answer the question; left out if there are none."""
    moot: str = ""
    """Version of Moot that opened the session."""

    @property
    def graded(self) -> str:
        """Return the known right answer to the question, or an empty string."""
        return self.known if isinstance(self.known, str) else ""

    @property
    def asks(self) -> AskPlan:
        """Return the plan of which members are asked first.

        If the session recorded no plan, return one that asks all members at once.
        """
        return self.plan or AskPlan()

    @property
    def grader_name(self) -> str:
        """Return the name of the grader that compares answers with the known answer, or an empty string."""
        return self.grader if isinstance(self.grader, str) else ""


class StageEntered(Struct, frozen=True, kw_only=True):
    """Event: the protocol entered a stage."""

    kind: ClassVar[str] = "StageEntered"
    version: ClassVar[int] = 1
    stage: str
    """Name of the stage, with its round if it repeats: `review`, `round.2`."""


class SheetEntry(Struct, frozen=True, kw_only=True):
    """One text of another seat as shown to a reader, under the anonymous label that it has for this reader only."""

    label: str
    """Anonymous label of the text on this sheet."""
    seat: str
    """Seat that wrote the text."""
    statement: str
    """Key of the statement shown."""
    digest: str
    """SHA-256 of the copy shown: hidden characters made visible, chat-template tokens broken, cut to the limit."""
    cut: bool = False
    """Whether the copy is shorter than the statement."""


class SheetDealt(Struct, frozen=True, kw_only=True):
    """Event: a reader was shown texts of other seats (its sheet), under labels and in an order drawn for this
    reader."""

    kind: ClassVar[str] = "SheetDealt"
    version: ClassVar[int] = 1
    reader: str
    """The seat to which the sheet was shown."""
    entries: tuple[SheetEntry, ...]
    """The texts, in the order shown. The reader's own text is never included."""
    fence: str
    """Word that delimits each text. It occurs in none of them."""


class SeatAsked(Struct, frozen=True, kw_only=True):
    """Event: a call to a seat's model is about to be sent. The event is stored before the first byte is sent."""

    kind: ClassVar[str] = "SeatAsked"
    version: ClassVar[int] = 1
    seat: str
    """Seat that the request goes to."""
    model: str
    """Model that is called."""
    prompt: str
    """SHA-256 of the messages and the ballot schema; the store keeps the text under this digest."""
    call: str
    """Globally unique id of the call."""
    attempt: int = 1
    """Number of the attempt at this move, from 1."""
    reserved: int | None = None
    """Worst-case price reserved for the call, in nano-dollars; `None` when no price is known."""
    after_tools: bool | UnsetType = UNSET
    """Whether the call sends the results of the tool calls with which the attempt before ended; left out if not."""


class SeatSpoke(Struct, frozen=True, kw_only=True):
    """Event: a seat answered a request, which ends the request (its move)."""

    kind: ClassVar[str] = "SeatSpoke"
    version: ClassVar[int] = 1
    seat: str
    """The seat that answered."""
    model: str
    """Model that answered, as named by the provider if it does."""
    prompt: str
    """Digest of the prompt."""
    text: str
    """The reply, without reasoning."""
    settled: Settlement
    """How the call ended: `ok` or `truncated`."""
    reasoning: str = ""
    """The reasoning text, stored apart and shown to no other seat."""
    vectors: str = ""
    """For embeddings: the vectors, row after row, as little-endian 32-bit floats in base64."""
    measured: tuple[str, ...] = ()
    """For each vector, the key of the embedded statement; empty for texts embedded only for comparison."""
    finish: str = ""
    """The provider's finish reason."""
    attempt: int = 1
    """Number of the attempt that succeeded."""
    usage: Usage = Usage()
    """Tokens used."""
    cost: int | None = None
    """Cost of the call, in nano-dollars; `None` when unknown."""
    cost_source: str = ""
    """Where the cost is from: `provider`, `row`, `listed`, `genai-prices`, `free`, `local`; `worst-known`, an upper
    bound; or empty.
    """
    first_ms: int = 0
    """Milliseconds to the first text."""
    total_ms: int = 0
    """Milliseconds to the last text."""
    marks: tuple[tuple[int, int], ...] = ()
    """Timing of the text for replay: (milliseconds since the call, characters so far), at most ten per second."""
    generation: str = ""
    """The provider's id for the call, for checking its bill."""
    note: str = ""
    """A remark for readers, e.g. that the provider used another model."""
    sources: tuple[Source, ...] | UnsetType = UNSET
    """Pages and documents that the seat looked up for its answer; left out if there are none."""


class SeatFailed(Struct, frozen=True, kw_only=True):
    """Event: an attempt to get an answer from a seat failed. If `final`, no further attempt is made."""

    kind: ClassVar[str] = "SeatFailed"
    version: ClassVar[int] = 1
    seat: str
    """The seat that failed."""
    failed: Settlement | Literal["late", "budget"]
    """How the call failed: a settlement, or `late` when its wave ended first."""
    cause: str
    """The reason, in words; never empty."""
    error: str = ""
    """Kind of error; only for `error`: `auth`, `credit`, `rate`, `network`, `server`, `not_found`, `context` …"""
    prompt: str = ""
    """Digest of the call's prompt."""
    attempt: int = 1
    """Number of the attempt that failed."""
    final: bool = False
    """Whether this ends the request, so that no further attempt is made."""
    spent: bool = False
    """Whether the provider may charge for the call."""
    usage: Usage = Usage()
    """Tokens that the provider reported for the call."""
    cost: int | None = None
    """The call's known or presumed cost, in nano-dollars."""
    cost_source: str = ""
    """Source of the cost, as in `SeatSpoke`."""
    partial: str = ""
    """Text received before the failure, kept as evidence; never used in a prompt."""


class SourcesFound(Struct, frozen=True, kw_only=True):
    """Event: a search was made, with its results."""

    kind: ClassVar[str] = "SourcesFound"
    version: ClassVar[int] = 1
    query: str
    """The search query."""
    sources: tuple[Source, ...]
    """Results of the search, numbered."""
    failures: tuple[str, ...] = ()
    """Search services that failed, each with the reason."""
    searchers: tuple[str, ...] = ()
    """Names of the search services used."""


class BallotParsing(Struct, frozen=True, kw_only=True):
    """How a ballot was parsed from a reply, and whether the member first had to be asked to correct it."""

    how: str = ""
    """How the ballot was found in the reply: `schema`, `block`, `ranking` (as text), `words` (a plain answer), `cut`
    (its end is missing) or `person`.
    """
    repaired: bool = False
    """Whether the member had to be asked once to correct its reply."""


class BallotRead(BallotParsing, frozen=True):
    """Event: a seat's reply was parsed as a ballot."""

    kind: ClassVar[str] = "BallotRead"
    version: ClassVar[int] = 1
    reader: str
    """The reader that cast the ballot."""
    ballot: Ballot
    """The ballot, with seat ids in place of labels."""
    statement: str
    """Key of the statement from which the ballot was parsed."""


class BallotSpoiled(Struct, frozen=True, kw_only=True):
    """Event: a seat's reply could not be parsed as a ballot, not even after one request to correct it."""

    kind: ClassVar[str] = "BallotSpoiled"
    version: ClassVar[int] = 1
    reader: str
    """The reader whose ballot could not be parsed."""
    why: str
    """Why the ballot could not be parsed."""
    statement: str
    """Key of the last statement from which parsing was tried."""


class FindingMade(Struct, frozen=True, kw_only=True):
    """Event: a result, such as a ranking, was computed from ballots. Such a result is called a finding."""

    kind: ClassVar[str] = "FindingMade"
    version: ClassVar[int] = 1
    name: str
    """Name of the finding in its stage, e.g. `standing`."""
    finding: Finding
    """The computed result."""
    rests_on: tuple[str, ...] = ()
    """Keys of the events from which the finding was computed."""


class VerdictReached(Struct, frozen=True, kw_only=True):
    """Event: the session has its verdict. This is always its last event."""

    kind: ClassVar[str] = "VerdictReached"
    version: ClassVar[int] = 1
    verdict: Verdict
    """The session's verdict."""
    digest: str
    """SHA-256 of the verdict and the findings in canonical form, without ids, times, usage and cost."""


class SessionResumed(Struct, frozen=True, kw_only=True):
    """Event: an unfinished or stopped session was resumed."""

    kind: ClassVar[str] = "SessionResumed"
    version: ClassVar[int] = 1
    door: str
    """The interface that resumed the session."""
    after: str
    """Why the session was not running: `crash`, `shutdown`, `waiting`, or the outcome with which it had stopped."""
    orphans: tuple[str, ...] = ()
    """Calls that were in flight at a crash and never settled. They count as spent."""
    changed: tuple[str, ...] = ()
    """Descriptions of the changes that apply from now on."""
    cap: int | None = None
    """New budget in nano-dollars; `None` if unchanged."""
    deadline: float | None = None
    """New deadline in seconds of running time; `None` if unchanged."""
    accepts_drift: bool = False
    """Whether recorded requests are kept although their prompts have changed."""
    quorum: int | None = None
    """New quorum, to continue with the members that answered; `None` if unchanged."""


class NoResult(Struct, frozen=True, kw_only=True):
    """Why an attempt to run a session ended without a result."""

    reason: str = ""
    """Reason as a code: `quorum`, `deadline`, `diverged`, `crash_loop`, `storage`, `error`, `budget` or `asked`."""
    message: str = ""
    """Description of what happened."""
    remedy: str = ""
    """Advice on what to do."""
    answered: tuple[str, ...] = ()
    """If the quorum was lost: members that answered. The session can continue with them."""
    unanswered: tuple[str, ...] = ()
    """If the quorum was lost: members that did not answer."""
    shortfall: Shortfall | None = None
    """If the budget was too small: the sufficient budgets."""


class SessionStopped(NoResult, frozen=True):
    """Event: an attempt to run the session ended without a verdict. The session may be resumed."""

    kind: ClassVar[str] = "SessionStopped"
    version: ClassVar[int] = 1
    outcome: Literal["failed", "stopped", "out_of_budget"]
    """How the session ended."""


class AnswerRequested(Struct, frozen=True, kw_only=True):
    """Event: somebody asked for the answer at once, so open calls are given up and remaining stages skipped."""

    kind: ClassVar[str] = "AnswerRequested"
    version: ClassVar[int] = 1


Body = (
    SessionOpened
    | StageEntered
    | SheetDealt
    | SeatAsked
    | SeatSpoke
    | SeatFailed
    | ToolsRequested
    | ToolAsked
    | ToolAnswered
    | SourcesFound
    | BallotRead
    | BallotSpoiled
    | FindingMade
    | VerdictReached
    | SessionResumed
    | SessionStopped
    | AnswerRequested
)
"""Union of all event bodies."""

KINDS: dict[str, type[Body]] = {kind.kind: kind for kind in get_args(Body)}
"""Class of each event body, by its stable name."""


class CopyOrigin(Struct, frozen=True, kw_only=True):
    """Where a copied event was recorded first: the session, and the event's number there."""

    session: str
    """The session in which the event was first committed."""
    seq: int
    """Number of the event in that session."""


class Envelope(Struct, frozen=True, kw_only=True):
    """The fields stored with every event besides its content: session, number, key, times, kind and version."""

    session: str
    """Id of the session to which the event belongs."""
    seq: Annotated[int, Meta(ge=1)]
    """Number of the event in the session: 1, 2, 3 … without a gap."""
    key: str
    """Key of the request that the event settles, or of the event itself."""
    at: str
    """UTC wall clock at the commit, for display only."""
    t: Annotated[int, Meta(ge=0)]
    """Running time of the session in milliseconds; never decreases."""
    kind: str
    """Kind of the event's body."""
    version: Annotated[int, Meta(ge=1)]
    """Version of the event's body."""


class Event(Envelope, frozen=True, kw_only=True):
    """One event of a transcript: what happened (`body`), with its session, number, key and times."""

    body: Body
    """Content of the event."""
    origin: CopyOrigin | None = None
    """For an event copied into a fork: the original event; else `None`."""


class SeatSpeaking(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """A piece of a seat's text while it streams. Pieces are sent to viewers and never stored.

    A retry with the same key replaces the text sent before.
    """

    session: str
    """Id of the session."""
    key: str
    """Key of the request being answered."""
    seat: str
    """Seat that writes the text."""
    attempt: int
    """Number of the attempt. A new attempt restarts at offset 0."""
    offset: int
    """Number of characters of this attempt before this piece. A viewer discards any text beyond it."""
    text: str
    """Text of the piece."""
    reasoning: bool = False
    """Whether the text is reasoning."""
    verdict: bool = False
    """Whether the text is that of the verdict, streamed while it is written."""


def unseated(roster: Roster) -> tuple[Seat, ...]:
    """Return the stand-ins (replacements for a failed member) whose model is in no seat yet."""
    seated = {seat.model for seat in roster.seats}
    return tuple(seat for seat in roster.stand_ins() if seat.model not in seated)


def taken_over(seat: Seat, other: Seat) -> Seat:
    """Return `seat` with the model, abilities, price and search of `other`, the stand-in that takes the seat over."""
    return replace(
        seat,
        model=other.model,
        scripted=other.scripted,
        abilities=other.abilities,
        price=other.price,
        search=other.search,
        person=False,
    )


def reseated(seats: Sequence[Seat], others: Sequence[Seat], body: Body) -> tuple[Seat, ...]:
    """Return the seats as they are after an event.

    If the event calls a stand-in's model (one of `others`) for a seat, the seat has that model from then on.
    """
    if isinstance(body, SeatAsked):
        for at, seat in enumerate(seats):
            if seat.id == body.seat and seat.model != body.model:
                other = next((each for each in others if each.model == body.model), None)
                return (*seats[:at], taken_over(seat, other), *seats[at + 1 :]) if other is not None else tuple(seats)
    return tuple(seats)


def as_seated(opened: SessionOpened, events: Iterable[Event]) -> SessionOpened:
    """Return the opening event with its seats brought up to date: stand-ins are in place of the members they replaced.

    Args:
        opened: How the session was opened.
        events: Its events; only `SeatAsked` is used.
    """
    seats, others = opened.roster.seats, unseated(opened.roster)
    for event in events if others else ():
        seats = reseated(seats, others, event.body)
    return opened if seats is opened.roster.seats else replace(opened, roster=replace(opened.roster, seats=seats))


WaitsFor = Literal["", "retry_after", "rate", "queue", "again", "first_word"]
"""Why a request has no text yet. `retry_after`: its model asked to wait; `rate`: its model or endpoint refused calls,
so that they start one by one; `queue`: its endpoint accepts no more calls at once; `again`: it is retried later;
`first_word`: no text for longer than usual. Empty if the request does not wait.
"""

RATE_LIMITED: tuple[WaitsFor, ...] = ("retry_after", "rate")
"""Reasons to wait that are rate limits. Their seconds are the time to the next try."""


class SeatWaiting(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """Why a seat has not answered yet, sent to viewers and never stored. A later message on the same call replaces
    it."""

    session: str
    """Id of the session."""
    key: str
    """Key of the request."""
    seat: str
    """Seat that is to answer."""
    attempt: int
    """Number of the attempt."""
    why: WaitsFor = ""
    """Reason for the wait."""
    who: str = ""
    """The model or endpoint for which the seat waits; before another attempt, the error of the last one."""
    seconds: float | None = None
    """Maximum further wait in seconds, from the time this is sent; null if unknown."""
    says: str = ""
    """Reason for the wait, in words."""
    optional: bool = False
    """Whether the session can continue without this seat, because enough others have answered or a stand-in is left."""


Signal = SeatSpeaking | SeatWaiting
"""Messages that a running session sends to viewers and never stores."""
