"""Test a voter over HTTP, as `moot study bench models` does: estimate, then run after run on this server.

Tested by `tests/extensions/studies/routes/test_trials.py`.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from moot.errors import TooBusy
from moot.extensions.studies.trials.results import TrialAhead, TrialList, TrialRow
from moot.extensions.studies.trials.trial_registry import Trials
from moot.server.public import Backend, Body, InBackend, of, refusals_of, reply

router = APIRouter(prefix="/api/upkeep/trials", tags=["upkeep"], responses=refusals_of(401, 403, 422))


class VoterBody(Body):
    """Request body that names the voter to test."""

    voter: str = Field(max_length=200, description="Its fingerprint, or its model where that has one voter.")


class TrialBody(VoterBody):
    """Request body that starts a trial of a voter."""

    budget: Annotated[float, Field(ge=0, lt=1e9, allow_inf_nan=False)] | None = Field(
        default=None, description="Most that all its runs together may cost, in dollars."
    )


def trials_of(backend: Backend) -> Trials:
    """Create the empty registry of the voter tests that a server runs."""
    return Trials(backend.app)


Voter = Annotated[str, Path(max_length=64, description="A voter's fingerprint.")]


@router.get("", responses=of(TrialList))
async def trials(backend: InBackend) -> Response:
    """List voters tested by this server since its start, with progress and results."""
    return reply(TrialList(trials=tuple(backend.part(trials_of).rows.values())))


@router.post("/estimate", responses=of(TrialAhead) | refusals_of(404, 409, 415))
async def estimate(backend: InBackend, body: VoterBody) -> Response:
    """Estimate the cost of another trial of a voter. Fails if it could not run; asks nothing."""
    return reply(await backend.part(trials_of).ahead(body.voter))


@router.post("", status_code=201, responses=of(TrialRow, 201) | refusals_of(404, 409, 415, 429))
async def begin(backend: InBackend, body: TrialBody) -> Response:
    """Start a trial of a voter with its last settings. It continues without a client."""
    if backend.closing:
        raise TooBusy("This server is stopping.", "Send it again in a moment.")
    trials = backend.part(trials_of)
    task = await trials.begin(body.voter, body.budget)
    backend.beside(task)
    return reply(trials.rows[task.get_name()], 201)


@router.post("/{voter}/stop", responses=of(TrialRow) | refusals_of(404))
async def stop(voter: Voter, backend: InBackend) -> Response:
    """Stop a trial. Finished runs are kept, and count when it starts again."""
    return reply(backend.part(trials_of).stop(voter))
