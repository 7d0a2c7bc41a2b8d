"""`llm` as a program with Moot and scripted models installed in it, each test with folders of its own.

It runs in this process, which is quick, and as a process of its own where that is what is tried; there the plugins are
found by the entry points of generated `dist-info` folders, as those of installed packages are.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from moot.library.shelf import council_text
from moot.vocabulary.councils import Council
from rig.commands import run_command
from rig.offline import no_network as no_network
from rig.upstream import Upstream

ROOT = Path(__file__).parents[4]
PLUGINS = {
    "moot": "moot.extensions.compat.llm.plugin",
    "scripted-models": "extensions.compat.llm.scripted_models",
    "published-consortium": "extensions.compat.llm.published_consortium",
}
PYTHON = Path(os.environ.get("MOOT_TEST_LLM_PYTHON", sys.executable))
"""Another Python whose `llm` is tried, e.g. an older one; then everything is a process of its own."""
HERE = "MOOT_TEST_LLM_PYTHON" not in os.environ
FOREIGN = ("MOOT_", "LLM_", "XDG_")
"""How settings begin that a test must not find in its surroundings."""


@dataclass(frozen=True)
class Ran:
    """What a command left."""

    code: int
    out: str
    err: str


@dataclass
class Program:
    """`llm`, in a home of its own."""

    folder: Path
    env: dict[str, str]

    @property
    def home(self) -> Path:
        """MOOT_HOME."""
        return self.folder / "home"

    def run(self, *args: str, input: str = "", **env: str) -> Ran:
        """Runs `llm ARGS` in this process: one at a time, since it takes over stdout; where a loop runs, `ran`."""
        return _run_here(args, input, env) if HERE else self.run_apart(*args, input=input, **env)

    def run_apart(self, *args: str, input: str = "", **env: str) -> Ran:
        """Runs `llm ARGS` as a process."""
        done = run_command(PYTHON, "llm", args, {**self.env, **env}, self.folder, input)
        assert "Traceback" not in done.stderr, done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    async def start(self, *args: str, piped: bool = False, **env: str) -> asyncio.subprocess.Process:
        """Starts `llm ARGS` and leaves it running."""
        given = asyncio.subprocess.PIPE if piped else asyncio.subprocess.DEVNULL
        return await asyncio.create_subprocess_exec(
            str(PYTHON), "-m", "llm", *args, env={**self.env, **env}, cwd=self.folder, stdin=given,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def ran(self, *args: str, input: str = "", **env: str) -> Ran:
        """The same as `run`, beside the test's own event loop."""
        return await asyncio.to_thread(self.run, *args, input=input, **env)

    def saves(self, name: str, *members: str, **fields: Any) -> None:
        """Puts a council on the user's shelf."""
        file = self.home / "councils" / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(council_text(Council(name=name, members=members, **fields)))

    def behave(self, **modes: str) -> None:
        """What scripted models do instead of answering."""
        (self.folder / "modes.json").write_text(
            json.dumps({name.replace("_", "-"): how for name, how in modes.items()})
        )

    def asked(self, model: str = "") -> list[dict[str, Any]]:
        """What scripted models were asked, oldest first."""
        file = self.folder / "asked.jsonl"
        lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        return [line for line in lines if model in ("", line["model"])]

    def logged(self) -> list[dict[str, Any]]:
        """What `llm` logged, newest first."""
        file = self.folder / "llm" / "logs.db"
        found = json.loads(self.run("logs", "list", "-n", "0", "--json").out) if file.exists() else []
        return sorted(found, key=lambda row: str(row["id"]), reverse=True)

    def sessions(self) -> list[dict[str, Any]]:
        """Moot's own sessions, newest first."""
        found: list[dict[str, Any]] = json.loads(self.run("moot", "sessions", "--json").out)["sessions"]
        return found

    def seats(self, up: Upstream) -> None:
        """Makes the scripted upstream an endpoint called `up`."""
        self.home.mkdir(parents=True, exist_ok=True)
        (self.home / "endpoints.toml").write_text(f'[up]\nurl = "{up.url}"\nprivate = true\nprice = "free"\n')


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the plugins are installed, as far as anybody can see."""
    folder = tmp_path_factory.mktemp("installed")
    for name, module in PLUGINS.items():
        info = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
        (info / "entry_points.txt").write_text(f"[llm]\n{name} = {module}\n")
    return folder


def surroundings(installed: Path) -> dict[str, str]:
    """What is the same for every process."""
    kept = ("PATH", "LANG", "SYSTEMROOT", "TMPDIR")
    return {name: os.environ[name] for name in kept if name in os.environ} | {
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests", installed))),
    }


def _run_here(args: Sequence[str], input: str, env: Mapping[str, str]) -> Ran:
    done = CliRunner().invoke(import_module("llm.cli").cli, list(args), input=input, env=env, prog_name="llm")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.exit_code, done.stdout, done.stderr)


@pytest.fixture
def plugged() -> Iterator[None]:
    """The plugins, in this process's `llm` for as long as a test lasts: others ask it which models it has."""
    manager, brought = import_module("llm.plugins").pm, []
    import_module("llm.plugins").load_plugins()
    for name, place in PLUGINS.items():
        module = import_module(place)
        if not manager.is_registered(module):
            manager.register(module, name)
            brought.append(module)
    import_module(PLUGINS["moot"]).register_commands(import_module("llm.cli").cli)  # as it does when it is loaded
    yield
    for module in brought:
        manager.unregister(module)


@pytest.fixture
def program(tmp_path: Path, installed: Path, plugged: None, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The program."""
    env = {
        **surroundings(installed),
        "HOME": str(tmp_path),
        "MOOT_HOME": str(tmp_path / "home"),
        "MOOT_DURABILITY": "normal",
        "LLM_USER_PATH": str(tmp_path / "llm"),
        "SCRIPTED": str(tmp_path),
    }
    for name in [*os.environ]:
        if name.endswith("_API_KEY") or name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    for name in ("HOME", "MOOT_HOME", "MOOT_DURABILITY", "LLM_USER_PATH", "SCRIPTED"):
        monkeypatch.setenv(name, env[name])
    monkeypatch.chdir(tmp_path)
    return Program(tmp_path, env)


@pytest.fixture
async def upstream() -> AsyncIterator[Upstream]:
    """A scripted service."""
    async with Upstream() as up:
        yield up
