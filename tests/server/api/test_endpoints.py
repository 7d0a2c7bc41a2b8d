"""Test that endpoints are set up and tried over HTTP, and that a stored key is never returned."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from server.running import Running, running

KEY = "sk-test-4f1d0c9b8a7e6655"


@asynccontextmanager
async def service(
    wait: asyncio.Event | None = None, rows: Sequence[dict[str, str]] = ({"id": "small"}, {"id": "large"})
) -> AsyncIterator[str]:
    """A small OpenAI-like service on this machine, which lists these models; returns its base address."""

    async def models(request: web.Request) -> web.Response:
        if wait is not None:
            await wait.wait()
        return web.json_response({"data": list(rows)})

    async def chat(request: web.Request) -> web.StreamResponse:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return web.json_response({"error": {"message": f"wrong key {KEY}"}}, status=401)
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        await answer.write(b'data: {"choices":[{"index":0,"delta":{"content":"yes"},"finish_reason":null}]}\n\n')
        await answer.write(b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
        return answer

    app = web.Application()
    app.add_routes([web.get("/v1/models", models), web.post("/v1/chat/completions", chat)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    try:
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        if wait is not None:
            wait.set()  # a service that is closed waits for what is still asked
        await runner.cleanup()


async def test_what_works_best_is_listed_first_and_what_lacks_something_last(server: Running) -> None:
    """Models, then scripted voices, then councils that another Moot offers like models, then what cannot be asked."""
    rows = ({"id": "small", "owned_by": ""}, {"id": "large", "owned_by": "moot"})
    async with service(rows=rows) as url, server.client() as client:
        await client.put("/api/endpoints/lab", json={"url": url})
        listed = (await client.get("/api/models")).json()["models"]
    assert [row["model"] for row in listed if row["endpoint"] == "lab"] == ["lab/small", "lab/large"]
    assert [row["council"] for row in listed if row["endpoint"] == "lab"] == [False, True]
    assert not next(row for row in listed if row["model"] == "lab/large")["sits"], "a council sits where it is named"
    order = [(bool(row["unready"]), row["council"], row["scripted"], not row["sits"]) for row in listed]
    assert order == sorted(order)
    assert {row["unready"] for row in listed if row["endpoint"] == "rehearsal"} == {""}
    absent = [row for row in listed if row.get("status") == "absent"]
    assert absent
    assert all(row["unready"].startswith("It is not on this machine") for row in absent)


async def test_a_service_is_added_tried_and_removed(server: Running) -> None:
    async with service() as url, server.client() as client:
        made = await client.put("/api/endpoints/lab", json={"url": url, "input": 1.5, "output": 3})
        assert made.status_code == 200, made.text
        row = made.json()
        assert (row["layer"], row["private"], row["input"], row["free"]) == ("user", True, 1.5, False)
        assert row["key"] == {"needed": False, "where": "", "variable": "", "last": ""}
        tried = (await client.post("/api/endpoints/lab/test", json={})).json()
        assert tried["ok"]
        assert tried["models"] == ["lab/large", "lab/small"]
        tried = (await client.post("/api/endpoints/lab/test", json={"model": "lab/small"})).json()
        assert not tried["ok"]
        assert tried["error"]
        assert "key" in tried["remedy"]
        stored = await client.put("/api/endpoints/lab", json={"key": KEY})
        assert stored.json()["key"] == {"needed": False, "where": "kept", "variable": "", "last": "…6655"}
        tried = (await client.post("/api/endpoints/lab/test", json={"model": "lab/small"})).json()
        assert (tried["ok"], tried["said"]) == (True, "yes")
        by_its_own_id = (await client.post("/api/endpoints/lab/test", json={"model": "small"})).json()
        assert (by_its_own_id["ok"], by_its_own_id["said"]) == (True, "yes")
        other = await client.post("/api/endpoints/lab/test", json={"model": "openrouter/small"})
        assert other.status_code == 422
        assert (await client.put("/api/endpoints/lab", json={"key": None})).status_code == 200
        assert (await client.put("/api/endpoints/lab", json={"key": None})).status_code == 404
        assert (await client.delete("/api/endpoints/lab")).status_code == 204
        assert "lab" not in [row["endpoint"] for row in (await client.get("/api/endpoints")).json()["endpoints"]]


async def test_a_key_is_nowhere_but_in_its_file(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with service() as url, server.client() as client:
        answers = [
            await client.put("/api/endpoints/openrouter", json={"key": KEY}),
            await client.put("/api/endpoints/openrouter", json={"key": f"{KEY} two words"}),
            await client.put("/api/endpoints/openrouter", json={"key": [KEY]}),
            await client.put("/api/endpoints/openrouter", json={"keys": KEY}),
            await client.put("/api/endpoints/rehearsal", json={"key": KEY}),
            await client.put("/api/endpoints/lab", json={"url": url}),
            await client.put("/api/endpoints/lab", json={"key": f"{KEY}x"}),
            await client.post("/api/endpoints/lab/test", json={"model": "lab/small"}),
            await client.get("/api/endpoints"),
            await client.get("/api/health"),
        ]
    assert [answer.status_code for answer in answers] == [200, 422, 422, 422, 422, 200, 200, 200, 200, 200]
    assert not any(KEY in answer.text or KEY[:12] in answer.text for answer in answers)
    assert KEY not in caplog.text


async def test_a_packaged_row_is_changed_field_by_field_and_shows_again(server: Running) -> None:
    async with server.client() as client:

        async def row(name: str) -> dict[str, object]:
            rows = (await client.get("/api/endpoints")).json()["endpoints"]
            return next(row for row in rows if row["endpoint"] == name)

        before = await row("openai")
        assert before["layer"] == "packaged"
        assert before["key"] == {"needed": True, "where": "", "variable": "OPENAI_API_KEY", "last": ""}
        plain = {"title": before["title"], "url": before["url"]}
        same = await client.put("/api/endpoints/openai", json=plain)
        assert same.json()["layer"] == "packaged"
        changed = (await client.put("/api/endpoints/openai", json={"title": "Ours", "concurrency": 3})).json()
        assert (changed["title"], changed["concurrency"], changed["url"]) == ("Ours", 3, before["url"])
        # a stored key does not follow to another address, and neither does the packaged variable
        await client.put("/api/endpoints/openai", json={"key": KEY})
        again = (await client.put("/api/endpoints/openai", json=plain)).json()
        assert (again["layer"], again["key"]["where"]) == ("packaged", "kept")
        moved = (await client.put("/api/endpoints/openai", json={"url": "https://example.com/v1"})).json()
        assert (moved["key"]["where"], moved["key"]["variable"]) == ("", "")
        assert (await client.delete("/api/endpoints/openai")).status_code == 204
        assert await row("openai") == before
        assert (await client.delete("/api/endpoints/openai")).status_code == 409
        assert (await client.delete("/api/endpoints/nobody")).status_code == 404


async def test_addresses_are_checked(server: Running) -> None:
    async with server.client() as client:
        for body in (
            {"url": "http://169.254.169.254/latest"},
            {"url": "http://example.com/v1"},
            {"url": "file:///etc/passwd"},
            {"url": "http://10.0.0.5/v1", "private": False},
            {"url": "https://example.com/v1", "key_env": "OPENAI_API_KEY"},
            {"url": "https://example.com/v1", "input": 1},
            {"url": "https://example.com/v1", "free": True, "input": 1, "output": 1},
            {"url": "https://example.com/v1", "concurrency": 0},
            {"title": "no address"},
            {"headers": {"x": "y"}},
        ):
            answer = await client.put("/api/endpoints/lab", json=body)
            assert answer.status_code == 422, (body, answer.text)
        assert (await client.put("/api/endpoints/No%20Name", json={"url": "https://a.example"})).status_code == 422
        found = (await client.get("/api/endpoints")).json()["endpoints"]
        assert all(row["layer"] == "packaged" for row in found)


async def test_an_endpoint_is_tried_once_at_a_time(server: Running) -> None:
    wait = asyncio.Event()
    async with service(wait) as url, server.client() as client:
        await client.put("/api/endpoints/lab", json={"url": url})
        first = asyncio.create_task(client.post("/api/endpoints/lab/test", json={}))
        while "lab" not in server.backend.trying:  # there is no event for it
            await asyncio.sleep(0.01)
        second = await client.post("/api/endpoints/lab/test", json={})
        assert second.status_code == 429
        wait.set()
        assert (await first).json()["ok"]
        assert (await client.post("/api/endpoints/lab/test", json={})).status_code == 200


async def test_a_trial_has_an_end(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.server.api.endpoints.WITHIN", 0.2)
    async with service(asyncio.Event()) as url, server.client() as client:
        await client.put("/api/endpoints/lab", json={"url": url})
        tried = (await client.post("/api/endpoints/lab/test", json={})).json()
        assert not tried["ok"]
        assert "0.2 s" in tried["error"]


async def test_a_packaged_row_need_not_cost_nothing(server: Running) -> None:
    async with server.client() as client:

        async def kept(name: str, **fields: object) -> tuple[bool, float | None, str]:
            row = (await client.put(f"/api/endpoints/{name}", json=fields)).json()
            return row["free"], row["input"], row["layer"]

        assert await kept("ollama", free=False) == (False, None, "user")
        assert server.backend.app.directory.row("ollama").price == "unknown"
        assert await kept("ollama", free=False, title="Ours") == (False, None, "user")
        assert await kept("ollama", free=False, input=1, output=2) == (False, 1.0, "user")
        assert await kept("ollama", free=True) == (True, None, "packaged")
        known = server.backend.app.directory.row("openai").price
        assert await kept("openai", free=False) == (False, None, "packaged")
        assert server.backend.app.directory.row("openai").price == known != ""


@asynccontextmanager
async def listener() -> AsyncIterator[tuple[str, list[str]]]:
    """An address of somebody else's, and everything that was sent there."""
    heard: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nConnection: close\r\n\r\n{"data":[]}')
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", heard
    server.close()


