"""Limit the calls of the whole process to what its open files leave room for.

A call that finds no file fails as if its endpoint were dead, and a session after it. So no call starts that would find
none: it waits in its endpoint's scheduler, and the schedulers take turns. Held by `tests/floor/calls/test_scheduler.py`
and `tests/server/admission/test_connection_limit.py`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from moot.egress.open_files import in_use, most_open

LEAST = 8
"""Calls that may always be on their way, however few files there are; else a sixth of the files."""


class Waits(Protocol):
    """A scheduler in which calls wait."""

    def look(self) -> None:
        """Lets in who may start now."""


class Lines:
    """The calls on their way: `most` of them, fewer by what `others` have open that came later, but always `least`."""

    def __init__(self, most: int | None = None, least: int = LEAST, others: Callable[[], int] = lambda: 0) -> None:
        self._most = most
        self._least = least
        self.others = others
        self._taken = 0
        self._waiting: OrderedDict[Waits, None] = OrderedDict()

    @property
    def full(self) -> bool:
        """Whether no further call may start."""
        return self._most is not None and self._taken >= max(self._least, self._most - self.others())

    def take(self) -> None:
        """A call starts."""
        self._taken += 1

    def wait(self, scheduler: Waits) -> None:
        """Calls wait there for somebody to leave."""
        self._waiting.setdefault(scheduler)

    def leave(self) -> None:
        """A call has ended; whoever has waited longest for its place is let in first."""
        self._taken -= 1
        while self._waiting and not self.full:
            scheduler, _ = self._waiting.popitem(last=False)
            scheduler.look()  # waits again, behind the others, where more wait than may start
            if self.full:
                break


def lines_here() -> Lines:
    """As many as the open files leave room for, with what is open now and what the store, searches and idle connections
    open beside the calls."""
    files = most_open()
    return Lines((files - in_use() - max(24, files // 8)) * 3 // 4, max(LEAST, files // 6))
