"""How do models stand in counted sessions, over HTTP? The same figures as `moot leaderboard` and its neighbours."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.schema import list_of, of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.vocabulary.earlier.standings import Achievement, HeadToHead, Leaderboard, ModelReport

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))

Protocol = Annotated[str | None, Query(description="Whose sessions; else of the first protocol that counts any.")]
Scripted = Annotated[bool, Query(description="Those of scripted voices, which are counted apart.")]
Either = Annotated[
    bool | None, Query(description="Those of scripted voices, or of language models; else of the kind the model is.")
]
Since = Annotated[str | None, Query(max_length=10, description="Sessions that ended on this day (UTC) or later.")]
Least = Annotated[int, Query(alias="min", ge=1, description="Sessions a model must have sat in.")]
Name = Annotated[str | None, Query(max_length=200, description="Only this one.")]
Most = Annotated[int, Query(ge=1, le=500, description="How many at most.")]


@router.get("/analytics/leaderboard", responses=of(Leaderboard))
async def leaderboard(
    hall: InHall, protocol: Protocol = None, since: Since = None, scripted: Scripted = False, least: Least = 1
) -> Response:
    """Models by what their peers marked: means with intervals, adjusted marks, wins beside chance."""
    return reply(await hall.house.standings.leaderboard(protocol, since, scripted=scripted, least=least))


@router.get("/analytics/models/{model:path}", responses=of(ModelReport) | refusals_of(404))
async def model(hall: InHall, model: str, protocol: Protocol = None, scripted: Either = None) -> Response:
    """One model: its figures, what they say of it, whom it met, and its latest sessions."""
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


@router.get("/achievements", responses=list_of(Achievement))
async def achievements(
    hall: InHall,
    protocol: Protocol = None,
    model: Name = None,
    name: Name = None,
    scripted: Scripted = False,
    most: Most = 100,
) -> Response:
    """What models earned, the latest first, and whether it was for the first time."""
    return reply(await hall.house.standings.achievements(protocol, model, name, scripted=scripted, most=most))
