"""A home of its own for every test, and two ways to run a command: in this process, and as a process at a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from moot.cli.main import main
from rig.commands import start_at_terminal

SOURCE = Path(__file__).parents[2] / "src"
ANSI = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; no key of this machine is seen, and scripted voices do not dawdle."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("MOOT_"):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("MOOT_HOME", str(folder))
    monkeypatch.setenv("MOOT_DEMO_SPEED", "0")
    monkeypatch.setenv("MOOT_COUNCIL", "rehearsal")
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.chdir(tmp_path)
    return folder


Run = Callable[..., Result]


@pytest.fixture
def priced(home: Path) -> None:
    """An endpoint whose models cost something; nobody listens there, because nothing is sent to it."""
    row = 'url = "http://127.0.0.1:9009/v1"\nprivate = true\nprice = { input = 1.25, output = 10.0 }\n'
    home.mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(f"[priced]\n{row}", encoding="utf-8")


@pytest.fixture
def moot() -> Run:
    """Runs a command in this process."""

    def run(*args: str, input: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(args), input=input)
        assert "Traceback" not in result.output, result.output
        return result

    return run


@pytest.fixture
def asked(moot: Run) -> Callable[..., dict[str, Any]]:
    """Asks and returns the JSON result."""

    def ask(*args: str) -> dict[str, Any]:
        result = moot("ask", "Should we move our monolith to services?", "--seed", "s", "--json", *args)
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    return ask


def command(*args: str) -> list[str]:
    """A command line for a process of its own."""
    return [sys.executable, "-m", "moot", *args]


@dataclass
class Terminal:
    """A process at a terminal of its own."""

    process: subprocess.Popen[bytes]
    handle: int
    seen: bytes = b""

    def until(self, words: str, seconds: float = 300, *, times: int = 1) -> bytes:
        """Reads until these words have appeared on a screen so many times."""
        ends = time.monotonic() + seconds
        while ANSI.sub(b"", self.seen).count(words.encode()) < times:
            assert time.monotonic() < ends, f"{words!r} never appeared in {self.seen[-4000:]!r}"
            assert self._more(), f"it ended before {words!r}: {self.seen[-4000:]!r}"
        return self.seen

    def type(self, text: str) -> None:
        """Types."""
        os.write(self.handle, text.encode())

    def ended(self, seconds: float = 300) -> int:
        """Reads to the end and returns the exit code."""
        ends = time.monotonic() + seconds
        while self._more():
            assert time.monotonic() < ends, f"it does not end: {self.seen[-4000:]!r}"
        return self.process.wait(seconds)

    @property
    def text(self) -> str:
        """What was written, without what moves the cursor or colours."""
        return ANSI.sub(b"", self.seen).decode(errors="replace").replace("\r\n", "\n")

    def _more(self) -> bool:
        ready, _, _ = select.select([self.handle], [], [], 0.5)
        if not ready:
            return self.process.poll() is None
        try:
            piece = os.read(self.handle, 65536)
        except OSError:  # the other end is closed
            return False
        self.seen += piece
        return bool(piece)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Runs a command at a terminal of a given size."""
    opened: list[Terminal] = []

    def start(*args: str, width: int = 100, height: int = 40, **environment: str) -> Terminal:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            if name not in environment:
                environ.pop(name, None)
        process = start_at_terminal(Path(sys.executable), "moot", args, environ, Path.cwd(), theirs)
        os.close(theirs)
        opened.append(Terminal(process, ours))
        return opened[-1]

    yield start
    for each in opened:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()
        os.close(each.handle)
