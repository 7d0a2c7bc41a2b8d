"""Serve statistics as `moot insights` and `moot usage` print them, or as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query
from msgspec import Struct
from starlette.responses import Response

from moot.errors import UnknownName
from moot.exports.judgement_table import csv_of
from moot.exports.session_files import every_form
from moot.extension_points import ExportFormat, PanelChart, PanelTable, UsagePanel, extension_faults, installed
from moot.server.dependencies import InBackend, TableForm, csv_file
from moot.server.openapi import of, refusals_of, table_or
from moot.server.shapes.replies import reply
from moot.vocabulary.history.standings import (
    MOST_AWARDS,
    Achievement,
    BoardModel,
    HeadToHead,
    Leaderboard,
    ModelReport,
)
from moot.vocabulary.history.usage import UsageReport

router = APIRouter(prefix="/api", tags=["analytics"], responses=refusals_of(401, 403, 422))

Protocol = Annotated[str | None, Query(description="Whose sessions; else of the first protocol that counts any.")]
Scripted = Annotated[bool, Query(description="Those of scripted voices, which are counted apart.")]
Council = Annotated[str | None, Query(max_length=200, description="Those of the council of this name alone.")]
Name = Annotated[str | None, Query(max_length=200, description="Only this one.")]
Sessions = Annotated[int, Query(ge=1, le=200, description="How many sessions at most.")]
Since = Annotated[str | None, Query(max_length=10, description="Sessions that ended on this day (UTC) or later.")]
Latest = Annotated[bool, Query(description="List each achievement of a model once, with the latest time.")]
Least = Annotated[int, Query(alias="min", ge=1, description="Sessions a model must have sat in.")]
Most = Annotated[int, Query(ge=1, le=MOST_AWARDS, description="How many at most.")]
Before = Annotated[str | None, Query(max_length=64, description="Only those before this session.")]
Search = Annotated[str | None, Query(max_length=200, description="Words that the topic holds.")]
Until = Annotated[str | None, Query(max_length=7, description="Up to the end of this month, as 2031-05.")]
Either = Annotated[
    bool | None, Query(description="Those of scripted voices, or of language models; else of the kind the model is.")
]


async def _counted(protocol: Protocol = None, council: Council = None, scripted: Scripted = False) -> dict[str, Any]:
    return {"protocol": protocol, "council": council, "scripted": scripted}


Counted = Annotated[dict[str, Any], Depends(_counted)]
"""Filter for the sessions that statistics cover, from a request's query parameters."""


def _as(
    form: TableForm, found: object, name: str, rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]
) -> Response:
    return csv_file(csv_of(rows, kind), name) if form == "csv" else reply(found)


@router.get("/analytics/leaderboard", responses=table_or(Leaderboard) | refusals_of(404))
async def leaderboard(
    backend: InBackend, counted: Counted, since: Since = None, least: Least = 1, form: TableForm = "json"
) -> Response:
    """Rank models by their peers' marks: means with intervals, adjusted marks, wins beside chance."""
    found = await backend.app.standings.leaderboard(**counted, since=since, least=least)
    return _as(form, found, "leaderboard", found.models, BoardModel)


@router.get("/analytics/models/{model:path}", responses=of(ModelReport) | refusals_of(404))
async def model(backend: InBackend, model: str, protocol: Protocol = None, scripted: Either = None) -> Response:
    """Return one model's figures, what they mean, its opponents, its history and its latest sessions."""
    return reply(await backend.app.standings.model(model, protocol, scripted=scripted))


@router.get("/analytics/head-to-head", responses=of(HeadToHead) | refusals_of(404))
async def head_to_head(
    backend: InBackend,
    a: Annotated[str, Query(max_length=200, description="The first model.")],
    b: Annotated[str, Query(max_length=200, description="The second.")],
    protocol: Protocol = None,
    scripted: Either = None,
) -> Response:
    """Compare two models in the sessions both sat in: places, the marks they gave each other, standings."""
    return reply(await backend.app.standings.head_to_head(a, b, protocol, scripted=scripted))


