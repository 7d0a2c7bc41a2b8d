"""Measure a session's running time, which pauses while nothing runs, and wall time for display."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache


def wall_now() -> str:
    """Return the UTC time to the millisecond."""
    second, ms = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_to_the_second(second)}.{ms:03d}Z"


@lru_cache(maxsize=2)
def _to_the_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).replace(tzinfo=None).isoformat()


class RunningClock:
    """Running time in milliseconds, continued from the transcript's last event."""

    def __init__(
        self,
        base: int = 0,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], str] = wall_now,
    ) -> None:
        self._base = base
        self._monotonic = monotonic
        self._started = monotonic()
        self.wall = wall
        self.changed: Callable[[], None] | None = None
        """Called whenever the clock is paused or resumed."""
        self._holds = 0
        self._held_at = 0.0

    @property
    def is_held(self) -> bool:
        """Return whether the clock is paused."""
        return self._holds > 0

    def now(self) -> int:
        """Return the running time in milliseconds."""
        at = self._held_at if self._holds else self._monotonic()
        return self._base + int((at - self._started) * 1000)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Pause the clock during a wait that is not caused by the session."""
        if not self._holds:
            self._held_at = self._monotonic()
        self._holds += 1
        self._tell()
        try:
            yield
        finally:
            self._holds -= 1
            if not self._holds:
                self._started += self._monotonic() - self._held_at
            self._tell()

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()
