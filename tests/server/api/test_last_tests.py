"""Test that an endpoint test's result is stored with its time, and deleted when the key changes."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from rig.services import Services
from server.api.test_endpoints import KEY, service
from server.running import Running

SECRET = "tvly-test-9c31aa77d2f04be8"


async def test_a_list_of_models_is_no_answer(server: Running) -> None:
    async with service() as url, server.client() as client:
        row = (await client.put("/api/endpoints/lab", json={"url": url})).json()
        assert row["test"] is None
        tried = (await client.post("/api/endpoints/lab/test", json={})).json()["test"]
        assert (tried["proved"], tried["found"], tried["asked"], tried["error"]) == ("listing", 2, "", "")
        failed = (await client.post("/api/endpoints/lab/test", json={"model": "lab/small"})).json()["test"]
        assert failed["proved"] == ""
        assert "401" in failed["error"] or "key" in failed["error"].lower()
        assert failed["remedy"].startswith("Look at the key"), "not its address, which was right"
        kept = (await client.put("/api/endpoints/lab", json={"key": KEY})).json()
        assert kept["test"] is None, "with another key nothing was tested"
        await client.post("/api/endpoints/lab/test", json={"model": "lab/small"})
        rows = (await client.get("/api/endpoints")).json()["endpoints"]
        (told,) = [each["test"] for each in rows if each["endpoint"] == "lab"]
        assert (told["proved"], told["asked"]) == ("answer", "lab/small")
        assert told["at"].endswith("Z")
        moved = (await client.put("/api/endpoints/lab", json={"url": "http://127.0.0.1:1999/v1"})).json()
        assert moved["test"] is None, "at another address nothing was tested"
        refused = (await client.post("/api/endpoints/lab/test", json={})).json()["test"]
        assert refused["proved"] == ""
        assert refused["remedy"] == "Look at its address, and whether it is up.", "not to test it, which was done"
        kept_file = (server.backend.app.home / "tested.toml").read_text()
        assert KEY not in kept_file


async def test_a_searchers_key_goes_in_and_never_out(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    home: Path = server.backend.app.home
    async with Services() as services, server.client() as client:
        (home / "searchers.toml").write_text(f'[tavily]\nurl = "{services.url}"\nprivate = true\nneeds_key = true\n')
        server.backend.app.searchers._read = None
        rows = {row["name"]: row for row in (await client.get("/api/searchers")).json()["searchers"]}
        assert (rows["tavily"]["configured"], rows["tavily"]["in_use"], rows["tavily"]["test"]) == (False, False, None)
        refused = (await client.post("/api/searchers/tavily/test", json={})).json()["test"]
        assert refused["proved"] == ""
        assert "no key" in refused["error"]
        assert refused["remedy"] == "Store its key."
        answer = await client.put("/api/searchers/tavily", json={"key": SECRET})
        row = {row["name"]: row for row in answer.json()["searchers"]}["tavily"]
        assert (row["key"]["where"], row["key"]["last"], row["in_use"], row["test"]) == ("kept", "…4be8", True, None)
        tested = await client.post("/api/searchers/tavily/test", json={"words": "rain"})
        assert tested.json()["test"]["asked"] == "rain"
        for text in (answer.text, tested.text, (home / "tested.toml").read_text()):
            assert SECRET not in text
        assert SECRET not in caplog.text
        assert SECRET in (home / "keys.toml").read_text()
        gone = await client.put("/api/searchers/tavily", json={"key": None})
        assert gone.json()["searchers"]
        assert (await client.put("/api/searchers/tavily", json={"key": None})).status_code == 404
        assert (await client.put("/api/searchers/arxiv", json={"key": SECRET})).status_code == 422
        assert (await client.post("/api/searchers/nobody/test", json={})).status_code == 404
