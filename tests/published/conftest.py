"""The installed wheel, a scripted provider behind it, and a server or a command line of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from published.provider import CHAIR, JUDGE, MEMBERS, Provider
from rig.commands import ENDS_WITHIN
from rig.script import Asked
from rig.upstream import Upstream
from web.installed import python_with_wheel
from web.served import Served
from world.hosting import hosted

ORIGIN = "http://localhost:5173"
SEATS = [f"up/{name}" for name in MEMBERS]


@dataclass(frozen=True)
class Done:
    """What a command left."""

    code: int
    out: str
    err: str


@dataclass
class Installed:
    """One home of the installed wheel, with its provider."""

    python: Path
    folder: Path
    provider: Provider
    upstream: Upstream
    env: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """MOOT_HOME."""
        return self.folder / "home"

    def program(self, *args: str, given: str = "") -> Done:
        """Run `python ARGS` to its end."""
        done = subprocess.run(
            [str(self.python), *args], env=self.env, cwd=self.folder, input=given, capture_output=True, text=True,
            timeout=ENDS_WITHIN, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    def moot(self, *args: str) -> Done:
        """Run `moot ARGS`."""
        return self.program("-m", "moot", *args)

    def llm(self, *args: str) -> Done:
        """Run `llm ARGS`."""
        return self.program("-m", "llm", *args)

    def asked(self) -> list[Asked]:
        """What the models were asked so far."""
        return self.upstream.calls


@pytest.fixture(scope="session")
def wheel_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel, shared by all workers."""
    base = tmp_path_factory.getbasetemp()
    return python_with_wheel((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wheel")


@pytest.fixture(scope="module")
def installed(wheel_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """A home whose default council are three models of the provider and a fourth as chair."""
    provider = Provider()
    folder = tmp_path_factory.mktemp("published")
    home = folder / "home"
    (home / "councils").mkdir(parents=True)
    with hosted(Upstream(provider, models=(*MEMBERS, CHAIR, JUDGE))) as up:
        (home / "endpoints.toml").write_text(f'[up]\nurl = "{up.url}"\nprivate = true\nprice = "free"\n')
        (home / "councils" / "ours.toml").write_text(f'members = {SEATS}\nchair = "up/{CHAIR}"\n')
        (home / "settings.toml").write_text('council = "ours"\ndurability = "normal"\n')
        yield Installed(wheel_python, folder, provider, up, _surroundings(folder))


def _surroundings(folder: Path) -> dict[str, str]:
    """An environment without keys, settings and source of the machine that tests."""
    kept = ("PATH", "LANG", "TMPDIR", "SYSTEMROOT")
    own = {"HOME": str(folder), "MOOT_HOME": str(folder / "home"), "LLM_USER_PATH": str(folder / "llm")}
    return {name: os.environ[name] for name in kept if name in os.environ} | own


@pytest.fixture(autouse=True)
def everybody_answers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let every model answer again after a test."""
    yield
    if "installed" in request.fixturenames:
        request.getfixturevalue("installed").provider.reset()


@pytest.fixture(scope="module")
def served(installed: Installed) -> Iterator[Served]:
    """A server of that home, which trusts the pages of the published systems."""
    with Served(installed.python, installed.home, options=("--trust-origin", ORIGIN)) as server:
        yield server


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[httpx.Client]:
    """A client that has the server's token."""
    with browser_of(served, {"Authorization": f"Bearer {served.token}"}) as made:
        yield made


@pytest.fixture(scope="module")
def page(served: Served) -> Iterator[httpx.Client]:
    """A page of a published system: its origin, and no token."""
    with browser_of(served, {"Origin": ORIGIN}) as made:
        yield made


def browser_of(served: Served, headers: Mapping[str, str]) -> httpx.Client:
    """A client with these headers."""
    return httpx.Client(base_url=served.url, headers=dict(headers), trust_env=False, timeout=300)
