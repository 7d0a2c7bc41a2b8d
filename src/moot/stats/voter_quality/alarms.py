"""When is somebody to be told that a voter, or a council, is too often wrong on control claims?

On its last forty: when the rate is below 0.8 with a probability above 0.95, any rate having been as likely as another,
from three on. Looked at after every session of two control claims, of voters who are right 19 of 20 times fewer than
one in a hundred is named within sixty sessions, at 9 of 10 three in a hundred; at 7 of 10 half within ten sessions, at
5 of 10 half within three. Of a council each control claim is one trial, however many vote on it: its members read the
same words, and what misleads one misleads others, so that their votes are no independent trials. Held by
`tests/stats/voter_quality/test_alarms.py` by simulation.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.stats.voter_quality.posterior import EVEN, Tries

WANTED = 0.8
"""How often a voter should be right on control claims."""
SURE = 0.95
"""How sure it must be that it is not."""
FEWEST = 3
"""Control claims below which nobody is named."""
SILENT = 3
"""Sessions in a row without a vote from which on a voter is named."""


def too_often_wrong(controls: Sequence[bool]) -> bool:
    """Whether that is so by these, the last ones it met."""
    known = EVEN.after(Tries(sum(controls), len(controls)))
    return len(controls) >= FEWEST and known.below(WANTED) > SURE


def council_was_right(right: int, votes: int) -> bool:
    """Whether a council voted on a control claim as it should: at least half of its votes are as they should be.

    A tie counts for it: two voters who are each right 9 of 10 times are both right on 8 of 10, and would be named."""
    return 2 * right >= votes
