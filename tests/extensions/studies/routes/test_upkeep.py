"""Upkeep over HTTP."""

from __future__ import annotations

from analytics.drawn_votes import drawn
from moot.transcripts.sql.transcript import SqlTranscript
from server.running import Running


async def test_councils_and_calibrations_are_told(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/upkeep")).json()["calibrations"] == []
        await drawn(SqlTranscript(server.backend.app.store), 25)
        assert "steady" in [
            council["name"] for council in (await client.get("/api/upkeep")).json()["report"]["councils"]
        ]
