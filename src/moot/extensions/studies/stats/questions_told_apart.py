"""Measure how well each question distinguishes models, and how stable its result is over repeats.

Discriminative power is the share of the scores' variance between models (the intraclass correlation of one score),
with Searle's exact interval. Stability is how often two repeats have the same class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import stdev

from msgspec import Struct

from moot.extensions.studies.stats.distributions import f_quantile
from moot.extensions.studies.stats.figures import FEWEST, LEVEL, Figure, QuestionClass, alike, constant, withheld
from moot.extensions.studies.stats.intervals import rate_figure, share_figure


class Discrimination(Struct, frozen=True, kw_only=True):
    """How well one question distinguishes models."""

    icc: Figure
    """Share of the variance between models, from below 0 to 1; `n` counts scores."""
    spread: float | None
    """Standard deviation of the models' means; `None` for one model, and below five scores."""
    models: int
    """Number of models asked."""


def discrimination(scores: Mapping[str, Sequence[float]]) -> Discrimination:
    """Compute it from every model's scores on one question, one per repeat."""
    groups = [list(values) for values in scores.values() if values]
    count, models = sum(map(len, groups)), len(groups)
    means = [sum(values) / len(values) for values in groups]
    spread = stdev(means) if models > 1 and count >= FEWEST else None
    return Discrimination(icc=_icc(groups, means, count), spread=spread, models=models)


def _icc(groups: Sequence[Sequence[float]], means: Sequence[float], count: int) -> Figure:
    models = len(groups)
    if count < FEWEST or models < 2 or count <= models:
        return withheld(count)
    middle = sum(map(sum, groups)) / count
    between = sum(len(values) * (mean - middle) ** 2 for values, mean in zip(groups, means, strict=True)) / (models - 1)
    within = sum((each - mean) ** 2 for values, mean in zip(groups, means, strict=True) for each in values)
    within /= count - models
    each = (count - sum(len(values) ** 2 for values in groups) / count) / (models - 1)
    if all(alike(values) for values in groups):
        return constant(1.0 if between > 0 else 0.0, count)
    ratio = between / within
    ends = [
        ratio / f_quantile((1 + LEVEL) / 2, models - 1, count - models),
        ratio / f_quantile((1 - LEVEL) / 2, models - 1, count - models),
    ]
    value, low, high = (max(0.0, (one - 1) / (one + each - 1)) for one in (ratio, *ends))
    if high == 0:  # models differ less than by chance: a share of variance cannot express that
        return withheld(count)
    return Figure(value=value, low=low, high=high, n=count, how="F")


class QuestionStability(Struct, frozen=True, kw_only=True):
    """Classes of one question's repeats."""

    question: str
    """The question."""
    dominant: str
    """The most frequent class; empty if several classes tie."""
    share: Figure
    """Its share; `n` counts repeats."""
    classes: dict[str, int]
    """Count of each class, most frequent first."""


class Stability(Struct, frozen=True, kw_only=True):
    """Stability of questions over repeats."""

    agreement: Figure
    """Share of pairs of repeats with the same class, over questions with at least two."""
    questions: tuple[QuestionStability, ...]
    """Each question, least stable first."""


def stability(classed: Sequence[QuestionClass], arm: str) -> Stability:
    """Compute the stability of an arm's questions."""
    groups: dict[str, list[QuestionClass]] = {}
    for each in classed:
        if each.arm == arm:
            groups.setdefault(each.question, []).append(each)
    rates, clusters, told = [], [], []
    for question, repeats in groups.items():
        often = Counter(each.value for each in repeats)
        ranked = dict(sorted(often.items(), key=lambda each: (-each[1], each[0])))
        n, (first, most) = len(repeats), next(iter(ranked.items()))
        dominant = first if list(ranked.values()).count(most) == 1 else ""
        told.append(
            QuestionStability(question=question, dominant=dominant, share=share_figure(most, n), classes=ranked)
        )
        if n > 1:
            rates.append(sum(k * (k - 1) for k in often.values()) / (n * (n - 1)))
            clusters.append(repeats[0].cluster)
    told.sort(key=lambda each: (max(each.classes.values()) / sum(each.classes.values()), each.question))
    return Stability(agreement=rate_figure(rates, clusters), questions=tuple(told))
