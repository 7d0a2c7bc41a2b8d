"""How is a voter tried out over HTTP? As by `moot bench models`: what it takes first, then run after run, here.

Held by `tests/extensions/studies/routes/test_trials.py`.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from moot.errors import TooBusy
from moot.extensions.studies.trials.trial_registry import Trials
from moot.server.public import Backend, Body, InBackend, of, refusals_of, reply
from moot.vocabulary.public import TrialAhead, TrialList, TrialRow

router = APIRouter(prefix="/api/upkeep/trials", tags=["upkeep"], responses=refusals_of(401, 403, 422))


class VoterBody(Body):
    """Which voter is meant."""

    voter: str = Field(max_length=200, description="Its fingerprint, or its model where that has one voter.")


class TrialBody(VoterBody):
    """How a voter is tried out."""

    budget: Annotated[float, Field(ge=0, lt=1e9, allow_inf_nan=False)] | None = Field(
        default=None, description="Most that all its runs together may cost, in dollars."
    )


def trials_of(backend: Backend) -> Trials:
    """Return the trials of a server."""
    return Trials(backend.app)


Voter = Annotated[str, Path(max_length=64, description="A voter's fingerprint.")]


@router.get("", responses=of(TrialList))
async def trials(backend: InBackend) -> Response:
    """Voters that this server tries out, or did since it was started: how far each is, and what came of it."""
    return reply(TrialList(trials=tuple(backend.part(trials_of).rows.values())))


@router.post("/estimate", responses=of(TrialAhead) | refusals_of(404, 409, 415))
async def estimate(backend: InBackend, body: VoterBody) -> Response:
    """What trying a voter out again would take. What could not be asked is refused alike; nothing is asked."""
    return reply(await backend.part(trials_of).ahead(body.voter))


@router.post("", status_code=201, responses=of(TrialRow, 201) | refusals_of(404, 409, 415, 429))
async def begin(backend: InBackend, body: TrialBody) -> Response:
    """Begins to try a voter out, as it was last asked. It goes on whether anybody watches or not."""
    if backend.closing:
        raise TooBusy("This server is stopping.", "Send it again in a moment.")
    begun = await backend.part(trials_of).begin(body.voter, body.budget)
    backend.beside(begun.task)
    return reply(begun.row, 201)


@router.post("/{voter}/stop", responses=of(TrialRow) | refusals_of(404))
async def stop(voter: Voter, backend: InBackend) -> Response:
    """Stops trying a voter out. Runs that have ended are kept, and count when it is begun again."""
    return reply(backend.part(trials_of).stop(voter))
