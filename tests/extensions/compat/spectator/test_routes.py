"""The spectator routes beyond `tests/published`: shapes, tables, trusted pages."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec

from extensions.compat.spectator.test_socket import ORIGIN, line, received
from moot.server.shapes.debate_replies import Records
from moot.views.sessions import SessionPage
from moot.vocabulary.history.standings import (
    Achievement,
    HeadToHead,
    Leaderboard,
    ModelReport,
)
from server.running import MEMBERS, Running, running


async def asked(server: Running, method: str, path: str, kind: type[Any], status: int = 200) -> Any:
    """A route's reply, held against its shape."""
    async with server.client() as client:
        answer = await client.request(method, path)
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def records_of(server: Running, session: str) -> tuple[dict[str, Any], Records]:
    """A session's result, and its records held against their shape."""
    async with server.client() as client:
        result = (await client.get(f"/api/sessions/{session}?wait=60")).json()
    return result, msgspec.convert(result["records"], Records)


async def test_a_session_that_is_no_debate_has_no_records(server: Running) -> None:
    session = await server.asked(protocol="peer-review")
    async with server.client() as client:
        assert "records" not in (await client.get(f"/api/sessions/{session}?wait=60")).json()


async def test_earlier_debates_are_told_with_their_figures(server: Running) -> None:
    firsts: list[bool] = []
    for number in range(7):
        session = await server.asked(f"Is question {number} a question?", protocol="debate", seed=f"s{number}")
        await server.backend.until_over(session)
        _, records = await records_of(server, session)
        firsts += [each.first for each in records.achievements]
    assert [each.debates for each in records.personalities] == [6, 6, 6]
    assert any(each.traits for each in records.personalities), "of so many debates something can be said"
    for each in records.personalities:
        told = each.reminded.split("; ")
        assert sum(", " in part for part in told) == len(each.traits), "each trait with its figure"
        assert each.given is not None
        assert each.bonds
    page: SessionPage = await asked(server, "GET", "/api/sessions?protocol=debate&limit=1", SessionPage)
    assert (page.sessions[0].topic, page.sessions[0].chairman) == (records.session.topic, records.session.chairman)
    assert {*firsts} == {True, False}


FIGURES: dict[str, type[Any]] = {
    "/api/analytics/leaderboard?scripted=1": Leaderboard,
    "/api/analytics/models/rehearsal/ada": ModelReport,
    "/api/analytics/head-to-head?a=rehearsal/ada&b=rehearsal/bo": HeadToHead,
    "/api/achievements?scripted=1": list[Achievement],
}


async def test_figures_are_told_by_their_shapes_and_as_tables_alike(server: Running) -> None:
    for number in range(3):
        session = await server.asked(f"Is {number} a number?", protocol="debate", seed=f"s{number}")
        await server.backend.until_over(session)
    found = {path: await asked(server, "GET", path, kind) for path, kind in FIGURES.items()}
    assert found["/api/analytics/leaderboard?scripted=1"].debates == 3
    async with server.client() as client:
        table = await client.get("/api/analytics/leaderboard", params={"scripted": True, "format": "csv"})
        assert table.headers["content-type"].startswith("text/csv")
        lines = list(csv.reader(io.StringIO(table.text, newline="")))
        told = found["/api/analytics/leaderboard?scripted=1"].models
        assert len(lines) == 1 + len(told) > 1
        assert lines[0] == list(told[0].__struct_fields__)
        earned = (await client.get("/api/achievements", params={"scripted": True, "format": "csv"})).text
        assert len(earned.splitlines()) == 1 + len(found["/api/achievements?scripted=1"])
        for path in ("leaderboard?council=nobodys", "progress?council=nobodys"):
            assert (await client.get(f"/api/analytics/{path}&scripted=1")).status_code == 404, path
        for path in ("model=nobody", "name=nothing"):
            assert (await client.get(f"/api/achievements?{path}&scripted=1")).status_code == 404, path
        assert (await client.get("/api/analytics/leaderboard?since=soon")).status_code in (400, 422)


async def test_a_trusted_page_lists_and_reads_what_was_started_here(tmp_path: Path) -> None:
    async with running(tmp_path / "home", trust_origins=[ORIGIN]) as server:
        secret = await server.asked("Who gets the raise?", protocol="debate")
        await server.backend.until_over(secret)
        async with line(server, Origin=ORIGIN) as page:
            await page.send(json.dumps({"action": "new_session", "models": MEMBERS}))
            session = (await received(page))[0]["session"]
        async with server.client(headers={"Origin": ORIGIN}) as client:
            listed = (await client.get("/api/sessions")).json()["sessions"]
            assert [row["session"] for row in listed] == [session]
            everything = (await client.get("/api/sessions", params={"door": "server"})).json()["sessions"]
            assert [row["session"] for row in everything] == [session]
            assert (await client.get(f"/api/sessions/{session}")).json()["records"]["session"]["id"] == session
            assert (await client.get(f"/api/sessions/{secret}")).status_code == 404
