"""Figures of a study: a value with its number of questions and 95 % interval, or withheld.

The unit is the question, never a reply or a call: repeats of a question are averaged first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

FEWEST = 5
"""Minimum number of questions for a figure."""
LEVEL = 0.95
"""Confidence level of intervals."""
SLACK = 1e-9
"""Relative tolerance within which values are equal."""
SURE = 1 - LEVEL
"""Significance level."""

How = Literal["t", "clustered t", "Wilson", "jackknife", "did not vary", "withheld"]


class OfQuestion(Struct, frozen=True, kw_only=True, gc=False):
    """Base class of values that belong to one question: the question's id, its cluster, and whether a result is
    degraded.
    """

    question: str
    """Id of the question."""
    cluster: str = ""
    """Cluster of the question, such as its domain; empty for none."""
    degraded: bool = False
    """Whether a session's result is degraded."""


class QuestionValue(OfQuestion, frozen=True, kw_only=True, gc=False):
    """The value of a measure for one question under one arm, in one repeat."""

    arm: str
    """Name of the arm."""
    value: float
    """Value of the measure; 1 and 0 for yes and no."""
    repeat: int = 1
    """Number of the repeat."""
    untold: bool = False
    """Whether the value is unknown and counts as 0, as for an ungraded answer."""
    parts: dict[str, float] = {}
    """Members' values, by seat and model, if the value is their mean; else empty."""


class QuestionClass(OfQuestion, frozen=True, kw_only=True, gc=False):
    """The verdict class (or the leading answer) of one question under one arm, in one repeat."""

    arm: str
    """Name of the arm."""
    value: str
    """The class of a verdict, or the leading answer."""
    repeat: int = 1
    """Number of the repeat."""


class Figure(Struct, frozen=True, kw_only=True):
    """A statistic over questions of a study: its value, the 95 % interval and the number of questions, or that it is
    withheld.
    """

    value: float | None
    """Value of the figure; `None` with too few questions."""
    low: float | None
    """Lower end of the 95 % interval; `None` if nothing varied, which does not mean certainty."""
    high: float | None
    """Upper end of the 95 % interval; `None` if `low` is."""
    n: int
    """Number of questions."""
    how: How
    """How the interval was computed, or `withheld`."""
    clusters: int = 0
    """Number of clusters in the interval; 0 if questions count as independent."""


def alike(values: Sequence[float]) -> bool:
    """Return whether all values are equal, apart from rounding."""
    return max(values) - min(values) <= SLACK * max(1.0, *map(abs, values))


def constant(value: float, n: int) -> Figure:
    """Return a figure for a value that was the same on all `n` questions.

    The figure has no interval: an interval without width would suggest certainty.
    """
    return Figure(value=value, low=None, high=None, n=n, how="did not vary")


def withheld(n: int) -> Figure:
    """Return a figure without a value, for `n` questions that are too few to report one."""
    return Figure(value=None, low=None, high=None, n=n, how="withheld")


class QuestionMean(OfQuestion, frozen=True, kw_only=True):
    """A question's mean value of one measure over its repeats, under one arm of a study."""

    value: float
    """Mean value over the repeats."""


def question_means(measured: Sequence[QuestionValue], arm: str) -> dict[str, QuestionMean]:
    """Return for each question the mean of an arm's values over its repeats."""
    return {question: _mean(values) for question, values in _by_question(measured, arm).items()}


class Pair(OfQuestion, frozen=True, kw_only=True):
    """One question's mean of a measure under the baseline, and its mean under another arm."""

    before: float
    """Mean under the baseline."""
    after: float
    """Mean under the arm."""
    untold: bool = False
    """Whether a value on either side is unknown and counts as 0."""

    @property
    def difference(self) -> float:
        """Return the other arm's mean minus the baseline's."""
        return self.after - self.before


def pairs(measured: Sequence[QuestionValue], baseline: str, arm: str) -> tuple[Pair, ...]:
    """Return, for each question that has values under both arms, the mean under each arm.

    If a session of the question is degraded, only members with a value in every session of the question count. Both
    arms then compare the same members. This applies only to values that are means over members.
    """
    before, after = _by_question(measured, baseline), _by_question(measured, arm)
    found = []
    for question, one in before.items():
        if question not in after:
            continue
        other = after[question]
        degraded = any(each.degraded for each in (*one, *other))
        shared = _shared((*one, *other)) if degraded else frozenset()
        base, changed = _mean(one, shared), _mean(other, shared)
        found.append(
            Pair(
                question=question,
                before=base.value,
                after=changed.value,
                cluster=base.cluster,
                degraded=degraded,
                untold=any(each.untold for each in (*one, *other)),
            )
        )
    return tuple(found)


def _by_question(measured: Sequence[QuestionValue], arm: str) -> dict[str, list[QuestionValue]]:
    found: dict[str, list[QuestionValue]] = {}
    for each in measured:
        if each.arm == arm:
            found.setdefault(each.question, []).append(each)
    return found


def _shared(sessions: Sequence[QuestionValue]) -> frozenset[str]:
    """Return the members that have a value in every one of these sessions."""
    return frozenset[str].intersection(*(frozenset(each.parts) for each in sessions))


def _mean(values: Sequence[QuestionValue], members: frozenset[str] = frozenset()) -> QuestionMean:
    """Return a question's mean over its repeats. If `members` are given, only their values are averaged."""
    told = [
        sum(each.parts[name] for name in sorted(members)) / len(members) if members else each.value for each in values
    ]
    return QuestionMean(
        question=values[0].question,
        value=sum(told) / len(told),
        cluster=values[0].cluster,
        degraded=any(each.degraded for each in values),
    )
