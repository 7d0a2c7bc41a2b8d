"""How much of the standing is luck of the ballots? Resampled ballots: strength intervals and shares of first places.

A sample draws as many ballots as there are, with repetition. Up to `EXACT_BALLOTS` every possible sample is taken and
weighted by its exact probability, so no chance is involved; above, `DRAWS` samples come from the lot passed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import factorial, lcm, prod
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.ranking.places import Ranks, RobustKey, robust_key
from moot.tally.ranking.strength import strengths_from, strengths_of_many, strongly_connected
from moot.vocabulary.seeded_draws import Lot

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

EXACT_BALLOTS = 6
DRAWS = 400
SMALL = 6
AT_ONCE = 100
KEPT = 1024
"""Small polls whose spreads are kept: four members can rank each other in 1,296 ways, and most agree in part."""


class Spread(Struct, frozen=True, kw_only=True):
    """One candidate's strength and how it varies over the samples."""

    strength: float
    """Bradley–Terry log-strength on the ballots as they are."""
    low: float
    """Lower end of its 95 % interval (2.5th percentile of the samples)."""
    high: float
    """Upper end (97.5th percentile)."""
    first_share: float
    """Share of the samples in which it stands first alone by the robust rule; the rest are ties at the top."""


class Sample(Struct, frozen=True, kw_only=True):
    """One way the ballots could have been drawn."""

    counts: tuple[int, ...]
    """How often each ballot was drawn."""
    weight: int
    """How often this sample comes up among all that are weighed."""


def spreads_from(ranks: Ranks, lot: Lot) -> list[Spread]:
    """One for each candidate, in their order."""
    ballots, size = len(ranks.sheets), len(ranks.candidates)
    if not ballots:
        return [Spread(strength=0.0, low=0.0, high=0.0, first_share=0.0)] * size
    if ballots <= EXACT_BALLOTS:
        return list(_exact_spreads(ranks))
    return _spreads(ranks, drawn_samples(ballots, lot))


@lru_cache(maxsize=KEPT)
def _exact_spreads(ranks: Ranks) -> tuple[Spread, ...]:
    return tuple(_spreads(ranks, list(every_sample(len(ranks.sheets)))))


def _spreads(ranks: Ranks, samples: Sequence[Sample]) -> list[Spread]:
    ballots, size = len(ranks.sheets), len(ranks.candidates)
    as_they_are = Sample(counts=(1,) * ballots, weight=1)
    fitted = _fitted(ranks, [as_they_are, *samples])
    total = sum(sample.weight for sample in samples)
    firsts = first_weights(ranks, samples)
    spreads = []
    for candidate in range(size):
        values = sorted((row[candidate], sample.weight) for row, sample in zip(fitted[1:], samples, strict=True))
        spreads.append(
            Spread(
                strength=fitted[0][candidate],
                low=_quantile(values, total, 1),
                high=_quantile(values, total, 39),
                first_share=firsts[candidate] / total,
            )
        )
    return spreads


def least_first_share(ranks: Ranks, winner: int, unread: Sequence[str], lot: Lot) -> float:
    """The winner's share of first places if those whose ballots are not there had put it last and all others first.

    No ballot could have done it more harm, so with them the share would have been at least this.
    """
    against = tuple(
        tuple(
            None if reader == seat else ranks.last if candidate == winner else 0
            for candidate, seat in enumerate(ranks.candidates)
        )
        for reader in unread
    )
    sheets = (*ranks.sheets, *against)
    ballots = len(sheets)
    whole = replace(ranks, sheets=sheets, common=lcm(ranks.common, *range(1, ballots + 1)))
    samples = list(every_sample(ballots)) if ballots <= EXACT_BALLOTS else drawn_samples(ballots, lot)
    return first_weights(whole, samples)[winner] / sum(sample.weight for sample in samples)


