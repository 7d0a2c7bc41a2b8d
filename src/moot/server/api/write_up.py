"""Write an answer from points picked by hand, over HTTP. One model writes; no seat judges."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from moot.request import Ask
from moot.server.dependencies import Backend, Given, InBackend, once_of
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import WriteUpBody
from moot.server.shapes.replies import reply
from moot.sessions.write_up import writing_up
from moot.views.estimates import EstimateRow, estimate_row
from moot.views.result import Result, result_of

router = APIRouter(prefix="/api/sessions", tags=["sessions"], responses=refusals_of(401, 403, 404, 409, 422))
Key = Annotated[str | None, Header(alias="Idempotency-Key", description="Repeating with it opens nothing anew.")]


@router.post("/{session}/write-up", status_code=201, responses=of(Result, 201) | refusals_of(413, 429))
async def write_up(session: Given, body: WriteUpBody, backend: InBackend, once: Key = None) -> Response:
    """Open a session in which one model writes an answer to the same question from points picked by hand."""
    whole = await backend.app.register.resolve(session)
    known = once_of(once, "write-up", [whole, body.model_dump()])
    opened = await backend.app.convene(await _asked(backend, whole, body), once=known)
    return reply(result_of(await backend.state(opened)), 201, Moot_Session=opened)


@router.post("/{session}/write-up/estimate", responses=of(EstimateRow) | refusals_of(413))
async def estimate_write_up(session: Given, body: WriteUpBody, backend: InBackend) -> Response:
    """Estimate the cost of an answer from points picked by hand; nothing is opened."""
    ask = await _asked(backend, await backend.app.register.resolve(session), body)
    return reply(estimate_row(await backend.app.estimate(ask, strict=True), "", ask.notes[0]))


async def _asked(backend: Backend, session: str, body: WriteUpBody) -> Ask:
    return await writing_up(session, (await backend.state(session)).question.text, body.points, body.chair, body.budget)
