"""Find the best borders between tiers, from votes on claims that are known to be settled, contested or open.

Settled true should be HIGH, settled false REJECTED, contested CONTESTED, and open MEDIUM or CONTESTED. Classes have
equal weight, whatever their size. A claim and its negation, in both orders, are always sampled or left out together, so
that no figure counts one claim twice. Bands are a bootstrap over claims, within their classes, with a fixed seed.
Better borders are searched on a grid, and judged by leave-one-out: each claim is tested with the borders found from the
others. They are suggested only if they are better than the current borders beyond the band, with at least `FEWEST`
contested claims, and if either measure of disagreement separates contested from settled at all: for random votes,
calling everything contested is best. Tested against brute force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.protocols.claim_vote.findings import TIERS, Tier
from moot.protocols.claim_vote.options import BORDERS, ClaimVoteOptions
from moot.protocols.claim_vote.tiers import Counts, ExactBounds, counts_of, cut_at, sd_of, tier_of
from moot.vocabulary.history.calibration import (
    EXPECTED,
    Band,
    BordersFound,
    Expected,
    ExpectedRow,
    Separates,
    StatementPolled,
    SuggestedBorders,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RIGHT: dict[Expected, tuple[Tier, ...]] = {
    "settled-true": ("HIGH",),
    "settled-false": ("REJECTED",),
    "contested": ("CONTESTED",),
    "open": ("MEDIUM", "CONTESTED"),
}
"""For each known class of a statement, the tiers that are right."""
GRID: dict[str, tuple[float, ...]] = {
    "high_mean": (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75),
    "high_sd": (0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6),
    "contested_sd": (0.6, 0.75, 0.9, 1.05, 1.2, 1.35, 1.5, 1.65, 1.8),
    "rejected_mean": (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25),
    "contested_split": (0.0, 0.15, 0.2, 0.25, 0.3, 0.4),
}
"""Values to try for each border between tiers, besides the current value."""
FEWEST = 15
"""Minimum number of contested claims for suggesting new borders."""
SAMPLES = 500
"""Number of bootstrap samples."""
TAILS = (5, 95)
"""Percentiles that bound a band."""


class _Units(NamedTuple):
    """The votes to evaluate: a unit is the votes on one statement in one order of the list."""

    claims: list[str]
    """Ids of the claims, each once."""
    at: list[int]
    """For each unit, the index of its claim in `claims`."""
    expected: list[Expected]
    counts: list[Counts]


def found_in(polled: Sequence[StatementPolled], options: ClaimVoteOptions) -> BordersFound:
    """Evaluate votes on statements whose tier is known, and return how well the borders between tiers fit.

    The result states how often the current borders put the statements in the right tier, and better borders, if any.
    """
    units = _units(polled)
    contested = len({u.statement.claim for u in polled if u.votes and u.statement.expected == "contested"})
    unread = sum(each.asked - len(each.votes) for each in polled)
    if not units.claims:
        return BordersFound(
            borders=options.borders,
            hits=None,
            table=[],
            separates=[],
            suggested=None,
            why_none="No vote could be read.",
            claims=0,
            contested=0,
            unread=unread,
        )
    grid = _grid(options.borders)
    sure = _Sure(units)
    places = {name: grid[name].index(options.borders[name]) for name in BORDERS}
    hit = _hits(units, grid, cut_at(options.bounds))
    now = tuple(places[name] for name in BORDERS)
    why, suggested, separates = "", None, _separates(units, sure)
    if contested < FEWEST:
        why = f"Only {contested} contested claims were voted on; {FEWEST} are needed to suggest borders."
    elif all(each.auc.low <= 0.5 for each in separates):
        why = "Neither measure tells contested claims from settled ones, so that no border can."
    else:
        suggested = _suggested(sure, hit, grid, now)
        if suggested is None:
            why = "No borders are better than those in use by more than chance."
    return BordersFound(
        borders=options.borders,
        hits=sure.band(hit[now]),
        table=_table(units, cut_at(options.bounds)),
        separates=separates,
        suggested=suggested,
        why_none=why,
        claims=len(units.claims),
        contested=contested,
        unread=unread,
    )


def _units(polled: Sequence[StatementPolled]) -> _Units:
    claims = sorted({each.statement.claim for each in polled if each.votes})
    voted = [each for each in polled if each.votes]
    return _Units(
        claims=claims,
        at=[claims.index(each.statement.claim) for each in voted],
        expected=[each.statement.expected for each in voted],
        counts=[counts_of(each.votes) for each in voted],
    )


def _grid(now: Mapping[str, float]) -> dict[str, list[float]]:
    return {name: sorted({*GRID[name], float(now[name])}) for name in BORDERS}


def _table(units: _Units, cut: ExactBounds) -> list[ExpectedRow]:
    tiers = [tier_of(counts, cut) for counts in units.counts]
    rows = []
    for expected in EXPECTED:
        mine = [tier for tier, each in zip(tiers, units.expected, strict=True) if each == expected]
        if mine:
            hits = sum(tier in RIGHT[expected] for tier in mine)
            rows.append(ExpectedRow(expected=expected, tiers={t: mine.count(t) for t in TIERS}, hits=hits))
    return rows


def _hits(units: _Units, grid: Mapping[str, Sequence[float]], cut: ExactBounds) -> NDArray[np.bool_]:
    """Return, for each combination of borders and each unit, whether the unit gets the right tier.

    The last axis is the unit. Values are compared as fractions, so that rounding misplaces none that is exactly on a
    border.
    """
    import numpy as np  # takes a tenth of a second, which only calibrating needs

    values = [grid[name] for name in BORDERS]
    sizes = tuple(map(len, values))
    known: dict[tuple[Expected, Counts], NDArray[np.bool_]] = {}
    hit = np.zeros((*sizes, len(units.counts)), dtype=np.bool_)
    exact = [[Fraction(repr(value)) for value in each] for each in values]
    for at, (expected, counts) in enumerate(zip(units.expected, units.counts, strict=True)):
        if (expected, counts) not in known:
            known[expected, counts] = _hit(counts, expected, exact, cut)
        hit[..., at] = known[expected, counts]
    return hit


def _hit(
    counts: Counts, expected: Expected, exact: Sequence[Sequence[Fraction]], cut: ExactBounds
) -> NDArray[np.bool_]:
    """Return, for each combination of borders, whether one unit gets the right tier."""
    import numpy as np

    means, deviations, spreads, lows, splits = exact
    most, least = Fraction(9), Fraction(-9)  # borders that no value reaches

    def is_(
        tier: Tier,
        mean: Fraction = most,
        deviation: Fraction = most,
        spread: Fraction = most,
        low: Fraction = least,
        split: Fraction = Fraction(0),
    ) -> bool:
        tried = ExactBounds(
            high_mean=mean,
            high_variance=deviation**2,
            contested_variance=spread**2,
            rejected_mean=low,
            least=cut.least,
            split=split,
        )
        return tier_of(counts, tried) == tier

    high = np.array([[is_("HIGH", mean, deviation) for deviation in deviations] for mean in means])
    split = np.array([[is_("CONTESTED", spread=spread, split=share) for share in splits] for spread in spreads])
    low = np.array([is_("REJECTED", low=each) for each in lows])
    a, b, c = high[:, :, None, None, None], split[None, None, :, None, :], low[None, None, None, :, None]
    by_tier = {"HIGH": a, "CONTESTED": ~a & b, "REJECTED": ~a & ~b & c, "MEDIUM": ~a & ~b & ~c}
    shape = (len(means), len(deviations), len(spreads), len(lows), len(splits))
    right = np.zeros(shape, dtype=np.bool_)
    for tier in RIGHT[expected]:
        right |= by_tier[tier]
    return right


class _Sure:
    """Computes shares of units that got the right tier, and how much they vary between random samples of claims."""

    def __init__(self, units: _Units) -> None:
        import numpy as np

        self.classes = [expected for expected in EXPECTED if expected in units.expected]
        # class and claim of each unit
        self.of_class = np.array([[each == expected for each in units.expected] for expected in self.classes], float)
        self.of_claim = np.zeros((len(units.claims), len(units.at)))
        self.of_claim[units.at, np.arange(len(units.at))] = 1
        draw = np.random.default_rng(len(units.at))
        strata: dict[frozenset[str], list[int]] = {}
        for place in range(len(units.claims)):
            mine = frozenset(units.expected[at] for at in range(len(units.at)) if units.at[at] == place)
            strata.setdefault(mine, []).append(place)
        times = np.zeros((SAMPLES, len(units.claims)))
        for _, members in sorted(strata.items(), key=lambda each: each[1]):
            times[:, members] = draw.multinomial(len(members), np.full(len(members), 1 / len(members)), size=SAMPLES)
        self.samples = times @ self.of_claim
        """How often each sample has each unit."""

    def rate(self, hit: NDArray[Any], times: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """Return the share of units that got the right tier, as the mean over the classes of statements.

        The last dimension of `hit` is the units. `times` says how often each unit counts.
        """
        import numpy as np

        each = self.of_class if times is None else self.of_class * times
        total = np.maximum(each.sum(axis=1), 1e-9)
        return np.asarray(np.mean([(hit @ one) / whole for one, whole in zip(each, total, strict=True)], axis=0))

    def drawn(self, hit: NDArray[Any]) -> NDArray[np.float64]:
        """Return, for every random sample, the share of units that got the right tier, as the mean over the classes."""
        import numpy as np

        rates = []
        for one in self.of_class:
            times = self.samples * one
            rates.append((times @ hit) / np.maximum(times.sum(axis=1), 1e-9))
        return np.asarray(np.mean(rates, axis=0))

    def band(self, hit: NDArray[Any]) -> Band:
        """Return the share of statements that got the right tier, with the range in which it lies in most samples."""
        return band_of(float(self.rate(hit)), self.drawn(hit))


def band_of(value: float, drawn: NDArray[np.float64]) -> Band:
    """Return a figure with the range in which it lies in most of the random samples (`drawn`)."""
    import numpy as np

    low, high = (float(each) for each in np.percentile(drawn, TAILS))
    return Band(value=value, low=low, high=high)


def _suggested(
    sure: _Sure, hit: NDArray[np.bool_], grid: Mapping[str, Sequence[float]], now: tuple[int, ...]
) -> SuggestedBorders | None:
    """Return the best borders; `None` unless a leave-one-out test shows that they are better than the current ones."""
    import numpy as np

    places = _allowed(grid, now)
    flat = np.array([hit[place] for place in places], dtype=np.float64)
    whole = [flat @ one for one in sure.of_class]  # hits by class, of every combination
    left = np.zeros(flat.shape[1])
    for mine in sure.of_claim:
        rates = []
        for one, hits in zip(sure.of_class, whole, strict=True):
            rest = (one * (1 - mine)).sum()
            rates += [(hits - flat @ (one * mine)) / rest] if rest else []
        left += flat[_first_best(np.mean(rates, axis=0))] * mine
    best = places[_first_best(sure.rate(flat))]
    borders = {name: grid[name][at] for name, at in zip(BORDERS, best, strict=True)}
    current = hit[now].astype(np.float64)
    gain = band_of(float(sure.rate(left) - sure.rate(current)), sure.drawn(left) - sure.drawn(current))
    if gain.low <= 0:
        return None
    return SuggestedBorders(borders=borders, hits=sure.band(left), gain=gain)


def _allowed(grid: Mapping[str, Sequence[float]], now: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the valid combinations of borders, sorted by how little they change the current ones.

    Of equally good combinations, the one with the smallest change is therefore used.
    """
    values = [grid[name] for name in BORDERS]
    found = []
    for place in product(*(range(len(each)) for each in values)):
        high_mean, high_sd, contested_sd, rejected_mean, _ = (values[axis][at] for axis, at in enumerate(place))
        if rejected_mean <= high_mean and high_sd <= contested_sd:
            moved = [at != was for at, was in zip(place, now, strict=True)]
            far = [abs(at - was) for at, was in zip(place, now, strict=True)]
            found.append((sum(moved), sum(far), place))
    return [place for _, _, place in sorted(found)]


