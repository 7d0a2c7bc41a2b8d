"""The house whose sessions the tests of this folder fork."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sessions.forks.test_forks import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    await house.open()
    yield house
    await house.close()
