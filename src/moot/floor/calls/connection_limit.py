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
"""Minimum number of calls that may run at once. The usual limit is a sixth of the files that the process may open."""


class CallQueue(Protocol):
    """A queue of calls that asks `ConnectionLimit` for places. `Scheduler` implements this interface."""

    def look(self) -> None:
        """Start the waiting calls that may start now."""


class ConnectionLimit:
    """Counts the running calls of a process and limits their number to `most`, minus the connections open for other
    purposes (as returned by `others`), but never to fewer than `least`."""

    def __init__(self, most: int | None = None, least: int = LEAST, others: Callable[[], int] = lambda: 0) -> None:
        self._most = most
        self._least = least
        self.others = others
        self._taken = 0
        self._waiting: OrderedDict[CallQueue, None] = OrderedDict()

    @property
    def full(self) -> bool:
        """Return whether the limit is reached, so that no further call may start."""
        return self._most is not None and self._taken >= max(self._least, self._most - self.others())

    def take(self) -> None:
        """Count a call that starts now. The caller must call `leave` when the call ends."""
        self._taken += 1

    def wait(self, scheduler: CallQueue) -> None:
        """Register a scheduler that has waiting calls: its method `look` is called when a running call ends."""
        self._waiting.setdefault(scheduler)

    def leave(self) -> None:
        """Count the end of a call, and let the schedulers that have waited longest start calls."""
        self._taken -= 1
        while self._waiting and not self.full:
            scheduler, _ = self._waiting.popitem(last=False)
            scheduler.look()  # queues again, behind the others, if more calls wait than may start
            if self.full:
                break


def lines_here() -> ConnectionLimit:
    """Create the limit on running calls for this process, from the files it may open, minus those open now and those
    that the store, searches and idle connections need."""
    files = most_open()
    return ConnectionLimit((files - in_use() - max(24, files // 8)) * 3 // 4, max(LEAST, files // 6))
