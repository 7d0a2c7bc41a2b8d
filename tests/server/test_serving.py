"""The server as a process: what it prints, how it ends, and what it takes up after it was killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cases import slow_except
from moot.server.app import every_route

SOURCE = Path(__file__).parents[2] / "src"


@contextmanager
def served(home: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """`python -m moot serve` over this home, and a client with its token."""
    variables = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    variables |= {"MOOT_HOME": str(home), "PYTHONPATH": str(SOURCE), **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "moot", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=variables, cwd=home.parent,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        printed = next(word for line in process.stdout for word in line.split() if "?token=" in word)
        address, _, token = printed.partition("/?token=")
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=address, headers=headers, timeout=300, trust_env=False, verify=False) as client:
            for _ in range(100):
                try:
                    client.get("/api/health")
                    break
                except httpx.ConnectError:
                    time.sleep(0.05)
            yield process, client
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def ask(client: httpx.Client) -> str:
    body = {"question": "What is a moot?", "council": "rehearsal"}
    return str(client.post("/api/sessions", json=body).json()["session"])


def until(client: httpx.Client, session: str, events: int) -> None:
    while client.get(f"/api/sessions/{session}/events?after=0").json()["after"] < events:
        time.sleep(0.02)


def test_killed_in_the_middle_the_session_goes_on_by_itself(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with served(home, MOOT_DEMO_SPEED="4") as (process, client):
        session = ask(client)
        until(client, session, 9)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with served(home, MOOT_DEMO_SPEED="0") as (_, client):
        result = client.get(f"/api/sessions/{session}", params={"wait": 60}).json()
        assert result["outcome"] == "verdict"
        events = client.get(f"/api/sessions/{session}/events?after=0").json()["events"]
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert [event["body"]["after"] for event in events if event["kind"] == "SessionResumed"] == ["crash"]
        assert client.get("/api/health").json()["recovered"] == 1
        settled = [event["key"] for event in events if event["kind"] == "SeatSpoke"]
        assert len(settled) == len(set(settled))


@pytest.mark.slow
def test_told_to_end_it_parks_closes_and_exits_with_nothing_lost(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with served(home, MOOT_DEMO_SPEED="1") as (process, client):
        session = ask(client)
        token = client.headers["Authorization"]
        until(client, session, 6)
        address = f"/api/sessions/{session}/events"
        with client.stream("GET", address, headers={"Accept": "text/event-stream"}) as stream:
            text = ""
            for piece in stream.iter_text():
                text += piece
                if "id: 6" in text and not process.poll():
                    process.send_signal(signal.SIGTERM)
        assert "the server stops" in text
        assert process.wait(300) == 0
    with served(home, MOOT_DEMO_SPEED="0") as (process, client):
        assert client.headers["Authorization"] == token, "the token is kept"
        assert client.get(f"/api/sessions/{session}", params={"wait": 60}).json()["outcome"] == "verdict"
        events = client.get(f"/api/sessions/{session}/events?after=0").json()["events"]
        assert [event["body"]["after"] for event in events if event["kind"] == "SessionResumed"] == ["shutdown"]
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 0


REFUSED: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "no token was set": (("--host", "0.0.0.0"), {}),
    "too short": (("--host", "0.0.0.0"), {"MOOT_AUTH_TOKEN": "short"}),
    "no address of this machine": (("--host", "no.such.host.invalid"), {"MOOT_AUTH_TOKEN": "x" * 32}),
    "not an origin": (("--trust-origin", "*"), {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("says", slow_except(REFUSED, "too short", "not an origin"))
def test_what_it_refuses_to_start_as(tmp_path: Path, says: str) -> None:
    arguments, environment = REFUSED[says]
    variables = {**os.environ, "MOOT_HOME": str(tmp_path), "PYTHONPATH": str(SOURCE), **environment}
    ended = subprocess.run(
        [sys.executable, "-m", "moot", "serve", "--port", "0", *arguments],
        capture_output=True, text=True, env=variables, timeout=300, check=False,
    )  # fmt: skip
    assert ended.returncode == 2, ended
    assert says in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


def test_every_route_says_what_it_does() -> None:
    routes = every_route()
    assert len(routes) > 30
    assert not [route for route in routes if not (route.endpoint.__doc__ or "").partition("\n")[0].endswith(".")]


async def test_the_first_page_waits_for_no_module_of_a_protocol(tmp_path: Path) -> None:
    """Modules that are loaded by a request keep every other request waiting, for seconds on a busy machine."""
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from moot.server.serving import serve\n"
        "def up(server, hall):\n"
        "    print('moot.protocols.claim_vote.deliberation' in sys.modules)\n"
        "    server.should_exit = True\n"
        f"asyncio.run(serve(port=0, home=Path({str(tmp_path)!r}), say=lambda line: None, started=up))\n"
    )
    told = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout == "True\n", told.stderr
