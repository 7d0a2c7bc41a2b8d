"""Import a transcript, change a session's title or pin, and show its prompts, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import Body, ListedBody
from moot.server.shapes.record_replies import PromptText
from moot.server.shapes.replies import reply
from moot.transcripts.stored_prompts import prompt_kept
from moot.views.result import Result, result_of
from moot.views.sessions import SessionRow, session_row

router = APIRouter(prefix="/api/sessions", tags=["sessions"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A session's id; it may be shortened.")]


class ImportBody(Body):
    """A transcript."""

    text: str = Field(description="The transcript as the export `jsonl` writes it.")


@router.post("/import", status_code=201, responses=of(Result) | of(Result, 201) | refusals_of(413, 415))
async def imported(body: ImportBody, backend: InBackend) -> Response:
    """Import a transcript from another machine, read-only. One that exists already is returned (200)."""
    came = await backend.app.take_in(body.text)
    result = result_of(await backend.state(came.session))
    return reply(result, 201 if came.fresh else 200, Location=f"/api/sessions/{came.session}")


@router.patch("/{session}", responses=of(SessionRow) | refusals_of(415))
async def change(session: Given, body: ListedBody, backend: InBackend) -> Response:
    """Change a session's title, or pin it."""
    whole = await backend.app.register.resolve(session)
    if body.title is not None:
        await backend.app.register.name(whole, body.title)
    if body.pinned is not None:
        await backend.app.register.pin(whole, body.pinned)
    return reply(session_row(await backend.app.register.get(whole)))


@router.get("/{session}/prompt", responses=of(PromptText))
async def prompt(
    session: Given,
    backend: InBackend,
    key: Annotated[str, Query(max_length=300, description="An intent, `KEY~1`, or a move for its latest one.")],
) -> Response:
    """Return the prompt sent under a key, word for word, if it is stored."""
    whole = await backend.app.register.resolve(session)
    found = await prompt_kept(backend.app.transcript, whole, key)
    told = [message for message in found.messages if message.role == "system"]
    return reply(
        PromptText(
            key=found.key,
            messages=[message for message in found.messages if message.role != "system"],
            schema=found.schema,
            system="\n\n".join(message.text for message in told),
        )
    )
