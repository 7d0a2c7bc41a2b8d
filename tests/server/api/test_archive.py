"""Does a server say which Moot it is, and do all its sessions leave at once and come back?"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from app_build import built
from moot import __version__
from moot.exports.archive import transcripts_in
from moot.exports.export import events_from_jsonl
from moot.server import app_files
from moot.transcripts.sql.schema import VERSION
from server.running import Running


async def test_about(server: Running) -> None:
    async with server.client() as client:
        about = (await client.get("/api/about")).json()
    assert (about["version"], about["schema"], about["licences"]) == (__version__, VERSION, "/licences.txt")
    assert about["moot_home"] == str(server.hall.house.home)
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
        cite = await client.get(f"/api/sessions/{asked[0]}/export?format=cite")
        assert cite.headers["content-disposition"].endswith('.bib"')
        assert cite.text.startswith("@misc{")
        monkeypatch.setattr(app_files, "FOLDER", tmp_path / "app")
        replay = f"/api/sessions/{asked[0]}/export?format=replay"
        assert "not built" in (await client.get(replay)).json()["error"]["message"]
        built(tmp_path / "app")
        played = await client.get(replay)
        assert (played.status_code, asked[0] in played.text) == (200, True)


async def test_one_damaged_session_leaves_the_others_whole(server: Running) -> None:
    asked = [await server.asked(f"Question {n}?") for n in range(3)]
    async with server.client() as client:
        for session in asked:
            await client.get(f"/api/sessions/{session}?wait=30")
        hurt = text("UPDATE events SET body = replace(body, 'moot', 'mood') WHERE session = :id AND seq = 1")
        await server.hall.house.store.write(lambda connection: connection.execute(hurt, {"id": asked[1]}))
        answer = await client.get("/api/archive")
        *whole, last = list(transcripts_in(answer.text))
        assert last.splitlines()[-1] == f'{{"left_out":["{asked[1]}"]}}'
        assert [events_from_jsonl(part)[0].session for part in (*whole, last)] == [asked[0], asked[2]]
        found = (await client.post("/api/verify", json={"text": answer.text})).json()
        assert found["conclusion"] == "unsealed", "what is not there is no good news"
        assert [each["conclusion"] for each in found["checked"]] == ["well", "unsealed"]
        assert f"it is without {asked[1]}" in found["checked"][1]["says"][0]
