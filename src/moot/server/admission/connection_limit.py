"""Limit concurrent connections by the number of files this process may open.

Every connection is an open file, and so is every call to a model and every access to the store. Files are reserved for
sessions first, then for plain requests, so that viewers and waiting requests cannot use them up. Whoever finds no free
slot gets an error. Tested by `tests/server/admission/test_connection_limit.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from moot.errors import ServerFull

MOST_STAYING = 10_000
"""Maximum number of long-lived connections, however many files may be open."""
LEAST = 4


class FileAllowance(Struct, frozen=True, kw_only=True):
    """Division of the files that this process may open between sessions and connections."""

    files: int
    """Number of files this process may have open."""
    working: int
    """Number of files reserved for sessions: the store, calls to models, searches."""
    connections: int
    """Maximum number of open connections."""
    staying: int
    """Maximum number of long-lived connections: viewers, and clients that wait for an answer.

    The remaining connections are for plain requests.
    """


def room_for(files: int, in_use: int = 0) -> FileAllowance:
    """Divide the files that this process may open between sessions and connections.

    `in_use` is the number of files that are open already.
    """
    working = max(32, min(files // 4, 8_192))
    connections = max(2 * LEAST, files - in_use - working)
    plain = max(LEAST, min(connections // 8, 1_024))
    staying = min(MOST_STAYING, connections - plain)
    return FileAllowance(files=files, working=working, connections=staying + plain, staying=staying)


class ConnectionSlots:
    """A counter that limits long-lived connections, such as viewers of a running session."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @property
    def free(self) -> bool:
        """Return whether another long-lived connection is admitted."""
        return self.taken < self.most

    def check(self) -> None:
        """Raise `ServerFull` if no other long-lived connection is admitted."""
        if not self.free:
            raise ServerFull(
                f"Nobody more can watch or wait here now: all {self.most:,} places are taken.",
                "Try again in a moment; sessions run on, and plain requests are answered all the while.",
            )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Count one more long-lived connection as open while the context lasts.

        It admits any number; call `check` before.
        """
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
