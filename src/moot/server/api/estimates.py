"""Estimate the cost of a session over HTTP. Nothing here opens or changes anything."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec.structs import replace
from starlette.responses import Response

from moot.server.dependencies import Depth, Given, InBackend, InBody, InChanges, depth_from
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import reply
from moot.server.shapes.shelf_replies import (
    AgainRow,
    EstimateRow,
    SeatRow,
    StageRow,
)
from moot.sessions.amounts import cap_in_dollars
from moot.sessions.budget.estimate import Estimate
from moot.vocabulary.seats import dollars

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
    found = await backend.app.estimate_again(whole, changes)
    cost = found.estimate
    return reply(
        AgainRow(
            stage=found.stage,
            kept=found.kept,
            reuses=found.reuses,
            changed=list(found.changed),
            worth=dollars(found.worth),
            calls=cost.calls,
            dollars=dollars(cost.most),
            at_most=dollars(cost.bound),
            typical=dollars(cost.typical),
            basis=cost.basis,
            unknown=list(cost.unknown),
            seconds=cost.seconds,
            untimed=list(cost.untimed),
            stages=_stages(cost),
            notes=[*cost.notes, *cost.longer],
            assumes=cost.assumes,
            unready=list(cost.unready),
        )
    )


def estimate_row(found: Estimate, council: str, why: str) -> EstimateRow:
    """Return an estimate as a client gets it."""
    return EstimateRow(
        calls=found.calls,
        lacking=found.lacking,
        basis=found.basis,
        tokens=found.tokens,
        seconds=found.seconds,
        assumes=found.assumes,
        dollars=dollars(found.most),
        typical=dollars(found.typical),
        least=float(cap_in_dollars(found.least)) if found.least is not None else None,
        least_because=found.needs.because if found.needs is not None and found.needs.calls else "",
        lacking_of=found.whose if found.lacking else "",
        unknown=list(found.unknown),
        presumed=list(found.presumed),
        untimed=list(found.untimed),
        presumed_dollars=dollars(found.presumed_most) or 0.0,
        stages=_stages(found),
        council=council,
        members=[SeatRow(seat=seat.id, model=seat.model, scripted=seat.scripted) for seat in found.seats],
        notes=[*found.notes, *found.longer],
        why=why,
        at_most=dollars(found.bound),
        unready=list(found.unready),
    )


def _stages(found: Estimate) -> list[StageRow]:
    return [
        StageRow(
            stage=each.stage,
            calls=each.calls,
            says=each.says,
            typical=dollars(each.typical),
            most=dollars(each.most),
        )
        for each in found.stages
    ]
