"""Verify transcripts over HTTP: one in an uploaded file, or a stored session."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from moot.errors import TooLarge
from moot.exports.archive import transcripts_in
from moot.exports.transcript_import import LARGEST, MOST_EVENTS
from moot.exports.verification import WORST, VerifyResult
from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import Body
from moot.server.shapes.record_replies import VerifyReply
from moot.server.shapes.replies import reply

router = APIRouter(prefix="/api", tags=["sessions"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A session's id; it may be shortened.")]
MOST = 100
"""Most sessions of one file that are checked."""


class VerifyBody(Body):
    """A transcript, or an archive of several."""

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
async def check(session: Given, backend: InBackend) -> Response:
    """Replay a stored session and return differences by event and field. It may have no verdict yet."""
    whole = await backend.app.register.resolve(session)
    return reply(await backend.app.check_session(whole))
