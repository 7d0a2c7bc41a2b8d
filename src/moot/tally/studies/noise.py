"""How much does a result change when nothing does? The noise floor, and the least difference a study can show.

It is measured by forks that change nothing: the same session goes on again from a stage, and whatever comes out
differently is noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Literal

from msgspec import Struct

from moot.tally.studies.distributions import chi2_quantile
from moot.tally.studies.figures import FEWEST, LEVEL, Classed, Figure, Measured, alike, constant, withheld
from moot.tally.studies.intervals import rate_figure
from moot.tally.studies.power import needed


class NoiseFloor(Struct, frozen=True, kw_only=True):
    """How much values of one question differ between repeats that change nothing."""

    sigma: Figure
    """The standard deviation within a session that was forked; `n` counts questions with two forks or more."""
    df: int
    """Forks beyond the first of each session."""
    arm: str = ""
    """The arm of forks it was measured by."""
    stage: str = ""
    """The stage from which on they ask again: what came before it is none of this noise."""


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
    if all(alike(values) for values in repeated.values()):
        return NoiseFloor(sigma=constant(0.0, n), df=df)
    sigma = Figure(
        value=sqrt(squares / df),
        low=sqrt(squares / chi2_quantile((1 + LEVEL) / 2, df)),
        high=sqrt(squares / chi2_quantile((1 - LEVEL) / 2, df)),
        n=n,
        how="chi-squared",
    )
    return NoiseFloor(sigma=sigma, df=df)


def noise_of_mean(sigma: float, repeats: Sequence[tuple[int, int]]) -> float:
    """The standard deviation noise alone gives a mean difference over questions, each asked so often under either
    condition: σ·√(2/r)/√n where all have r repeats."""
    return sigma * sqrt(sum(1 / one + 1 / other for one, other in repeats)) / len(repeats)


def floor_for(stage: str, floors: Mapping[str, NoiseFloor]) -> NoiseFloor | None:
    """The noise that an arm is held against, which asks again from this stage on: measured from the same one where it
    was, else the largest that was measured."""
    same = [each for each in floors.values() if stage and each.stage == stage]
    told = sorted(same or floors.values(), key=lambda each: (-(each.sigma.value or 0.0), each.arm))
    return told[0] if told else None


class Least(Struct, frozen=True, kw_only=True):
    """The smallest difference that four of five studies of this size find."""

    shown: float
    """The difference."""
    by: Literal["differences", "noise"]
    """Whether it is told from how differences vary from question to question, or from the judge's noise alone."""
    questions: int
    """Questions it is told for."""


def least_in_spreads(questions: int, arms: int = 1, noise: float = 0.0) -> float | None:
    """Before anything is asked: in multiples of how differences will vary from question to question, as a standard
    deviation, which nobody knows yet. `None` where so few questions can show nothing."""
    if questions < FEWEST:
        return None
    errors = needed(questions, questions - 1, arms, noise, estimated=False)
    return None if errors is None else errors / sqrt(questions)


def least_by_noise(questions: int, repeats: int, sigma: float, arms: int = 1) -> Least | None:
    """What so many questions can show of a judge who judges again what was said before, if chance differs by noise
    alone."""
    spreads = least_in_spreads(questions, arms, 1.0)
    if spreads is None or repeats < 1 or sigma <= 0:
        return None
    return Least(shown=spreads * sigma * sqrt(2 / repeats), by="noise", questions=questions)


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
