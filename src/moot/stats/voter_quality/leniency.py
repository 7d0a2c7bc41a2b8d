"""What of a vote is the claim, and what is the voter? An additive fit: vote = claim + leniency of the voter + residual.

Claims are free, so that they drop out: what is fitted are votes less the mean of their claim, by least squares, the
leniencies of voters who met adding up to nothing. A claim only one voter voted on tells nothing. Noise is what is left:
the squares of residuals have known means, which are linear in the voters' variances and are solved for them. Held by
`tests/stats/voter_quality/test_leniency.py` against voters of known leniency and noise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

FEWEST = 20
"""Votes on claims others voted on below which nothing is told."""
NOTHING = 1e-9
"""Singular values up to this share of the largest are rounding: leniencies are told but for a constant."""


class VoterVotes(NamedTuple):
    """One voter's votes in one session."""

    voter: str
    """Who."""
    votes: Mapping[str, int]
    """Claim and vote; a claim has the same key in each session."""


class VoterLeniency(NamedTuple):
    """How a voter votes."""

    leniency: float
    """How far above the others it votes."""
    noise: float
    """Standard deviation of its residuals."""
    votes: int
    """Votes it rests on."""


class _On(NamedTuple):
    """The votes on one claim."""

    voters: list[str]
    votes: list[int]


def habits_of(sessions: Sequence[Sequence[VoterVotes]]) -> dict[str, VoterLeniency]:
    """Each voter's habit, of those with enough votes."""
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

    # of n votes on a claim the mean square of one's residual is (1 - 2/n) of its variance and 1/n² of everybody's
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
    """The claims at least two voted on."""
    found: dict[str, _On] = defaultdict(lambda: _On([], []))
    for cast in session:
        for claim, vote in cast.votes.items():
            found[claim].voters.append(cast.voter)
            found[claim].votes.append(vote)
    return (on for on in found.values() if len(on.votes) > 1)
