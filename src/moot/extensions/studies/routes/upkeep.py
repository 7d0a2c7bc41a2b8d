"""May votes be believed, over HTTP? The same figures as `moot upkeep` and `moot upkeep voters`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from moot.extensions.studies.service import StudiesService
from moot.server.public import Body, InHall, of, refusals_of, reply
from moot.vocabulary.public import CalibrationList, ControlList, UpkeepReport

DAY = 86_400.0


class SeenBody(Body):
    """What is said to an alarm."""

    seen: bool = Field(default=True, description="False has an alarm that was seen tell again.")
    days: Annotated[float, Field(gt=0, le=366, allow_inf_nan=False)] | None = Field(
        default=None, description="For how many days it rests; null acknowledges it, until it ends."
    )


router = APIRouter(prefix="/api", tags=["upkeep"], responses=refusals_of(401, 403, 422))


@router.get("/upkeep", responses=of(UpkeepReport))
async def upkeep(hall: InHall) -> Response:
    """Voters and councils: how often ballots can be read, control claims, leniency, what a ballot takes."""
    return reply(await hall.house.upkeep.report())


@router.get("/upkeep/controls", responses=of(ControlList))
async def controls(hall: InHall) -> Response:
    """The latest control claims, and what each voter made of them."""
    return reply(ControlList(controls=tuple(await hall.house.upkeep.controls())))


@router.get("/upkeep/calibrations", responses=of(CalibrationList))
async def calibrations(hall: InHall) -> Response:
    """What votes on claims of known controversy show of councils' tiers."""
    return reply(CalibrationList(calibrations=tuple(await hall.house.service(StudiesService).calibrations())))


@router.put("/upkeep/alarms/{key:path}", responses=of(UpkeepReport) | refusals_of(404, 415))
async def see(hall: InHall, key: str, body: SeenBody) -> Response:
    """Acknowledges an alarm until it ends, snoozes it for some days, or has it tell again."""
    upkeep = hall.house.upkeep
    if not body.seen:
        return reply(await upkeep.unsee(key))
    return reply(await upkeep.see(key, None if body.days is None else body.days * DAY))
