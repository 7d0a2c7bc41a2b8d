"""Which Moot is this, and how does all it holds leave? About it, and every transcript as one stream of lines."""

from __future__ import annotations

import platform
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from moot import __version__
from moot.exports.archive import archive_lines
from moot.protocols import registry
from moot.server.schema import of, refusals_of, text_response
from moot.server.shapes.record_replies import About
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.transcripts.sql.schema import VERSION

router = APIRouter(prefix="/api", tags=["archive"], responses=refusals_of(401, 403, 404, 409, 422))


@router.get("/about", responses=of(About))
async def about(hall: InHall) -> Response:
    """Which Moot this is, and where it keeps what it knows."""
    return reply(
        About(
            version=__version__,
            moot_home=str(hall.house.home),
            python=platform.python_version(),
            licences="/licences.txt",
            protocols=list(registry.names()),
            schema=VERSION,
        )
    )


@router.get("/archive", responses=text_response("application/x-ndjson"))
async def archive(hall: InHall) -> Response:
    """Every session's transcript, one after another, oldest first, one event a line.

    A session that cannot be read is left out; the last line is then `{"left_out": [its id, …]}`.
    """

    signer = hall.house.signer()

    async def lines() -> AsyncIterator[bytes]:
        async for text in archive_lines(hall.house.register, hall.house.transcript, signer):
            yield text.encode("utf-8", "replace")

    name = f"moot-{datetime.now(UTC):%Y-%m-%d}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines(), headers=headers, media_type="application/x-ndjson")
