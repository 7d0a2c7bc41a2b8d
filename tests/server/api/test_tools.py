"""Test that the server lists the tools that members can be given, and takes a request for them."""

from __future__ import annotations

from pathlib import Path

from rig.services import Services
from server.running import Running


async def test_tools_are_listed_with_what_they_lack(server: Running) -> None:
    app = server.backend.app
    home: Path = app.home
    async with Services() as services, server.client() as client:
        rows = {row["name"]: row for row in (await client.get("/api/tools")).json()["tools"]}
        assert rows.keys() == {"fetch", "repo", "run", "search"}
        assert (rows["fetch"]["lacks"], rows["search"]["lacks"]) == ("", "No search service is set up here.")
        assert rows["repo"]["lacks"].startswith("Choose a folder")
        assert all(row["read_only"] and row["description"] for row in rows.values())
        (home / "searchers.toml").write_text(services.rows())
        app.searchers._read = None
        app.searchers.setting = ("hacker-news",)
        rows = {row["name"]: row for row in (await client.get("/api/tools")).json()["tools"]}
        assert rows["search"]["lacks"] == ""


async def test_a_request_may_ask_for_search_or_name_tools(server: Running) -> None:
    async with server.client() as client:
        told = await client.post("/api/sessions", json={"question": "Why?", "search": True})
        assert told.status_code == 201, told.text
        session = told.json()["session"]
        await server.backend.app.runner.ended(session)
        opened = (await server.backend.app.transcript.read(session))[0].body
        assert opened.tools == ("fetch",)  # type: ignore[union-attr]
        wrong = await client.post("/api/sessions", json={"question": "Why?", "tools": ["fetsh"]})
        assert wrong.status_code == 404
        assert "Did you mean fetch?" in wrong.text
