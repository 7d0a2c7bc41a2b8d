"""State of a session after each event: `fold(state, event)`.

The fold is pure: the same events give the same state, live or replayed. Terminal, API and exports read this state and
never derive anything from events themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, abstained
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import (
    BallotParsing,
    BallotRead,
    BallotSpoiled,
    Event,
    FindingMade,
    Fork,
    NoResult,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    SheetDealt,
    SourcesFound,
    StageEntered,
    VerdictReached,
    reseated,
    unseated,
)
from moot.vocabulary.findings import Finding
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import EXAMPLE, EXAMPLE_LABEL, PRESUMED, SCRIPTED_LABEL, Roster, Seat
from moot.vocabulary.statements import SeatMove, Settlement, Source, Usage
from moot.vocabulary.tools import ToolAnswered, ToolAsked, ToolCall, ToolsRequested
from moot.vocabulary.verdicts import MissingSeat, Verdict, plain_verdict, plainly

Status = Literal["running", "waiting", "verdict", "inconclusive", "failed", "stopped", "out_of_budget"]


class MoveView(SeatMove, frozen=True, kw_only=True):
    """One request to a seat (a move): its current state, answer and cost."""

    stage: str
    """Stage of the request."""
    state: Literal["asked", "spoke", "failed", "late"]
    """State of the request."""
    attempt: int = 1
    """Number of the latest attempt."""
    text: str = ""
    """Text of the reply, once the request has settled."""
    reasoning: str = ""
    """The reasoning text, if the provider returned any."""
    settled: Settlement | Literal["late", "budget", ""] = ""
    """How the request was settled."""
    cause: str = ""
    """Why the request failed, or why its last attempt failed."""
    error: str = ""
    """Kind of the error, e.g. `auth` or `network`."""
    usage: Usage = Usage()
    """Tokens used."""
    cost: int | None = None
    """Cost of the request in nano-dollars; `None` when unknown."""
    presumed: bool = False
    """Whether `cost` is an upper bound because no price was reported."""
    total_ms: int = 0
    """Duration in milliseconds."""
    sources: tuple[Source, ...] = ()
    """Pages and documents that the seat looked up for its answer."""


class ToolView(SeatMove, frozen=True, kw_only=True):
    """One call of a tool, made for a seat while it answered."""

    stage: str
    """Stage of the call."""
    call: ToolCall
    """The tool call that the model requested."""
    answer: ToolAnswered | None = None
    """Result of the call; `None` while it runs."""


class BallotView(BallotParsing, frozen=True):
    """The ballot parsed from a reader's reply, or the reason why it could not be read."""

    key: str
    """Key of the ballot."""
    reader: str
    """The reader that cast the ballot."""
    ballot: Ballot | None = None
    """The ballot with seat ids in place of labels; `None` if it could not be parsed."""
    spoiled: str = ""
    """Why the ballot could not be parsed; empty if it could."""


class FindingView(Struct, frozen=True, kw_only=True):
    """A computed result of a session, such as a ranking, with its stage and key."""

    key: str
    """Key of the finding."""
    stage: str
    """Stage in which the finding was made."""
    name: str
    """Name of the finding."""
    finding: Finding
    """The computed result."""


