from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moot.transcripts.sql.store import Store
from sessions.conftest import enrolling as enrolling


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(tmp_path / "moot.db", durable="normal")
    yield store
    await store.close()
