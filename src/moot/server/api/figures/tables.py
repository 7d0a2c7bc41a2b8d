"""How do figures of counted sessions leave as tables, over HTTP? The rows of their pages, as CSV."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from moot.exports.rows import csv_of
from moot.server.api.figures.counted import (
    FoundAlliances,
    FoundBoard,
    FoundPairs,
    MoreAchievements,
    MoreHistory,
    MoreMarks,
)
from moot.server.schema import refusals_of, text_response
from moot.vocabulary.earlier.history import MarkRow, PastDebate
from moot.vocabulary.earlier.pairs import AlliancePair, PairCell
from moot.vocabulary.earlier.standings import Achievement, BoardModel

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))
TABLE = text_response("text/csv")


def _table(name: str, rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="moot-{name}.csv"'}
    return Response(csv_of(rows, kind), headers=headers, media_type="text/csv")


@router.get("/analytics/leaderboard.csv", responses=TABLE | refusals_of(404))
async def leaderboard(found: FoundBoard) -> Response:
    """The leaderboard, a line for each model."""
    return _table("leaderboard", found.models, BoardModel)


@router.get("/analytics/pairs.csv", responses=TABLE | refusals_of(404))
async def pairs(found: FoundPairs) -> Response:
    """Pairs that met, a line for each."""
    return _table("pairs", found.cells, PairCell)


@router.get("/analytics/alliances.csv", responses=TABLE | refusals_of(404))
async def alliances(found: FoundAlliances) -> Response:
    """How pairs stood towards each other, a line for each."""
    return _table("alliances", found.pairs, AlliancePair)


@router.get("/analytics/history.csv", responses=TABLE | refusals_of(404))
async def history(found: MoreHistory) -> Response:
    """Counted sessions, a line for each."""
    return _table("history", found.debates, PastDebate)


@router.get("/analytics/marks.csv", responses=TABLE | refusals_of(404))
async def marks(found: MoreMarks) -> Response:
    """Marks of so many of the latest sessions, a line for each."""
    return _table("marks", found.marks, MarkRow)


@router.get("/achievements.csv", responses=TABLE | refusals_of(404))
async def achievements(found: MoreAchievements) -> Response:
    """What models earned, a line for each time."""
    return _table("achievements", found, Achievement)
