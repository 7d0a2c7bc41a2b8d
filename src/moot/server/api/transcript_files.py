"""Export every transcript, import one, and verify transcripts over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from moot.errors import TooLarge
from moot.exports.archive import archive_lines, transcripts_in
from moot.exports.transcript_import import LARGEST, MOST_EVENTS
from moot.exports.verification import WORST, VerifyResult
from moot.server.dependencies import InBackend, Whole
from moot.server.openapi import of, refusals_of, text_response
from moot.server.shapes.bodies import Body
from moot.server.shapes.replies import VerifyReply, reply
from moot.views.result import Result, result_of

router = APIRouter(prefix="/api", tags=["sessions"], responses=refusals_of(401, 403, 404, 409, 422))
MOST = 100
"""Maximum number of sessions of one file that are checked."""


@router.get("/archive", responses=text_response("application/x-ndjson"))
async def archive(backend: InBackend) -> Response:
    """Return every session's transcript, oldest first, one event per line.

    A session that cannot be read is left out; the last line is then `{"left_out": [its id, …]}`.
    """

    signer = backend.app.signer()

    async def lines() -> AsyncIterator[bytes]:
        async for text in archive_lines(backend.app.register, backend.app.transcript, signer):
            yield text.encode("utf-8", "replace")

    name = f"moot-{datetime.now(UTC):%Y-%m-%d}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines(), headers=headers, media_type="application/x-ndjson")


class VerifyBody(Body):
    """A transcript to check, or an archive of several transcripts."""

    text: str = Field(description="The file as the export `jsonl` wrote it.")
    keys: list[Annotated[str, Field(max_length=100)]] = Field(
        default=[], max_length=20, description="Public keys, one of which must have signed it."
    )


@router.post("/verify", responses=of(VerifyReply) | refusals_of(413, 415))
async def verify(body: VerifyBody, backend: InBackend) -> Response:
    """Check the seal, the signature and a replay of an uploaded transcript. Nothing of it is stored."""
    if len(body.text) > LARGEST:
        raise TooLarge(f"A file to check has at most {LARGEST:,} characters.", "Check it at the terminal instead.")
    parts = list(transcripts_in(body.text))
    if any(part.count("\n") > MOST_EVENTS + 1000 for part in parts):
        raise TooLarge(f"A transcript has at most {MOST_EVENTS:,} events.", "Check it at the terminal instead.")
    found = [await backend.app.check(part, body.keys) for part in parts[:MOST]]
    worst: str = min((each.conclusion for each in found), key=WORST.index)
    unread = max(0, len(parts) - MOST)
    if unread and worst == "well":
        worst = "partly"
    return reply(VerifyReply(conclusion=worst, checked=tuple(found), unread=unread))


@router.get("/sessions/{session}/check", responses=of(VerifyResult))
async def check(session: Whole, backend: InBackend) -> Response:
    """Replay a stored session and return differences by event and field. It may have no verdict yet."""
    return reply(await backend.app.check_session(session))


class ImportBody(Body):
    """The transcript to import."""

    text: str = Field(description="The transcript as the export `jsonl` writes it.")


@router.post("/sessions/import", status_code=201, responses=of(Result) | of(Result, 201) | refusals_of(413, 415))
async def imported(body: ImportBody, backend: InBackend) -> Response:
    """Import a transcript from another machine, read-only. One that exists already is returned (200)."""
    came = await backend.app.take_in(body.text)
    result = result_of(await backend.state(came.session))
    return reply(result, 201 if came.fresh else 200, Location=f"/api/sessions/{came.session}")
