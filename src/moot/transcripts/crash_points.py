"""Kill the process at one of three named points around each commit that appends to a session, for tests.

`MOOT_KILL_AT="commit:before:7"` kills the process (SIGKILL, nothing is flushed) at the seventh such commit: `before`
with all rows written and none committed, `after` when it is committed and no caller has been notified. `inside` is
passed once for each batch of events in a commit, with its events written and its session's record not. Only commits
that open or append to a session count, and several operations that waited together are one commit. Without the variable
a point is one comparison with `None`. `tests/sessions/killed/test_killed.py` kills at each of them.
"""

from __future__ import annotations

import os
import signal

from msgspec import Struct

VARIABLE = "MOOT_KILL_AT"


class Death(Struct):
    """A test's request to kill this process at a named point."""

    name: str
    """Name of the point."""
    left: int
    """Number of times the point must still be reached before the process is killed."""


_death: Death | None = None


def order(wish: str) -> None:
    """Request that this process be killed when it reaches a point: `commit:before:7` means the 7th time it reaches the
    point `commit:before`. An empty text cancels the request. Used by tests."""
    global _death
    name, _, number = wish.rpartition(":")
    _death = Death(name, int(number)) if name else None


order(os.environ.get(VARIABLE, ""))


def boundary(name: str) -> None:
    """Kill the process here if a test has requested that for the point `name`. Called by the thread that writes."""
    if _death is not None and _death.name == name:
        _death.left -= 1
        if _death.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