@router.get("/achievements", responses=table_or(Achievement, listed=True) | refusals_of(404))
async def achievements(
    backend: InBackend,
    counted: Counted,
    model: Name = None,
    name: Name = None,
    latest: Latest = False,
    most: Most = 100,
    form: TableForm = "json",
) -> Response:
    """List the achievements of models, the latest first, and whether each was the model's first."""
    found = await backend.app.standings.achievements(**counted, model=model, name=name, latest=latest, most=most)
    return _as(form, found, "achievements", found, Achievement)


First = Annotated[str | None, Query(alias="from", max_length=10, description="The first day (UTC), as 2031-05-04.")]
Last = Annotated[str | None, Query(alias="to", max_length=10, description="The last day (UTC); else today.")]
Days = Annotated[int | None, Query(description="So many days up to the last, 1 to 366; 30 unless said otherwise.")]


@router.get("/usage", responses=table_or(UsageReport))
async def usage(
    backend: InBackend, first: First = None, last: Last = None, days: Days = None, form: TableForm = "json"
) -> Response:
    """Return calls, tokens and money by day, model, council, protocol and source."""
    if form == "csv":
        return csv_file(await backend.app.usage.table(first, last, days), "usage")
    return reply(await backend.app.usage.report(first, last, days))


parts_router = APIRouter(prefix="/api", tags=["extensions"], responses=refusals_of(401, 403))

PanelName = Annotated[str, Path(max_length=64, description="A panel's name.")]


class ExportRow(ExportFormat, frozen=True, kw_only=True):
    """A format in which a session is exported."""

    name: str
    """Value of `format` in an export request."""


class ExportList(Struct, frozen=True, kw_only=True):
    """Every format in which a session can be exported."""

    exports: list[ExportRow]
    """Built-in formats, then the formats of installed packages."""


class PanelRow(Struct, frozen=True, kw_only=True):
    """A panel (a table or chart of figures) that an installed package adds to the page Usage."""

    name: str
    """Name of the panel."""
    title: str
    """Heading of the panel."""
    help: str
    """What the panel shows, in a sentence."""


class PanelList(Struct, frozen=True, kw_only=True):
    """Every panel (a table or chart of figures) that installed packages add to the page Usage."""

    panels: list[PanelRow]
    """The panels, in the order in which packages were found."""


class PanelFigures(Struct, frozen=True, kw_only=True):
    """The figures that a panel of an installed package shows now."""

    shown: PanelTable | PanelChart
    """Content of the panel."""


@parts_router.get("/exports", responses=of(ExportList))
async def exports() -> Response:
    """List the formats in which a session is exported."""
    rows = [
        ExportRow(
            name=name,
            title=form.title,
            help=form.help,
            suffix=form.suffix,
            media_type=form.media_type,
            copies=form.copies,
        )
        for name, form in every_form().items()
    ]
    return reply(ExportList(exports=rows))


@parts_router.get("/panels", responses=of(PanelList))
async def panels() -> Response:
    """List the panels that installed packages add to the page Usage."""
    rows = [
        PanelRow(name=name, title=panel.title, help=panel.help)
        for name, panel in installed("moot.panels", UsagePanel).items()
    ]
    return reply(PanelList(panels=rows))


@parts_router.get("/panels/{name}", responses=of(PanelFigures) | refusals_of(404, 422, 502))
async def panel(name: PanelName, backend: InBackend) -> Response:
    """Return a panel's current content."""
    known = installed("moot.panels", UsagePanel)
    if name not in known:
        raise UnknownName("panel", name, known)
    with extension_faults(f"panel {name!r}"):
        shown = await known[name].draw(backend.app)
        if not isinstance(shown, PanelTable | PanelChart):
            raise TypeError("it returns neither a PanelTable nor a PanelChart")
        return reply(PanelFigures(shown=shown))
