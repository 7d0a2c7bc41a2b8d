"""Where do the ballots put each answer, by each rule? Ranks, the rules side by side, and the robust winner.

Readers never rank their own answer, so sheets differ. A rank is kept as a *place*: how far down its sheet it stands, on
one scale from 0 (first) to `last`, so no answer gains because its own reader held a shorter or longer sheet. With
sheets of one length, places order as ranks do. All comparisons are of whole numbers: no rounding makes or breaks a tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct

from moot.vocabulary.ballots import Ballot, Ranking


class Ranks(Struct, frozen=True, kw_only=True):
    """Every counted ballot on the common scale."""

    candidates: tuple[str, ...]
    """Seats that could be ranked, in seat order; everywhere below they go by their position here."""
    readers: tuple[str, ...]
    """Whose ballots they are."""
    sheets: tuple[tuple[int | None, ...], ...]
    """For each reader the place it gave each candidate; `None` where the candidate was not on its sheet."""
    last: int
    """The place of an answer alone at the foot of its sheet; 0 is alone at the head."""
    longest: int
    """Answers on the longest sheet: ranks are told as they would be on that one."""
    common: int
    """A number every possible count of ballots divides, so that means can be compared as whole numbers."""

    def places(self, candidate: int) -> list[int]:
        """The places one candidate was given, best first."""
        return sorted(place for sheet in self.sheets if (place := sheet[candidate]) is not None)

    def rank(self, place: Fraction) -> float:
        """A place told as a rank: 1 is best, `longest` is worst."""
        return float(1 + (self.longest - 1) * place / self.last)


class Rules(Struct, frozen=True, kw_only=True):
    """What the rules make of one candidate's places, exactly."""

    mean: Fraction
    """Mean place."""
    median: Fraction
    """Median place; with an even number of ballots the middle of the two middle ones."""
    trimmed: Fraction
    """Mean place without the best and the worst one; with fewer than three, the mean."""
    borda: Fraction
    """Mean share of the others on the sheet that it beat, a tie counting half."""


RobustKey = tuple[int, int]
"""Median and trimmed mean, both multiplied to whole numbers: the smaller stands higher."""


def ranks_from(candidates: Sequence[str], ballots: Mapping[str, Ballot]) -> Ranks:
    """The ballots that say anything, on one scale. Abstentions, a reader's own answer and strangers are left out."""
    position = {seat: index for index, seat in enumerate(candidates)}
    tiers_of: dict[str, list[list[int]]] = {}
    for reader, ballot in ballots.items():
        seen = {position[reader]} if reader in position else set()
        tiers: list[list[int]] = []
        for tier in ballot.tiers if isinstance(ballot, Ranking) and not ballot.abstained else ():
            tiers.append([])
            for seat in tier:
                if seat in position and position[seat] not in seen:
                    seen.add(position[seat])
                    tiers[-1].append(position[seat])
        if any(tiers):
            tiers_of[reader] = tiers
    lengths = [sum(map(len, tiers)) for tiers in tiers_of.values()]
    last = lcm(2, *(2 * (length - 1) for length in lengths if length > 1))
    return Ranks(
        candidates=tuple(candidates),
        readers=tuple(tiers_of),
        sheets=tuple(_places(tiers, len(candidates), last) for tiers in tiers_of.values()),
        last=last,
        longest=max(lengths, default=max(1, len(candidates) - 1)),
        common=lcm(*range(1, len(lengths) + 1)),
    )


def _places(tiers: Sequence[Sequence[int]], candidates: int, last: int) -> tuple[int | None, ...]:
    length = sum(map(len, tiers))
    places: list[int | None] = [None] * candidates
    above = 0
    for tier in tiers:
        for candidate in tier:
            # an answer alone on its sheet was compared with nothing, so it stands in the middle
            places[candidate] = (2 * above + len(tier) - 1) * last // (2 * (length - 1)) if length > 1 else last // 2
        above += len(tier)
    return tuple(places)


def rules_from(places: Sequence[int], last: int) -> Rules:
    """The rules for one candidate's places, best first; without any, it stands in the middle of the scale."""
    count = len(places)
    if not count:
        middle = Fraction(last, 2)
        return Rules(mean=middle, median=middle, trimmed=middle, borda=Fraction(1, 2))
    kept = places[1:-1] if count > 2 else places
    mean = Fraction(sum(places), count)
    return Rules(
        mean=mean,
        median=Fraction(places[count // 2] + places[(count - 1) // 2], 2),
        trimmed=Fraction(sum(kept), len(kept)),
        borda=1 - mean / last,
    )


def robust_key(places: Sequence[int], common: int) -> RobustKey:
    """What the robust rule compares, for places best first and at least one of them."""
    count = len(places)
    median = places[count // 2] + places[(count - 1) // 2]
    if count > 2:
        return median, (sum(places) - places[0] - places[-1]) * (common // (count - 2))
    return median, sum(places) * (common // count)


def robust_winners(ranks: Ranks) -> tuple[int, ...]:
    """Who comes first by median rank, then trimmed mean; several on a tie, nobody when no ballot was counted."""
    keys = {
        candidate: robust_key(places, ranks.common)
        for candidate in range(len(ranks.candidates))
        if (places := ranks.places(candidate))
    }
    best = min(keys.values(), default=None)
    return tuple(candidate for candidate, key in keys.items() if key == best)


def mean_winners(ranks: Ranks) -> tuple[int, ...]:
    """Who comes first by mean rank; several on a tie, nobody when no ballot was counted."""
    means = {
        candidate: Fraction(sum(places), len(places))
        for candidate in range(len(ranks.candidates))
        if (places := ranks.places(candidate))
    }
    best = min(means.values(), default=None)
    return tuple(candidate for candidate, mean in means.items() if mean == best)


def copeland_scores(ranks: Ranks) -> list[int]:
    """For each candidate the pairwise majorities it won minus those it lost, among ballots that ranked both."""
    size = len(ranks.candidates)
    scores = [0] * size
    for one in range(size):
        for other in range(one):
            margin = 0
            for sheet in ranks.sheets:
                mine, theirs = sheet[one], sheet[other]
                if mine is not None and theirs is not None:
                    margin += (mine < theirs) - (mine > theirs)
            scores[one] += (margin > 0) - (margin < 0)
            scores[other] -= (margin > 0) - (margin < 0)
    return scores
