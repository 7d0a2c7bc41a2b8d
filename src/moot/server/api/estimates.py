"""Estimate the cost of a session over HTTP. Nothing here opens or changes anything."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec.structs import replace
from starlette.responses import Response

from moot.server.dependencies import Depth, Given, InBackend, InBody, InChanges, depth_from
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import reply
from moot.views.estimates import AgainRow, EstimateRow, again_row, estimate_row

router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))


@router.post("/estimate", responses=of(EstimateRow) | refusals_of(413, 415, 503))
async def estimate(ask: InBody, backend: InBackend, depth: Depth = None) -> Response:
    """Estimate the typical and the highest cost of a question, and list its seats. Refuses what convening refuses."""
    ask = replace(ask, depth=depth_from(depth))
    sitting = await backend.app.sits(ask)
    found = await backend.app.estimate(ask.put_to(sitting.council), strict=True)
    return reply(estimate_row(found, sitting.council.name, sitting.why))


@router.post("/sessions/{session}/fork/estimate", responses=of(AgainRow))
async def estimate_again(session: Given, changes: InChanges, backend: InBackend) -> Response:
    """Estimate what a fork would keep, ask and cost. Refuses what forking would refuse, and opens nothing."""
    whole = await backend.app.register.resolve(session)
    return reply(again_row(await backend.app.estimate_again(whole, changes)))
