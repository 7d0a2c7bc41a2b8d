"""How do figures of counted sessions leave as tables, over HTTP? The rows of their pages, as CSV."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from moot.exports.rows import csv_of
from moot.server.api.figures.analytics import (
    Before,
    Council,
    Least,
    Most,
    Name,
    Protocol,
    Scripted,
    Search,
    Sessions,
    Since,
    Until,
)
from moot.server.schema import refusals_of, text_response
from moot.server.shared import InHall
from moot.vocabulary.earlier.history import MarkRow, PastDebate
from moot.vocabulary.earlier.pairs import AlliancePair, PairCell
from moot.vocabulary.earlier.standings import Achievement, BoardModel

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))
TABLE = text_response("text/csv")


def _table(name: str, rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="moot-{name}.csv"'}
    return Response(csv_of(rows, kind), headers=headers, media_type="text/csv")


@router.get("/analytics/leaderboard.csv", responses=TABLE | refusals_of(404))
async def leaderboard(
    hall: InHall,
    protocol: Protocol = None,
    since: Since = None,
    council: Council = None,
    scripted: Scripted = False,
    least: Least = 1,
) -> Response:
    """The leaderboard, a line for each model."""
    found = await hall.house.standings.leaderboard(protocol, since, council, scripted=scripted, least=least)
    return _table("leaderboard", found.models, BoardModel)


@router.get("/analytics/pairs.csv", responses=TABLE | refusals_of(404))
async def pairs(
    hall: InHall,
    protocol: Protocol = None,
    since: Since = None,
    council: Council = None,
    scripted: Scripted = False,
) -> Response:
    """Pairs that met, a line for each."""
    found = await hall.house.standings.pairs(protocol, since, council, scripted=scripted)
    return _table("pairs", found.cells, PairCell)


@router.get("/analytics/alliances.csv", responses=TABLE | refusals_of(404))
async def alliances(
    hall: InHall,
    protocol: Protocol = None,
    until: Until = None,
    council: Council = None,
    scripted: Scripted = False,
) -> Response:
    """How pairs stood towards each other, a line for each."""
    found = await hall.house.standings.alliances(protocol, until, council, scripted=scripted)
    return _table("alliances", found.pairs, AlliancePair)


@router.get("/analytics/history.csv", responses=TABLE | refusals_of(404))
async def history(
    hall: InHall,
    protocol: Protocol = None,
    search: Search = None,
    before: Before = None,
    council: Council = None,
    scripted: Scripted = False,
    most: Sessions = 200,
) -> Response:
    """Counted sessions, a line for each."""
    found = await hall.house.standings.history(protocol, search, before, council, scripted=scripted, most=most)
    return _table("history", found.debates, PastDebate)


@router.get("/analytics/marks.csv", responses=TABLE | refusals_of(404))
async def marks(
    hall: InHall,
    protocol: Protocol = None,
    reader: Name = None,
    author: Name = None,
    before: Before = None,
    scripted: Scripted = False,
    most: Sessions = 200,
) -> Response:
    """Marks of so many of the latest sessions, a line for each."""
    found = await hall.house.standings.marks(protocol, reader, author, before, scripted=scripted, most=most)
    return _table("marks", found.marks, MarkRow)


@router.get("/achievements.csv", responses=TABLE | refusals_of(404))
async def achievements(
    hall: InHall,
    protocol: Protocol = None,
    model: Name = None,
    name: Name = None,
    scripted: Scripted = False,
    most: Most = 500,
) -> Response:
    """What models earned, a line for each time."""
    found = await hall.house.standings.achievements(protocol, model, name, scripted=scripted, most=most)
    return _table("achievements", found, Achievement)
