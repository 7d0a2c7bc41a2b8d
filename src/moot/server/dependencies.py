"""Shared state and FastAPI dependencies of all routes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import Depends, Header, Path, Query
from msgspec.structs import replace
from pydantic import Field
from starlette.requests import HTTPConnection
from starlette.responses import Response

from moot.app import Application
from moot.attachments.documents import ACCEPTED, LONGEST_ADDRESS, MOST_FILES, check_how_many, document_from
from moot.errors import BadInput, TooBusy, TooDeep
from moot.exports.event_views import in_words
from moot.library.nesting import DEEPEST
from moot.request import Ask, AskFields
from moot.server.admission.access import Access
from moot.server.admission.connection_limit import ConnectionSlots, FileAllowance
from moot.server.api.files_out import FilesOut
from moot.server.shapes.bodies import AttachmentBody, Words, body_of
from moot.server.watching.stream import ViewerHub
from moot.sessions.fork import ForkChanges
from moot.sessions.fork_changes import ForkRequest
from moot.transcripts.followers import follow
from moot.transcripts.transcript import Once
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState, state_of

TableForm = Annotated[Literal["json", "csv"], Query(alias="format", description="As data, or as a table.")]
Given = Annotated[str, Path(max_length=64, description="A session's id; it may be shortened.")]
Address = Annotated[str, Field(max_length=LONGEST_ADDRESS)]
LONGEST_KEY = 200
Part = TypeVar("Part")


SESSION_BODY: Any = body_of(
    "SessionBody",
    AskFields,
    question=(Words, Field(description="What is asked.")),
    attachments=(
        list[AttachmentBody],
        Field(default=[], max_length=MOST_FILES, description=f"Files, 10 MB each: {ACCEPTED}."),
    ),
    addresses=(
        list[Address],
        Field(default=[], max_length=MOST_FILES, description="Public https addresses, fetched once, as further files."),
    ),
)


async def ask_in(body: SESSION_BODY) -> Ask:
    """Convert a request body of the native API to a question with its files and settings."""
    check_how_many(len(body.attachments) + len(body.addresses))
    documents = [await document_from(file.name, file.content(), file.media_type) for file in body.attachments]
    ask = msgspec.convert(body.model_dump(exclude={"attachments"}, exclude_none=True), Ask)
    return replace(ask, documents=tuple(documents))


InBody = Annotated[Ask, Depends(ask_in)]


class Backend:
    """State shared by all routes of a running server: the application, access rules, viewers and files."""

    def __init__(self, app: Application, access: Access, room: FileAllowance) -> None:
        self.app = app
        self.access = access
        self.room = room
        self.places = ConnectionSlots(room.staying)
        self.viewer_hub = ViewerHub(app.transcript)
        self.files = FilesOut()
        self.closing = False
        self.recovered = 0
        """How many sessions were resumed when the server started."""
        self.trying: set[str] = set()
        """Names of endpoints that are being tested."""
        self._beside: set[asyncio.Task[None]] = set()
        self._parts: dict[object, Any] = {}

    def part(self, made: Callable[[Backend], Part]) -> Part:
        """Return the state that a router keeps while the server runs. The first call creates the state with `made`."""
        if made not in self._parts:
            self._parts[made] = made(self)
        part: Part = self._parts[made]
        return part

    async def convene(self, ask: Ask, once: Once | None = None) -> str:
        """Open a session for a question and return the session's id. Raise if the server is stopping."""
        if self.closing:
            raise TooBusy("This server is stopping.", "Send it again in a moment.")
        return await self.app.convene(ask, once=once)

    async def events(self, session: str) -> list[Event]:
        """Return all committed events of a session."""
        return await self.app.transcript.read(session)

    async def state(self, session: str) -> SessionState:
        """Return a session's state, in which advice names no terminal commands, because clients of the API cannot run
        them."""
        return state_of([in_words(event) for event in await self.app.grades.events(session)])

    async def until_over(self, session: str, seconds: float | None = None) -> None:
        """Wait until the session has ended, `seconds` have passed or the server stops.

        Cancelling the wait does not stop the session.
        """
        waiting = asyncio.create_task(self._to_the_end(session))
        self.beside(waiting)
        try:
            await asyncio.wait([waiting], timeout=seconds)
            if waiting.done() and not waiting.cancelled():
                waiting.result()
        finally:
            waiting.cancel()

    async def _to_the_end(self, session: str) -> None:
        async for _ in follow(self.app.transcript, session):
            pass

    def beside(self, task: asyncio.Task[None]) -> None:
        """Keep a background task alive after its request has ended. If the server is stopping, cancel the task."""
        if self.closing:
            task.cancel()
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def close(self) -> None:
        """Refuse new requests and disconnect viewers. The application then interrupts the sessions, which are resumed
        at the next start."""
        self.closing = True
        self.viewer_hub.close()
        self.files.close()
        for task in list(self._beside):
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)


def csv_file(text: str, name: str) -> Response:
    """Return the response with a CSV table as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="moot-{name}.csv"'}
    return Response(text, headers=headers, media_type="text/csv")


async def backend_of(connection: HTTPConnection) -> Backend:
    """Return the server's shared state, as a FastAPI dependency."""
    backend: Backend = connection.app.state.backend
    return backend


InBackend = Annotated[Backend, Depends(backend_of)]


async def whole_id(session: Given, backend: InBackend) -> str:
    """Return the full id of the session that a path names by the beginning of its id or by another reference."""
    return await backend.app.register.resolve(session)


Whole = Annotated[str, Depends(whole_id)]

Depth = Annotated[str | None, Header(alias="Moot-Depth", description="How many councils deep the question is.")]


def depth_from(given: str | None) -> int:
    """Parse the header that says how many councils a question has passed through; raise if they are too many."""
    if given is None:
        return 0
    if not given.isascii() or not given.isdigit() or len(given) > 4:
        raise BadInput("The header Moot-Depth is no number.", "Leave it out.")
    if int(given) > DEEPEST:
        raise TooDeep(f"This question comes from a council that is itself {int(given)} councils deep.")
    return int(given)


def once_of(key: str | None, door: str, body: object) -> Once | None:
    """Return a request's Idempotency-Key with a digest of its body, or `None` without a key.

    A repeated request with the same key gets the session of the first one.
    """
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise BadInput("The Idempotency-Key cannot be used.", f"Send 1 to {LONGEST_KEY} plain characters, e.g. a uuid.")
    digest = sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
    return Once(key=f"{door}:{key}", digest=digest)


FORK_BODY: Any = body_of("ForkBody", ForkRequest)


async def changes_in(body: FORK_BODY, backend: InBackend) -> ForkChanges:
    """Return what a fork changes, from the request's body, with its rubric looked up by name."""
    return backend.app.changes(**body.model_dump(exclude_none=True))


InChanges = Annotated[ForkChanges, Depends(changes_in)]
