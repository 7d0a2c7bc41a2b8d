from __future__ import annotations

from collections.abc import Iterator

import pytest

from moot.protocols import registry
from sessions import hall


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests may enrol protocols of their own."""
    monkeypatch.setattr(registry, "find", hall.find)
    yield
    hall.EXTRA.clear()
