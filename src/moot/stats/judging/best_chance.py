"""Probability of each answer to be the best, and its strength, computed exactly under one model of votes.

A vote is the answer's strength plus its reader's error, expressed as a place on a sheet; strengths and errors are
normal, and the share of a vote that comes from the answer (the *agreement*) is one of a few values, weighted by how
well it explains the votes. So the posterior of a strength is a finite mixture of normals, without sampling. A part of
the strength that readers see is an error they share (`shared`), which votes cannot show: it reduces each lead and its
certainty. `docs/why/rankings.md` explains the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, exp, log, prod, sqrt
from operator import add
from statistics import NormalDist

from msgspec import Struct

from moot.vocabulary.history.track_record import SHARED_ERRORS

WIDTH = 5.0
POINTS = 32
"""Range of the integral beyond the outermost means, in standard deviations, and its number of points."""
FEWEST = 10
"""Minimum number of ballots for strengths. With fewer ballots, the intervals are too wide."""
EFFICIENCY = 0.95
"""Efficiency of the mean with outliers pulled in, when no reader errs wildly."""
STRETCH = 0.25
"""Exponent that stretches distances when readers agree little: places hide how far apart strong answers are."""
STRETCHED = 4
"""Minimum number of answers for stretching. With three answers, results would be overconfident."""
WEIGHED = 1e-6
"""Minimum relative likelihood of a value of the agreement. Less likely values are skipped."""
ROOT = sqrt(2)

Vote = tuple[float, float]
"""Place of an answer on a ballot (0 to 1), and the weight of the ballot."""


class DeviationScale(Struct, frozen=True, kw_only=True):
    """Converts places on a ballot to standard deviations of a normal distribution."""

    length: int
    """Number of answers on a sheet; 0 for marks, whose distances are already known."""
    spread: float
    """The standard deviation of a vote."""

    def normal(self, place: float) -> float:
        """Return how many standard deviations from the mean an answer at this place is expected to be."""
        return _normal(place, self.length) if self.length else (place - 0.5) / self.spread


class Strength(Struct, frozen=True, kw_only=True):
    """Estimated quality of an answer, with a 95 % interval."""

    value: float
    """Expected share of the other answers that a further reader would rank below it."""
    low: float
    """Lower end of the strength's 95 % interval."""
    high: float
    """Upper end of the strength's 95 % interval."""


class Fit(Struct, frozen=True, kw_only=True):
    """Probability distribution of the estimated quality of all answers, from which chances and strengths are
    computed."""

    scores: tuple[float | None, ...]
    scale: DeviationScale
    parts: tuple[tuple[float, float, tuple[float, ...]], ...]
    """For each value of the agreement: its probability, the value, and how much of each score it keeps; empty without
    votes.
    """

    def chance(self, shared: float = SHARED_ERRORS / 100) -> tuple[float, ...]:
        """Return, for each answer, the probability that this answer is the best. The probabilities sum to 1.

        Args:
            shared: Share of the readers' agreement that is a common error. With 0, the probability that more readers
                like these would put the answer first.
        """
        size = len(self.scores)
        if not self.parts:
            return (1 / max(1, size),) * size
        stands = [self.scale.normal(score) if score is not None else 0.0 for score in self.scores]
        chance = [0.0] * size
        for weight, own, kept in self.parts:
            stretch = (2 - own) ** STRETCH if self.scale.length >= STRETCHED else 1.0
            means = [(1 - shared) * share * each * stretch for share, each in zip(kept, stands, strict=True)]
            deviations = [sqrt(own * (1 - shared) * ((1 - shared) * (1 - share) + shared)) for share in kept]
            for one, each in enumerate(_best(means, deviations)):
                chance[one] += weight * each
        whole = sum(chance)
        return tuple(each / whole for each in chance)

    def strengths(self) -> tuple[Strength, ...]:
        """Return the estimated quality of each answer, with its interval."""
        scale = self.scale
        found = [(score - 0.5) / scale.spread if score is not None else 0.0 for score in self.scores]
        told = [
            [(weight, kept[one] * each, sqrt(own * (1 - kept[one]))) for weight, own, kept in self.parts]
            for one, each in enumerate(found)
        ]
        return tuple(
            Strength(
                value=_told(sum(weight * mean for weight, mean, _ in each), scale),
                low=_told(_quantile(each, 0.025), scale),
                high=_told(_quantile(each, 0.975), scale),
            )
            for each in told
        )


def fit_from(
    sheets: Sequence[Sequence[Vote | None]],
    scores: Sequence[float | None],
    agreement: Sequence[int],
    likely: Sequence[int],
    *,
    marks: bool = False,
    weighed_by: Sequence[Sequence[Vote | None]] | None = None,
) -> Fit:
    """Estimate the quality of the answers from the readers' votes and the answers' scores.

    Args:
        sheets: For each reader, its vote on each answer; `None` for no vote.
        scores: Each answer's score by the ranking rule.
        agreement: Possible shares of a vote, in hundredths, that come from the answer and not from the reader's error.
        likely: How likely each of these shares is before any vote.
        marks: Whether votes are marks instead of rankings.
        weighed_by: Votes used for agreement and spread instead of `sheets`.
    """
    size = len(scores)
    if not sheets or size < 2:
        return Fit(scores=tuple(scores), scale=DeviationScale(length=0, spread=1.0), parts=())
    held = [EFFICIENCY * sum(vote[1] for sheet in sheets if (vote := sheet[one])) for one in range(size)]
    scale = _scale(weighed_by or sheets, marks)
    parts = tuple(
        (weight, own, tuple(own / (own + (1 - own) / each) if each else 0.0 for each in held))
        for weight, own in _agreements(weighed_by or sheets, scale, agreement, likely)
    )
    return Fit(scores=tuple(scores), scale=scale, parts=parts)


