"""Compute the tier of a claim, the tiers that missing votes could make, and how many ballots would change it.

The tier is that of the opinions given. The rules, tried in this order:

    MEDIUM     fewer than `least_votes` opinions (2 by default), or from no more than half of the members asked
    HIGH       mean >= 1.0 and sd < 0.8
    CONTESTED  sd >= 1.5, or with `contested_split` at least that share of the votes on either side
    REJECTED   mean < 0
    MEDIUM     everything else

An abstention is a ballot without an opinion: it enters no mean and is not missing. A missing vote, of a silent member
or an unread one, changes no tier; `could_be` names every other tier that it could make, as an opinion or as an
abstention. `k` is the fewest ballots cast that would have to be replaced, by any others, so that with some votes in
place of the missing ones the tier is another; 0 exactly if the missing votes alone could make another.

Votes are whole numbers, weights thousandths, bounds the decimals they are written as, and a deviation is compared by
its square, so every border is exact. The deviation divides by the number of votes: the voters are the whole council,
not a sample of one. The tests compare all of it with an enumeration of all votes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from msgspec import UNSET, Struct

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, VoteLevel
from moot.protocols.claim_vote.findings import TIERS, Tier, TierBounds

Counts = tuple[int, ...]
"""Number of votes at each level of agreement, highest level first."""

LEVELS: tuple[VoteLevel, ...] = tuple(VOTE_LEVELS)
VALUES: tuple[int, ...] = tuple(VOTE_LEVELS.values())

FEWEST_VOTES = 2
"""Minimum number of votes for which agreement has a meaning, whatever the options say."""
WORK = 20_000
"""Maximum number of combinations of votes tried for one claim's `k`. Beyond it, `k` is a lower bound."""


class ExactBounds(Struct, frozen=True):
    """The borders between tiers as fractions, so that a figure that lies on a border is compared exactly."""

    high_mean: Fraction
    """Same as in `TierBounds`."""
    high_variance: Fraction
    """Square of `TierBounds.high_sd`."""
    contested_variance: Fraction
    """Square of `TierBounds.contested_sd`."""
    rejected_mean: Fraction
    """Same as in `TierBounds`."""
    least: int = FEWEST_VOTES
    """Minimum number of votes for any tier but MEDIUM."""
    split: Fraction = Fraction(0)
    """Same as in `TierBounds`; 0 if the sides of votes do not count."""


class CountedVote(NamedTuple):
    """One vote on a claim with its weight. A claim's tier is computed from these."""

    weight: int
    """Weight of the vote, in thousandths; 1 if all votes weigh the same."""
    value: int | None
    """The vote, from -2 to 2; `None` for an abstention."""


class TierSums(NamedTuple):
    """Sums over the votes on one claim, from which its tier is computed."""

    votes: int = 0
    """Number of votes that express an opinion."""
    weight: int = 0
    """Sum of the votes' weights; equals their number if all weigh the same."""
    total: int = 0
    """Weighted sum of the votes."""
    squares: int = 0
    """Weighted sum of the votes' squares."""
    above: int = 0
    """Weight of the votes above neutral."""
    below: int = 0
    """Weight of the votes below neutral."""

    def plus(self, vote: CountedVote, times: int = 1) -> TierSums:
        """Return these sums with a vote added `times` times. If `times` is negative, the vote is removed."""
        if vote.value is None or not times:
            return self
        weight, value = times * vote.weight, vote.value
        return TierSums(
            self.votes + times,
            self.weight + weight,
            self.total + weight * value,
            self.squares + weight * value * value,
            self.above + weight * (value > 0),
            self.below + weight * (value < 0),
        )


class TierChange(Struct, frozen=True):
    """How few ballots would have to be replaced to give a claim another tier, and whether this number is exact."""

    k: int | None
    """Number of ballots that would have to be replaced; `None` if no votes give another tier, and 0 if the missing
    votes alone could.
    """
    exact: bool = True
    """False if `k` is a lower bound."""


def cut_at(bounds: TierBounds) -> ExactBounds:
    """Return the borders between tiers as exact fractions: 0.8 is four fifths, not the nearest binary number."""
    return ExactBounds(
        high_mean=_exact(bounds.high_mean),
        high_variance=_exact(bounds.high_sd) ** 2,
        contested_variance=_exact(bounds.contested_sd) ** 2,
        rejected_mean=_exact(bounds.rejected_mean),
        least=max(FEWEST_VOTES, bounds.least_votes),
        split=Fraction(0) if bounds.contested_split is UNSET else _exact(bounds.contested_split),
    )


def counts_of(votes: Iterable[int]) -> Counts:
    """Return the number of votes at each level, highest level first."""
    given = list(votes)
    counts = tuple(given.count(value) for value in VALUES)
    if sum(counts) != len(given):
        raise ValueError(f"a vote is one of {VALUES}, not {sorted(set(given) - set(VALUES))}")
    return counts


