"""Test that `moot sessions open` shows a session in the browser, from a running server or its own."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from cli.conftest import Run, command


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """A port nobody listens on."""
    import socket

    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        free: int = line.getsockname()[1]
    monkeypatch.setenv("MOOT_PORT", str(free))
    return free


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a process that is ended afterwards."""
    running: list[subprocess.Popen[str]] = []

    def start(*args: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command(*args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)


def line_of(process: subprocess.Popen[str], beginning: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(beginning):
            return line.strip()
    raise AssertionError(f"it never said {beginning!r}")


def page_at(address: str) -> tuple[int, str]:
    """What the address leads to: its status, and where a browser is sent."""
    found = urlsplit(address)
    line = http.client.HTTPConnection(found.netloc, timeout=300)
    try:
        line.request("GET", f"{found.path}?{found.query}")
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.getheader("location") or ""
    finally:
        line.close()


@pytest.mark.slow
def test_it_starts_a_server_and_signs_in_at_the_session(
    moot: Run, port: int, started: Callable[..., subprocess.Popen[str]], home: Path
) -> None:
    first, second = (json.loads(moot("ask", "hi", "--json").stdout)["session"] for _ in range(2))
    own = started("open", "@2", "--print")
    printed = line_of(own, f"http://127.0.0.1:{port}/?token=")
    asked = parse_qs(urlsplit(printed).query)
    assert asked["to"] == [f"/s/{first}"]
    assert asked["token"] == [(home / "token").read_text(encoding="utf-8").strip()]
    status, way = page_at(printed)
    assert (status, way) == (303, f"/s/{first}")
    # A second one finds the server, says where and ends.
    shown = moot("open", "--print")
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[-1].endswith(f"to=%2Fs%2F{second}")
    ended = moot("sessions", "answer-now", "--json")
    assert (ended.exit_code, json.loads(ended.stdout)["error"]["code"]) == (2, "conflict")
    assert "has ended" in ended.stderr


@pytest.mark.slow
def test_a_server_at_any_port_is_found_by_its_home_folder(
    moot: Run, port: int, started: Callable[..., subprocess.Popen[str]], home: Path
) -> None:
    moot("ask", "hi", "-q")
    server = started("serve", "--port", "0")
    place = line_of(server, "Moot listens on http://127.0.0.1:").removeprefix("Moot listens on ")
    assert not place.endswith(f":{port}")
    assert (home / "server").read_text(encoding="utf-8") == place
    assert moot("open", "--print").stdout.splitlines()[-1].startswith(f"{place}/?token=")
    assert "has ended" in moot("sessions", "answer-now").stderr
    server.send_signal(signal.SIGINT)
    server.wait(timeout=300)
    assert not (home / "server").exists()
    (home / "server").write_text(place, encoding="utf-8")  # what a server that was killed leaves behind
    assert "No server runs here." in moot("sessions", "answer-now").stderr


def test_what_listens_there_and_is_no_moot_is_told_no_token(
    moot: Run, port: int, started: Callable[..., subprocess.Popen[str]], home: Path
) -> None:
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    asked: list[str] = []

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.path} {self.headers}")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"hello")

        def log_message(self, *args: object) -> None:
            return

    moot("ask", "hi", "-q")
    stranger = HTTPServer(("127.0.0.1", port), Stranger)
    threading.Thread(target=stranger.serve_forever, daemon=True).start()
    try:
        refused = moot("open", "--print")
    finally:
        stranger.shutdown()
        stranger.server_close()
    assert refused.exit_code == 2
    assert "Nothing can listen" in refused.stderr
    assert len(asked) == 1
    assert "Bearer" not in asked[0]
    assert "token" not in asked[0]


def test_nothing_is_answered_early_without_a_server(moot: Run, port: int) -> None:
    moot("ask", "hi", "-q")
    refused = moot("sessions", "answer-now")
    assert refused.exit_code == 2
    assert "No server runs here." in refused.stderr
