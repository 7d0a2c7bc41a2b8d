"""Serve the three-stage council's own API: `/api/conversations`, `/message`, `/stream`.

It lists only conversations begun here, and only their peer reviews. A page that disconnects stops nothing: the message
is there when it reconnects. `tests/published/test_three_stage.py` checks the contract event by event,
`tests/extensions/compat/three_stage/test_page.py` as its page reads it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from fastapi import Path, Request
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from moot.app import Ask, Thread
from moot.errors import MootError, UnknownName
from moot.exports.public import THREE_STAGE, import_conversation
from moot.extensions.compat.three_stage import view
from moot.extensions.compat.three_stage.stream import STOPPING, StageStream
from moot.server.public import Backend, Contract, ContractRouter, InBackend, Words, foreign, object_schema, plain
from moot.transcripts.public import MOST_LISTED, first_words
from moot.vocabulary.public import SessionState

CONTRACT = "As the three-stage council's own server answers; a stream is one `data:` line of JSON an event."


class ThreeStageContract(Contract):
    """Rules of this API that differ from Moot's own: errors have only `detail`, and its page needs no token."""

    ignores_parameters = "The contract names none, and its programs know servers that ignore them."
    own_statuses = True
    schemas = {
        "ThreeStageError": object_schema(
            "An error at the three-stage door.",
            detail={"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]},
        )
    }

    def covers(self, path: str) -> bool:
        return path == "/api/conversations" or path.startswith("/api/conversations/")

    def admits_origin(self, method: str, path: str) -> bool:
        return path == "/" or self.covers(path)

    def refusal(self, path: str, status: int, code: str, text: str) -> view.Plain:
        return {"detail": text}

    def invalid(self, errors: Iterable[Mapping[str, Any]]) -> view.Plain:
        rows = [
            (str(e.get("type", "")), [plain(str(part)) for part in e.get("loc", ())], e.get("msg", "")) for e in errors
        ]
        return {"detail": [{"type": kind, "loc": loc, "msg": said} for kind, loc, said in rows]}


router = ContractRouter(
    ThreeStageContract(),
    prefix="/api/conversations",
    tags=["three-stage council"],
    responses=foreign(CONTRACT, "ThreeStageError", 401, 403, 404, 409, 415, 422, 429, 503),
)

Given = Annotated[str, Path(max_length=64)]


class NewConversation(BaseModel):
    """Request body for a new conversation: an object whose fields are ignored."""

    model_config = ConfigDict(extra="ignore")


class QuestionBody(BaseModel):
    """Request body with the question to ask."""

    model_config = ConfigDict(extra="ignore", strict=True)

    content: Words = Field(description="The words.")


async def status(request: Request) -> Response:
    """Report that the server runs, for programs."""
    return _json({"status": "ok", "service": "LLM Council API"})


router.add_route("/", status, methods=["GET"])


@router.get("")
async def conversations(backend: InBackend) -> Response:
    """List the conversations begun through this API, newest first."""
    threads = await backend.app.threads.list(MOST_LISTED, door=THREE_STAGE)
    open_ones = await backend.app.register.list(MOST_LISTED, states=("running", "waiting", "interrupted"))
    unfinished = {listing.thread for listing in open_ones}
    return _json([await _row(backend, thread, thread.id in unfinished) for thread in threads])


@router.post("")
async def create(body: NewConversation, backend: InBackend) -> Response:
    """Create a conversation."""
    thread = await backend.app.threads.create("", THREE_STAGE)
    return _json({"id": thread.id, "created_at": view.naive(thread.created), "title": view.UNTITLED, "messages": []})


@router.post("/import", status_code=201)
async def take_in(request: Request, backend: InBackend) -> Response:
    """Import a conversation from a file of the three-stage council, or find the one imported before."""
    brought = await import_conversation(backend.app.store, (await request.body()).decode("utf-8", "replace"))
    return _json(msgspec.to_builtins(brought), 201 if brought.fresh else 200)


@router.get("/{conversation}")
async def conversation(conversation: Given, backend: InBackend) -> Response:
    """Return a conversation with its messages; `metadata` is stored, so the ranking survives a reload."""
    thread = await _thread(backend, conversation)
    states = await _states(backend, thread)
    return _json(
        {
            "id": thread.id,
            "created_at": view.naive(thread.created),
            "title": thread.title or (view.title_of(states[0]) if states else view.UNTITLED),
            "messages": [message for state in states for message in view.messages(state)],
        }
    )


@router.post("/{conversation}/message")
async def message(conversation: Given, body: QuestionBody, backend: InBackend) -> Response:
    """Ask a question and return the complete result."""
    thread = await _thread(backend, conversation)
    session = await _convene(backend, thread, body.content)
    with backend.places.held():
        await backend.until_over(session)
    state = await backend.state(session)
    if not state.ended_at:
        raise HTTPException(503, STOPPING)
    return _json(view.whole(state))


@router.post("/{conversation}/message/stream")
async def stream(conversation: Given, body: QuestionBody, backend: InBackend) -> Response:
    """Ask a question and stream each stage as it begins and ends."""
    thread = await _thread(backend, conversation)
    return StageStream(backend, await _convene(backend, thread, body.content), first=thread.sessions == 0)


async def _convene(backend: Backend, thread: Thread, content: str) -> str:
    backend.places.check()  # before money is spent: its page waits for the answer
    first = thread.sessions == 0
    ask = Ask(question=content, protocol=view.PROTOCOL, conversation=thread.id, titled=first, when="always")
    if "quorum" not in (await backend.app.sits(ask)).council.options:
        # This page cannot ask whether to continue, and its own server continues with the answers it has.
        ask = replace(ask, at_least=1)
    session = await backend.convene(ask)
    if first and not thread.title:
        backend.beside(asyncio.create_task(_name(backend, thread.id, session)))
    return session


async def _name(backend: Backend, thread: str, session: str) -> None:
    """Set the conversation's title at the end of the session, even if the client has left."""
    try:
        await backend.until_over(session)
        await backend.app.threads.rename(thread, view.title_of(await backend.state(session)))
    except MootError:
        return  # deleted meanwhile


async def _thread(backend: Backend, conversation: str) -> Thread:
    try:
        thread = await backend.app.threads.get(conversation)
    except UnknownName:
        thread = None
    if thread is None or thread.door != THREE_STAGE:
        raise HTTPException(404, "Conversation not found")
    return thread


async def _states(backend: Backend, thread: Thread) -> list[SessionState]:
    listings = await backend.app.threads.sessions(thread.id)
    return [await backend.state(each.id) for each in listings if each.protocol == view.PROTOCOL]


async def _row(backend: Backend, thread: Thread, unfinished: bool) -> view.Plain:
    title = thread.title
    if not title and thread.sessions:
        title = first_words((await backend.app.threads.sessions(thread.id, 1))[0].question)
    return {
        "id": thread.id,
        "created_at": view.naive(thread.created),
        "title": title or view.UNTITLED,
        "message_count": 2 * thread.sessions - (1 if unfinished else 0),
    }


def _json(value: object, status: int = 200) -> Response:
    return Response(json.dumps(value, ensure_ascii=True), status, media_type="application/json")