def moments_of(cast: Iterable[CountedVote]) -> TierSums:
    """Return the sums from which a claim's tier is computed. Abstentions are left out."""
    moments = TierSums()
    for vote in cast:
        moments = moments.plus(vote)
    return moments


def tier_of(counts: Counts, cut: ExactBounds) -> Tier:
    """Return the tier of a claim for which every member has an opinion and all votes weigh the same."""
    return tier_at(_moments(counts), cut)


def tier_at(moments: TierSums, cut: ExactBounds, asked: int = 0) -> Tier:
    """Return the tier of a claim whose votes have these sums, if `asked` members were asked."""
    if moments.votes < cut.least or 2 * moments.votes <= asked:
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


def could_be(
    given: TierSums, missing: Sequence[int], cut: ExactBounds, asked: int
) -> dict[Tier, tuple[VoteLevel, ...]]:
    """Return every other tier that a claim could have if its missing votes were known.

    Args:
        given: The sums over the opinions given.
        missing: The weight of each missing vote.
        cut: The borders between tiers, exact.
        asked: Members who were asked, including those who abstained and those whose vote is missing.

    Returns:
        The tiers, in the order of `TIERS`. If a single vote is missing, each with the votes that would lead to it; else
        with none.
    """
    reached = _reached(given, missing, cut, asked) - {tier_at(given, cut, asked)}
    alone: dict[VoteLevel, Tier] = {}
    if len(missing) == 1:
        alone = {
            level: tier_at(given.plus(CountedVote(missing[0], value)), cut, asked)
            for level, value in VOTE_LEVELS.items()
        }
    return {tier: tuple(level for level in alone if alone[level] == tier) for tier in TIERS if tier in reached}


@lru_cache(maxsize=4096)
def change_of(cast: tuple[CountedVote, ...], missing: tuple[int, ...], cut: ExactBounds) -> TierChange:
    """Return the fewest ballots that would have to be replaced to give the claim another tier.

    Args:
        cast: Every vote cast, with abstentions; in one order, so that equal panels are computed once.
        missing: The weight of each missing vote.
        cut: The borders between tiers, exact.
    """
    asked, given = len(cast) + len(missing), moments_of(cast)
    tier, tried = tier_at(given, cut, asked), 0
    for k in range(len(cast) + 1):
        for kept, free in _replaced(list(Counter(cast).items()), k, given):
            if tried > WORK:
                return TierChange(k, exact=False)
            reached = _completed(kept, (*missing, *free))
            tried += len(reached)
            if any(tier_at(moments, cut, asked) != tier for moments in reached):
                return TierChange(k)
    return TierChange(None)


def mean_of(counts: Counts) -> float:
    """Return the mean of the votes, computed exactly and rounded once."""
    return mean_at(_moments(counts))


def sd_of(counts: Counts) -> float:
    """Return the standard deviation of the votes, from an exact variance."""
    return sd_at(_moments(counts))


def mean_at(moments: TierSums) -> float:
    """Return the mean of the votes with these sums, rounded once; 0 without votes."""
    return float(Fraction(moments.total, moments.weight or 1))


def sd_at(moments: TierSums) -> float:
    """Return the standard deviation of the votes with these sums, from an exact variance; 0 without votes."""
    spread = moments.weight * moments.squares - moments.total * moments.total
    return sqrt(Fraction(spread, moments.weight * moments.weight or 1))


def _exact(number: float) -> Fraction:
    return Fraction(repr(number))


def _moments(counts: Counts) -> TierSums:
    moments = TierSums()
    for value, count in zip(VALUES, counts, strict=True):
        moments = moments.plus(CountedVote(1, value), count)
    return moments


def _at_least(part: int, whole: int, bound: Fraction) -> bool:
    return part * bound.denominator >= bound.numerator * whole


def _reached(given: TierSums, missing: Sequence[int], cut: ExactBounds, asked: int) -> set[Tier]:
    return {tier_at(moments, cut, asked) for moments in _completed(given, missing)}


def _completed(given: TierSums, missing: Sequence[int]) -> set[TierSums]:
    """Return the sums that are possible if missing votes with these weights are filled in.

    A missing vote may also be an abstention.
    """
    reached = {given}
    for weight in missing:
        reached |= {moments.plus(CountedVote(weight, value)) for moments in reached for value in VALUES}
    return reached


def _replaced(
    groups: Sequence[tuple[CountedVote, int]], k: int, given: TierSums
) -> Iterator[tuple[TierSums, tuple[int, ...]]]:
    """Yield, for every way to remove `k` ballots, the sums of the remaining votes and the weights of the removed
    ones."""
    if not groups:
        if not k:
            yield given, ()
        return
    (vote, many), *others = groups
    for gone in range(min(many, k) + 1):
        for kept, free in _replaced(others, k - gone, given.plus(vote, -gone)):
            yield kept, (vote.weight,) * gone + free
