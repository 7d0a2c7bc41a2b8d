"""Estimate whether two members err together, pair by pair, from questions with known answers.

Votes alone cannot show this, since members that are right also agree. Two members who err independently are both wrong
as often as chance predicts; the correlation of their errors is the excess. Hard questions are included: errors common
to all affect a council's vote in the same way. A pair's estimate is shrunk towards pairs of its kind, of one family or
of two (`PairsDrawn`), and needs `FEWEST` questions. `tests/stats/test_shared_errors.py` compares estimates and
intervals with simulations of known correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atanh, sqrt, tanh

from msgspec import Struct
from msgspec.structs import replace

FEWEST = 20
"""Minimum number of questions both answered for figures on a pair."""
WIDE = 1.959964
SURE = 2.575829
"""Threshold for reporting a pair, in standard errors: by chance, one pair of 200 exceeds it, since a council has many
pairs."""
USUAL = {True: 0.4, False: 0.25}
"""Prior correlation for a pair of one family (true) and of two. Public comparisons of many models find about these
correlations between makers, and within one."""
VAGUE = 0.3
"""Standard deviation of the prior on Fisher's z: about -0.05 to 0.8 for one family."""
LEAST = 0.1
"""Minimum standard deviation between pairs of one kind, however few show it."""
EDGE = 0.995


class ErrorPair(Struct, frozen=True, kw_only=True):
    """Correlation of two members' errors."""

    one: str
    """The first member."""
    other: str
    """The second member."""
    family: bool
    """Whether both are of one family."""
    questions: int
    """Questions with a known answer that both answered."""
    both: int
    """Questions on which both were wrong."""
    expected: float
    """Expected number of these if they erred independently."""
    raw: float | None = None
    """Correlation of their errors on these questions alone; `None` below the minimum, or if one of them was never or
    always wrong."""
    correlation: float | None = None
    """The same, shrunk towards pairs of its kind; `None` below the minimum."""
    low: float | None = None
    """Lower end of its 95 % interval."""
    high: float | None = None
    """Upper end of it."""
    shown: bool = False
    """Whether these questions alone, without other pairs, show that they err together."""


class PairsDrawn(Struct, frozen=True, kw_only=True):
    """Estimate over all pairs of one kind, towards which each is shrunk."""

    family: bool
    """Whether of one family."""
    pairs: int
    """Number of pairs with enough questions."""
    correlation: float
    """Their mean correlation; the prior without pairs."""


class SharedErrors(Struct, frozen=True, kw_only=True):
    """Correlated errors: pairs of members, and estimates per kind of pair."""

    pairs: tuple[ErrorPair, ...]
    """In the members' order."""
    drawn: tuple[PairsDrawn, ...]
    """For one family, then for two."""


class _PairEvidence(Struct, frozen=True):
    """A pair's data on the scale of Fisher's z."""

    pair: ErrorPair
    z: float
    variance: float


def shared_errors(
    members: Sequence[str], families: Sequence[str], wrong: Sequence[Sequence[bool | None]]
) -> SharedErrors:
    """Estimate correlated errors.

    Args:
        families: Model family of each member; an unknown (empty) family is shared with none.
        wrong: A row per question with a known answer: whether each member was wrong, `None` without an answer.
    """
    pairs = []
    for one, other in combinations(range(len(members)), 2):
        both = [(row[one], row[other]) for row in wrong]
        answered = [(a, b) for a, b in both if a is not None and b is not None]
        kin = bool(families[one]) and families[one] == families[other]
        pairs.append(_seen(members[one], members[other], kin, answered))
    drawn = {kin: _drawn(kin, [seen for seen in pairs if seen.pair.family == kin and _told(seen)]) for kin in USUAL}
    return SharedErrors(
        pairs=tuple(_towards(seen, *drawn[seen.pair.family]) for seen in pairs),
        drawn=tuple(
            PairsDrawn(
                family=kin,
                pairs=sum(seen.pair.family == kin and _told(seen) for seen in pairs),
                correlation=tanh(drawn[kin][0]),
            )
            for kin in USUAL
        ),
    )


def _told(seen: _PairEvidence) -> bool:
    return seen.pair.questions >= FEWEST


def _seen(one: str, other: str, kin: bool, answered: Sequence[tuple[bool, bool]]) -> _PairEvidence:
    count = len(answered)
    both = sum(a and b for a, b in answered)
    first, second = sum(a for a, _ in answered), sum(b for _, b in answered)
    raw = None
    if count >= FEWEST and 0 < first < count and 0 < second < count:
        raw = _correlation(both, first - both, second - both, count - first - second + both)
    # half a question in each of the four cells avoids certainty for a pair without errors
    cells = [both + 0.5, first - both + 0.5, second - both + 0.5, count - first - second + both + 0.5]
    smooth = max(-EDGE, min(EDGE, _correlation(*cells)))
    pair = ErrorPair(
        one=one,
        other=other,
        family=kin,
        questions=count,
        both=both,
        expected=first * second / count if count else 0.0,
        raw=raw,
    )
    return _PairEvidence(pair, atanh(smooth), _variance(cells, smooth) / (1 - smooth**2) ** 2)


def _correlation(both: float, one: float, other: float, none: float) -> float:
    """Return the phi coefficient of two binary variables."""
    return (both * none - one * other) / sqrt((both + one) * (both + other) * (one + none) * (other + none))


def _variance(cells: Sequence[float], correlation: float) -> float:
    """Return the variance of phi by the delta method: mean square influence of each question, over their number."""
    total = sum(cells)
    both, one, other, none = cells
    first, second = (both + one) / total, (both + other) / total
    variance = 0.0
    for often, a, b in ((both, 1, 1), (one, 1, 0), (other, 0, 1), (none, 0, 0)):
        u = (a - first) / sqrt(first * (1 - first))
        v = (b - second) / sqrt(second * (1 - second))
        variance += often / total * (u * v - correlation * (u * u + v * v) / 2) ** 2
    return variance / total


def _drawn(kin: bool, seen: Sequence[_PairEvidence]) -> tuple[float, float]:
    """Return mean and variance over pairs of this kind: the prior counts as one more pair, and some additional variance
    is left, because pairs share members and so are not independent."""
    usual = atanh(USUAL[kin])
    weights = [1 / (each.variance + VAGUE**2) for each in seen]
    middle = (usual / VAGUE**2 + sum(weight * each.z for weight, each in zip(weights, seen, strict=True))) / (
        1 / VAGUE**2 + sum(weights)
    )
    scatter = sum((each.z - middle) ** 2 - each.variance for each in seen)
    variance = max(LEAST**2, (VAGUE**2 + scatter) / (1 + len(seen)))
    return middle, variance + 1 / (1 / VAGUE**2 + sum(weights))


def _towards(seen: _PairEvidence, middle: float, variance: float) -> ErrorPair:
    if not _told(seen):
        return seen.pair
    weight = variance / (variance + seen.variance)
    z = middle + weight * (seen.z - middle)
    error = sqrt(weight * seen.variance)
    pair = seen.pair
    return replace(
        pair,
        correlation=tanh(z),
        low=tanh(z - WIDE * error),
        high=tanh(z + WIDE * error),
        shown=seen.z > SURE * sqrt(seen.variance) and pair.both > pair.expected,
    )
