"""Test that a server reports its version, and exports all its sessions at once, readable again."""

from __future__ import annotations

from pathlib import Path

import pytest

from app_build import built
from moot import __version__
from moot.exports.archive import transcripts_in
from moot.exports.pages import replay_page
from moot.exports.session_files import events_from_jsonl
from moot.transcripts.sql.schema import VERSION
from server.running import Running


async def test_about(server: Running) -> None:
    async with server.client() as client:
        about = (await client.get("/api/settings")).json()["about"]
    assert (about["version"], about["schema"], about["licences"]) == (__version__, VERSION, "/licences.txt")
    assert about["moot_home"] == str(server.backend.app.home)
    assert "peer-review" in about["protocols"]


async def test_everything_leaves_and_reads_back(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [await server.asked(f"Question {n}?") for n in range(3)]
    async with server.client() as client:
        for session in asked:
            await client.get(f"/api/sessions/{session}?wait=30")
        answer = await client.get("/api/archive")
        assert answer.headers["content-type"] == "application/x-ndjson"
        parts = list(transcripts_in(answer.text))
        assert [events_from_jsonl(part)[0].session for part in parts] == asked
        whole = (await client.get(f"/api/sessions/{asked[1]}/export?format=jsonl")).text
        assert parts[1] == whole.rstrip("\n")
        table = await client.get(f"/api/sessions/{asked[0]}/export?format=csv")
        assert table.headers["content-type"] == "text/csv; charset=utf-8"
        assert table.headers["content-disposition"].endswith('.csv"')
        monkeypatch.setattr(replay_page, "PAGE", tmp_path / "app" / "replay.html")
        replay = f"/api/sessions/{asked[0]}/export?format=replay"
        assert "not built" in (await client.get(replay)).json()["error"]["message"]
        built(tmp_path / "app")
        played = await client.get(replay)
        assert (played.status_code, asked[0] in played.text) == (200, True)
