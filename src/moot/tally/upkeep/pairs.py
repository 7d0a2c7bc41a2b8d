"""Which two voters vote alike beyond what the others explain, and how many voters is a council worth?

Of each vote the voter's mean in that session and the mean of the others on that claim, neither of the two, are taken
off; what is left of the two is correlated, over all sessions both sat in. Taking off the same mean leaves every two a
little alike: what counts is the excess over the other pairs. A copy makes other pairs look guilty, too: whoever is
named first is counted as one voter, and the rest is looked at again. Nothing is said below five sessions. From ten on a
pair is a hint and from thirty an alarm, if its excess is above a quarter, and above nothing in all but few samples of
sessions (bootstrap; Benjamini and Hochberg over pairs). Votes have no truth here: models that read the same books vote
alike, too.

How many voters a council is worth is the participation ratio of these excesses: n² over the sum of their squares. Who
votes against the others can only lower it. Held by `tests/tally/upkeep/test_pairs.py` by simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from moot.tally.upkeep.leniency import Cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 5
"""Sessions below which nothing is said of a pair."""
HINT = 10
"""Sessions from which a pair can be a hint."""
ALARM = 30
"""Sessions from which it can be an alarm."""
EXCESS = 0.25
"""How far above the other pairs it must be."""
FEWEST_OTHERS = 2
"""Other pairs to compare with, without which nothing is said."""
SAMPLES = 2_000
"""Samples of sessions."""
FALSE_SHARE = 0.05
"""Share of false ones among those named that is put up with."""
MOST_FOUND = 10
"""Pairs that are named one after the other."""

PairSays = Literal["nothing", "hint", "alarm"]
Pair = tuple[str, str]


class PairLike(NamedTuple):
    """How alike two voters vote."""

    a: str
    """One."""
    b: str
    """The other."""
    sessions: int
    """Sessions both sat in, with claims that others voted on, too."""
    claims: int
    """Such claims."""
    correlation: float
    """Of what is left of their votes."""
    excess: float
    """How far that is above the mean of the other pairs."""
    low: float
    """The excess is at least this in 95 of 100 samples."""
    high: float
    """It is at most this in 95 of 100."""
    says: PairSays
    """What is said of it."""


class _Sums(NamedTuple):
    """Sums of squares and products of one pair, session by session."""

    sessions: tuple[int, ...]
    values: NDArray[np.float64]
    """A row for each session: a squared, b squared, a times b, claims."""


def pairs_of(sessions: Sequence[Sequence[Cast]]) -> list[PairLike]:
    """Every pair of which something can be said, the most alike first."""
    found: dict[Pair, PairLike] = {}
    named: list[Pair] = []
    left = [_distinct(session) for session in sessions]
    for _ in range(MOST_FOUND + 1):
        known = _looked_at(left)
        for pair, like in known.items():
            found.setdefault(pair, like)
        top = max(
            (like for like in known.values() if like.says != "nothing"), key=lambda like: like.excess, default=None
        )
        if top is None:
            break
        found[top.a, top.b] = top
        named.append((top.a, top.b))
        left = [_as_one(session, top.a, top.b) for session in left]
    single = {pair: like for pair, like in found.items() if all("\x1f" not in name for name in pair)}
    kept = [
        like if pair in named else like._replace(says="nothing") for pair, like in single.items()
    ]  # what looked guilty for the sake of another is not named
    return sorted(kept, key=lambda like: (-like.excess, like.a, like.b))


def effective_voters(voters: Iterable[str], pairs: Sequence[PairLike]) -> float:
    """How many independent voters these are worth, by the pairs that are named; each is worth one without any."""
    seated = list(voters)
    squares = float(len(seated))
    named: Mapping[frozenset[str], float] = {
        frozenset((like.a, like.b)): like.excess for like in pairs if like.says != "nothing"
    }
    for one, other in combinations(seated, 2):
        excess = 1.0 if one == other else named.get(frozenset((one, other)), 0.0)
        squares += 2 * min(1.0, excess) ** 2
    return len(seated) ** 2 / squares if seated else 0.0


def _distinct(session: Sequence[Cast]) -> dict[str, Mapping[str, float]]:
    """Votes by voter, of those who gave one; of two seats of one voter the first counts."""
    votes: dict[str, Mapping[str, float]] = {}
    for cast in session:
        if cast.votes:
            votes.setdefault(cast.voter, cast.votes)
    return votes


def _as_one(session: Mapping[str, Mapping[str, float]], a: str, b: str) -> dict[str, Mapping[str, float]]:
    """The same with two voters as one."""
    rest = {voter: votes for voter, votes in session.items() if voter not in (a, b)}
    if a in session or b in session:
        both = [session[each] for each in (a, b) if each in session]
        claims = {claim for votes in both for claim in votes}
        rest["\x1f".join(sorted((a, b)))] = {
            claim: sum(votes[claim] for votes in both if claim in votes) / sum(claim in votes for votes in both)
            for claim in claims
        }
    return rest


def _looked_at(sessions: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[Pair, PairLike]:
    """Every pair with enough sessions, held against the others."""
    import numpy as np  # takes a tenth of a second, which only these figures need

    sums = {pair: each for pair, each in _sums(sessions).items() if len(each.sessions) >= FEWEST}
    if len(sums) <= FEWEST_OTHERS:
        return {}
    pairs = sorted(sums)
    drawn = np.random.default_rng(len(sessions)).multinomial(
        len(sessions), np.full(len(sessions), 1 / len(sessions)), size=SAMPLES
    )
    weights = np.vstack([np.ones(len(sessions), dtype=np.int64), drawn]).astype(np.float64)
    table = np.vstack([_correlations(weights[:, list(sums[pair].sessions)] @ sums[pair].values) for pair in pairs])
    others = (table.sum(axis=0) - table) / (len(pairs) - 1)
    excess = table - others
    chance = [(1 + int((row[1:] <= 0).sum())) / (1 + SAMPLES) for row in excess]
    sure = _sure(chance)
    found = {}
    for at, pair in enumerate(pairs):
        low, high = (float(each) for each in np.percentile(excess[at, 1:], (5, 95)))
        number = len(sums[pair].sessions)
        says: PairSays = "nothing"
        if number >= HINT and excess[at, 0] > EXCESS and at in sure:
            says = "alarm" if number >= ALARM else "hint"
        claims = int(sums[pair].values[:, 3].sum())
        found[pair] = PairLike(*pair, number, claims, float(table[at, 0]), float(excess[at, 0]), low, high, says)
    return found


def _sums(sessions: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[Pair, _Sums]:
    import numpy as np

    places: dict[Pair, list[int]] = {}
    values: dict[Pair, list[list[float]]] = {}
    for place, session in enumerate(sessions):
        voters = sorted(session)
        claims = sorted({claim for votes in session.values() for claim in votes})
        if len(voters) < 3 or len(claims) < 3:
            continue
        table = np.array([[session[voter].get(claim, np.nan) for claim in claims] for voter in voters])
        table = table - np.nanmean(table, axis=1, keepdims=True)
        there = np.isfinite(table)
        filled = np.where(there, table, 0.0)
        total, number = filled.sum(axis=0), there.sum(axis=0)
        for i, j in combinations(range(len(voters)), 2):
            both = there[i] & there[j] & (number > 2)
            if both.sum() < 3:
                continue
            others = (total - filled[i] - filled[j])[both] / (number[both] - 2)
            one, other = filled[i][both] - others, filled[j][both] - others
            one, other = one - one.mean(), other - other.mean()
            pair = voters[i], voters[j]
            places.setdefault(pair, []).append(place)
            values.setdefault(pair, []).append([one @ one, other @ other, one @ other, float(both.sum())])
    return {pair: _Sums(tuple(places[pair]), np.array(values[pair])) for pair in places}


def _correlations(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    scale = np.sqrt(sums[:, 0] * sums[:, 1])
    return np.divide(sums[:, 2], scale, out=np.zeros(len(sums)), where=scale > 1e-12)


def _sure(chance: Sequence[float]) -> set[int]:
    """Places of those that are named, so that of all that are few are named by chance (Benjamini and Hochberg)."""
    order = sorted(range(len(chance)), key=chance.__getitem__)
    most = max((rank for rank, at in enumerate(order, 1) if chance[at] <= FALSE_SHARE * rank / len(chance)), default=0)
    return set(order[:most])