class SessionState(NoResult, frozen=True, kw_only=True):
    """Everything known of a session after some of its events.

    Pages, commands and exports read what they show from this state.
    """

    session: str = ""
    """Id of the session."""
    status: Status = "running"
    """Status of the session, by its transcript alone."""
    seq: int = 0
    """Number of the last event applied."""
    t: int = 0
    """Running time of the session in milliseconds."""
    opened_at: str = ""
    """When the session was opened."""
    ended_at: str = ""
    """When the session ended, if it has."""
    question: Question = Question(text="")
    """The question."""
    council: str = ""
    """Name of the council, if it has one."""
    protocol: str = ""
    """Name of the protocol."""
    options: dict[str, OptionValue | None] = {}
    """Values of all options."""
    seats: tuple[Seat, ...] = ()
    """Seats of the members."""
    offices: tuple[Seat, ...] = ()
    """Seats of the chair, stand-ins and other offices."""
    stages: tuple[str, ...] = ()
    """Names of all stages, in order."""
    entered: tuple[str, ...] = ()
    """Names of the stages entered so far, in order."""
    moves: dict[str, MoveView] = {}
    """Requests to seats by key, in the order in which they were made."""
    ballots: dict[str, BallotView] = {}
    """Ballots, by key."""
    sheets: dict[str, SheetDealt] = {}
    """Anonymous sheets shown to readers, by key."""
    sources: dict[str, SourcesFound] = {}
    """Results of searches, by key."""
    tools: dict[str, ToolView] = {}
    """Tool calls, by key."""
    findings: tuple[FindingView, ...] = ()
    """Computed results, in order."""
    verdict: Verdict | None = None
    """The verdict; `None` if there is none yet."""
    digest: str = ""
    """Digest of the verdict."""
    missing: tuple[MissingSeat, ...] = ()
    """Missing seats so far, with stage and reason."""
    usage: Usage = Usage()
    """Tokens of all the session's calls, failed ones included; calls copied into a fork do not count."""
    cost: int = 0
    """Cost of all calls with a known price, in nano-dollars."""
    presumed: int = 0
    """Maximum cost of calls without a reported price, in nano-dollars; not included in `cost`."""
    cost_known: bool = True
    """False if the cost of some call has no upper bound."""
    in_flight: dict[str, int | None] = {}
    """Worst-case price of each call in flight, by the key of its intent; `None` where no price is known."""
    cap: int | None = None
    """Limit on the session's cost, in nano-dollars."""
    orphans: tuple[str, ...] = ()
    """Keys of calls that were in flight at a crash."""
    resumed: int = 0
    """How often the session was resumed."""
    fork: Fork | None = None
    """Where the session was forked from."""
    thread: str | None = None
    """Id of the session's conversation."""
    notes: tuple[str, ...] = ()
    """Decisions made for the user at opening."""
    depth: int = 0
    """Nesting depth of councils."""
    moot: str = ""
    """Version of Moot that opened the session."""

    @property
    def on_top(self) -> int:
        """Return the possible cost in addition to `cost`, in nano-dollars: the maximum price of calls that are in
        flight or ended without a reported price.
        """
        return self.presumed + sum(worst or 0 for worst in self.in_flight.values())

    @property
    def scripted(self) -> bool:
        """Return whether any answer comes from a demo voice or a written example, and not from a model."""
        return any(seat.scripted for seat in (*self.seats, *self.offices))

    @property
    def label(self) -> str:
        """Return the notice to show with the texts of a demo or an example session.

        For any other session, return an empty string.
        """
        if any(seat.model.startswith(f"{EXAMPLE}/") for seat in self.seats):
            return EXAMPLE_LABEL
        return SCRIPTED_LABEL if self.scripted else ""

    def members_spoken(self) -> set[str]:
        """Return the seats of the members that have answered."""
        return {move.seat for move in self.moves.values() if move.state == "spoke"} & {seat.id for seat in self.seats}

    def names(self) -> dict[str, str]:
        """Return the name shown for each seat: `answer 1 (model)` for members, the office for others."""
        shown = {seat.id: f"answer {n} ({seat.model})" for n, seat in enumerate(self.seats, start=1)}
        return {**shown, **{seat.id: f"{seat.id} ({seat.model})" for seat in self.offices}}


def state_of(events: Iterable[Event]) -> SessionState:
    """Return the state of a session after all these events."""
    state = SessionState()
    for event in events:
        state = fold(state, event)
    return state


def fold(state: SessionState, event: Event) -> SessionState:
    """Return the state of a session after one more event.

    `seq` and `t` advance with every event, even with one that changes nothing more.
    """
    state = replace(state, session=event.session, seq=event.seq, t=event.t)
    body, stage = event.body, event_keys.stage_of(event.key)
    match body:
        case SessionOpened():
            return replace(
                state,
                opened_at=event.at,
                question=body.question,
                council=body.council,
                protocol=body.protocol,
                options=body.options,
                seats=body.roster.seats,
                offices=body.roster.offices,
                stages=body.stages,
                cap=body.cap,
                fork=body.fork,
                thread=body.thread,
                notes=body.notes,
                depth=body.depth,
                moot=body.moot,
            )
        case StageEntered():
            return replace(state, entered=(*state.entered, body.stage))
        case SheetDealt():
            return replace(state, sheets={**state.sheets, event.key: body})
        case SeatAsked():
            move = event_keys.call_of(event.key)
            view = MoveView(key=move, stage=stage, seat=body.seat, state="asked", attempt=body.attempt)
            flying = {**state.in_flight, event.key: body.reserved}
            seats = reseated(state.seats, unseated(Roster(seats=state.seats, offices=state.offices)), body)
            return replace(state, seats=seats, moves={**state.moves, move: view}, in_flight=flying)
        case SeatSpoke() | SeatFailed():
            return _ended(state, event, body, stage)
        case ToolsRequested():
            return state if event.origin is not None else _spent(state, event.key, body)
        case ToolAsked():
            use = ToolView(key=event.key, stage=stage, seat=body.seat, call=body.call)
            flying = {**state.in_flight, event.key: body.reserved} if body.reserved else state.in_flight
            return replace(state, tools={**state.tools, event.key: use}, in_flight=flying)
        case ToolAnswered():
            return _tool_ended(state, event, body)
        case BallotRead():
            view_of = BallotView(
                key=event.key, reader=body.reader, ballot=body.ballot, how=body.how, repaired=body.repaired
            )
            state = replace(state, ballots={**state.ballots, event.key: view_of})
            return _lost(state, body.reader, stage, "abstained", "") if abstained(body.ballot) else state
        case BallotSpoiled():
            spoiled = BallotView(key=event.key, reader=body.reader, spoiled=plainly(body.why))
            state = replace(state, ballots={**state.ballots, event.key: spoiled})
            return _lost(state, body.reader, stage, "spoiled", spoiled.spoiled)
        case SourcesFound():
            return replace(state, sources={**state.sources, event.key: body})
        case FindingMade():
            made = FindingView(key=event.key, stage=stage, name=body.name, finding=body.finding)
            return replace(state, findings=(*state.findings, made))
        case VerdictReached():
            verdict = plain_verdict(body.verdict)
            return replace(
                _presumed(state),
                status=body.verdict.outcome,
                verdict=verdict,
                digest=body.digest,
                missing=verdict.missing,
                reason=body.verdict.reason,
                ended_at=event.at,
            )
        case SessionStopped():
            return replace(
                _presumed(state),
                status=body.outcome,
                reason=body.reason,
                message=body.message,
                remedy=body.remedy,
                shortfall=body.shortfall,
                answered=body.answered,
                unanswered=body.unanswered,
                ended_at=event.at,
            )
        case SessionResumed():
            return replace(
                _presumed(state),
                status="running",
                reason="",
                message="",
                remedy="",
                shortfall=None,
                answered=(),
                unanswered=(),
                ended_at="",
                resumed=state.resumed + 1,
                orphans=(*state.orphans, *body.orphans),
                cap=body.cap if body.cap is not None else state.cap,
            )
        case _:
            return state


