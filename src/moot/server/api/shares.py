"""Share one session with people who are not signed in, by an address that contains a token for that session alone.

A share's token gives access to the app's page, the session's events and a line about it; everything else stays behind
the guard. A token that is wrong, expired or revoked gets a plain 404. Tested by `tests/server/api/test_shares.py`.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from moot.exports.event_views import as_shared, tried_in
from moot.server import app_files
from moot.server.api.sessions import event_page
from moot.server.dependencies import Backend, InBackend, Whole
from moot.server.openapi import of, page_response, refusals_of
from moot.server.shapes.bodies import Body
from moot.server.shapes.replies import SharedRow, ShareList, reply
from moot.transcripts.sql.shares import MOST_DAYS, SessionShare

router = APIRouter(tags=["shares"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A share's id.")]
Token = Annotated[str, Path(max_length=200, description="The token of a share.")]
GONE = "This share has ended, or there never was one at this address."


class ShareBody(Body):
    """Terms of a share: how long the session is shared, and what visitors see of it."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] | None = Field(default=None, description="Days it lasts.")
    hide_prompts: bool = Field(
        default=False, description="Leave out what seats were told beforehand and what they thought aloud."
    )
    earlier: bool = Field(default=False, description="Show the earlier questions and answers of its conversation, too.")


@router.post("/api/sessions/{session}/shares", status_code=201, responses=of(SessionShare, 201) | refusals_of(415))
async def share(session: Whole, body: ShareBody, backend: InBackend) -> Response:
    """Share a session. The token is returned only here."""
    return reply(await backend.app.shares.create(session, **body.model_dump()), 201)


@router.get("/api/shares", responses=of(ShareList))
async def shares(
    backend: InBackend, session: Annotated[str, Query(max_length=64, description="Only those of a session.")] = ""
) -> Response:
    """List open shares, newest first."""
    whole = await backend.app.register.resolve(session) if session else None
    return reply(ShareList(shares=await backend.app.shares.list(whole)))


@router.delete("/api/shares/{share}", status_code=204)
async def end(share: Given, backend: InBackend) -> Response:
    """End a share at once."""
    await backend.app.shares.end(share)
    return Response(status_code=204)


@router.get("/share/{token}", include_in_schema=False)
@router.get("/share/{token}/{view}", include_in_schema=False)
async def page(token: Token, backend: InBackend, request: Request) -> Response:
    """Return the web app for a share's address; no sign-in is needed.

    The page itself shows when the share has ended; programs get an error as everywhere.
    """
    if await backend.app.shares.opened_by(token) is not None:
        return await app_files.page()
    if not app_files.wants_page(request):
        raise HTTPException(404, GONE)
    app = await app_files.page()
    app.status_code = 404
    return app


@router.get("/api/shared/{token}", responses=of(SharedRow))
async def shared(token: Token, backend: InBackend) -> Response:
    """Return what is shared at this address; no sign-in is needed."""
    found = await _open(backend, token)
    listing = await backend.app.register.get(found.session)
    return reply(
        SharedRow(
            session=found.session,
            hide_prompts=found.hide_prompts,
            earlier=found.earlier,
            expires=found.expires,
            question=listing.question,
        )
    )


@router.get("/api/shared/{token}/events", responses=page_response())
async def events(
    token: Token,
    backend: InBackend,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last event you have.")] = 0,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
) -> Response:
    """Return a page of the shared session's events; no sign-in is needed."""
    found = await _open(backend, token)
    tried = tried_in(await backend.events(found.session))  # a page alone does not contain the sheets dealt before it
    shown = partial(as_shared, prompts=not found.hide_prompts, earlier=found.earlier, tried=tried)
    return await event_page(backend, found.session, after, limit, shown)


async def _open(backend: Backend, token: str) -> SessionShare:
    found = await backend.app.shares.opened_by(token)
    if found is None:
        raise HTTPException(404, GONE)
    return found
