"""How much does a result change when nothing does? The noise floor, and what a difference needs to be beyond it.

It is measured by forks that change nothing: the same session goes on again from a stage, and whatever comes out
differently is noise. A difference is called beyond noise only if its interval excludes none *and* it is larger than two
standard deviations of the difference that such noise gives one question.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from msgspec import Struct

from moot.tally.studies.distributions import chi2_quantile, t_quantile
from moot.tally.studies.figures import FEWEST, LEVEL, Classed, Figure, Measured, withheld
from moot.tally.studies.intervals import rate_figure

POWER = 0.8
"""How often a difference of the least size that is told would be found."""


class NoiseFloor(Struct, frozen=True, kw_only=True):
    """How much values of one question differ between repeats that change nothing."""

    sigma: Figure
    """The standard deviation within a session that was forked; `n` counts questions with two forks or more."""
    df: int
    """Forks beyond the first of each session."""


def noise_floor(measured: Sequence[Measured]) -> NoiseFloor:
    """From unchanged repeats: variances within what they were forked from, pooled. Neither arms nor sessions that were
    forked are mixed."""
    groups: dict[tuple[str, str, str], list[float]] = {}
    for each in measured:
        groups.setdefault((each.question, each.arm, each.source), []).append(each.value)
    repeated = {key: values for key, values in groups.items() if len(values) > 1}
    n = len({question for question, _, _ in repeated})
    df = sum(len(values) - 1 for values in repeated.values())
    if n < FEWEST:
        return NoiseFloor(sigma=withheld(n), df=df)
    squares = sum(_squares(values) for values in repeated.values())
    sigma = Figure(
        value=sqrt(squares / df),
        low=sqrt(squares / chi2_quantile((1 + LEVEL) / 2, df)),
        high=sqrt(squares / chi2_quantile((1 - LEVEL) / 2, df)),
        n=n,
        how="chi-squared",
    )
    return NoiseFloor(sigma=sigma, df=df)


def noise_of_difference(sigma: float, repeats: tuple[float, float]) -> float:
    """The standard deviation noise gives the difference of one question, asked so often under each of two conditions:
    σ·√(2/r) where both have r repeats."""
    return sigma * sqrt(1 / repeats[0] + 1 / repeats[1])


def beyond_noise(difference: Figure, floor: NoiseFloor | None, repeats: tuple[float, float]) -> bool | None:
    """Whether a difference is more than noise; `None` where the difference or the noise is not known."""
    if floor is None or floor.sigma.value is None or difference.value is None:
        return None
    return difference.excludes(0.0) and abs(difference.value) > 2 * noise_of_difference(floor.sigma.value, repeats)


class Least(Struct, frozen=True, kw_only=True):
    """The smallest difference a study can show."""

    shown: float
    """Found in four of five studies of this size, with an interval that excludes none."""
    beyond: float
    """And what it must exceed to be beyond noise, too."""
    questions: int
    """Questions it is told for."""
    repeats: int
    """Repeats of each."""

    @property
    def told(self) -> float:
        """The larger of the two."""
        return max(self.shown, self.beyond)


def least_difference(questions: int, repeats: int, sigma: float, between: float = 0.0) -> Least | None:
    """What so many questions and repeats can show, if noise has this standard deviation and the true difference varies
    so much `between` questions. Nothing with fewer questions than a figure takes."""
    if questions < FEWEST or repeats < 1:
        return None
    one = sqrt(2 * sigma**2 / repeats + between**2)
    df = questions - 1
    shown = (t_quantile((1 + LEVEL) / 2, df) + t_quantile(POWER, df)) * one / sqrt(questions)
    beyond = 2 * noise_of_difference(sigma, (repeats, repeats))
    return Least(shown=shown, beyond=beyond, questions=questions, repeats=repeats)


def disagreement(classed: Sequence[Classed], arm: str) -> Figure:
    """How often two repeats of one question under the same condition come to different classes: what a change of class
    is held against."""
    groups: dict[str, list[Classed]] = {}
    for each in classed:
        if each.arm == arm:
            groups.setdefault(each.question, []).append(each)
    rates, clusters = [], []
    for repeats in groups.values():
        if len(repeats) > 1:
            met = list(combinations([each.value for each in repeats], 2))
            rates.append(sum(one != other for one, other in met) / len(met))
            clusters.append(repeats[0].cluster)
    return rate_figure(rates, clusters)


def _squares(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((each - mean) ** 2 for each in values)
