"""How likely is each answer the best, and how strong is it, as far as votes can tell? Exact under one stated model.

Each vote is the answer's strength plus its reader's error; strengths and errors are normal, and how much of a vote
comes from the answer (the *agreement*) is one of a few values, weighed by how well it explains the votes. So what is
known of a strength is a finite mixture of normals: no draw is made. Readers are taken to err independently; an error
that several share cannot be seen in their votes, and is not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, log, sqrt

from msgspec import Struct

WIDTH = 5.0
POINTS = 32
"""How far from the outermost means, in deviations, and at how many points the best one's strength is looked at."""
HALF = 1.959964
"""Deviations on either side that hold 95 % of a normal."""
FEWEST = 5
"""Fewest ballots for which an interval is told."""
EFFICIENCY = 0.95
"""What pulling votes in costs where no reader errs wildly: so many ballots' worth of a hundred."""
WEIGHED = 1e-6
"""Values of the agreement that explain the votes worse than this, beside the best, are passed over."""
ROOT = sqrt(2)


class Posterior(Struct, frozen=True, kw_only=True):
    """What is known of each answer."""

    chance: tuple[float, ...]
    """That it is the best; they sum to 1."""
    strength: tuple[float, ...]
    """Expected share of the others that a further reader puts below it."""
    low: tuple[float, ...] | None
    """Lower end of its 95 % interval; `None` below `FEWEST` ballots."""
    high: tuple[float, ...] | None
    """Upper end."""


def posterior_from(
    sheets: Sequence[Sequence[tuple[float, float] | None]],
    scores: Sequence[float | None],
    agreement: Sequence[int],
    likely: Sequence[int],
) -> Posterior:
    """From votes (place and weight) by reader, and the answers' scores."""
    size = len(scores)
    if not sheets or size < 2:
        return Posterior(chance=(1 / max(1, size),) * size, strength=(0.5,) * size, low=None, high=None)
    spread = _spread(sheets)
    held = [sum(vote[1] for sheet in sheets if (vote := sheet[one]) is not None) for one in range(size)]
    found = [(score - 0.5) / spread if score is not None else 0.0 for score in scores]
    between, within, degrees = _squares(sheets, spread, held)
    parts = []
    for share, often in zip(agreement, likely, strict=True):
        own = share / 100
        variances = [own + (1 - own) / (EFFICIENCY * each) if each else 0.0 for each in held]
        misfit = sum(log(each) + value * value / each for value, each in zip(between, variances, strict=True) if each)
        fit = misfit * (size - 1) / size  # the votes of a sheet add up to the same whatever it says
        parts.append((log(often) - fit / 2 - degrees / 2 * log(1 - own) - within / (2 * (1 - own)), own))
    best = max(fit for fit, _ in parts)
    weights = [(exp(fit - best), own) for fit, own in parts if exp(fit - best) > WEIGHED]
    total = sum(weight for weight, _ in weights)
    chance, strength = [0.0] * size, [0.0] * size
    mixture = []
    for weight, own in weights:
        kept = [own / (own + (1 - own) / (EFFICIENCY * each)) if each else 0.0 for each in held]
        means = [part * value for part, value in zip(kept, found, strict=True)]
        deviations = [sqrt(own * (1 - part)) for part in kept]
        for one, each in enumerate(_best(means, deviations)):
            chance[one] += weight / total * each
            strength[one] += weight / total * means[one]
        mixture.append((weight / total, means, deviations))
    low = high = None
    if len(sheets) >= FEWEST:
        ends = [[(w, means[one], deviations[one]) for w, means, deviations in mixture] for one in range(size)]
        low = tuple(_told(_quantile(each, 0.025), spread) for each in ends)
        high = tuple(_told(_quantile(each, 0.975), spread) for each in ends)
    whole = sum(chance)
    return Posterior(
        chance=tuple(each / whole for each in chance),
        strength=tuple(_told(each, spread) for each in strength),
        low=low,
        high=high,
    )


def _told(value: float, spread: float) -> float:
    return min(1.0, max(0.0, 0.5 + value * spread))


def _spread(sheets: Sequence[Sequence[tuple[float, float] | None]]) -> float:
    """The deviation of a place on sheets of this length, were each drawn by lot."""
    lengths = [sum(vote is not None for vote in sheet) for sheet in sheets]
    mean = sum(lengths) / len(lengths)
    return sqrt((mean + 1) / (12 * (mean - 1)) * mean / (mean - 1)) if mean > 1 else ROOT / 2


def _squares(
    sheets: Sequence[Sequence[tuple[float, float] | None]], spread: float, held: Sequence[float]
) -> tuple[list[float], float, float]:
    """Each answer's mean vote, how far votes lie from it altogether, and how many independent figures that is."""
    size = len(held)
    means = [
        sum((vote[0] - 0.5) / spread * vote[1] for sheet in sheets if (vote := sheet[one]) is not None) / held[one]
        if held[one]
        else 0.0
        for one in range(size)
    ]
    within = sum(
        vote[1] * ((vote[0] - 0.5) / spread - means[one]) ** 2
        for sheet in sheets
        for one, vote in enumerate(sheet)
        if vote is not None
    )
    freedom = max(0.0, (sum(held) - sum(1 for each in held if each)) * (size - 1) / size)
    return means, within, freedom


def _best(means: Sequence[float], deviations: Sequence[float]) -> list[float]:
    """How likely each of independent normals is the largest: the integral over where the largest lies."""
    low = max(m - WIDTH * d for m, d in zip(means, deviations, strict=True))
    high = max(m + WIDTH * d for m, d in zip(means, deviations, strict=True))
    step = (high - low) / POINTS
    shares = [0.0] * len(means)
    before = [_below(low, m, d) for m, d in zip(means, deviations, strict=True)]
    for point in range(1, POINTS + 1):
        after = [_below(low + point * step, m, d) for m, d in zip(means, deviations, strict=True)]
        middle = [(one + other) / 2 for one, other in zip(before, after, strict=True)]
        whole = 1.0
        for each in middle:
            whole *= each
        for one, each in enumerate(middle):
            if each > 0:
                shares[one] += (after[one] - before[one]) * whole / each
        before = after
    total = sum(shares)
    return [each / total for each in shares]


def _below(value: float, mean: float, deviation: float) -> float:
    return 0.5 * (1 + erf((value - mean) / (deviation * ROOT)))


def _quantile(mixture: Sequence[tuple[float, float, float]], share: float) -> float:
    low = min(m - WIDTH * d for _, m, d in mixture)
    high = max(m + WIDTH * d for _, m, d in mixture)
    for _ in range(40):
        middle = (low + high) / 2
        if sum(w * _below(middle, m, d) for w, m, d in mixture) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2