def _first_best(rates: NDArray[np.float64]) -> int:
    """Return the index of the highest rate. If several are equal up to rounding, return the first."""
    import numpy as np

    return int(np.argmax(rates >= rates.max() - 1e-9))


def _separates(units: _Units, sure: _Sure) -> list[Separates]:
    """Return how well either measure separates contested statements from settled ones."""
    import numpy as np

    contested = np.array([each == "contested" for each in units.expected])
    settled = np.array([each in ("settled-true", "settled-false") for each in units.expected])
    if not contested.any() or not settled.any():
        return []
    deviation = np.array([sd_of(counts) for counts in units.counts])
    split = np.array([smaller_side(counts) for counts in units.counts])
    found = []
    for measure, values in (("deviation", deviation), ("split", split)):
        more = values[contested][:, None] - values[settled][None, :]
        wins = (more > 1e-12) + 0.5 * (abs(more) <= 1e-12)
        drawn = []
        for times in sure.samples:
            one, other = times[contested], times[settled]
            drawn.append(float(one @ wins @ other) / max(float(one.sum() * other.sum()), 1e-9))
        found.append(Separates(measure=measure, auc=band_of(float(wins.mean()), np.array(drawn))))  # type: ignore[arg-type]
    return found


def smaller_side(counts: Counts) -> float:
    """Return the share of all votes on a claim that are on the smaller side, for or against."""
    above, below = counts[0] + counts[1], counts[3] + counts[4]
    return min(above, below) / sum(counts)
