"""Filter events for viewers: without vectors; for a share, only what its creator chose to show.

Every field of every event has a row in `tests/exports/test_event_views.py` that defines when a share shows it: a new
field without a row fails there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from moot.errors import MootError
from moot.floor.summaries import STAGE as HISTORY
from moot.protocols import registry
from moot.vocabulary import event_keys
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Body,
    Event,
    FindingMade,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionStopped,
    SheetDealt,
    SheetEntry,
    VerdictReached,
)  # fmt: skip
from moot.vocabulary.findings import Finding, UnknownFinding
from moot.vocabulary.history.track_record import CONTROL
from moot.vocabulary.rubrics import Detail, Rubric, StageWording
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source
from moot.vocabulary.tools import ToolAnswered, ToolsRequested
from moot.vocabulary.verdicts import MissingSeat, Verdict, plain_verdict, plainly
from moot.vocabulary.words.remedies import away_from_terminal

LEFT_OUT = "(left out)"
"""Text that replaces a text which a share does not show."""


def watched(event: Event) -> Event:
    """Return an event as it is sent to viewers: without embedding vectors, which are large and never shown, and without
    terminal commands in its advice on errors."""
    event = in_words(event)
    body = event.body
    return replace(event, body=replace(body, vectors="")) if isinstance(body, SeatSpoke) and body.vectors else event


def in_words(event: Event) -> Event:
    """Return an event with terminal commands removed from its error messages and advice, for readers of a page or a
    file."""
    body = event.body
    told: dict[str, object] = {}
    if isinstance(body, SessionStopped):
        told = {"message": away_from_terminal(body.message), "remedy": away_from_terminal(body.remedy)}
    elif isinstance(body, SeatFailed):
        told = {"cause": plainly(away_from_terminal(body.cause))}
    elif isinstance(body, BallotSpoiled):
        told = {"why": plainly(body.why)}
    elif isinstance(body, SessionOpened) and body.notes:
        told = {"notes": tuple(map(away_from_terminal, body.notes))}
    elif isinstance(body, VerdictReached):
        told = {"verdict": _said(body.verdict)}
    changed = {name: value for name, value in told.items() if value != getattr(body, name)}
    return replace(event, body=replace(body, **changed)) if changed else event


def told_away(state: SessionState) -> SessionState:
    """Return a session's state with terminal commands removed from its error messages and advice, for files that are
    read where Moot is not installed."""
    verdict = state.verdict
    return replace(
        state,
        message=away_from_terminal(state.message),
        remedy=away_from_terminal(state.remedy),
        notes=tuple(map(away_from_terminal, state.notes)),
        missing=_lost(state.missing),
        moves={key: replace(move, cause=away_from_terminal(move.cause)) for key, move in state.moves.items()},
        verdict=_said(verdict) if verdict is not None else None,
    )


def _said(verdict: Verdict) -> Verdict:
    told = tuple(map(away_from_terminal, verdict.degraded))
    return plain_verdict(replace(verdict, degraded=told, missing=_lost(verdict.missing)))


def _lost(missing: Sequence[MissingSeat]) -> tuple[MissingSeat, ...]:
    return tuple(replace(each, cause=away_from_terminal(each.cause)) for each in missing)


def tried_in(events: Iterable[Event]) -> frozenset[str]:
    """Return the stages in which voters were shown control claims (claims with known answers, to test the voters).

    A shared session hides the texts of these stages, which could reveal the control claims.
    """
    return frozenset(
        event_keys.stage_of(event.key)
        for event in events
        if isinstance(event.body, SheetDealt) and len(_open(event.body)) < len(event.body.entries)
    )


def as_shared(event: Event, *, prompts: bool, earlier: bool, tried: Collection[str] = ()) -> Event:
    """Return an event as a visitor of a shared session sees it.

    Args:
        event: The event.
        prompts: Whether instructions to seats and their reasoning are shown.
        earlier: Whether the conversation's earlier turns are shown.
        tried: Stages with control claims (see `tried_in`), of which only ballots are shown.
    """
    body = _unanswered(event.body)
    if event_keys.stage_of(event.key) in tried:  # its text judges control claims among the others
        body = _unwritten(body)
    if not earlier:
        body = _alone(body, event.key)
    if not prompts:
        body = _untold_body(body)
    return event if body is event.body else replace(event, body=body)


def _unanswered(body: Body) -> Body:
    """Return the event without everything that would reveal control claims: the claims, their right answers and the
    votes on them."""
    if isinstance(body, FindingMade):
        shared = body.finding.shared()
        return body if shared is body.finding else replace(body, finding=shared)
    if isinstance(body, SessionOpened) and body.past is not None and body.past.controls is not UNSET:
        return replace(body, past=replace(body.past, controls=UNSET))
    if isinstance(body, SheetDealt) and len(_open(body)) < len(body.entries):
        return replace(body, entries=_open(body))
    if isinstance(body, BallotRead) and body.ballot.aside:
        return replace(body, ballot=replace(body.ballot, **dict.fromkeys(body.ballot.aside, UNSET)))
    return body


def _open(sheet: SheetDealt) -> tuple[SheetEntry, ...]:
    """Return the entries of a sheet without control claims."""
    return tuple(entry for entry in sheet.entries if not entry.seat.startswith(CONTROL))


def _unwritten(body: Body) -> Body:
    """Return the event without the text that a seat wrote."""
    if isinstance(body, SeatSpoke):
        return replace(body, text=LEFT_OUT, reasoning="", marks=())
    if isinstance(body, SeatFailed):
        return replace(body, partial="")
    return body


def _alone(body: Body, key: str) -> Body:
    """Return the event without the earlier turns of its conversation and without their summary."""
    if isinstance(body, SessionOpened):
        return replace(body, question=replace(body.question, history=(), carried=None), thread=None)
    return _unwritten(body) if key.startswith(f"{HISTORY}/") else body  # the summary, its attempts, late answers


def _untold_body(body: Body) -> Body:
    """Return the event without the seats' instructions, their reasoning, the results of their tools, and the right
    answer that the user gave."""
    if isinstance(body, SeatSpoke):
        return replace(body, reasoning="", sources=_listed(body.sources or ()) or UNSET)
    if isinstance(body, ToolsRequested):
        return replace(body, sources=_listed(body.sources or ()) or UNSET)
    if isinstance(body, ToolAnswered):  # the result of a tool may be private; its sources are listed
        return replace(body, text=LEFT_OUT, sources=_listed(body.sources))
    if isinstance(body, FindingMade) and (told := _told_in(body.finding)):
        return replace(body, finding=replace(body.finding, **told))
    if not isinstance(body, SessionOpened):
        return body
    roster = replace(
        body.roster,
        seats=tuple(map(_untold, body.roster.seats)),
        offices=tuple(map(_untold, body.roster.offices)),
    )
    rubric = _unworded(body.rubric) if body.rubric is not None else None
    tools = UNSET if body.tools is UNSET else tuple(name.partition(":")[0] for name in body.tools)  # the rest is a path
    body = replace(body, system="", wording={}, tools=tools, options=_unasked_options(body), known=UNSET)
    return replace(body, roster=roster, rubric=rubric)


def _listed(sources: Sequence[Source]) -> tuple[Source, ...]:
    """Return sources of a tool without their excerpts, which are parts of its result."""
    return tuple(replace(source, excerpt="") for source in sources)


def _told_in(finding: Finding) -> dict[str, object]:
    """Return replacements for a finding's fields that contain texts of prompts, with each text left out.

    For a protocol that is not installed these fields are unknown, so texts in all fields are left out.
    """
    names = finding.__struct_fields__ if isinstance(finding, UnknownFinding) else finding.told
    return {name: _wordless(getattr(finding, name)) for name in names}


def _wordless(value: object) -> object:
    if isinstance(value, str):
        return LEFT_OUT
    if isinstance(value, dict):
        return {key: _wordless(each) for key, each in value.items()}
    return type(value)(map(_wordless, value)) if isinstance(value, list | tuple) else value


def _unasked_options(opened: SessionOpened) -> dict[str, OptionValue | None]:
    """Return the options whose values appear in no prompt. If the protocol is not installed, return those that are not
    texts."""
    try:
        told = registry.find(opened.protocol).options.told
    except (MootError, ImportError, AttributeError):
        told = frozenset(name for name, value in opened.options.items() if isinstance(value, str | list | tuple))
    return {name: value for name, value in opened.options.items() if name not in told}


def _untold(seat: Seat) -> Seat:
    persona = replace(seat.persona, text="") if seat.persona is not None else None
    return replace(seat, system="", persona=persona)


def _unworded(rubric: Rubric) -> Rubric:
    """Return the rubric without its prompt texts, but with names, weights, groups and rules."""
    family = rubric.labelling
    return replace(
        rubric,
        wording=StageWording(),
        axes=tuple(replace(axis, asks="", one="", three="", five="", note="") for axis in rubric.axes),
        labelling=replace(
            family,
            asks="",
            labels=tuple(replace(label, meaning="", recheck="") for label in family.labels),
            details=tuple(map(_unasked, family.details)),
        ),
        comparison=replace(rubric.comparison, asks=""),
        details=tuple(map(_unasked, rubric.details)),
    )


def _unasked(detail: Detail) -> Detail:
    return replace(detail, asks="")
