"""How do models stand in counted sessions, over HTTP? The same figures as `moot leaderboard` and its neighbours."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.api.figures.counted import (
    FoundAchievements,
    FoundAlliances,
    FoundBoard,
    FoundHistory,
    FoundMarks,
    FoundPairs,
    Protocol,
)
from moot.server.schema import list_of, of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.vocabulary.earlier.history import (
    HistoryPage,
    MarkPage,
)
from moot.vocabulary.earlier.pairs import AllianceReport, PairReport
from moot.vocabulary.earlier.standings import (
    Achievement,
    HeadToHead,
    Leaderboard,
    ModelReport,
)

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))

Either = Annotated[
    bool | None, Query(description="Those of scripted voices, or of language models; else of the kind the model is.")
]


@router.get("/analytics/leaderboard", responses=of(Leaderboard) | refusals_of(404))
async def leaderboard(found: FoundBoard) -> Response:
    """Models by what their peers marked: means with intervals, adjusted marks, wins beside chance."""
    return reply(found)


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
async def pairs(found: FoundPairs) -> Response:
    """Every pair of models: how often each was placed higher, and which never met."""
    return reply(found)


@router.get("/analytics/alliances", responses=of(AllianceReport) | refusals_of(404))
async def alliances(found: FoundAlliances) -> Response:
    """Who sided with whom, up to the end of a month."""
    return reply(found)


@router.get("/analytics/history", responses=of(HistoryPage) | refusals_of(404))
async def history(found: FoundHistory) -> Response:
    """Counted sessions, the latest first: topic, winner, margin, upset, chair, length."""
    return reply(found)


@router.get("/analytics/marks", responses=of(MarkPage) | refusals_of(404))
async def marks(found: FoundMarks) -> Response:
    """Marks one by one, of so many of the latest sessions: who gave them, and for whose answer."""
    return reply(found)


@router.get("/achievements", responses=list_of(Achievement) | refusals_of(404))
async def achievements(found: FoundAchievements) -> Response:
    """What models earned, the latest first, and whether it was for the first time."""
    return reply(found)
