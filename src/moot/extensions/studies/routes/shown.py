"""Serve progress and figures of studies over HTTP, the same as `moot study` shows."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from msgspec.structs import replace
from starlette.responses import Response

from moot.extensions.studies.routes.asking import asked_here
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.overview import (
    MatrixPage,
    StudyFigures,
    StudyHead,
    StudyList,
    StudyRow,
)
from moot.server.public import FILE_POLICY, Backend, Given, InBackend, of, refusals_of, reply, text_response

router = APIRouter(prefix="/api/studies", tags=["studies"], responses=refusals_of(401, 403, 422))

HERE = "this server"
"""Name that this server shows for itself as the process that runs a study."""
Primary = Annotated[str, Query(max_length=64, description="Measure by this; else by the study's own.")]
Only = Annotated[
    Literal["", "differs", "degraded"],
    Query(description="Only questions whose arms differ from the baseline, or that have a degraded result."),
]
After = Annotated[int, Query(ge=0, description="So many questions are passed over.")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many questions at most.")]


@router.get("", responses=of(StudyList))
async def studies(backend: InBackend) -> Response:
    """List studies, newest first: progress, cost, remaining time."""
    found = await studies_of(backend.app).listed()
    return reply(replace(found, studies=tuple(_asked_here(backend, row) for row in found.studies)))


@router.get("/{study}", responses=of(StudyHead) | refusals_of(404))
async def study(backend: InBackend, study: Given) -> Response:
    """Return one study: its arms and their progress."""
    head = await studies_of(backend.app).head(study)
    return reply(replace(head, study=_asked_here(backend, head.study)))


@router.get("/{study}/figures", responses=of(StudyFigures) | refusals_of(404, 409))
async def figures(backend: InBackend, study: Given, primary: Primary = "") -> Response:
    """Return a study's figures: arms, differences, models, judges, order; computed in the background."""
    return reply(await studies_of(backend.app).figures(study, primary))


@router.get("/{study}/matrix", responses=of(MatrixPage) | refusals_of(404))
async def matrix(backend: InBackend, study: Given, only: Only = "", after: After = 0, limit: Limit = 50) -> Response:
    """Return a page of the table of questions by arms, each cell with its sessions."""
    return reply(await studies_of(backend.app).matrix(study, only, after, limit))


@router.get("/{study}/report.html", responses=text_response("text/html") | refusals_of(404, 409))
async def report(backend: InBackend, study: Given, primary: Primary = "") -> Response:
    """Return a study's report as one self-contained page to download."""
    headers = {"Content-Disposition": 'attachment; filename="moot-study.html"', "Content-Security-Policy": FILE_POLICY}
    return Response(await studies_of(backend.app).page(study, primary), headers=headers, media_type="text/html")


def _asked_here(backend: Backend, row: StudyRow) -> StudyRow:
    """Return the row with `HERE` as the name of the process that runs the study, if that is this server."""
    return replace(row, asked_by=HERE) if row.asked_by and row.id in backend.part(asked_here) else row
