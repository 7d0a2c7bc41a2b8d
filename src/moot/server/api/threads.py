"""Serve conversations under `/api/threads`: several questions after one another, by any protocol.

A follow-up is a session with its `conversation` set, or `follows`, the session it continues; one at a time, so a second
one meanwhile is a conflict (409).
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from moot.server.dependencies import Backend, InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import ListedBody
from moot.server.shapes.replies import reply
from moot.transcripts.sql.register import MOST, PAGE
from moot.transcripts.sql.search import Source
from moot.views.sessions import TalkPage, ThreadView, session_row, talk_row

router = APIRouter(prefix="/api/threads", tags=["conversations"], responses=refusals_of(401, 403, 404, 409, 422))

State = Literal["running", "waiting", "interrupted", "verdict", "inconclusive", "failed", "stopped", "out_of_budget"]
Given = Annotated[str, Path(max_length=64, description="A conversation's id.")]


@router.get("", responses=of(TalkPage))
async def conversations(
    backend: InBackend,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    before: Annotated[int | None, Query(ge=0, le=2**53, description="The `next` of the page before.")] = None,
    state: Annotated[list[State] | None, Query(description="Only those whose latest session stands there.")] = None,
    protocol: Annotated[str, Query(max_length=64, description="Only those with a session by it.")] = "",
    q: Annotated[
        str, Query(max_length=500, description="Words that were asked or said in any of their sessions.")
    ] = "",
    source: Annotated[Source | None, Query(description="Only those whose latest question was asked this way.")] = None,
    pinned: Annotated[bool | None, Query(description="Only those that are pinned, or only the others.")] = None,
    studies: Annotated[bool, Query(description="Whether sessions that a study asked are among them.")] = True,
) -> Response:
    """List conversations by their latest question, newest first. A session outside any counts as a single turn."""
    page = await backend.app.threads.talks(
        limit,
        before=before,
        states=state or (),
        protocol=protocol,
        query=q,
        source=source,
        pinned=pinned,
        studies=studies,
    )
    following = page[-1].latest.number if len(page) == limit else None
    left_out = not studies and await backend.app.register.has_studies()
    return reply(TalkPage(conversations=[talk_row(talk) for talk in page], next=following, left_out=left_out))


@router.get("/{conversation}", responses=of(ThreadView))
async def thread(conversation: Given, backend: InBackend) -> Response:
    """Return a conversation and its sessions."""
    return await _view(backend, conversation)


@router.patch("/{conversation}", responses=of(ThreadView) | refusals_of(415))
async def change(conversation: Given, body: ListedBody, backend: InBackend) -> Response:
    """Change a conversation's title, or pin it."""
    if body.title is not None:
        await backend.app.threads.rename(conversation, body.title)
    if body.pinned is not None:
        await backend.app.threads.pin(conversation, body.pinned)
    return await _view(backend, conversation)


@router.delete("/{conversation}", status_code=204)
async def delete(conversation: Given, backend: InBackend) -> Response:
    """Delete a conversation with all its sessions; refused while one of them runs."""
    await backend.app.threads.delete(conversation)
    return Response(status_code=204)


async def _view(backend: Backend, conversation: str) -> Response:
    found = await backend.app.threads.get(conversation)
    listings = await backend.app.threads.sessions(conversation)
    return reply(ThreadView(conversation=found, sessions=[session_row(listing) for listing in listings]))
