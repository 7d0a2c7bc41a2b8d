"""What time is it for a session? Running time, which stands still while nothing runs, and wall time for display."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime


def wall_now() -> str:
    """The wall clock in UTC to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class RunningClock:
    """Milliseconds of running time: goes on from where the transcript's last event stands."""

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

    def now(self) -> int:
        """Running time in milliseconds."""
        return self._base + int((self._monotonic() - self._started) * 1000)
