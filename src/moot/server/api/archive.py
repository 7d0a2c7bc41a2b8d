"""Serve every transcript as one JSON Lines stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from moot.exports.archive import archive_lines
from moot.server.dependencies import InBackend
from moot.server.openapi import refusals_of, text_response

router = APIRouter(prefix="/api", tags=["archive"], responses=refusals_of(401, 403, 404, 409, 422))


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
