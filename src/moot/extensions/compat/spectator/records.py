"""Build the records of a debate from its frames and its members' earlier records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from sqlalchemy import Connection, select

from moot.exports.public import Roles, Topic
from moot.extensions.compat.spectator.frames import (
    AchievementFrame,
    AllianceFrame,
    AnyFrame,
    CompleteFrame,
    OpinionFrame,
    RebuttalFrame,
    ReviewFrame,
    RolesFrame,
    SynthesisFrame,
    TopicFrame,
)
from moot.extensions.compat.spectator.moments import Earned, moments_of
from moot.server.public import (
    AchievementRecord,
    AllianceRecord,
    Backend,
    PersonalityRecord,
    Records,
    ResponseRecord,
    ReviewRecord,
    SessionRecord,
    SessionRow,
)
from moot.transcripts.public import EVENT_COLUMNS, event_from
from moot.transcripts.public import events as written
from moot.vocabulary.public import Career, Event, FindingMade, Past, SessionOpened, id_of, seat_ids

T = TypeVar("T")


def records_of(events: Sequence[Event], earned: Earned = ()) -> Records:
    """Return the records that are stored for a finished debate: texts, marks, alliances, conclusion, traits and
    achievements.

    `earned` are achievements that models earned in earlier debates.
    """
    frames = list(moments_of(events, {}, earned))
    return Records(
        session=_session(events, frames),
        responses=[
            *(_response(each, each.model, "opinion") for each in frames if isinstance(each, OpinionFrame)),
            *(_response(each, each.model, "rebuttal") for each in frames if isinstance(each, RebuttalFrame)),
            *(_response(each, each.chairman, "synthesis") for each in frames if isinstance(each, SynthesisFrame)),
        ],
        peer_reviews=[_as(ReviewRecord, each) for each in frames if isinstance(each, ReviewFrame)],
        alliances=[_as(AllianceRecord, each) for each in frames if isinstance(each, AllianceFrame)],
        synthesis=next((each.text for each in frames if isinstance(each, SynthesisFrame) and each.text), None),
        personalities=_personalities(events, frames),
        achievements=[_as(AchievementRecord, each) for each in frames if isinstance(each, AchievementFrame)],
    )


def _as(kind: type[T], frame: T) -> T:
    """Convert a frame to the type `kind` of its record, without the fields that only frames have."""
    return msgspec.convert(msgspec.to_builtins(frame), kind)


async def debate_rows(backend: Backend, rows: Sequence[SessionRow]) -> list[SessionRow]:
    """Complete the rows of a list of debates: return them with each debate's topic and the model that concluded it."""
    keys = ("topic/topic", "topic/roles")
    columns = [written.c[name] for name in EVENT_COLUMNS]
    statement = select(*columns).where(written.c.session.in_([row.session for row in rows]), written.c.key.in_(keys))

    def work(connection: Connection) -> Mapping[tuple[str, str], Event]:
        found = [event_from(tuple(row)) for row in connection.execute(statement)]
        return {(event.session, event.key): event for event in found}

    told = await backend.app.store.read(work)
    return [_row(row, *(told.get((row.session, key)) for key in keys)) for row in rows]


def _row(row: SessionRow, *findings: Event | None) -> SessionRow:
    models = dict(zip(seat_ids(len(row.members)), map(id_of, row.members), strict=True))
    topic: str | UnsetType = UNSET
    chairman: str | UnsetType = UNSET
    for event in findings:
        finding = event.body.finding if event is not None and isinstance(event.body, FindingMade) else None
        if isinstance(finding, Topic):
            topic = finding.text
        elif isinstance(finding, Roles):
            chairman = models.get(finding.chair, UNSET)
    return replace(row, topic=topic, chairman=chairman)


def _response(frame: OpinionFrame | RebuttalFrame | SynthesisFrame, model: str | None, kind: str) -> ResponseRecord:
    return ResponseRecord(model=model, kind=kind, text=frame.text, at=frame.at, failed=frame.failed)


def _session(events: Sequence[Event], frames: Sequence[AnyFrame]) -> SessionRecord:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    topic = next((each for each in frames if isinstance(each, TopicFrame)), None)
    roles = next((each for each in frames if isinstance(each, RolesFrame)), None)
    end = next((each for each in frames if isinstance(each, CompleteFrame)), None)
    return SessionRecord(
        id=events[0].session,
        topic=topic.topic if topic is not None else opened.question.text,
        proposer=topic.proposer if topic is not None else None,
        chairman=roles.chairman if roles is not None else None,
        outcome=end.outcome if end is not None else "running",
        opened_at=events[0].at,
        ended_at=end.at if end is not None else "",
    )


def _personalities(events: Sequence[Event], frames: Sequence[AnyFrame]) -> list[PersonalityRecord]:
    opened = events[0].body
    shown = next((each for each in frames if isinstance(each, RolesFrame)), None)
    found = [event.body.finding for event in events if isinstance(event.body, FindingMade)]
    drawn = next((each for each in found if isinstance(each, Roles)), None)
    if not isinstance(opened, SessionOpened) or shown is None or drawn is None:
        return []
    traits = {nudge.seat: nudge.traits for nudge in drawn.nudges}
    careers = (opened.past or Past()).careers
    rows = []
    for seat, sitting in zip(opened.roster.seats, shown.models, strict=True):
        career = careers.get(seat.model, Career())
        if not career.debates:
            continue
        bonds = {id_of(model): (bond.agreed, bond.disagreed, bond.neutral) for model, bond in career.bonds.items()}
        row = PersonalityRecord(
            debates=career.debates,
            contrary=career.contrary,
            marks=career.marks,
            comebacks=career.comebacks,
            rebuttals=career.rebuttals,
            model=sitting.id,
            given=career.given_sum / career.given if career.given else None,
            received=career.received_sum / career.received if career.received else None,
            bonds=bonds,
            traits=traits.get(seat.id, ()),
            reminded=sitting.reminded if sitting.reminded is not UNSET else "",
        )
        rows.append(row)
    return rows
