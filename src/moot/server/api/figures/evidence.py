"""Serve evidence on what a council is worth, with the figures and sentences of `moot evidence`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import reply
from moot.stats.evidence.report import EvidenceReport

router = APIRouter(prefix="/api", tags=["evidence"], responses=refusals_of(401, 403, 404, 422))


@router.get("/evidence", responses=of(EvidenceReport))
async def evidence(
    backend: InBackend,
    seats: Annotated[int | None, Query(description="Seats, 3 to 12; else those of the council.")] = None,
    council: Annotated[str | None, Query(description="A council by name; else the one that sits by default.")] = None,
    agreement: Annotated[
        float | None, Query(description="How far two readers agree, 0 to 1; else as earlier ballots show.")
    ] = None,
) -> Response:
    """Return how often the best answer wins, what one more ballot gains, and when asking one model is better."""
    return reply(await backend.app.evidence(seats=seats, council=council, agreement=agreement))
