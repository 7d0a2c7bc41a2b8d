"""Limit the calls of the whole process to the number of files it may open.

A call without a free file descriptor fails like a dead endpoint and fails its session. So such a call waits in its
endpoint's scheduler, and the schedulers take turns. See also `tests/server/admission/test_connection_limit.py`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from moot.egress.open_files import in_use, most_open

LEAST = 8
"""Fewest calls that may run at once, however few files there are; otherwise a sixth of the files."""


class CallQueue(Protocol):
    """Scheduler in which calls wait."""

    def look(self) -> None:
        """Start the calls that may start now."""


class ConnectionLimit:
    """Counter of running calls: at most `most`, less `others` opened later, but at least `least`."""

    def __init__(self, most: int | None = None, least: int = LEAST, others: Callable[[], int] = lambda: 0) -> None:
        self._most = most
        self._least = least
        self.others = others
        self._taken = 0
        self._waiting: OrderedDict[CallQueue, None] = OrderedDict()

    @property
    def full(self) -> bool:
        """Return whether no further call may start."""
        return self._most is not None and self._taken >= max(self._least, self._most - self.others())

    def take(self) -> None:
        """Count the start of a call."""
        self._taken += 1

    def wait(self, scheduler: CallQueue) -> None:
        """Queue a scheduler whose calls wait for a place."""
        self._waiting.setdefault(scheduler)

    def leave(self) -> None:
        """Count the end of a call and start the call that has waited longest for its place."""
        self._taken -= 1
        while self._waiting and not self.full:
            scheduler, _ = self._waiting.popitem(last=False)
            scheduler.look()  # queues again, behind the others, if more calls wait than may start
            if self.full:
                break


def lines_here() -> ConnectionLimit:
    """Return a counter for this process: its open-file limit, less the files open now and those that the store,
    searches and idle connections need."""
    files = most_open()
    return ConnectionLimit((files - in_use() - max(24, files // 8)) * 3 // 4, max(LEAST, files // 6))
