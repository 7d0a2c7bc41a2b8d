"""A home of its own for every test, and two ways to run a command: in this process, and as a process at a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from moot.cli.main import main
from rig.terminal import Terminal

SOURCE = Path(__file__).parents[2] / "src"


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


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Runs a command at a terminal of a given size."""
    opened: list[Terminal] = []

    def start(*args: str, width: int = 100, height: int = 40, **environment: str) -> Terminal:
        environ = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            if name not in environment:
                environ.pop(name, None)
        opened.append(Terminal(Path(sys.executable), args, environ, Path.cwd(), width=width, height=height))
        return opened[-1]

    yield start
    for each in opened:
        each.close()
