"""Detect councils that have become too lenient: nearly every claim in the best tier, session after session.

At least 60 % of the claims of the last ten sessions must be in the best tier, and so in eight of the ten; one question
with full agreement is no drift. A claim counts once, in the latest session with it, because schedules repeat claims.
With few claims per session this happens by chance, so it must also be certain that more than half would be there in the
long run. Tests: `tests/stats/voter_quality/test_leniency.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.stats.voter_quality.posterior import EVEN, Tries

SESSIONS = 10
"""Number of sessions examined; with fewer there is no alarm."""
SHARE = 0.6
"""Share of claims in the best tier from which a session counts."""
HALF, SURE = 0.5, 0.999
"""Required probability that the share is above a half, under a uniform prior. It is high because windows of ten
sessions are checked repeatedly."""
OF_THEM = 8
"""Number of sessions that must count."""


class Mix(NamedTuple):
    """Claims of a session in the best tier."""

    best: int
    """Claims in the best tier."""
    claims: int
    """All claims."""


def too_lenient(sessions: Sequence[Mix]) -> bool:
    """Return whether a council has drifted by these sessions, the latest last."""
    last = [each for each in sessions if each.claims][-SESSIONS:]
    if len(last) < SESSIONS:
        return False
    best, claims = sum(each.best for each in last), sum(each.claims for each in last)
    sure = EVEN.after(Tries(best, claims)).below(HALF) < 1 - SURE
    return sure and best >= SHARE * claims and sum(each.best >= SHARE * each.claims for each in last) >= OF_THEM
