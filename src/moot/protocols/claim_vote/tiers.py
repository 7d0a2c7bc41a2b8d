"""In which tier does a claim stand, and how few ballots would move it to another?

Exact at every border: votes are whole numbers, bounds are read as the decimals they are written as, and a standard
deviation is compared by its square. The deviation divides by the number of votes: the voters are the whole council, not
a sample of one. The rules, tried in this order:

    HIGH       mean >= 1.0 and sd < 0.8
    CONTESTED  sd >= 1.5, or with `contested_split` at least that share of the votes on either side
    REJECTED   mean < 0
    MEDIUM     everything else, and every claim with fewer than `least_votes` votes (2 where that is not set): a single
               vote agrees with nobody

Where a voter is silent, abstains or cannot be read, the fewer opinions never make a claim look better: it is HIGH only
if it would be whatever the missing opinions had been (`held_tier`), and else MEDIUM at most.

`k` is the number of ballots that would have to be replaced by others to change the tier: exact up to `EXACT_UP_TO`
votes, and beyond that when it is at most `SEARCHED`; else a lower bound. It is 0 where the missing opinions alone could
have made another tier, and counts them like that throughout, so that a voter less never makes a tier look steadier.
Sessions opened before that count them for HIGH alone (`Cut.k_star`). Held by
`tests/protocols/claim_vote/test_tiers.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import UNSET, Struct

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, VoteLevel
from moot.protocols.claim_vote.findings import TIERS, Tier, TierBounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Counts = tuple[int, ...]
"""Votes of each level, highest level first."""

LEVELS: tuple[VoteLevel, ...] = tuple(VOTE_LEVELS)
VALUES: tuple[int, ...] = tuple(VOTE_LEVELS.values())
ABSENT = -128
"""Stands in a table of votes where there is none."""

FEWEST_VOTES = 2
"""Votes below which there is no agreement to speak of, whatever is set."""
EXACT_UP_TO = 16
SEARCHED = 4
BLOCK = 1 << 16
"""Votes counted at a time."""


class Cut(Struct, frozen=True):
    """The bounds, exact."""

    high_mean: Fraction
    """From `TierBounds`."""
    high_variance: Fraction
    """The square of its deviation."""
    contested_variance: Fraction
    """The square of its deviation."""
    rejected_mean: Fraction
    """From `TierBounds`."""
    least: int = FEWEST_VOTES
    """Votes that any tier but MEDIUM needs."""
    k_star: Literal["asked", "given"] = "asked"
    """Whether `k` counts what the missing opinions of those asked could be, or only those given."""
    split: Fraction = Fraction(0)
    """From `TierBounds`; 0 where sides are not looked at."""


class Moments(NamedTuple):
    """All of some votes that a tier hangs on."""

    votes: int
    """How many there are."""
    weight: int
    """What they weigh together: as many where each weighs the same."""
    total: int
    """Their sum, each as often as it weighs."""
    squares: int
    """The sum of their squares, likewise."""
    above: int = 0
    """What those above neutral weigh."""
    below: int = 0
    """What those below neutral weigh."""

    def with_vote(self, value: int, weight: int = 1) -> Moments:
        """The same with one vote more."""
        return Moments(
            self.votes + 1,
            self.weight + weight,
            self.total + weight * value,
            self.squares + weight * value * value,
            self.above + weight * (value > 0),
            self.below + weight * (value < 0),
        )


NONE_GIVEN = Moments(0, 0, 0, 0)
"""Where nobody gave an opinion."""


class Change(Struct, frozen=True):
    """How few ballots change a tier."""

    k: int | None
    """Ballots that would have to be replaced; `None` when no votes at all give another tier, and 0 when the opinions
    that are missing could have."""
    exact: bool = True
    """False when it is a lower bound."""


def cut_at(bounds: TierBounds) -> Cut:
    """The bounds as fractions: 0.8 is four fifths, not the nearest binary number."""
    return Cut(
        high_mean=_exact(bounds.high_mean),
        high_variance=_exact(bounds.high_sd) ** 2,
        contested_variance=_exact(bounds.contested_sd) ** 2,
        rejected_mean=_exact(bounds.rejected_mean),
        least=max(FEWEST_VOTES, FEWEST_VOTES if bounds.least_votes is UNSET else bounds.least_votes),
        k_star="given" if bounds.k_star is UNSET else bounds.k_star,
        split=Fraction(0) if bounds.contested_split is UNSET else _exact(bounds.contested_split),
    )


def counts_of(votes: Iterable[int]) -> Counts:
    """How many votes have each level."""
    given = list(votes)
    counts = tuple(given.count(value) for value in VALUES)
    if sum(counts) != len(given):
        raise ValueError(f"a vote is one of {VALUES}, not {sorted(set(given) - set(VALUES))}")
    return counts


def tier_of(counts: Counts, cut: Cut) -> Tier:
    """The tier of one claim."""
    return tier_at(_moments(counts), cut)


def held_tier(counts: Counts, cut: Cut, missing: int = 0) -> Tier:
    """The tier that stands when so many voters gave no opinion: HIGH only if no opinion of theirs could change that.

    A spread is widest at the ends of the scale, so that only the ends have to be tried.
    """
    if not sum(counts):
        return "MEDIUM"
    tier = tier_of(counts, cut)
    if tier != "HIGH" or not missing:
        return tier
    given = _moments(counts)
    far = max(map(abs, VALUES))
    widest = given.squares + far * far * missing
    votes = given.votes + missing
    ends = (Moments(votes, votes, given.total + far * (missing - 2 * low), widest) for low in range(missing + 1))
    return "HIGH" if all(tier_at(end, cut) == "HIGH" for end in ends) else "MEDIUM"


def could_be(counts: Counts, cut: Cut, missing: int) -> tuple[Tier, ...]:
    """Every tier that some opinions of those who gave none would have made, in the order in which they are tried."""
    return tiers_reached(_moments(counts) if sum(counts) else NONE_GIVEN, cut, [1] * missing)


def tiers_reached(given: Moments, cut: Cut, missing: Sequence[int]) -> tuple[Tier, ...]:
    """The same of voters whose votes weigh so much; in whole numbers."""
    reached = {given}
    for weight in missing:
        reached = {_seen(before.with_vote(value, weight), cut) for before in reached for value in VALUES}
    found = {tier_at(end, cut) for end in reached if end.votes}
    return tuple(tier for tier in TIERS if tier in found)


def _seen(moments: Moments, cut: Cut) -> Moments:
    """The same without sides where they are not looked at, so that more of them are one."""
    return moments if cut.split else moments._replace(above=0, below=0)


def mean_of(counts: Counts) -> float:
    """The mean, rounded once."""
    return mean_at(_moments(counts))


def sd_of(counts: Counts) -> float:
    """The standard deviation, from an exact variance."""
    return sd_at(_moments(counts))


def mean_at(moments: Moments) -> float:
    """The mean of votes of which these are the moments, rounded once."""
    return float(Fraction(moments.total, moments.weight))


def sd_at(moments: Moments) -> float:
    """Their standard deviation, from an exact variance."""
    spread = moments.weight * moments.squares - moments.total * moments.total
    return sqrt(Fraction(spread, moments.weight * moments.weight))


def tier_at(moments: Moments, cut: Cut) -> Tier:
    """The tier of votes of which these are the moments."""
    if moments.votes < cut.least:
        return "MEDIUM"
    weight, total = moments.weight, moments.total
    spread = weight * moments.squares - total * total  # the variance times the weight squared
    if _at_least(total, weight, cut.high_mean) and not _at_least(spread, weight * weight, cut.high_variance):
        return "HIGH"
    if _at_least(spread, weight * weight, cut.contested_variance):
        return "CONTESTED"
    if cut.split and _at_least(min(moments.above, moments.below), weight, cut.split):
        return "CONTESTED"
    return "MEDIUM" if _at_least(total, weight, cut.rejected_mean) else "REJECTED"


def change_of(counts: Counts, cut: Cut, missing: int = 0) -> Change:
    """The fewest ballots with an opinion that would have to be replaced to change the tier."""
    return _change(counts, cut, missing)


def counts_in(table: NDArray[np.int8]) -> NDArray[np.int64]:
    """Counts of every row of a table of votes: one row for each claim, one column for each voter, `ABSENT` for none."""
    import numpy as np  # slow to import, and only large tables need it

    counted = np.zeros((len(table), len(VALUES)), dtype=np.int64)
    step = max(1, BLOCK // max(1, table.shape[1]))
    for start in range(0, len(table), step):
        block = table[start : start + step]
        for at, value in enumerate(VALUES):
            counted[start : start + step, at] = np.count_nonzero(block == value, axis=1)
    return counted


def tiers_in(table: NDArray[np.int8], cut: Cut) -> list[Tier]:
    """The tier of every row of a table of votes."""
    known: dict[Counts, Tier] = {}
    tiers: list[Tier] = []
    for row in counts_in(table).tolist():
        counts = tuple(row)
        tier = known.get(counts)
        if tier is None:
            tier = known[counts] = tier_of(counts, cut)
        tiers.append(tier)
    return tiers


def _exact(number: float) -> Fraction:
    return Fraction(repr(number))


def _moments(counts: Counts) -> Moments:
    votes = sum(counts)
    if votes < 1:
        raise ValueError("a claim without a vote has no tier")
    total = sum(value * count for value, count in zip(VALUES, counts, strict=True))
    squares = sum(value * value * count for value, count in zip(VALUES, counts, strict=True))
    above = sum(count for value, count in zip(VALUES, counts, strict=True) if value > 0)
    below = sum(count for value, count in zip(VALUES, counts, strict=True) if value < 0)
    return Moments(votes, votes, total, squares, above, below)


def _at_least(part: int, whole: int, bound: Fraction) -> bool:
    return part * bound.denominator >= bound.numerator * whole


@lru_cache(maxsize=4096)
def _change(counts: Counts, cut: Cut, missing: int) -> Change:
    votes = sum(counts)
    tier = held_tier(counts, cut, missing)
    if missing and cut.k_star == "asked":
        return _change_asked(counts, cut, missing, tier)
    if votes <= EXACT_UP_TO:
        steps = [
            sum(max(0, old - new) for old, new in zip(counts, other, strict=True))
            for other in _splits(votes, len(counts))
            if held_tier(other, cut, missing) != tier
        ]
        return Change(min(steps, default=None))
    for k in range(1, SEARCHED + 1):
        taken = [removed for removed in _splits(k, len(counts)) if all(map(int.__le__, removed, counts))]
        if any(_reaches(counts, removed, k, tier, cut, missing) for removed in taken):
            return Change(k)
    return Change(SEARCHED + 1, exact=False)


def _change_asked(counts: Counts, cut: Cut, missing: int, tier: Tier) -> Change:
    """The fewest ballots to replace so that these votes and some opinions of those who gave none make another tier."""
    votes = sum(counts)
    if votes + missing <= EXACT_UP_TO:
        steps = (
            sum(max(0, old - new) for old, new in zip(counts, whole, strict=True))
            for whole in _splits(votes + missing, len(counts))
            if tier_of(whole, cut) != tier
        )
        return Change(min(steps, default=None))
    for k in range(min(SEARCHED, votes) + 1):
        taken = [removed for removed in _splits(k, len(counts)) if all(map(int.__le__, removed, counts))]
        for removed in taken:
            kept = tuple(map(int.__sub__, counts, removed))
            if set(could_be(kept, cut, missing + k)) != {tier}:
                return Change(k)
    return Change(min(SEARCHED, votes) + 1, exact=False)


def _reaches(counts: Counts, removed: Counts, k: int, tier: Tier, cut: Cut, missing: int) -> bool:
    """Whether `k` ballots cast anew instead of those removed can give another tier."""
    return any(
        held_tier(tuple(had - out + new for had, out, new in zip(counts, removed, added, strict=True)), cut, missing)
        != tier
        for added in _splits(k, len(counts))
    )


def _splits(whole: int, parts: int) -> Iterator[Counts]:
    """Every way to share a number among so many places."""
    if parts == 1:
        yield (whole,)
        return
    for first in range(whole + 1):
        for rest in _splits(whole - first, parts - 1):
            yield (first, *rest)


def votes_table(rows: Sequence[Sequence[int | None]]) -> NDArray[np.int8]:
    """A table of votes from rows in which a missing vote is `None`."""
    import numpy as np

    width = len(rows[0]) if rows else 0
    table = np.full((len(rows), width), ABSENT, dtype=np.int8)
    for at, row in enumerate(rows):
        for column, vote in enumerate(row):
            if vote is not None:
                table[at, column] = vote
    return table
