"""Serve the figures of `moot insights upkeep`, and acknowledge alarms."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import Struct
from pydantic import Field
from starlette.responses import Response

from moot.extensions.studies.service import StudiesService
from moot.extensions.studies.trials.results import Calibration
from moot.server.public import Backend, Body, InBackend, of, refusals_of, reply
from moot.vocabulary.public import ControlSeen, UpkeepReport


class SeenBody(Body):
    """Request body that says whether to acknowledge an alarm or to show it again."""

    seen: bool = Field(default=True, description="False shows an acknowledged alarm again.")


class UpkeepPage(Struct, frozen=True, kw_only=True):
    """The data of the page on voter quality: the report, voters' answers to control claims, and calibrations."""

    report: UpkeepReport
    """Report by voter and by council: readable ballots, votes on control claims, leniency, cost of a ballot, and
    alarms.
    """
    controls: tuple[ControlSeen, ...]
    """The latest votes on control claims, i.e. claims whose truth is known."""
    calibrations: tuple[Calibration, ...]
    """Results of calibrations: a council's votes on claims of known controversy, and suggested thresholds."""


router = APIRouter(prefix="/api", tags=["upkeep"], responses=refusals_of(401, 403, 422))


@router.get("/upkeep", responses=of(UpkeepPage))
async def upkeep(backend: InBackend) -> Response:
    """Return figures of voters and councils: readable ballots, control claims, leniency, cost per ballot."""
    return await _page(backend, await backend.app.upkeep.report())


@router.put("/upkeep/alarms/{key:path}", responses=of(UpkeepPage) | refusals_of(404, 415))
async def see(backend: InBackend, key: str, body: SeenBody) -> Response:
    """Acknowledge an alarm until it ends, or show it again."""
    known = backend.app.upkeep
    change = known.acknowledge if body.seen else known.show_again
    return await _page(backend, await change(key))


async def _page(backend: Backend, report: UpkeepReport) -> Response:
    controls, calibrations = (
        await backend.app.upkeep.controls(),
        await backend.app.service(StudiesService).calibrations(),
    )
    return reply(UpkeepPage(report=report, controls=tuple(controls), calibrations=tuple(calibrations)))