CANARY = "canary-0123456789-abcdefgh"
VARIABLES = ("DATABASE_URL", "MOOT_AUTH_TOKEN", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY")


@pytest.mark.slow
async def test_no_variable_of_the_servers_environment_goes_where_a_client_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a new row, by a row moved with the variable or headers its owner gave it, and by a packaged one."""
    look_up = socket.getaddrinfo

    def look_up_here(host: Any, *rest: Any, **more: Any) -> Any:
        if str(host) not in ("127.0.0.1", "localhost"):
            raise socket.gaierror(-2, "nobody is asked where that is")
        return look_up(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up_here)
    for variable in (*VARIABLES, "LAB_SECRET", "LISTED_BY_THE_OWNER"):
        monkeypatch.setenv(variable, f"{CANARY}-{variable}")
    monkeypatch.setenv("MOOT_KEY_VARIABLES", "LISTED_BY_THE_OWNER")
    home = tmp_path / "home"
    home.mkdir()
    (home / "endpoints.toml").write_text(
        '[lab]\nurl = "https://lab.example/v1"\nkey_env = ["LAB_SECRET"]\n'
        f'headers = {{ X-Tenant = "{CANARY}-header" }}\n'
    )
    async with listener() as (url, heard), running(home) as server, server.client() as client:
        said = []

        async def sent(name: str, **body: object) -> int:
            answers = [
                await client.put(f"/api/endpoints/{name}", json={"url": url, **body}),
                await client.post(f"/api/endpoints/{name}/test", json={"model": f"{name}/small"}),
                await client.get("/api/endpoints"),
            ]
            said.extend(answer.text for answer in answers)
            return answers[0].status_code

        for number, variable in enumerate((*VARIABLES, "LAB_SECRET", "NOT_SET_AT_ALL")):
            for name in (f"new-{number}", "lab", "openai"):
                at_home = (name, variable) == ("openai", "OPENAI_API_KEY")  # then it is left out, and left behind
                assert (await sent(name, key_env=variable) in (403, 422)) is not at_home, (name, variable)
                assert await sent(name, key_env=[variable, "LISTED_BY_THE_OWNER"]) in (403, 422)
        kept = await client.put("/api/endpoints/lab", json={"url": "https://lab.example/v2", "key_env": "LAB_SECRET"})
        assert kept.json()["key"] == {"needed": True, "where": "environment", "variable": "LAB_SECRET", "last": ""}
        assert await sent("openai") == 200
        assert await sent("lab") == 200, "it may be moved, and what went to the old address stays behind"
        assert heard
        assert CANARY not in "".join([*heard, *said])
        own = await client.put(
            "/api/endpoints/mine", json={"url": "https://api.openai.com/v1", "key_env": "OPENAI_API_KEY"}
        )
        assert own.status_code == 200, "a second row for the same service at its own address"
        assert await sent("allowed", key_env="LISTED_BY_THE_OWNER") == 200
        assert f"Bearer {CANARY}-LISTED_BY_THE_OWNER" in "".join(heard)
        assert CANARY not in "".join(said), "nor is a part of it shown"
