"""Where can a process die inside a durable write? At three named places around each commit that appends to a session.

`MOOT_KILL_AT="commit:before:7"` kills the process (SIGKILL, nothing is flushed) at the seventh such commit: `before`
with all of its rows written and none committed, `after` when it is committed and nobody has been told. `inside` is
passed once for each batch of events in a commit, with its events written and its session's record not. Only commits
that open or append to a session count, and several operations that waited together are one commit. Without the variable
a boundary is one comparison with `None`. `tests/sessions/killed/test_killed.py` kills at each of them.
"""

from __future__ import annotations

import os
import signal

from msgspec import Struct

VARIABLE = "MOOT_KILL_AT"


class Death(Struct):
    """A death that was ordered."""

    name: str
    """The boundary."""
    left: int
    """How often it is still passed."""


_death: Death | None = None


def order(wish: str) -> None:
    """Orders a death, as the variable says it: `commit:before:7`; without words, none."""
    global _death
    name, _, number = wish.rpartition(":")
    _death = Death(name, int(number)) if name else None


order(os.environ.get(VARIABLE, ""))


def boundary(name: str) -> None:
    """A place where the process may be killed; called by the thread that writes."""
    if _death is not None and _death.name == name:
        _death.left -= 1
        if _death.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