def _ended(state: SessionState, event: Event, body: SeatSpoke | SeatFailed, stage: str) -> SessionState:
    cost, presumed = _price(state, event.key, body)
    if event.origin is None:
        state = _spent(state, event.key, body)
    if event.key.endswith(":late"):
        return state
    move = event_keys.call_of(event.key)
    view = MoveView(
        key=move,
        stage=stage,
        seat=body.seat,
        state="spoke",
        attempt=body.attempt,
        usage=body.usage,
        cost=cost,
        presumed=presumed,
    )
    if isinstance(body, SeatSpoke):
        view = replace(
            view,
            text=body.text,
            reasoning=body.reasoning,
            settled=body.settled,
            total_ms=body.total_ms,
            sources=body.sources or (),
        )
        return replace(state, moves={**state.moves, move: view})
    how = ("late" if body.failed == "late" else "failed") if body.final else "asked"
    view = replace(view, state=how, settled=body.failed, cause=body.cause, error=body.error)
    state = replace(state, moves={**state.moves, move: view})
    missing = body.final and not event.key.endswith("+repair")  # a failed repair is reported as a spoiled ballot
    return _lost(state, body.seat, stage, body.failed, body.cause) if missing else state


def _tool_ended(state: SessionState, event: Event, body: ToolAnswered) -> SessionState:
    key = event.key.removesuffix(":result")
    if (use := state.tools.get(key)) is not None:
        state = replace(state, tools={**state.tools, key: replace(use, answer=body)})
    if key not in state.in_flight or body.error == "lost":
        return state
    flying = {other: worst for other, worst in state.in_flight.items() if other != key}
    return _counted(replace(state, in_flight=flying), body.cost, False)


def _spent(state: SessionState, key: str, body: SeatSpoke | SeatFailed | ToolsRequested) -> SessionState:
    """Return the state with the cost and tokens of a call that has ended; a late call is added when it ends, or with
    the session.
    """
    state = replace(state, usage=state.usage + body.usage)
    if isinstance(body, SeatFailed) and body.failed in ("late", "budget"):
        return state
    intent = event_keys.intent(event_keys.call_of(key), body.attempt)
    flying = {other: worst for other, worst in state.in_flight.items() if other != intent}
    cost, presumed = _price(state, key, body)
    return _counted(replace(state, in_flight=flying), cost, presumed)


def _price(state: SessionState, key: str, body: SeatSpoke | SeatFailed | ToolsRequested) -> tuple[int | None, bool]:
    """Return a call's cost, and whether it is only an upper bound."""
    if body.cost is not None:
        return body.cost, body.cost_source == PRESUMED
    if isinstance(body, SeatFailed) and body.failed in ("late", "budget"):
        return None, False
    if isinstance(body, SeatFailed) and not body.spent:
        return 0, False
    worst = state.in_flight.get(event_keys.intent(event_keys.call_of(key), body.attempt))
    return worst, worst is not None


def _counted(state: SessionState, cost: int | None, presumed: bool) -> SessionState:
    if presumed:
        return replace(state, presumed=state.presumed + (cost or 0))
    return replace(state, cost=state.cost + (cost or 0), cost_known=state.cost_known and cost is not None)


def _presumed(state: SessionState) -> SessionState:
    """Add the maximum price of the calls in flight to the session's cost, because their real cost will not be
    recorded."""
    worst = list(state.in_flight.values())
    return replace(
        state,
        in_flight={},
        presumed=state.presumed + sum(price or 0 for price in worst),
        cost_known=state.cost_known and None not in worst,
    )


def _lost(state: SessionState, seat: str, stage: str, failed: str, cause: str) -> SessionState:
    lost = MissingSeat(seat=seat, stage=stage, failed=failed, cause=plainly(cause))
    return state if stage == "title" else replace(state, missing=(*state.missing, lost))
