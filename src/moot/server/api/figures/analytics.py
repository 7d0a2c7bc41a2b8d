"""How do models stand in counted sessions, over HTTP? The same figures as `moot leaderboard` and its neighbours."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.schema import list_of, of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.vocabulary.earlier.history import (
    BestYet,
    DramaticMoment,
    HistoryPage,
    MarkPage,
    Progress,
)
from moot.vocabulary.earlier.pairs import AllianceReport, PairReport
from moot.vocabulary.earlier.standings import (
    MOST_AWARDS,
    Achievement,
    HeadToHead,
    Leaderboard,
    ModelReport,
)

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))

Protocol = Annotated[str | None, Query(description="Whose sessions; else of the first protocol that counts any.")]
Scripted = Annotated[bool, Query(description="Those of scripted voices, which are counted apart.")]
Either = Annotated[
    bool | None, Query(description="Those of scripted voices, or of language models; else of the kind the model is.")
]
Since = Annotated[str | None, Query(max_length=10, description="Sessions that ended on this day (UTC) or later.")]
Council = Annotated[str | None, Query(max_length=200, description="Those of the council of this name alone.")]
Latest = Annotated[bool, Query(description="Of each that a model earned only the latest time.")]
Least = Annotated[int, Query(alias="min", ge=1, description="Sessions a model must have sat in.")]
Name = Annotated[str | None, Query(max_length=200, description="Only this one.")]
Most = Annotated[int, Query(ge=1, le=MOST_AWARDS, description="How many at most.")]
Sessions = Annotated[int, Query(ge=1, le=200, description="How many sessions at most.")]
Before = Annotated[str | None, Query(max_length=64, description="Only those before this session.")]
Search = Annotated[str | None, Query(max_length=200, description="Words that the topic holds.")]
Until = Annotated[str | None, Query(max_length=7, description="Up to the end of this month, as 2031-05.")]


@router.get("/analytics/leaderboard", responses=of(Leaderboard) | refusals_of(404))
async def leaderboard(
    hall: InHall,
    protocol: Protocol = None,
    since: Since = None,
    council: Council = None,
    scripted: Scripted = False,
    least: Least = 1,
) -> Response:
    """Models by what their peers marked: means with intervals, adjusted marks, wins beside chance."""
    return reply(await hall.house.standings.leaderboard(protocol, since, council, scripted=scripted, least=least))


@router.get("/analytics/models/{model:path}", responses=of(ModelReport) | refusals_of(404))
async def model(hall: InHall, model: str, protocol: Protocol = None, scripted: Either = None) -> Response:
    """One model: its figures, what they say of it, whom it met, how it moved, and its latest sessions."""
    return reply(await hall.house.standings.model(model, protocol, scripted=scripted))


@router.get("/analytics/head-to-head", responses=of(HeadToHead) | refusals_of(404))
async def head_to_head(
    hall: InHall,
    a: Annotated[str, Query(max_length=200, description="The first model.")],
    b: Annotated[str, Query(max_length=200, description="The second.")],
    protocol: Protocol = None,
    scripted: Either = None,
) -> Response:
    """Two models in the sessions both sat in: who was placed higher, what each gave the other, how they stood."""
    return reply(await hall.house.standings.head_to_head(a, b, protocol, scripted=scripted))


@router.get("/analytics/pairs", responses=of(PairReport) | refusals_of(404))
async def pairs(
    hall: InHall,
    protocol: Protocol = None,
    since: Since = None,
    council: Council = None,
    scripted: Scripted = False,
) -> Response:
    """Every pair of models: how often each was placed higher, and which never met."""
    return reply(await hall.house.standings.pairs(protocol, since, council, scripted=scripted))


@router.get("/analytics/progress", responses=of(Progress) | refusals_of(404))
async def progress(
    hall: InHall, protocol: Protocol = None, council: Council = None, scripted: Scripted = False
) -> Response:
    """How adjusted marks moved, month by month or day by day."""
    return reply(await hall.house.standings.progress(protocol, council, scripted=scripted))


@router.get("/analytics/alliances", responses=of(AllianceReport) | refusals_of(404))
async def alliances(
    hall: InHall,
    protocol: Protocol = None,
    until: Until = None,
    council: Council = None,
    scripted: Scripted = False,
) -> Response:
    """Who sided with whom, up to the end of a month."""
    return reply(await hall.house.standings.alliances(protocol, until, council, scripted=scripted))


@router.get("/analytics/history", responses=of(HistoryPage) | refusals_of(404))
async def history(
    hall: InHall,
    protocol: Protocol = None,
    search: Search = None,
    before: Before = None,
    council: Council = None,
    scripted: Scripted = False,
    most: Sessions = 50,
) -> Response:
    """Counted sessions, the latest first: topic, winner, margin, upset, chair, length."""
    found = await hall.house.standings.history(protocol, search, before, council, scripted=scripted, most=most)
    return reply(found)


@router.get("/analytics/moments", responses=list_of(DramaticMoment))
async def moments(hall: InHall, protocol: Protocol = None, scripted: Scripted = False, most: Sessions = 5) -> Response:
    """What people go back to, the latest first, each with its place in the replay."""
    return reply(await hall.house.standings.moments(protocol, scripted=scripted, most=most))


@router.get("/analytics/records", responses=list_of(BestYet))
async def records(hall: InHall, protocol: Protocol = None, scripted: Scripted = False) -> Response:
    """The greatest comeback, the longest row of wins, the most divided session, the narrowest win."""
    return reply(await hall.house.standings.records(protocol, scripted=scripted))


@router.get("/analytics/marks", responses=of(MarkPage) | refusals_of(404))
async def marks(
    hall: InHall,
    protocol: Protocol = None,
    reader: Name = None,
    author: Name = None,
    before: Before = None,
    scripted: Scripted = False,
    most: Sessions = 50,
) -> Response:
    """Marks one by one, of so many of the latest sessions: who gave them, and for whose answer."""
    return reply(await hall.house.standings.marks(protocol, reader, author, before, scripted=scripted, most=most))


@router.get("/achievements", responses=list_of(Achievement) | refusals_of(404))
async def achievements(
    hall: InHall,
    protocol: Protocol = None,
    model: Name = None,
    name: Name = None,
    scripted: Scripted = False,
    latest: Latest = False,
    most: Most = 100,
) -> Response:
    """What models earned, the latest first, and whether it was for the first time."""
    standings = hall.house.standings
    return reply(await standings.achievements(protocol, model, name, scripted=scripted, most=most, latest=latest))
