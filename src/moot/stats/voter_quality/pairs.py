"""Find voters who vote alike beyond what their skill explains, and estimate the number of independent voters.

Each claim counts once, whatever its number of sessions. Voters who know the answers agree with each other, but also
with everybody else. So the correlation of two voters is compared with the one that their correlations with the other
voters predict: r(a, others) * r(b, others) / r(others among themselves). The excess over the prediction is the share of
votes that look copied. A pair is reported if that share is above a quarter beyond chance: a one-sided normal tail,
corrected for the number of pairs and for a check after each session. Below the prediction nothing is reported.

This needs two other voters beside the pair. With three voters, or with a majority that votes the same, votes cannot
distinguish copies from voters who are simply right. `tests/stats/voter_quality/test_pairs.py` simulates all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import erfc, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from moot.stats.voter_quality.leniency import VoterVotes
from moot.vocabulary.history.voter_quality import VoterPair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Votes = NDArray[np.float64]
    """A row per claim, a column per voter; NaN for no vote."""

FEWEST = 5
"""Minimum number of common sessions for a pair to be listed."""
HINT = 10
"""Minimum number of common sessions for a hint."""
ALARM = 30
"""Minimum number of common sessions for an alarm."""
COPIED = 0.25
"""Share of copied votes above which a pair is reported."""
FALSE_ALARMS = 0.02
"""Maximum share of independent councils reported."""
LEAST_CLAIMS = 40
"""Minimum number of claims without a unanimous vote for a pair to be tested."""
LEAST_COVERED = 0.5
"""Minimum share of a pair's claims on which another voter must have voted to be compared with the pair."""
LEAST_AMONG_OTHERS = 0.1
"""Lower limit for the correlation among the other voters, which may be zero."""
SAME = 0.95
"""Minimum share of equal votes at which two voters count as one in comparisons with other voters."""

Pair = tuple[str, str]


class Worth(NamedTuple):
    """Estimate of how many of several voters vote independently of each other, or the reason why votes do not show
    it."""

    most: float | None
    """Upper bound of the number of independent voters; `None` if votes do not show it."""
    alike: int = 0
    """Number of voters with the same vote on nearly every claim, if `most` is `None` for this reason."""
    same: float = 0.0
    """Minimum share of claims on which these voters cast the same vote."""


class _Together(NamedTuple):
    """How many sessions and claims have votes of both voters of a pair, and on how many claims they are equal."""

    sessions: int
    claims: int
    equal: int


class _CopyMeasure(NamedTuple):
    """Excess share of two voters' votes that looks copied, and its probability without copying."""

    copied: float
    chance: float


def pairs_of(sessions: Sequence[Sequence[VoterVotes]]) -> list[VoterPair]:
    """Compare the votes of every two voters with at least `FEWEST` common sessions, to find copied votes.

    Args:
        sessions: The votes of each session. A claim that comes up again has the same key in each session.

    Returns:
        The pairs, those with the largest share of copied votes first.
    """
    voters = sorted({cast.voter for session in sessions for cast in session if cast.votes})
    votes = _votes(sessions, voters)
    together = _together(sessions, voters, votes)
    measured, reported = _reported(votes, voters, together)
    equal, claims = (sum(each[at] for each in together.values()) for at in (2, 1))
    found = []
    for pair, each in together.items():
        rest = claims - each.claims
        says: Literal["nothing", "hint", "alarm"] = "nothing"
        if pair in reported:
            says = "alarm" if each.sessions >= ALARM else "hint"
        found.append(
            VoterPair(
                a=pair[0],
                b=pair[1],
                sessions=each.sessions,
                claims=each.claims,
                same=each.equal / each.claims,
                others=(equal - each.equal) / rest if rest else None,
                copied=measured[pair].copied if pair in measured else None,
                says=says,
            )
        )
    return sorted(found, key=lambda each: (each.copied is None, -(each.copied or 0.0), each.a, each.b))