def every_sample(ballots: int) -> Iterator[Sample]:
    """Every sample, weighted by the number of orders it can be drawn in; the weights sum to ballots ** ballots."""

    def fill(left: int, places: int) -> Iterator[tuple[int, ...]]:
        if places == 1:
            yield (left,)
            return
        for count in range(left + 1):
            for rest in fill(left - count, places - 1):
                yield (count, *rest)

    for counts in fill(ballots, ballots):
        yield Sample(counts=counts, weight=factorial(ballots) // prod(map(factorial, counts)))


def drawn_samples(ballots: int, lot: Lot) -> list[Sample]:
    """Samples from the lot, each of weight 1."""
    samples = []
    for _ in range(DRAWS):
        counts = [0] * ballots
        for _ in range(ballots):
            counts[lot.number(ballots)] += 1
        samples.append(Sample(counts=tuple(counts), weight=1))
    return samples


def first_weights(ranks: Ranks, samples: Sequence[Sample]) -> list[int]:
    """For each candidate the weight of the samples in which it stands first alone."""
    size = len(ranks.candidates)
    ordered = [
        sorted((place, ballot) for ballot, sheet in enumerate(ranks.sheets) if (place := sheet[candidate]) is not None)
        for candidate in range(size)
    ]
    firsts = [0] * size
    for sample in samples:
        counts = sample.counts
        best: RobustKey | None = None
        alone = -1
        for candidate, order in enumerate(ordered):
            places = [place for place, ballot in order for _ in range(counts[ballot])]
            if places:
                key = robust_key(places, ranks.common)
                if best is None or key < best:
                    best, alone = key, candidate
                elif key == best:
                    alone = -1
        if alone >= 0:
            firsts[alone] += sample.weight
    return firsts


def wins_of(sheet: Sequence[int | None]) -> list[tuple[int, int, float]]:
    """Who beat whom on one ballot, and by how much of a win: 1, or half each way for a tie."""
    wins = []
    for one, mine in enumerate(sheet):
        for other, theirs in enumerate(sheet):
            if mine is not None and theirs is not None and one != other and mine <= theirs:
                wins.append((one, other, 1.0 if mine < theirs else 0.5))
    return wins


def _fitted(ranks: Ranks, samples: Sequence[Sample]) -> list[list[float]]:
    wins = [wins_of(sheet) for sheet in ranks.sheets]
    size = len(ranks.candidates)
    if size > SMALL:
        return _fitted_many(wins, size, samples)
    found: dict[tuple[int, ...], list[float]] = {}
    connected: dict[frozenset[int], bool] = {}
    for counts in (sample.counts for sample in samples):
        if counts in found:
            continue
        table = [[0.0] * size for _ in range(size)]
        for count, ballot in zip(counts, wins, strict=True):
            if count:
                for one, other, won in ballot:
                    table[one][other] += count * won
        drawn = frozenset(ballot for ballot, count in enumerate(counts) if count)
        if drawn not in connected:  # who beat whom depends on which ballots were drawn, and not on how often
            connected[drawn] = strongly_connected(table)
        found[counts] = strengths_from(table, connected[drawn])
    return [found[sample.counts] for sample in samples]


def _fitted_many(
    wins: Sequence[Sequence[tuple[int, int, float]]], size: int, samples: Sequence[Sample]
) -> list[list[float]]:
    import numpy as np  # heavy to load, and small councils never need it

    tables = np.zeros((len(wins), size, size))
    for ballot, beaten in enumerate(wins):
        for one, other, won in beaten:
            tables[ballot, one, other] = won
    fitted: list[list[float]] = []
    for start in range(0, len(samples), AT_ONCE):  # a bounded piece at a time: 64 answers would take gigabytes at once
        counts: NDArray[float64] = np.array([sample.counts for sample in samples[start : start + AT_ONCE]], dtype=float)
        drawn = counts @ tables.reshape(len(wins), size * size)
        fitted += strengths_of_many(drawn.reshape(-1, size, size)).tolist()
    return fitted


def _quantile(values: Sequence[tuple[float, int]], total: int, fortieths: int) -> float:
    """The smallest value that so many fortieths of all weight do not exceed."""
    reached = 0
    for value, weight in values:
        reached += weight
        if 40 * reached >= fortieths * total:
            return value
    return values[-1][0]
