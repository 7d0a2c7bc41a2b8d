"""Leaderboard over many runs: share of first places against chance, mean ranks, and intervals.

A run counts once for every model that answered in the final round, whatever its number of instances; it was first if
any of them was. Chance is the model's share of the ranked answers. Tests: `tests/stats/test_counted_sums.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

from msgspec import Struct

FEW = 30
"""Minimum number of runs for reliable shares."""


class Interval(NamedTuple):
    """The lower and upper end of a figure's interval, e.g. of a mean."""

    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


class RunPlaces(Struct, frozen=True, kw_only=True):
    """How one run of a council ranked its answers, with the model of each seat."""

    models: dict[str, str]
    """Model of each ranked seat, by seat."""
    ranking: tuple[str, ...]
    """The ranked seats, best first; only the first seat if the arbiter chose one answer."""
    confidence: float | None = None
    """Confidence stated by the arbiter."""
    tokens: dict[str, int] = {}
    """Number of tokens that each model used in the run."""
    scripted: tuple[str, ...] = ()
    """Models that are scripted demo voices."""


class LeaderboardLine(Struct, frozen=True, kw_only=True):
    """One model's row on the leaderboard."""

    model: str
    """Id of the model."""
    evaluations: int
    """Number of runs in which the model was judged."""
    wins: int
    """Number of runs in which an answer of the model was placed first."""
    win_rate: float
    """Share of the model's runs that are wins, 0 to 1."""
    by_chance: float
    """Share of wins expected if the first place were drawn at random from all answers."""
    low: float
    """Lower end of the 95 % Wilson interval of `win_rate`."""
    high: float
    """Upper end of the 95 % Wilson interval of `win_rate`."""
    mean_rank: float | None
    """Mean place of the model's answers, from 1; null if runs give only a first place."""
    relative_rank: float | None
    """Mean place of the model's answers, scaled between 0 (always first) and 1 (always last)."""
    average_confidence: float | None
    """Mean confidence of the arbiter in the model's runs."""
    average_tokens: float | None
    """Mean number of tokens that the model used in a run."""
    scripted: bool = False
    """Whether the model is a scripted demo voice."""


class ModelBoard(Struct, frozen=True, kw_only=True):
    """The leaderboard of models over many runs."""

    runs: int
    """Number of runs counted."""
    lines: tuple[LeaderboardLine, ...]
    """One row per model, sorted by how far the share of wins is above chance."""
    caution: str
    """A warning about the reliability of this table; empty for none."""


def board_from(placings: Sequence[RunPlaces]) -> ModelBoard:
    """Return the leaderboard of models over these runs."""
    counted = [each for each in placings if each.ranking]
    models = sorted({model for each in counted for model in each.models.values()})
    lines = [_line(model, [each for each in counted if model in each.models.values()]) for model in models]
    lines.sort(key=lambda line: (line.by_chance - line.win_rate, line.model))
    return ModelBoard(runs=len(counted), lines=tuple(lines), caution=_caution(len(counted)))


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Interval:
    """Compute the Wilson score interval of a proportion. If there are no trials, return (0, 1)."""
    if not trials:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def _line(model: str, runs: Sequence[RunPlaces]) -> LeaderboardLine:
    wins = sum(each.models[each.ranking[0]] == model for each in runs)
    chance = fsum(sum(of == model for of in each.models.values()) / len(each.models) for each in runs) / len(runs)
    ranks, relative = [], []
    for each in runs:
        if len(each.ranking) < 2:
            continue
        for place, seat in enumerate(each.ranking, start=1):
            if each.models[seat] == model:
                ranks.append(place)
                relative.append((place - 1) / (len(each.ranking) - 1))
    sure = [each.confidence for each in runs if each.confidence is not None]
    tokens = [each.tokens[model] for each in runs if model in each.tokens]
    low, high = wilson(wins, len(runs))
    return LeaderboardLine(
        model=model,
        evaluations=len(runs),
        wins=wins,
        win_rate=wins / len(runs),
        by_chance=chance,
        low=low,
        high=high,
        mean_rank=_mean(ranks),
        relative_rank=_mean(relative),
        average_confidence=_mean(sure),
        average_tokens=_mean(tokens),
        scripted=any(model in each.scripted for each in runs),
    )


def _mean(numbers: Sequence[float]) -> float | None:
    return fsum(numbers) / len(numbers) if numbers else None


def _caution(runs: int) -> str:
    if not runs:
        return "No run has a ranking yet."
    few = f"{runs} run is" if runs == 1 else f"{runs} runs are"
    parts = [f"{few} few: differences of this size come about by chance."] if runs < FEW else []
    return " ".join([*parts, "An arbiter's order is its opinion of the answers, not a measure of their truth."])
