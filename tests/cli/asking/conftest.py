"""A gateway with prices, at which the default council sits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted


@pytest.fixture
def gateway(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Start a gateway whose models behave so, and let the home's council lead to it."""
    with ExitStack() as stack:

        def start(**behaves: str) -> None:
            monkeypatch.delenv("MOOT_COUNCIL")
            furnished(home, stack.enter_context(hosted(Gateway(behaves=behaves))), council=SEATS, chair=CHAIR)

        yield start
