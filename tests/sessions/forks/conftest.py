"""The house whose sessions the tests of this folder fork."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sessions.forks.test_forks import Application


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    app = Application(tmp_path)
    await app.open()
    yield app
    await app.close()
