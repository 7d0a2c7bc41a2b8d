"""May votes be believed, over HTTP? The same figures as `moot upkeep` and `moot upkeep voters`."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from moot.server.schema import of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.vocabulary.earlier.upkeep import UpkeepReport, VoterReport

router = APIRouter(prefix="/api", tags=["upkeep"], responses=refusals_of(401, 403, 422))


@router.get("/upkeep", responses=of(UpkeepReport))
async def upkeep(hall: InHall) -> Response:
    """Voters and councils: how often ballots can be read, control claims, leniency, what a ballot takes."""
    return reply(await hall.house.upkeep.report())


@router.get("/upkeep/voters/{fingerprint:path}", responses=of(VoterReport) | refusals_of(404))
async def voter(hall: InHall, fingerprint: str) -> Response:
    """One voter, by its fingerprint or its model, and its latest sessions."""
    return reply(await hall.house.upkeep.voter(fingerprint))
