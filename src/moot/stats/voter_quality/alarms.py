"""Detect voters and councils that are too often wrong on control claims.

An alarm needs a rate below 0.8 over the last forty, with a probability above 0.95 under a uniform prior, from three
claims on. Checked after every session of two control claims, fewer than one in a hundred voters who are right 19 of 20
times is reported within sixty sessions; at 9 of 10 it is three in a hundred; at 7 of 10 half within ten sessions, at 5
of 10 half within three. For a council each control claim is one trial, whatever the number of votes: its members read
the same words, so their errors are not independent. `tests/stats/voter_quality/test_alarms.py` simulates this.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.stats.voter_quality.posterior import EVEN, Tries

WANTED = 0.8
"""Minimum rate of right votes on control claims."""
SURE = 0.95
"""Probability needed to report a lower rate."""
FEWEST = 3
"""Minimum number of control claims for an alarm."""
SILENT = 3
"""Number of consecutive sessions without a vote from which a voter is reported."""


def too_often_wrong(controls: Sequence[bool]) -> bool:
    """Return whether a voter is, almost certainly, wrong too often on control claims, i.e. claims whose truth is
    known."""
    known = EVEN.after(Tries(sum(controls), len(controls)))
    return len(controls) >= FEWEST and known.below(WANTED) > SURE


def council_was_right(right: int, votes: int) -> bool:
    """Return whether at least half of a council's votes on a control claim were right.

    A tie counts as right. If it did not, two good voters would raise an alarm: if each is right on 9 of 10 claims, both
    are right on only 8 of 10.
    """
    return 2 * right >= votes
