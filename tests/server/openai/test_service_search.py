"""Test that a question over HTTP or `/v1` is answered with the search of the members' service, and its sources."""

from __future__ import annotations

from pathlib import Path

from floor.test_service_search import PAGES, PLUGIN, QUESTION, row, searches
from rig.upstream import Upstream
from server.running import Running

COUNCIL = 'members = ["lab/alpha", "lab/beta", "lab/gamma"]\nchair = "lab/delta"\nprotocol = "peer-review"\n'
FOUND = [(url, passage) for url, _, passage in PAGES]


async def test_over_http_and_v1(server: Running) -> None:
    app = server.backend.app
    home: Path = app.home
    async with Upstream(script=searches) as upstream, server.client() as client:
        (home / "endpoints.toml").write_text(row(upstream.url, PLUGIN), encoding="utf-8")
        (home / "councils").mkdir(exist_ok=True)
        (home / "councils" / "lab.toml").write_text(COUNCIL, encoding="utf-8")
        body = {"question": QUESTION, "council": "lab", "search": True}
        most = (await client.post("/api/estimate", json=body)).json()["dollars"]
        told = await client.post("/api/sessions", json=body)
        assert told.status_code == 201, told.text
        session = told.json()["session"]
        await app.runner.ended(session)
        result = (await client.get(f"/api/sessions/{session}/result")).json()
        assert [(each["url"], each["excerpt"]) for each in result["sources"]] == FOUND
        assert 0.06 <= result["cost"] <= most
        chat = {"model": "lab", "messages": [{"role": "user", "content": QUESTION}], "moot": {"search": True}}
        answer = await client.post("/v1/chat/completions", json=chat)
        assert answer.status_code == 200, answer.text
        moot = answer.json()["moot"]
        assert [(each["url"], each["excerpt"]) for each in moot["sources"]] == FOUND
        assert 0.06 <= moot["cost"] <= most
        plain = await client.post("/v1/chat/completions", json={**chat, "moot": {}})
        assert plain.json()["moot"]["sources"] == []
