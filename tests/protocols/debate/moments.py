"""Which moments does a debate have, in the order in which people follow it?

    roles, stage(0), topic, stage(1), opinion …, stage(2), review …, stage(3), rebuttal …, stage(4), alliance …,
    stage(5), synthesis, achievement …, complete

The moments follow from the events alone, one after the other as they arrive, live or recorded. Two of them are held
back a little: the first stage until the roles are drawn, and the achievements, which are computed before the chair
writes, until its synthesis stands. Reviews and alliances that failed are no moments; nor are later marks of critics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from moot.protocols.debate.findings import Awards, Roles, Topic
from moot.vocabulary import keys
from moot.vocabulary.events import (
    BallotRead,
    Event,
    FindingMade,
    SeatSpoke,
    SessionOpened,
    SessionStopped,
    StageEntered,
    VerdictReached,
)

MomentKind = Literal[
    "roles", "stage", "topic", "opinion", "review", "rebuttal", "alliance", "synthesis", "achievement", "complete"
]


class Moment(Struct, frozen=True, kw_only=True):
    """One thing that happens before the audience."""

    kind: MomentKind
    """What it is."""
    key: str
    """The event it comes from."""
    seat: str = ""
    """Whose moment it is, where it is somebody's."""
    number: int = 0
    """For a stage its number from 0; for an achievement its place in the finding."""


SPOKEN: dict[str, MomentKind] = {"opinions": "opinion", "rebuttals": "rebuttal", "synthesis": "synthesis"}
"""Stages whose words are moments."""
CAST: dict[str, MomentKind] = {"review": "review", "alliances": "alliance"}
"""Stages whose ballots are moments."""


def moments_of(events: Iterable[Event]) -> Iterator[Moment]:
    """The moments of a debate, from its events in order."""
    stages: tuple[str, ...] = ()
    held: list[Moment] = []
    spoken = False
    for event in events:
        body, stage = event.body, keys.stage_of(event.key)
        if isinstance(body, SessionOpened):
            stages = body.stages
        elif isinstance(body, StageEntered):
            entered = Moment(kind="stage", key=event.key, number=stages.index(body.stage))
            if entered.number:
                yield entered
            else:
                held.append(entered)
        elif isinstance(body, FindingMade):
            if isinstance(body.finding, Roles):
                yield Moment(kind="roles", key=event.key)
                yield from held
                held.clear()
            elif isinstance(body.finding, Topic):
                yield Moment(kind="topic", key=event.key, seat=body.finding.by or "")
            elif isinstance(body.finding, Awards):
                held += [
                    Moment(kind="achievement", key=event.key, seat=award.seats[0], number=number)
                    for number, award in enumerate(body.finding.awards)
                ]
        elif isinstance(body, SeatSpoke) and stage in SPOKEN and event.key == f"{stage}/{body.seat}":
            yield Moment(kind=SPOKEN[stage], key=event.key, seat=body.seat)
            spoken = spoken or stage == "synthesis"
        elif isinstance(body, BallotRead) and stage in CAST:
            yield Moment(kind=CAST[stage], key=event.key, seat=body.reader)
        elif isinstance(body, VerdictReached):
            if not spoken:  # nobody could write: an opinion stands in the chair's place
                yield Moment(kind="synthesis", key=event.key, seat=body.verdict.by or "")
            yield from held
            yield Moment(kind="complete", key=event.key)
        elif isinstance(body, SessionStopped):
            yield Moment(kind="complete", key=event.key)
