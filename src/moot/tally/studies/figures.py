"""How is a figure of a study told? With the number of questions it rests on and its 95 % interval, or not at all.

The question is what is counted, never a reply or a call: repeats of a question are averaged before anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

FEWEST = 5
"""Questions below which no figure is told."""
LEVEL = 0.95
"""How often an interval is meant to hold what it is for."""

How = Literal["t", "clustered t", "BCa", "Wilson", "F", "chi-squared", "jackknife", "withheld"]


class Measured(Struct, frozen=True, kw_only=True):
    """One value of one question."""

    question: str
    """The question."""
    arm: str
    """Under which condition it was asked."""
    value: float
    """What came out; of what is so or not so, 1 and 0."""
    repeat: int = 1
    """The how-manieth time it was asked so."""
    cluster: str = ""
    """What makes questions alike, such as their domain; empty for none."""
    source: str = ""
    """The session it was forked from; forks of one differ by noise alone, those of two also by what came before."""


class Classed(Struct, frozen=True, kw_only=True):
    """One class of one question."""

    question: str
    """The question."""
    arm: str
    """Under which condition it was asked."""
    value: str
    """The class: of a verdict, or the answer that led."""
    repeat: int = 1
    """The how-manieth time it was asked so."""
    cluster: str = ""
    """What makes questions alike."""


class Figure(Struct, frozen=True, kw_only=True):
    """A figure with what it rests on."""

    value: float | None
    """The figure; `None` where too few questions stand behind it."""
    low: float | None
    """The lower end of its 95 % interval."""
    high: float | None
    """The upper end."""
    n: int
    """Questions it rests on."""
    how: How
    """How the interval was made, or `withheld`."""
    clusters: int = 0
    """Clusters that the interval takes into account; 0 where it takes the questions for independent."""

    def excludes(self, value: float) -> bool:
        """Whether the interval holds no such value; an interval that is not told excludes none."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


def withheld(n: int) -> Figure:
    """What stands where too few questions are there."""
    return Figure(value=None, low=None, high=None, n=n, how="withheld")


class QuestionMean(Struct, frozen=True, kw_only=True):
    """A question's values under one condition, averaged."""

    question: str
    """The question."""
    value: float
    """Their mean."""
    repeats: int
    """How many there are."""
    cluster: str
    """The question's cluster."""


def question_means(measured: Sequence[Measured], arm: str) -> dict[str, QuestionMean]:
    """One mean for each question of an arm, in the order in which the questions come."""
    found: dict[str, list[Measured]] = {}
    for each in measured:
        if each.arm == arm:
            found.setdefault(each.question, []).append(each)
    return {
        question: QuestionMean(
            question=question,
            value=sum(each.value for each in values) / len(values),
            repeats=len(values),
            cluster=values[0].cluster,
        )
        for question, values in found.items()
    }


class Pair(Struct, frozen=True, kw_only=True):
    """One question under two conditions."""

    question: str
    """The question."""
    difference: float
    """The mean under the arm less the mean under the baseline."""
    cluster: str
    """The question's cluster."""
    repeats: tuple[int, int]
    """How often it was asked under the baseline, and under the arm."""


def pairs(measured: Sequence[Measured], baseline: str, arm: str) -> tuple[Pair, ...]:
    """One difference for each question that has values under both."""
    before, after = question_means(measured, baseline), question_means(measured, arm)
    return tuple(
        Pair(
            question=question,
            difference=after[question].value - mean.value,
            cluster=mean.cluster,
            repeats=(mean.repeats, after[question].repeats),
        )
        for question, mean in before.items()
        if question in after
    )
