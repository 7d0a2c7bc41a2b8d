from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from moot.protocols import registry
from moot.transcripts.sql.store import Store
from sessions import backend


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests may enrol protocols of their own."""
    monkeypatch.setattr(registry, "find", backend.find)
    yield
    backend.EXTRA.clear()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(tmp_path / "moot.db", durable="normal")
    yield store
    await store.close()
