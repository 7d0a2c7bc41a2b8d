"""Weights and calibrations over HTTP."""

from __future__ import annotations

from analytics.drawn_votes import drawn
from moot.transcripts.sql.transcript import SqlTranscript
from server.running import Running


async def test_weights_and_calibrations_are_told(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/upkeep/calibrations")).json() == {"calibrations": []}
        assert (await client.get("/api/upkeep/weights/steady")).status_code == 404
        await drawn(SqlTranscript(server.hall.house.store), 25)
        found = (await client.get("/api/upkeep/weights/steady")).json()
        assert not found["in_force"]
        assert found["waiting"]
        assert all(1 / 3 < each["weight"] <= 1 for each in found["voters"])
        councils = (await client.get("/api/upkeep")).json()["councils"]
        for council in councils:  # one without a name is known by its members, with slashes and commas
            assert (await client.get(f"/api/upkeep/weights/{council['name']}")).json()["council"] == council["name"]
