"""Load and unload models over HTTP, with a real engine."""

from __future__ import annotations

import asyncio
import importlib.util
import warnings
from pathlib import Path

import pytest

from extensions.compat.spectator.test_routes import asked
from extensions.local.weights.make_gguf import make_gguf
from moot.extensions.local import routes, states
from moot.extensions.local.routes import LoadReply
from moot.server.shapes.replies import Health, ModelList
from server.running import Running, running


async def refused(server: Running, path: str) -> tuple[int, str]:
    """How a route says no."""
    async with server.client() as client:
        answer = await client.post(path)
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two models of random weights."""
    if importlib.util.find_spec("xllamacpp") is None:
        warnings.warn("xllamacpp is not installed: NO REAL ENGINE IS TESTED", pytest.PytestWarning, stacklevel=1)
        pytest.skip("there is no wheel of xllamacpp for this platform")
    folder = tmp_path / "home"
    (folder / "models").mkdir(parents=True)
    for name, seed in (("one", 1), ("two", 2)):
        make_gguf(folder / "models" / f"{name}.gguf", seed)
    return folder


async def ready(server: Running, name: str) -> Health:
    """The server's health, once the model is ready."""
    async with asyncio.timeout(60):
        while True:
            health: Health = await asked(server, "GET", "/api/health", Health)
            if health.models[name].status == "ready":
                return health
            assert health.models[name].status in ("stopped", "loading"), health.models[name]
            await asyncio.sleep(0.05)


@pytest.mark.local
async def test_a_model_is_loaded_told_and_unloaded(home: Path) -> None:
    async with running(home) as server:
        before: Health = await asked(server, "GET", "/api/health", Health)
        assert before.engine.ok
        assert {name: state.status for name, state in before.models.items()} == {"one": "stopped", "two": "stopped"}
        first: LoadReply = await asked(server, "POST", "/api/models/one/load", LoadReply, 202)
        assert (first.id, first.status) == ("one", "loading")
        health = await ready(server, "one")
        state = health.models["one"]
        assert state.port
        assert state.rss
        assert state.since
        assert (state.restarts, state.error) == (0, "")
        assert health.engine.used_bytes == state.rss
        again: LoadReply = await asked(server, "POST", "/api/models/ONE/load", LoadReply)
        assert again.status in ("ready", "busy", "sleeping")
        row = {row.id: row for row in (await asked(server, "GET", "/api/models", ModelList)).models}["one"]
        assert (row.status, row.port, row.file) == (state.status, state.port, "one.gguf")
        gone: LoadReply = await asked(server, "POST", "/api/models/one/unload", LoadReply)
        assert gone.status == "stopped"
        after: Health = await asked(server, "GET", "/api/health", Health)
        assert (after.models["one"].status, after.engine.used_bytes) == ("stopped", 0)


async def test_without_an_engine_nothing_is_loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (routes, states):
        monkeypatch.setattr(module, "engine_here", lambda: None)
    async with running(home) as server:
        assert await refused(server, "/api/models/one/load") == (503, "no_engine")
        health: Health = await asked(server, "GET", "/api/health", Health)
        assert (health.engine.ok, health.engine.binary, health.models["one"].status) == (False, "", "pulled")


@pytest.mark.local
async def test_a_model_at_the_table_is_not_unloaded(home: Path) -> None:
    async with running(home, speed=1.0) as server:
        await asked(server, "POST", "/api/models/one/load", LoadReply, 202)
        await ready(server, "one")
        session = await server.asked(protocol="debate", members=["rehearsal/ada", "rehearsal/bo", "local/one"])
        async with server.client() as client:
            answer = await client.post("/api/models/one/unload")
            await client.post(f"/api/sessions/{session}/stop")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "in_use")
        assert session in answer.json()["error"]["message"]
