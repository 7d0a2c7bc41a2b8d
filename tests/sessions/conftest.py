"""Every implementation of the transcript, under one name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from app_build import built
from moot.protocols import registry
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Transcript

from . import backend


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1_935_655_200.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


Make = Callable[..., Transcript]

KINDS: dict[str, Callable[[Path], Make]] = {
    "memory": lambda folder: lambda **more: MemoryTranscript(**more),
    "sqlite": lambda folder: lambda **more: SqlTranscript(Store(folder / "moot.db", **more)),
}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=sorted(KINDS))
def make(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Make:
    made = KINDS[request.param](tmp_path)
    return lambda **more: made(**{"clock": clock, **more})


@pytest.fixture
async def transcript(make: Make) -> AsyncIterator[Transcript]:
    transcript = make()
    yield transcript
    await transcript.close()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    store = Store(tmp_path / "moot.db", clock=clock)
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests may enrol protocols of their own; each begins without any."""
    monkeypatch.setattr(registry, "find", backend.find)
    yield
    backend.EXTRA.clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of the test's own."""
    return tmp_path / "moot.db"


@pytest.fixture
def replay_page(tmp_path: Path) -> str:
    """The page that plays a session, as if the web app were built."""
    return (built(tmp_path / "app") / "replay.html").read_text()
