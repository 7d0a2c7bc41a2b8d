"""Add an arm to a study over HTTP (a fork or another council): estimate first, then add and run.

Adds the same as `moot study arm` and `rejudge`. Tested by `tests/extensions/studies/routes/test_arms.py`.
"""

from __future__ import annotations

from fastapi import APIRouter
from msgspec.structs import replace
from starlette.responses import Response

from moot.errors import BadInput
from moot.exports.public import registry
from moot.extensions.studies.asking.additions import arm_ahead, forkable_in, free_name, grown, under_budget
from moot.extensions.studies.asking.checks import Before
from moot.extensions.studies.routes.asking import ask_left, refuse_asked, refuse_closing
from moot.extensions.studies.routes.bodies import (
    ARM_BODY,
    ArmsToFork,
    AskingEstimate,
    StudyBegun,
    arm_in,
    estimate_from,
)
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, Study, cells_of
from moot.server.public import Given, InBackend, of, refusals_of, reply
from moot.vocabulary.public import dollars

router = APIRouter(prefix="/api/studies", tags=["studies"], responses=refusals_of(401, 403, 422))


@router.get("/{study}/arms", responses=of(ArmsToFork) | refusals_of(404))
async def arms_to_fork(study: Given, backend: InBackend) -> Response:
    """List the arms of a study that can be forked, with their stages."""
    return reply(ArmsToFork(arms=await forkable_in(backend.app, await studies_of(backend.app).named(study))))


@router.post("/{study}/arms/estimate", responses=of(AskingEstimate) | refusals_of(404, 409, 413))
async def estimate_arm(study: Given, body: ARM_BODY, backend: InBackend) -> Response:
    """Estimate another arm. Fails if it could not be added; stores and asks nothing."""
    progress = await studies_of(backend.app).named(study)
    arm = _arm(progress.study, body)
    ahead = await arm_ahead(backend.app, progress, arm, body.budget)
    others = Before(arms=tuple(each for each in ahead.rest.before.arms if each.arm != arm.name))
    return reply(
        estimate_from(
            ahead.arm,
            arm=arm.name,
            seats=next((each.seats for each in ahead.arm.arms), ""),
            others=sum(each.sessions for each in others.arms),
            others_typical=dollars(others.typical),
            others_most=dollars(others.most),
            budget=dollars(ahead.whole.budget),
            most_budget=dollars(ahead.whole.most_budget),
            remarks=list(ahead.remarks),
        )
    )


@router.post("/{study}/arms", status_code=201, responses=of(StudyBegun, 201) | refusals_of(404, 409, 413, 429))
async def add_arm(study: Given, body: ARM_BODY, backend: InBackend) -> Response:
    """Add an arm to a study and run it with what else is left of the study."""
    refuse_closing(backend)
    progress = await studies_of(backend.app).named(study)
    await refuse_asked(backend, progress)
    arm = _arm(progress.study, body)
    ahead = await arm_ahead(backend.app, progress, arm, body.budget)
    if ahead.arm.lacking:
        raise BadInput(ahead.arm.lacking, "Give it a larger budget.")
    larger = under_budget(grown(progress, arm), body.budget)
    await ask_left(backend, progress, larger)
    named, sessions = larger.study, sum(1 for _ in cells_of(larger.study, larger.questions))
    return reply(StudyBegun(study=progress.id, name=named.name, corpus=named.corpus, sessions=sessions), 201)


def _arm(study: Study, body: ARM_BODY) -> Arm:
    if body.of and body.of not in [each.name for each in study.arms]:
        raise BadInput(f"The study has no arm called {body.of!r}.", "See its arms.")
    arm = arm_in(body, stage=body.stage or (registry.JUDGING if body.of else ""))
    return arm if arm.name else replace(arm, name=free_name(study, arm))
