"""The batch door beyond `tests/published`: files, restarts and switches."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from moot.extensions.studies.batch.requests import SWITCHES, asked_from
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.protocols import registry
from moot.sessions.opening import options_from
from server.running import Running, running

QUESTION = {"mode": "custom", "jsonl": '{"role": "user", "content": "Is it so?"}'}


def said(reply: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = reply.json()
    return found


async def post(server: Running, path: str, **more: Any) -> httpx.Response:
    async with server.client() as client:
        return await client.post(path, **more)


async def get(server: Running, path: str, **more: Any) -> httpx.Response:
    async with server.client() as client:
        return await client.get(path, **more)


async def told(server: Running, job: str) -> list[tuple[str, dict[str, Any]]]:
    """A job's stream, to its end."""
    found: list[tuple[str, dict[str, Any]]] = []
    async with server.client() as client, client.stream("GET", f"/api/run_stream/{job}") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        name = ""
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                found.append((name, json.loads(line[6:])))
    return found


@pytest.mark.parametrize(
    "path",
    ["../token", "results/../../token", "/etc/passwd", "results//etc/passwd", "a\0b", "..%2ftoken", ".", "", "link"],
)
async def test_no_file_beyond_the_results_is_given_out(path: str, server: Running, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "results"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "home" / "token")
    reply = await get(server, "/api/artifact", params={"path": path})
    assert (reply.status_code, said(reply)) == (404, {"error": "not_found"})


async def test_a_job_goes_on_after_a_restart_and_asks_nothing_twice(tmp_path: Path) -> None:
    async with running(tmp_path / "home", speed=3) as first:
        job = said(await post(first, "/api/run_async", json={"mode": "carbon"}))["job_id"]
        found: dict[str, Any] = {}
        while found.get("status") != "running":
            found = said(await get(first, f"/api/run_result/{job}"))
    async with running(tmp_path / "home") as second:
        events = await told(second, job)
        assert events[-1] == ("end", {"status": "completed"})
        assert len(await second.backend.app.register.list(50, study=job)) == 4


@pytest.mark.parametrize("sent", list(product((None, True, False), repeat=3)), ids=str)
def test_every_combination_of_switches_can_be_asked(sent: tuple[bool | None, ...], tmp_path: Path) -> None:
    """What rests on a switch that is off is off as well, as in the contract's own server."""
    body = QUESTION | {name: value for name, value in zip(SWITCHES, sent, strict=True) if value is not None}
    asked = asked_from(json.dumps(body).encode(), CorpusShelf(tmp_path))
    options = options_from(registry.find(registry.JUDGING), asked.options, "the request")
    rebuttal, refine, reverse = (getattr(options, ours) for ours in SWITCHES.values())
    assert rebuttal == (sent[0] is not False)
    assert refine == (rebuttal and sent[1] is not False)
    assert reverse == (refine and sent[2] is True)
