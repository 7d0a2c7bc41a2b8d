"""Estimate each voter's leniency, and detect councils that have become too lenient.

A vote is modelled as claim + leniency of the voter + residual. Claims are free and drop out: votes minus the mean of
their claim are fitted by least squares, with leniencies of connected voters adding up to zero. A claim with a single
vote has no information. For the noise, the squares of residuals have known means, linear in the voters' variances,
which are solved for.

A council is too lenient if at least 60 % of the claims of its last ten sessions, and in eight of the ten, are in the
best tier. A claim counts once, in the latest session with it, because schedules repeat claims. With few claims per
session this happens by chance, so it must also be certain that more than half would be there in the long run. Tests:
`tests/stats/voter_quality/test_leniency.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from moot.stats.voter_quality.posterior import EVEN, Tries

FEWEST = 20
"""Minimum number of votes on claims that others voted on."""
NOTHING = 1e-9
"""Singular values up to this share of the largest are rounding errors, because leniencies are determined only up to a
constant.
"""


class VoterVotes(NamedTuple):
    """One voter's votes on the claims of one session."""

    voter: str
    """Fingerprint of the voter."""
    votes: Mapping[str, int]
    """The voter's vote on each claim. A claim has the same key in every session."""


class VoterLeniency(NamedTuple):
    """How far above others a voter votes on the same claims, and how much its votes scatter."""

    leniency: float
    """How far above other voters the voter votes on the same claims."""
    noise: float
    """Standard deviation of the residuals of the voter's votes."""
    votes: int
    """Number of votes from which the leniency was computed."""


class _On(NamedTuple):
    """The votes on one claim, each with its voter."""

    voters: list[str]
    votes: list[int]


def habits_of(sessions: Sequence[Sequence[VoterVotes]]) -> dict[str, VoterLeniency]:
    """Return the leniency and noise of each voter with enough votes, from its votes on claims that others voted on."""
    import numpy as np  # takes a tenth of a second, which only these figures need

    claims = [claim for session in sessions for claim in _claims(session)]
    voters = sorted({voter for claim in claims for voter in claim.voters})
    if not voters:
        return {}
    at, size = {voter: place for place, voter in enumerate(voters)}, len(voters)
    left, right = np.zeros((size, size)), np.zeros(size)
    for claim in claims:
        share, mean = 1 / len(claim.votes), sum(claim.votes) / len(claim.votes)
        for voter, vote in zip(claim.voters, claim.votes, strict=True):
            left[at[voter], at[voter]] += 1
            right[at[voter]] += vote - mean
            for other in claim.voters:
                left[at[voter], at[other]] -= share
    lenient = np.linalg.lstsq(left, right, rcond=NOTHING)[0]

    # of n votes on a claim, a squared residual has mean (1 - 2/n) of its voter's variance plus 1/n² of everybody's
    spread, squares, number = np.zeros((size, size)), np.zeros(size), np.zeros(size, dtype=int)
    for claim in claims:
        n = len(claim.votes)
        off = [vote - float(lenient[at[voter]]) for voter, vote in zip(claim.voters, claim.votes, strict=True)]
        middle = sum(off) / n
        for voter, each in zip(claim.voters, off, strict=True):
            squares[at[voter]] += (each - middle) ** 2
            number[at[voter]] += 1
            spread[at[voter], at[voter]] += 1 - 2 / n
            for other in claim.voters:
                spread[at[voter], at[other]] += 1 / n**2
    variances = np.linalg.lstsq(spread, squares, rcond=NOTHING)[0]
    return {
        voter: VoterLeniency(float(lenient[place]), sqrt(max(0.0, float(variances[place]))), int(number[place]))
        for voter, place in at.items()
        if number[place] >= FEWEST
    }


def _claims(session: Sequence[VoterVotes]) -> Iterator[_On]:
    """Yield the claims with at least two votes."""
    found: dict[str, _On] = defaultdict(lambda: _On([], []))
    for cast in session:
        for claim, vote in cast.votes.items():
            found[claim].voters.append(cast.voter)
            found[claim].votes.append(vote)
    return (on for on in found.values() if len(on.votes) > 1)


SESSIONS = 10
"""Number of latest sessions examined. With fewer sessions there is no alarm."""
SHARE = 0.6
"""Minimum share of claims in the best tier at which a session counts towards an alarm."""
HALF, SURE = 0.5, 0.999
"""Required probability that the share is above a half, under a uniform prior. It is high because windows of ten
sessions are checked repeatedly."""
OF_THEM = 8
"""Number of sessions that must count for an alarm."""


class Mix(NamedTuple):
    """Number of claims in the best tier, out of all claims of a session."""

    best: int
    """Number of claims in the best tier."""
    claims: int
    """Number of all claims."""


def too_lenient(sessions: Sequence[Mix]) -> bool:
    """Return whether a council puts too many claims in the best tier, judged by its latest sessions (the latest is
    last)."""
    last = [each for each in sessions if each.claims][-SESSIONS:]
    if len(last) < SESSIONS:
        return False
    best, claims = sum(each.best for each in last), sum(each.claims for each in last)
    sure = EVEN.after(Tries(best, claims)).below(HALF) < 1 - SURE
    return sure and best >= SHARE * claims and sum(each.best >= SHARE * each.claims for each in last) >= OF_THEM
