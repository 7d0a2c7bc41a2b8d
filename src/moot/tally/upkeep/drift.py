"""When has a council become too lenient? When it finds nearly everything high, session after session.

Of the claims of its last ten sessions at least 60 % stand in the best tier, and so they do in eight of the ten. One
question on which everybody agrees is no drift. Held by `tests/tally/upkeep/test_drift.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

SESSIONS = 10
"""Sessions that are looked at; with fewer nothing is said."""
SHARE = 0.6
"""Share of claims in the best tier from which on a session counts."""
OF_THEM = 8
"""Sessions of those that must count."""


class Mix(NamedTuple):
    """How many claims of a session stand in the best tier."""

    best: int
    """So many."""
    claims: int
    """Of so many."""


def too_lenient(sessions: Sequence[Mix]) -> bool:
    """Whether that is so by a council's sessions, the latest last."""
    last = [each for each in sessions if each.claims][-SESSIONS:]
    if len(last) < SESSIONS:
        return False
    pooled = sum(each.best for each in last) >= SHARE * sum(each.claims for each in last)
    return pooled and sum(each.best >= SHARE * each.claims for each in last) >= OF_THEM
