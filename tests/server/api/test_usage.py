"""Test the figures of usage for a client, the table, and the errors for invalid days."""

from __future__ import annotations

import csv
import io

from server.running import MEMBERS, Running


async def test_a_demo_is_counted_apart_and_nothing_is_told_as_free(server: Running) -> None:
    async with server.client() as client:
        empty = (await client.get("/api/usage")).json()
        assert (empty["since"], empty["total"]["calls"], len(empty["days"])) == ("", 0, 30)
        await client.post("/api/sessions?wait=30", json={"question": "Is it moot?", "members": MEMBERS})
        found = (await client.get("/api/usage?days=7")).json()
        assert found["total"]["calls"] == 0
        assert found["demo"]["calls"] >= 7
        assert found["demo"]["sessions"] == 1
        assert (found["models"], found["dearest"], found["step"], len(found["days"])) == ([], [], 1, 7)
        assert found["since"] == found["last"]


async def test_the_table_comes_as_a_file(server: Running) -> None:
    async with server.client() as client:
        await client.post("/api/sessions?wait=30", json={"question": "Is it moot?", "members": MEMBERS})
        answer = await client.get("/api/usage?format=csv&days=1")
        assert answer.headers["content-type"].startswith("text/csv")
        assert "moot-usage.csv" in answer.headers["content-disposition"]
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        assert {row["demo"] for row in rows} == {"yes"}
        assert sum(int(row["calls"]) for row in rows) >= 7
