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
SLACK = 1e-9
"""How far values may lie apart, against their size, and still be the same."""
SURE = 1 - LEVEL
"""How often chance alone may pass for a finding."""

How = Literal["t", "clustered t", "BCa", "Wilson", "Newcombe", "F", "jackknife", "did not vary", "withheld"]


class QuestionValue(Struct, frozen=True, kw_only=True, gc=False):
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
    """The session it was forked from."""
    degraded: bool = False
    """Whether the session's result is less than a full one."""
    untold: bool = False
    """Whether it could not be told, and counts as not so: an answer that is neither right nor wrong."""
    parts: dict[str, float] = {}
    """What the value is the mean of, by seat and model; empty where it is no mean of members' values."""


class QuestionClass(Struct, frozen=True, kw_only=True, gc=False):
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
    degraded: bool = False
    """Whether the session's result is less than a full one."""


class Figure(Struct, frozen=True, kw_only=True):
    """A figure with what it rests on."""

    value: float | None
    """The figure; `None` where too few questions stand behind it."""
    low: float | None
    """The lower end of its 95 % interval; `None` where nothing varied, which is no sureness."""
    high: float | None
    """The upper end."""
    n: int
    """Questions it rests on."""
    how: How
    """How the interval was made, or `withheld`."""
    clusters: int = 0
    """Clusters that the interval takes into account; 0 where it takes the questions for independent."""


def alike(values: Sequence[float]) -> bool:
    """Whether values show no spread: what sums and means leave in the last digits is none."""
    return max(values) - min(values) <= SLACK * max(1.0, *map(abs, values))


def constant(value: float, n: int) -> Figure:
    """What did not vary: its interval would have no width, as if it were known for sure."""
    return Figure(value=value, low=None, high=None, n=n, how="did not vary")


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
    degraded: bool = False
    """Whether one of its sessions has a result that is less than a full one."""


def question_means(measured: Sequence[QuestionValue], arm: str) -> dict[str, QuestionMean]:
    """One mean for each question of an arm, in the order in which the questions come."""
    return {question: _mean(values) for question, values in _by_question(measured, arm).items()}


class Pair(Struct, frozen=True, kw_only=True):
    """One question under two conditions."""

    question: str
    """The question."""
    before: float
    """The mean under the baseline."""
    after: float
    """The mean under the arm."""
    cluster: str
    """The question's cluster."""
    degraded: bool = False
    """Whether a session on either side has a result that is less than a full one."""
    untold: bool = False
    """Whether on either side it could not be told, and counts as not so."""

    @property
    def difference(self) -> float:
        """The mean under the arm less the mean under the baseline."""
        return self.after - self.before


def pairs(measured: Sequence[QuestionValue], baseline: str, arm: str) -> tuple[Pair, ...]:
    """One difference for each question that has values under both. Where a session is degraded and values are means
    over members, only members that every session of the question has are compared: the mean of whoever is left is
    another thing."""
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
    """Members whose part every one of these has."""
    return frozenset[str].intersection(*(frozenset(each.parts) for each in sessions))


def _mean(values: Sequence[QuestionValue], members: frozenset[str] = frozenset()) -> QuestionMean:
    """Over repeats; of these members alone, where some are named."""
    told = [
        sum(each.parts[name] for name in sorted(members)) / len(members) if members else each.value for each in values
    ]
    return QuestionMean(
        question=values[0].question,
        value=sum(told) / len(told),
        repeats=len(values),
        cluster=values[0].cluster,
        degraded=any(each.degraded for each in values),
    )
