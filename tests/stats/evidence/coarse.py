"""Make reports quickly from fewer councils, for tests of their text and layout."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from moot.stats.evidence import figures, report


@contextmanager
def coarsely() -> Iterator[None]:
    """Reports are made from a few hundred councils while this lasts."""
    report._made.cache_clear()
    with patch.object(figures, "COUNCILS", 1_000):
        yield
    report._made.cache_clear()
