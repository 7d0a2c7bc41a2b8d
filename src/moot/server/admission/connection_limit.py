"""How many can be connected at once? As many as the files this process may open leave room for.

Every connection is an open file, and so is every call to a model and every look into the store. What the sessions need
is kept free of connections, and what plain requests need is kept free of those who stay: who watches, and who waits for
an answer. Whoever finds no place is told so. Held by `tests/server/admission/test_connection_limit.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from moot.errors import ServerFull

MOST_STAYING = 10_000
"""Who may stay connected at once, however many files may be open."""
LEAST = 4


class FileAllowance(Struct, frozen=True, kw_only=True):
    """How many files there may be, and for what."""

    files: int
    """Files this process may have open."""
    working: int
    """Those kept for the sessions: the store, calls to models, what is looked up."""
    connections: int
    """Connections that are taken at once."""
    staying: int
    """Those of them that may stay: watching, or waiting for an answer. The others are for plain requests."""


def room_for(files: int, in_use: int = 0) -> FileAllowance:
    """How so many files are shared out, when some are in use before the first connection comes."""
    working = max(32, min(files // 4, 8_192))
    connections = max(2 * LEAST, files - in_use - working)
    plain = max(LEAST, min(connections // 8, 1_024))
    staying = min(MOST_STAYING, connections - plain)
    return FileAllowance(files=files, working=working, connections=staying + plain, staying=staying)


class ConnectionSlots:
    """The places of those who stay connected."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @property
    def free(self) -> bool:
        """Whether one more may stay."""
        return self.taken < self.most

    def check(self) -> None:
        """Raises when nobody more may stay."""
        if not self.free:
            raise ServerFull(
                f"Nobody more can watch or wait here now: all {self.most:,} places are taken.",
                "Try again in a moment; sessions run on, and plain requests are answered all the while.",
            )

    @contextmanager
    def held(self) -> Iterator[None]:
        """A place for as long as this lasts."""
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
