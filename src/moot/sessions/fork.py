"""Fork a session: a new opening, then copies of the settled events of earlier stages.

The seed is the same, so that labels and orders stay; attempts, late answers and resumptions are not copied, and copies
count in no budget. A dry run over the copies comes first: a change that would alter a copied prompt is refused by name.
If only some moves of a stage are asked again, the dry run shows which others do not depend on them: those the protocol
asked for before it missed the first one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, Struct
from msgspec.structs import replace

from moot.errors import BadInput, TranscriptDiverged, UnknownName
from moot.floor.summaries import STAGE as HISTORY_STAGE
from moot.floor.titles import STAGE as TITLE_STAGE
from moot.protocols import registry
from moot.protocols.protocol import Options, Protocol
from moot.protocols.selective import ORDERS
from moot.providers.directory import Directory
from moot.providers.searchers.searcher import Searchers
from moot.sessions.fork_changes import ASK_ANEW, EVERYONE, NOTHING_LOST, asked_anew, personas_of, swapped
from moot.sessions.fork_changes import ForkChanges as ForkChanges
from moot.sessions.opening import (
    LOOKS_UP,
    by_own_names,
    looking_up,
    opened_from,
    options_from,
    plain_options,
    refuse_idle,
    searching,
)
from moot.sessions.replay import reaches
from moot.sessions.seating import PersonaOf, lists_heard, seated
from moot.sessions.session_attempt import options_of
from moot.transcripts.transcript import Draft, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Body,
    CopyOrigin,
    Event,
    FindingMade,
    Fork,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SheetDealt,
    SourcesFound,
    StageEntered,
)
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.tools import ToolAnswered, ToolAsked

COPIED = (
    StageEntered,
    SheetDealt,
    SeatSpoke,
    SeatFailed,
    ToolAsked,
    ToolAnswered,
    SourcesFound,
    BallotRead,
    BallotSpoiled,
    FindingMade,
)


class ForkStart(Struct, frozen=True, kw_only=True):
    """The events with which a fork (a session that begins as a copy of another's beginning) starts."""

    opened: SessionOpened
    """The event that opens the fork."""
    events: tuple[Draft, ...]
    """Copies of the source session's events, to be recorded after `opened`."""


class _ForkAsk(NamedTuple):
    """The source session of a fork, and what the fork changes."""

    events: Sequence[Event]
    source: SessionOpened
    changes: ForkChanges
    directory: Directory
    persona_of: PersonaOf
    door: str
    searchers: Searchers | None


async def forked(
    transcript: Transcript,
    events: Sequence[Event],
    changes: ForkChanges,
    directory: Directory,
    persona_of: PersonaOf,
    door: str,
    searchers: Searchers | None = None,
) -> ForkStart:
    """Return the first events of a fork: a new session that begins as a copy of the beginning of the session with these
    events.

    Args:
        changes: What the fork changes.
        door: The interface in which it is asked for.

    Raises:
        MootError: It cannot be made; nothing is stored.
    """
    source = events[0].body
    assert isinstance(source, SessionOpened)
    if changes.anew or changes.models:
        seats = (*source.roster.seats, *source.roster.offices)
        await lists_heard([*changes.models, *(seat.model for seat in seats)], directory)
    ask = _ForkAsk(events, source, changes, directory, persona_of, door, searchers)
    if changes.anew:
        return ForkStart(opened=_anew(ask), events=())
    _refuse_chair(registry.held_by(source.protocol), source, changes)
    again = _again(events, source, changes)
    stage = _stage(events, source, changes, again)
    if stage is None:
        stage = await _first_touched(ask, transcript)
    again = {key: read for key, read in again.items() if event_keys.stage_of(key) == stage}
    opened = _opened(ask, stage)
    kept = _kept(events, source, stage, again)
    try:
        claimed = await reaches(stage, _trial(opened, kept), transcript)
    except TranscriptDiverged as error:
        raise BadInput(
            f"{', '.join(changes.named()) or 'This fork'} would change what was asked before {stage!r}: "
            + error.message,
            "Fork from an earlier stage.",
        ) from None
    copies = tuple(
        Draft(
            key=event.key,
            body=event.body,
            at=event.at,
            t=event.t,
            origin=CopyOrigin(session=event.session, seq=event.seq),
        )
        for event in kept
        if event_keys.stage_of(event.key) != stage or event.key in claimed or event_keys.move_of(event.key) in claimed
    )
    return ForkStart(opened=opened, events=copies)


def _trial(opened: SessionOpened, kept: Sequence[Event]) -> list[Event]:
    copies = enumerate(kept, start=1)
    return [_as_event(0, event_keys.OPENED, opened), *(_as_event(n, each.key, each.body) for n, each in copies)]


def _anew(ask: _ForkAsk) -> SessionOpened:
    events, source, changes, directory, persona_of, door, searchers = ask
    if changes.stage is not None or changes.again or changes.retry_failed:
        raise BadInput(
            "Another question or protocol asks everybody from the beginning, so no stage and no answer can be kept.",
            "Leave the stage and the answers out, or keep question and protocol.",
        )
    _refuse_unseated(source, changes)
    cap = changes.cap if changes.cap is not None else _cap_in_force(events, source)
    asked = asked_anew(source, replace(changes, cap=cap))
    opened = opened_from(asked, directory, door=door, persona_of=persona_of, strict_prices=False, searchers=searchers)
    return replace(opened, fork=Fork(session=events[0].session, stage=opened.stages[0], changed=tuple(changes.named())))


def _again(events: Sequence[Event], source: SessionOpened, changes: ForkChanges) -> dict[str, bool]:
    """Return the keys of the requests that the fork makes again, each with whether its recorded reply is dropped."""
    if changes.everyone:
        return _unasked(events, source)
    if changes.retry_failed:
        return _asked_again(events)
    _refuse_unseated(source, changes)
    settled = [
        event.key
        for event in events
        if isinstance(event.body, SeatSpoke) or (isinstance(event.body, SeatFailed) and event.body.final)
    ]
    moves = list(dict.fromkeys(event_keys.move_of(key) for key in settled if not key.endswith(":late")))
    for key in changes.again:
        if key not in moves:
            raise UnknownName("answer", key, moves)
    return {
        key: True
        for key in moves
        if key in changes.again or event_keys.who_of(key).partition("#")[0] in changes.members
    }


def _refuse_unseated(source: SessionOpened, changes: ForkChanges) -> None:
    for seat in changes.members:
        if seat not in (known := [each.id for each in source.roster.seats]):
            raise UnknownName("seat", seat, known)


def _stage(
    events: Sequence[Event], source: SessionOpened, changes: ForkChanges, again: Mapping[str, bool]
) -> str | None:
    """Return the first stage that the fork runs again; `None` if the stage depends on the changed seats and prompts."""
    first = next((name for name in source.stages if name in map(event_keys.stage_of, again)), None)
    if changes.retry_failed:
        if first is None:
            raise BadInput(NOTHING_LOST, ASK_ANEW)
        return first
    if changes.stage is None:
        if changes.chair or changes.stand_ins is not None or changes.offices or changes.rubric or changes.options:
            return None
        if changes.wording or (first is None and changes.members):
            return None
        if first is None:
            raise BadInput("A fork needs a stage to go on from.", f"Stages: {', '.join(source.stages)}.")
        return first
    if changes.stage not in source.stages:
        raise UnknownName("stage", changes.stage, source.stages)
    if first is not None and source.stages.index(first) < source.stages.index(changes.stage):
        raise BadInput(
            f"What is asked again belongs to {first!r}, which comes before {changes.stage!r}.",
            f"Fork from {first!r}, or leave the stage out.",
        )
    entered = {event.body.stage for event in events if isinstance(event.body, StageEntered)}
    before = source.stages[: source.stages.index(changes.stage)]
    for name in before if changes.stage not in entered else ():  # before it are rounds that were not needed
        if name not in entered:
            raise BadInput(f"The session never got past {name!r}.", f"Fork from {name!r} or earlier, or resume it.")
    return changes.stage


async def _first_touched(ask: _ForkAsk, transcript: Transcript) -> str:
    """Return the stage from which to fork: the first one that is affected by a replaced seat or a changed prompt."""
    events, source, changes = ask[:3]
    entered = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
    if not entered:
        raise BadInput("The session entered no stage, so there is nothing to keep.", "Resume it, or ask it anew.")
    touched = set(changes.members)
    if changes.chair or changes.stand_ins is not None:
        touched |= {seat.id for seat in (*source.roster.office("chair"), *source.roster.stand_ins())}
    touched |= {seat.id for office in changes.offices for seat in source.roster.office(office)}
    moves = [event.key for event in events if isinstance(event.body, (SeatAsked, SeatSpoke, SeatFailed))]
    by = {key: event_keys.who_of(key).partition("#") for key in moves}
    # another chair does not compare the first answers again: which members are asked stays as it was
    theirs = {event_keys.stage_of(key) for key, (who, _, about) in by.items() if who in touched and about not in ORDERS}
    theirs |= {event_keys.stage_of(key) for key in changes.again}
    last = next((at for at, stage in enumerate(entered) if stage in theirs), len(entered) - 1)
    for stage in reversed(entered[: last + 1]):
        opened = _opened(ask, stage)
        if stage not in opened.stages:
            continue
        try:
            await reaches(stage, _trial(opened, _kept(events, source, stage, {})), transcript)
        except (TranscriptDiverged, BadInput):
            continue
        return stage
    return source.stages[0]


def _opened(ask: _ForkAsk, stage: str) -> SessionOpened:
    events, source, changes, directory, persona_of, door, searchers = ask
    protocol = registry.held_by(source.protocol, events)
    options = options_of(source, events)
    changes = replace(changes, options=by_own_names(protocol, changes.options))
    if changes.options:
        preset = options.preset_values()  # settings that may change
        given = {
            name: value
            for name, value in plain_options(options).items()
            if value is not None and not (name in preset and preset[name] == value)
        }
        options = options_from(protocol, {**given, **changes.options}, "the fork")
        refuse_idle(protocol, options, changes.options)
    _refuse_chair(protocol, source, changes)
    if LOOKS_UP in changes.options:
        options, in_force = looking_up(options, searchers)
        source = replace(source, searchers=in_force.names)
    for name, text in changes.wording.items():
        if name not in protocol.wordings():
            raise UnknownName("wording", name, protocol.wordings())
        protocol.wordings()[name].replaced(text)
    if changes.rubric is not None and source.rubric is None:
        raise BadInput(f"{source.protocol} has no use for a rubric.", "Leave the rubric out.")
    if changes.everyone:
        notes = tuple(note for note in source.notes if note != source.asks.why)
        source = replace(source, plan=UNSET, notes=notes)
    return replace(
        source,
        rubric=changes.rubric or source.rubric,
        stages=protocol.stages_for(options, known=source.graded),
        roster=_as_set(
            _roster(source, changes, options, directory, persona_of),
            options_of(source, events),
            options,
            changes.options,
        ),
        options=plain_options(options),
        wording={**source.wording, **changes.wording},
        cap=changes.cap if changes.cap is not None else _cap_in_force(events, source),
        door=door,
        thread=None,
        titled=False,
        fork=Fork(
            session=events[0].session,
            stage=stage,
            changed=tuple(changes.named()),
            reuses=changes.only_retries or UNSET,
        ),
    )


def _cap_in_force(events: Sequence[Event], source: SessionOpened) -> int | None:
    raised = [
        event.body.cap for event in events if isinstance(event.body, SessionResumed) and event.body.cap is not None
    ]
    return raised[-1] if raised else source.cap


def _refuse_chair(protocol: Protocol, source: SessionOpened, changes: ForkChanges) -> None:
    """Raise an error if a chair is set that is never asked, or offices that the protocol does not have."""
    if changes.chair is not None and protocol.chairless:
        raise BadInput(
            f"Another chair changes nothing in this session. {protocol.chairless}",
            "Leave the chair out; nothing was asked, and the session stands as it is.",
        )
    for office in changes.offices:
        if office not in protocol.roles:
            known = ", ".join(protocol.roles)
            raise BadInput(f"{protocol.name} has no role {office!r}.", f"Its roles: {known}.")


def _as_set(roster: Roster, before: Options, after: Options, changed: Collection[str]) -> Roster:
    """Return the roster with the changed options applied to each seat that did not have settings of its own."""

    def seat(one: Seat) -> Seat:
        for name in SEATED:
            value = getattr(after, name)
            if name in changed and not one.person and getattr(one, name) == getattr(before, name):
                if name == "temperature" and value is not None:
                    able = one.abilities
                    value = max(value, able.lowest_temperature) if able.temperature else None
                one = replace(one, **{name: value})
        return one

    return Roster(seats=tuple(map(seat, roster.seats)), offices=tuple(map(seat, roster.offices)))


SEATED = ("temperature", "max_output", "reasoning")
"""Names of options that are stored in each seat when a session opens."""


def _roster(
    source: SessionOpened, changes: ForkChanges, options: Any, directory: Directory, persona_of: PersonaOf
) -> Roster:
    if changes.chair is None and changes.stand_ins is None and not changes.offices and not changes.members:
        return source.roster
    protocol = registry.held_by(source.protocol)
    offices: dict[str, str | list[str]] = {
        office: [seat.model for seat in holders]
        for office in protocol.roles
        if (holders := source.roster.office(office))
    }
    council = Council(
        members=swapped(source.roster.seats, changes.members),
        personas=personas_of(source.roster.seats),
        protocol=source.protocol,
        chair=changes.chair or source.roster.office("chair")[0].model,
        stand_ins=tuple(changes.stand_ins)
        if changes.stand_ins is not None
        else tuple(seat.model for seat in source.roster.stand_ins()),
        offices={**offices, **changes.offices},
    )
    made = seated(
        council, options, directory, persona_of=persona_of, needs=protocol.offices, capped=source.cap is not None
    )
    if len(made.roster.seats) < len(source.roster.seats):
        raise BadInput(
            "A member of this session cannot judge it.", "Name an adjudicator that does not sit on its panel."
        )
    if any(seat.search for seat in source.roster.seats):
        made = replace(made, roster=searching(made.roster, directory))
    pairs = zip(source.roster.seats, made.roster.seats, strict=True)
    seats = tuple(replace(new, id=old.id) if old.id in changes.members else old for old, new in pairs)
    asks_offices = changes.chair is not None or changes.stand_ins is not None or bool(changes.offices)
    return Roster(seats=seats, offices=made.roster.offices if asks_offices else source.roster.offices)


def _kept(events: Sequence[Event], source: SessionOpened, stage: str, again: Mapping[str, bool]) -> list[Event]:
    """Return the events to copy: those of the stages before, and the rest of this stage if only some requests are made
    again."""
    earlier = set(source.stages[: source.stages.index(stage)])
    kept = []
    for event in events:
        body = event.body
        if event_keys.stage_of(event.key) == stage and event_keys.move_of(event.key) in again:
            if isinstance(body, (BallotRead, BallotSpoiled)):
                continue  # parsed from a reply whose repair is asked for again
            if isinstance(body, SeatSpoke) and again[event_keys.move_of(event.key)]:
                continue
        if not isinstance(body, COPIED) or (isinstance(body, SeatFailed) and not body.final):
            continue
        if event.key.endswith(":late") or event_keys.stage_of(event.key) == TITLE_STAGE:
            continue
        name = body.stage if isinstance(body, StageEntered) else event_keys.stage_of(event.key)
        if (
            name in earlier
            or name == HISTORY_STAGE
            or (bool(again) and name == stage and not isinstance(body, (SeatFailed, FindingMade)))
        ):
            kept.append(event)
    answered = {event.key for event in kept if isinstance(event.body, SeatSpoke)}
    tools = (ToolAsked, ToolAnswered)  # of a reply that is asked for again, its tool calls are made again, too
    return [event for event in kept if not isinstance(event.body, tools) or event_keys.call_of(event.key) in answered]


def _unasked(events: Sequence[Event], source: SessionOpened) -> dict[str, bool]:
    """Return the keys of the first requests to the members that were not asked; raise if all were asked."""
    asked = {event.body.seat for event in events if isinstance(event.body, (SeatSpoke, SeatFailed))}
    left = [seat.id for seat in source.roster.seats if seat.id not in asked]
    if source.fork is not None and EVERYONE in source.fork.changed:
        raise BadInput(
            f"This session itself asked the members that {source.fork.session[:8]} had not asked.",
            "`last` is the newest session, so after `ask-everyone` it is this one.",
        )
    if source.asks.when == "always" or not left:
        raise BadInput("Every member of this session was asked already.", "Fork it with another change.")
    return {event_keys.move(source.stages[0], seat): True for seat in left}


def _asked_again(events: Sequence[Event]) -> dict[str, bool]:
    """Return the keys of the requests to retry, each with whether the fork drops its recorded reply.

    If any request failed, only the failed requests are retried, and there is no reply to drop. Otherwise, requests
    whose reply could not be parsed are retried, and that reply is dropped.
    """
    failed = [event_keys.move_of(each.key) for each in events if isinstance(each.body, SeatFailed) and each.body.final]
    if failed:
        return dict.fromkeys(failed, False)
    return {event_keys.move_of(each.key): True for each in events if isinstance(each.body, BallotSpoiled)}


def _as_event(seq: int, key: str, body: Body) -> Event:
    return Event(session="fork", seq=seq, key=key, at="", t=0, kind=body.kind, version=body.version, body=body)