def independent_voters(voters: Iterable[str], pairs: Sequence[VoterPair]) -> Worth:
    """Estimate how many of these voters vote independently of each other, as an upper bound.

    Returns:
        n² over the sum of the squares of the copied shares of reported pairs (the participation ratio). No number if
        voters cast the same vote on nearly every claim and are not reported, or if no pair could be tested.
    """
    seated = list(voters)
    known = {frozenset((each.a, each.b)): each for each in pairs if each.a in seated and each.b in seated}
    reported = {pair for pair, each in known.items() if each.says != "nothing"}
    same = {(each.a, each.b) for pair, each in known.items() if each.same >= SAME and pair not in reported}
    if same:
        groups = _groups(same, seated)
        biggest = max(set(groups.values()), key=lambda group: (sum(groups[each] == group for each in seated), group))
        inside = {each for each in seated if groups[each] == biggest}
        shares = [each.same for each in known.values() if {each.a, each.b} <= inside]
        return Worth(None, sum(each in inside for each in seated), min(shares))
    if len(seated) > 1 and not any(each.copied is not None for each in known.values()):
        return Worth(None)
    squares = float(len(seated))
    for one, other in combinations(seated, 2):
        pair = frozenset((one, other))
        copied = 1.0 if one == other else (known[pair].copied or 0.0) if pair in reported else 0.0
        squares += 2 * copied**2
    return Worth(len(seated) ** 2 / squares if seated else None)


def _votes(sessions: Sequence[Sequence[VoterVotes]], voters: Sequence[str]) -> Votes:
    """Return a table with a row for each claim and a column for each voter.

    If a voter has several votes on a claim, the first counts.
    """
    import numpy as np  # takes a tenth of a second, which only these figures need

    at = {voter: place for place, voter in enumerate(voters)}
    rows: dict[str, dict[int, int]] = {}
    for session in sessions:
        for cast in session:
            for claim, vote in cast.votes.items():
                rows.setdefault(claim, {}).setdefault(at[cast.voter], vote)
    votes = np.full((len(rows), len(voters)), np.nan)
    for row, cast_by in zip(votes, rows.values(), strict=True):
        row[list(cast_by)] = list(cast_by.values())
    return votes


def _together(sessions: Sequence[Sequence[VoterVotes]], voters: Sequence[str], votes: Votes) -> dict[Pair, _Together]:
    """Count common sessions, common claims and equal votes for each pair of voters with at least `FEWEST` common
    sessions."""
    met: dict[Pair, int] = {}
    for session in sessions:
        claims: dict[str, set[str]] = {}
        for cast in session:
            claims.setdefault(cast.voter, set()).update(cast.votes)
        for pair in combinations(sorted(claims), 2):
            met[pair] = met.get(pair, 0) + bool(claims[pair[0]] & claims[pair[1]])
    found = {}
    for pair, count in met.items():
        if count >= FEWEST:
            one, other = (votes[:, voters.index(name)] for name in pair)
            both = (one == one) & (other == other)  # NaN is unequal to itself
            found[pair] = _Together(count, int(both.sum()), int((one == other).sum()))
    return found


def _reported(
    votes: Votes, voters: Sequence[str], together: Mapping[Pair, _Together]
) -> tuple[dict[Pair, _CopyMeasure], set[Pair]]:
    """Test all pairs for copied votes. Return the measure of each pair, and the pairs to report."""
    same = {pair for pair, each in together.items() if each.equal >= SAME * each.claims}
    measured: dict[Pair, _CopyMeasure] = {}
    reported: set[Pair] = set()
    while True:
        groups = _groups(same | reported, voters)
        now = {pair: each for pair in together if (each := _measured(votes, voters, pair, groups)) is not None}
        measured = {**measured, **now}
        sure = [
            pair
            for pair, each in now.items()
            if pair not in reported
            and together[pair].sessions >= HINT
            and each.chance * len(together) * together[pair].sessions < FALSE_ALARMS
        ]
        if not sure:
            return measured, reported
        # The most similar pair is reported first, and counts as one voter from then on: next to a voter and its copy,
        # all others look similar.
        reported.add(max(sure, key=lambda pair: (now[pair].copied, pair)))


