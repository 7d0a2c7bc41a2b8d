"""Test every route and error code of the batch contract with a scripted client over a real socket."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from msgspec import Struct

from moot.extensions.studies.batch.routes import router
from server.running import Running, running

DOCS = Path(__file__).parents[4] / "docs" / "server.md"
JOB = "0123456789abcdef0123456789abcdef"
USER = '{"role": "user", "content": "Is it so?"}'


class Call(Struct, frozen=True, kw_only=True):
    """One request, and what it must come to."""

    method: str
    path: str
    status: int
    error: str = ""
    """The code; empty where it is no refusal."""
    body: Any = None
    raw: bytes | None = None
    signed: bool = True
    full: bool = False
    """Whether every place is taken."""


def asks(error: str, **body: Any) -> list[Call]:
    """What both doors refuse alike."""
    return [
        Call(method="POST", path=path, body=body, status=400, error=error) for path in ("/api/run", "/api/run_async")
    ]


TABLE = [
    *asks("no_custom_jsonl", mode="custom"),
    *asks("no_code_input", mode="custom", council_mode="code_review"),
    *asks("no_question_input", mode="custom", council_mode="threat_assessment"),
    *asks("invalid_json", mode="custom", jsonl=7),
    *asks("invalid_jsonl", mode="custom", jsonl=f"{USER}\nnot json"),
    *asks("invalid_jsonl", mode="custom", jsonl='{"role": "judge", "content": "a"}'),
    *asks("invalid_custom_turns", mode="custom", jsonl='{"role": "system", "content": "Be brief."}'),
    *asks("invalid_custom_turns", mode="custom", jsonl='{"role": "assistant", "content": "a"}'),
    *asks("unknown_preset", mode="atlantis"),
    *asks("unknown_council_mode", council_mode="astrology"),
    Call(method="POST", path="/api/run", raw=b"{", status=400, error="invalid_json"),
    Call(method="POST", path="/api/run_async", raw=b"\xff", status=400, error="invalid_json"),
    Call(method="POST", path="/api/run", body={"mode": "carbon"}, status=503, error="server_full", full=True),
    Call(method="GET", path=f"/api/run_result/{JOB}", status=404, error="not_found"),
    Call(method="GET", path=f"/api/run_stream/{JOB}", status=200, error="not_found"),
    Call(method="GET", path=f"/api/run_stream/{JOB}", status=503, error="server_full", full=True),
    Call(method="GET", path="/api/artifact?path=../token", status=404, error="not_found"),
    Call(method="GET", path="/api/dashboard", status=404, error="aggregate_missing"),
    Call(method="GET", path="/api/dashboard?mode=legal_analysis", status=404, error="aggregate_missing"),
    Call(method="GET", path="/api/dashboard?mode=../x", status=404, error="aggregate_missing"),
    *[
        Call(method=method, path=path, body={"mode": "carbon"} if method == "POST" else None, status=401,
             error="unauthorized", signed=False)
        for method, path in (
            ("POST", "/api/run"), ("POST", "/api/run_async"), ("GET", f"/api/run_result/{JOB}"),
            ("GET", f"/api/run_stream/{JOB}"), ("GET", "/api/artifact?path=a"), ("GET", "/api/dashboard"),
        )
    ],
]  # fmt: skip


def code_in(reply: httpx.Response) -> str:
    """The code of a refusal: under `data` of a blocking run, in an event of a stream, else at the top."""
    if reply.headers["content-type"].startswith("text/event-stream"):
        return next(iter(re.findall(r'^event: error\ndata: \{"error": "(\w+)"', reply.text, re.M)), "")
    whole: dict[str, Any] = reply.json()
    if reply.url.path == "/api/run":
        assert set(whole) == {"returncode", "data", "stderr"}
        assert whole["returncode"] == 1
        whole = whole["data"]
    assert isinstance(whole["error"], str)
    return whole["error"]


async def test_a_scripted_client_is_told_every_code_on_every_route(server: Running) -> None:
    met: list[tuple[Call, int, str]] = []
    places = server.backend.places
    async with server.client() as client, server.client(headers={"authorization": "Bearer wrong"}) as stranger:
        for call in TABLE:
            sent: Mapping[str, Any] = {"json": call.body}
            if call.raw is not None:
                sent = {"content": call.raw, "headers": {"content-type": "application/json"}}
            most, places.most = places.most, 0 if call.full else places.most
            reply = await (client if call.signed else stranger).request(call.method, call.path, **sent)
            places.most = most
            met.append((call, reply.status_code, code_in(reply)))
    assert met == [(call, call.status, call.error) for call in TABLE]
    assert await server.backend.app.register.list(10) == [], "nothing was begun by any of them"


def test_every_route_and_every_code_that_is_told_stands_in_the_table() -> None:
    routes = {(method, each.path) for each in router.routes if isinstance(each, APIRoute) for method in each.methods}
    asked = {(call.method, re.sub(f"/{JOB}|\\?.*", "", call.path)) for call in TABLE}
    assert {(method, path.partition("/{")[0]) for method, path in routes} == asked
    told = DOCS.read_text().partition("Errors: ")[2].partition("In `/api/run` they")[0]
    codes = set(re.findall(r"`([a-z_]+)`", told))
    assert codes - {call.error for call in TABLE} == {"timeout"}, "that one takes a run that is slow"


async def test_a_run_that_takes_too_long_is_answered_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.extensions.studies.batch.routes.TIMEOUT", 0.2)
    async with running(tmp_path / "home", speed=3) as server, server.client() as client:
        reply = await client.post("/api/run", json={"mode": "custom", "jsonl": USER})
        whole = reply.json()
        job = whole["data"]["job_id"]
        assert (reply.status_code, whole) == (
            504,
            {"returncode": 1, "data": {"error": "timeout", "job_id": job}, "stderr": f"It runs on as job {job}."},
        )
        going = (await client.get(f"/api/run_result/{job}")).json()
        assert (going["done"], going["returncode"], going["data"]) == (False, None, None)
        assert going["status"] in ("queued", "running")
        begun: list[Any] = []
        while not begun:  # over the socket, so that the job goes on meanwhile
            begun = (await client.get("/api/sessions", params={"study": job})).json()["sessions"]
        await server.backend.app.runner.stop(begun[0]["session"])
        while not going["done"]:
            going = (await client.get(f"/api/run_result/{job}")).json()
        assert (going["status"], going["returncode"]) == ("failed", 1)
        assert "q1: " in going["stderr"]
