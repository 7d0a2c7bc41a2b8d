"""Measure how stable the results of questions are over repeats: how often two repeats have the same class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure, QuestionClass
from moot.extensions.studies.stats.intervals import rate_figure, share_figure


class QuestionStability(Struct, frozen=True, kw_only=True):
    """How often the repeats of one question got each class."""

    question: str
    """The question."""
    dominant: str
    """The most frequent class; empty if several classes tie."""
    share: Figure
    """Share of the most frequent class; `n` counts repeats."""
    classes: dict[str, int]
    """Count of each class, most frequent first."""


class Stability(Struct, frozen=True, kw_only=True):
    """How often repeats of a question got the same class, over all questions and by question."""

    agreement: Figure
    """Share of pairs of repeats with the same class, over questions with at least two repeats."""
    questions: tuple[QuestionStability, ...]
    """Each question, least stable first."""


def stability(classed: Sequence[QuestionClass], arm: str) -> Stability:
    """Compute how often repeats of each of an arm's questions got the same class, by question and over all."""
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
