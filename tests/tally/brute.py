"""What would every possible ballot do? The slow, obvious reading of the rules that the tally is held against.

Written from the rules' words alone; shares no line with `moot.tally`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import median

Tiers = tuple[tuple[str, ...], ...]
Ballots = Mapping[str, Tiers | None]
"""Reader and tiers; `None` is an abstention."""


def strict_orders(answers: Sequence[str]) -> Iterator[Tiers]:
    """Every order without ties."""
    for order in permutations(answers):
        yield tuple((answer,) for answer in order)


def weak_orders(answers: Sequence[str]) -> Iterator[Tiers]:
    """Every order with ties: every choice of a best tier, then every order of the rest."""
    if not answers:
        yield ()
    for size in range(1, len(answers) + 1):
        for tier in combinations(answers, size):
            for rest in weak_orders([answer for answer in answers if answer not in tier]):
                yield (tier, *rest)


def ranks_on(tiers: Tiers, longest: int) -> dict[str, Fraction]:
    """The rank each answer has on one ballot, told as on a sheet of `longest` answers; ties share the middle."""
    length = sum(len(tier) for tier in tiers)
    ranks = {}
    taken = 0
    for tier in tiers:
        shared = Fraction(sum(range(taken + 1, taken + len(tier) + 1)), len(tier))
        taken += len(tier)
        for answer in tier:
            if length == 1:
                ranks[answer] = Fraction(longest + 1, 2)
            else:
                ranks[answer] = 1 + (shared - 1) * (longest - 1) / (length - 1)
    return ranks


def standing_key(ranks: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Median, then the mean without the best and the worst where there are three."""
    ordered = sorted(ranks)
    if len(ordered) >= 3:
        ordered = ordered[1:-1]
    return median(ranks), sum(ordered, Fraction(0)) / len(ordered)


def winners(candidates: Sequence[str], ballots: Ballots) -> tuple[str, ...]:
    """All who come first by the robust rule."""
    counted = [tiers for tiers in ballots.values() if tiers is not None]
    longest = max((sum(map(len, tiers)) for tiers in counted), default=1)
    on = [ranks_on(tiers, longest) for tiers in counted]
    keys = {
        candidate: standing_key(ranks)
        for candidate in candidates
        if (ranks := [ballot[candidate] for ballot in on if candidate in ballot])
    }
    return tuple(candidate for candidate in keys if keys[candidate] == min(keys.values()))


class Election:
    """One election whose outcomes under altered ballots are looked up fast: ranks are computed once per order."""

    def __init__(self, candidates: Sequence[str], ballots: Ballots) -> None:
        self.candidates = candidates
        self.ballots = {reader: tiers for reader, tiers in ballots.items() if tiers is not None}
        self.longest = max((sum(map(len, tiers)) for tiers in self.ballots.values()), default=1)
        self.winners = winners(candidates, self.ballots)

    def stands(self, on: Sequence[Mapping[str, Fraction]]) -> bool:
        """Whether the winner is still first alone."""
        keys = [
            (standing_key(ranks), candidate)
            for candidate in self.candidates
            if (ranks := [ballot[candidate] for ballot in on if candidate in ballot])
        ]
        best = min(keys)[0]
        return [candidate for key, candidate in keys if key == best] == [self.winners[0]]

    def least_replaced(
        self,
        orders: Callable[[Sequence[str]], Iterator[Tiers]] = weak_orders,
        most: int | None = None,
        abstaining: bool = False,
    ) -> int | None:
        """Fewest ballots that, replaced in any way at all, unseat the winner; `None` when `most` do not suffice."""
        if len(self.winners) != 1:
            return 0
        given = {reader: ranks_on(tiers, self.longest) for reader, tiers in self.ballots.items()}
        possible: dict[str, list[dict[str, Fraction]]] = {
            reader: [ranks_on(order, self.longest) for order in orders([a for tier in tiers for a in tier])]
            + ([{}] if abstaining else [])
            for reader, tiers in self.ballots.items()
        }
        for count in range(1, (most or len(given)) + 1):
            for turned in combinations(given, count):
                kept = [ranks for reader, ranks in given.items() if reader not in turned]
                for others in product(*(possible[reader] for reader in turned)):
                    if any((*kept, *others)) and not self.stands((*kept, *others)):
                        return count
        return None

    def least_removed(self) -> int | None:
        """Fewest ballots that, left out, unseat the winner; `None` when no removal short of all does."""
        if len(self.winners) != 1:
            return 0
        for count in range(1, len(self.ballots)):
            for gone in combinations(self.ballots, count):
                kept = {reader: tiers for reader, tiers in self.ballots.items() if reader not in gone}
                if winners(self.candidates, kept) != self.winners:
                    return count
        return None