def _agreements(
    sheets: Sequence[Sequence[Vote | None]], scale: DeviationScale, agreement: Sequence[int], likely: Sequence[int]
) -> list[tuple[float, float]]:
    """Return the possible values of the agreement, each preceded by its probability.

    The probability follows from how much votes on the same answer differ compared with how much answers differ.
    """
    size = len(sheets[0])
    votes = [[(scale.normal(vote[0]), vote[1]) if vote is not None else None for vote in sheet] for sheet in sheets]
    held = [sum(vote[1] for sheet in votes if (vote := sheet[one])) for one in range(size)]
    means = [
        sum(vote[0] * vote[1] for sheet in votes if (vote := sheet[one])) / held[one] if held[one] else 0.0
        for one in range(size)
    ]
    within = sum(
        vote[1] * (vote[0] - means[one]) ** 2 for sheet in votes for one, vote in enumerate(sheet) if vote is not None
    )
    free = (size - 1) / size  # the votes of a sheet have a fixed sum
    degrees = max(0.0, (sum(held) - sum(1 for each in held if each)) * free)
    fits = []
    for share, often in zip(agreement, likely, strict=True):
        own = share / 100
        between = 0.0
        for mean, each in zip(means, held, strict=True):
            if each:
                variance = own + (1 - own) / (EFFICIENCY * each)
                between += log(variance) + mean * mean / variance
        fits.append(log(often) - (between * free + degrees * log(1 - own) + within / (1 - own)) / 2)
    best = max(fits)
    weights = [exp(fit - best) for fit in fits]
    total = sum(weight for weight in weights if weight > WEIGHED)
    return [(weight / total, share / 100) for weight, share in zip(weights, agreement, strict=True) if weight > WEIGHED]


@lru_cache(maxsize=64)
def _unit(length: int) -> float:
    """Return the standard deviation of the expected normal scores of a ballot with this many answers."""
    scores = [NormalDist().inv_cdf((place + 0.625) / (length + 0.25)) for place in range(length)]
    return sqrt(sum(score * score for score in scores) / (length - 1))


@lru_cache(maxsize=4096)
def _normal(place: float, length: int) -> float:
    """Convert a place (0 to 1) on a ballot of `length` answers to its expected normal score (Blom), in standard
    deviations."""
    share = (min(1.0, max(0.0, place)) * (length - 1) + 0.625) / (length + 0.25)
    return NormalDist().inv_cdf(share) / _unit(length)


def _scale(sheets: Sequence[Sequence[Vote | None]], marks: bool) -> DeviationScale:
    if marks:
        votes = [vote[0] - 0.5 for sheet in sheets for vote in sheet if vote is not None]
        free = max(1, len(votes) - len(sheets))
        return DeviationScale(length=0, spread=sqrt(sum(vote * vote for vote in votes) / free) or 1.0)
    lengths = [sum(vote is not None for vote in sheet) for sheet in sheets]
    length = max(2, round(sum(lengths) / len(lengths)))
    return DeviationScale(length=length, spread=sqrt((length + 1) * length / 12) / (length - 1))


def _told(value: float, scale: DeviationScale) -> float:
    told = 0.5 + value * scale.spread
    return min(1.0, max(0.0, told)) if scale.length else told


def _best(means: Sequence[float], deviations: Sequence[float]) -> list[float]:
    """Return, for each of several independent normal variables, the probability that it is the largest."""
    pairs = list(zip(means, deviations, strict=True))
    low = max(mean - WIDTH * deviation for mean, deviation in pairs)
    high = max(mean + WIDTH * deviation for mean, deviation in pairs)
    step = (high - low) / POINTS
    values = [low + point * step for point in range(POINTS + 1)]
    scales = [(mean, 1 / (deviation * ROOT)) for mean, deviation in pairs]
    below = [[0.5 + 0.5 * erf((value - mean) * scale) for value in values] for mean, scale in scales]
    twice = [list(map(add, each, each[1:])) for each in below]
    wholes = list(map(prod, zip(*twice, strict=True)))
    shares = [
        sum(
            [
                (after - before) * whole / both
                for before, after, both, whole in zip(each, each[1:], own, wholes, strict=False)
                if whole
            ]
        )
        for each, own in zip(below, twice, strict=True)
    ]
    total = sum(shares)
    return [each / total for each in shares]


def _quantile(mixture: Sequence[tuple[float, float, float]], share: float) -> float:
    low = min(mean - WIDTH * deviation for _, mean, deviation in mixture)
    high = max(mean + WIDTH * deviation for _, mean, deviation in mixture)
    scales = [(weight, mean, 1 / (deviation * ROOT)) for weight, mean, deviation in mixture]
    for _ in range(20):  # to a millionth of the range
        middle = (low + high) / 2
        if sum(weight * (0.5 + 0.5 * erf((middle - mean) * scale)) for weight, mean, scale in scales) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2