def _measured(votes: Votes, voters: Sequence[str], pair: Pair, groups: Mapping[str, str]) -> _CopyMeasure | None:
    """Measure how far the votes of a pair look copied, beside one voter of each other group; `None` with too few claims
    or voters."""
    import numpy as np  # as above

    a, b = (voters.index(name) for name in pair)
    votes = votes[np.isfinite(votes[:, a]) & np.isfinite(votes[:, b])]
    there = np.isfinite(votes)
    usable = [
        int(at)
        for at in np.flatnonzero(there.sum(axis=0) >= max(1.0, LEAST_COVERED * len(votes)))
        if np.ptp(votes[there[:, at], at]) > 0
    ]
    other = {groups[voters[at]]: at for at in usable}
    others = [at for group, at in other.items() if group not in {groups[name] for name in pair}]
    if len(others) < 2 or not {a, b} <= set(usable):
        return None
    columns = [a, b, *others]
    votes, there = votes[:, columns], there[:, columns]
    if int((np.nanmax(votes, axis=1) > np.nanmin(votes, axis=1)).sum()) < LEAST_CLAIMS:
        return None
    left = np.where(there, votes - np.nanmean(votes, axis=0), 0.0)
    squares = (left * left).T @ there.astype(np.float64)
    scale = np.sqrt(squares * squares.T)
    if (scale <= 0).any():  # within the common claims, one of them always cast the same vote
        return None
    r = left.T @ left / scale
    return _compared(r, left, there, squares, scale)


def _compared(
    r: NDArray[np.float64],
    left: NDArray[np.float64],
    there: NDArray[np.bool_],
    squares: NDArray[np.float64],
    scale: NDArray[np.float64],
) -> _CopyMeasure:
    """Compare the correlation r(a, b) of two voters with the correlation predicted from those with other voters."""
    import numpy as np  # as above

    others = len(r) - 2
    with_a, with_b = float(r[0, 2:].mean()), float(r[1, 2:].mean())
    mean = (float(r[2:, 2:].sum()) - others) / (others * (others - 1))
    among, both = max(mean, LEAST_AMONG_OTHERS), max(0.0, with_a * with_b)
    alike, predicted = float(r[0, 1]), min(1.0, both / among)
    # `above` is 0 if exactly `COPIED` of the votes look copied. It is a product, not a quotient: its error stays normal
    # when the others hardly correlate.
    above = (alike - COPIED) * among - (1 - COPIED) * both
    # The error is computed by the delta method, claim by claim.
    slopes = np.zeros_like(r)  # of `above` by each correlation, half of it on either side of the diagonal
    if mean > LEAST_AMONG_OTHERS:
        slopes[2:, 2:] = (alike - COPIED) / (others * (others - 1))
    if both:
        slopes[0, 2:], slopes[1, 2:] = (-(1 - COPIED) * each / (2 * others) for each in (with_b, with_a))
        slopes[2:, :2] = slopes[:2, 2:].T
    slopes[0, 1] = slopes[1, 0] = among / 2
    np.fill_diagonal(slopes, 0.0)
    moved = ((left @ (slopes / scale)) * left).sum(axis=1)
    moved -= (left * left * (there @ (slopes * r / squares).T)).sum(axis=1)
    error = max(sqrt(float(moved @ moved)), 1e-12)
    copied = (alike - predicted) / (1 - predicted) if predicted < 1 else 0.0
    return _CopyMeasure(min(1.0, max(0.0, copied)), erfc(above / error / sqrt(2)) / 2)


def _groups(pairs: Iterable[Pair], voters: Iterable[str]) -> dict[str, str]:
    """Return the group of each voter after joining these pairs, named after the group's first voter in the alphabet."""
    group = {voter: voter for voter in voters}
    for pair in pairs:
        first, last = sorted(group[name] for name in pair)
        group = {voter: first if each == last else each for voter, each in group.items()}
    return group
