"""When has a council become too lenient? When it finds nearly everything high, session after session.

Of the claims of its last ten sessions at least 60 % stand in the best tier, and so they do in eight of the ten. One
question on which everybody agrees is no drift. A claim counts once, in the last session it came up in: a schedule asks
of the same claims again and again. Where sessions have few claims that comes about by chance: so it must be
sure, too, that more than half would stand there in the long run. Held by `tests/stats/voter_quality/test_drift.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.stats.voter_quality.posterior import EVEN, Tries

SESSIONS = 10
"""Sessions that are looked at; with fewer nothing is said."""
SHARE = 0.6
"""Share of claims in the best tier from which on a session counts."""
HALF, SURE = 0.5, 0.999
"""With such a probability the share is above a half, any having been as likely as another. Windows of ten sessions are
looked at again and again, which is why it is so high."""
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
    best, claims = sum(each.best for each in last), sum(each.claims for each in last)
    sure = EVEN.after(Tries(best, claims)).below(HALF) < 1 - SURE
    return sure and best >= SHARE * claims and sum(each.best >= SHARE * each.claims for each in last) >= OF_THEM
