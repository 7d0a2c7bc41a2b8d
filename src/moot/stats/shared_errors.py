"""Do two members err together? From questions whose answer is known: how their errors go together, pair by pair.

Votes alone cannot tell this: who is right agrees with who is right. Two members who err independently are wrong on the
same questions as often as chance gives; the correlation of being wrong says by how much they exceed it. Hard questions
are part of it: what makes all err at once weighs on a council's vote all the same. A pair's figure is drawn towards
what pairs of its kind show, of one family or of two (`PairsDrawn`), and is not told below `FEWEST` questions.
`tests/stats/test_shared_errors.py` holds estimates and intervals against simulations with a known correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atanh, sqrt, tanh

from msgspec import Struct
from msgspec.structs import replace

FEWEST = 20
"""Questions both answered, below which nothing is told of a pair."""
WIDE = 1.959964
SURE = 2.575829
"""A pair is said to err together where chance would show as much in one pair of 200: a council has many pairs."""
USUAL = {True: 0.4, False: 0.25}
"""What is taken for a pair of one family, and of two, before anything is known of any. Public comparisons of many
models find errors of different makers correlated about so, and those of one maker more."""
VAGUE = 0.3
"""How far pairs lie from that, as a standard deviation of Fisher's z: about -0.05 to 0.8 for one family."""
LEAST = 0.1
"""Pairs of one kind are never taken to be more alike than this, however few of them show it."""
EDGE = 0.995


class ErrorPair(Struct, frozen=True, kw_only=True):
    """Two members, and how their errors go together."""

    one: str
    """A member."""
    other: str
    """Another one."""
    family: bool
    """Whether both are of one family."""
    questions: int
    """Questions with a known answer that both answered."""
    both: int
    """Those on which both were wrong."""
    expected: float
    """How many that would be by chance, if they erred independently."""
    raw: float | None = None
    """The correlation of their errors as these questions alone give it; `None` below the fewest, or where one of them
    was never wrong, or always."""
    correlation: float | None = None
    """The same, drawn towards what pairs of its kind show; `None` below the fewest."""
    low: float | None = None
    """Lower end of its 95 % interval."""
    high: float | None = None
    """Upper end."""
    shown: bool = False
    """Whether these questions alone, without what other pairs show, hold that their errors go together."""


class PairsDrawn(Struct, frozen=True, kw_only=True):
    """What pairs of one kind show together: what each is drawn towards."""

    family: bool
    """Of one family, or of two."""
    pairs: int
    """Pairs with enough questions."""
    correlation: float
    """Their middle; of no pair, what is taken for usual."""


class SharedErrors(Struct, frozen=True, kw_only=True):
    """Pairs of members, and what pairs of each kind show."""

    pairs: tuple[ErrorPair, ...]
    """In the members' order."""
    drawn: tuple[PairsDrawn, ...]
    """Of one family, then of two."""


class _PairEvidence(Struct, frozen=True):
    """What the questions say of a pair, on the scale of Fisher's z."""

    pair: ErrorPair
    z: float
    variance: float


def shared_errors(
    members: Sequence[str], families: Sequence[str], wrong: Sequence[Sequence[bool | None]]
) -> SharedErrors:
    """`wrong` has a row for each question with a known answer: whether each member was wrong, `None` where it gave no
    answer. A family that is not known (empty) is nobody else's."""
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
    # half a question in each of the four cells keeps a pair without errors from being certain of anything
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
    """Of two things that are so or not: phi."""
    return (both * none - one * other) / sqrt((both + one) * (both + other) * (one + none) * (other + none))


def _variance(cells: Sequence[float], correlation: float) -> float:
    """Of phi, by the delta method: the mean square of each question's pull on it, over the questions."""
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
    """Middle and variance of pairs of this kind: what is usual counts as one pair more, and a little more than usual
    scatter is left between them, because pairs share members and so tell less than their number."""
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
