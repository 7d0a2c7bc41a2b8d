"""Compare arms with the baseline: paired differences by question, their intervals, and p adjusted by Holm.

Questions with a degraded or ungraded answer are counted beside the difference they are part of.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.extensions.studies.stats.chance import class_change, holm, mcnemar, sign_flip
from moot.extensions.studies.stats.figures import (
    FEWEST,
    Figure,
    Pair,
    QuestionClass,
    QuestionValue,
    pairs,
    question_means,
)
from moot.extensions.studies.stats.intervals import (
    COUNTED,
    OPEN,
    MeanBounds,
    cluster_names,
    mean_figure,
    rate_figure,
)

Kind = Literal["score", "share", "count"]
Test = Literal["sign flips", "McNemar", ""]


class TestedArm(Struct, frozen=True, kw_only=True):
    """Base class of a comparison of one arm with the baseline: p-values, and the numbers of planned and degraded
    questions.
    """

    arm: str
    """Name of the arm."""
    p: float | None
    """Probability that a difference at least as large occurs by chance."""
    p_holm: float | None = None
    """`p` adjusted by Holm for the number of arms."""
    planned: int = 0
    """Number of questions planned."""
    degraded: int = 0
    """Number of questions with a degraded session on either side."""


class ArmDifference(TestedArm, frozen=True, kw_only=True):
    """Difference between one arm (condition) and the baseline arm in one measure, with its test."""

    difference: Figure
    """Mean difference over the questions that both arms have."""
    before: float | None = None
    """Mean of the baseline over these questions; `None` if no difference is given."""
    after: float | None = None
    """Mean of the arm over the same questions. The difference is `after` - `before`."""
    unread: int = 0
    """Number of questions with an ungraded answer on either side, which counts as wrong."""
    test: Test
    """Name of the test; empty without a test."""


def arm_means(measured: Sequence[QuestionValue], arm: str, kind: Kind = "score") -> Figure:
    """Return the mean of a measure over an arm's questions, with its interval.

    For a yes/no measure, this is the share of questions with yes.
    """
    means = question_means(measured, arm).values()
    values, clusters = [each.value for each in means], [each.cluster for each in means]
    if kind == "share":
        return rate_figure(values, clusters)
    return mean_figure(values, clusters, COUNTED if kind == "count" else OPEN)


def differences(
    measured: Sequence[QuestionValue], baseline: str, arms: Sequence[str], *, kind: Kind = "score", planned: int = 0
) -> tuple[ArmDifference, ...]:
    """Return how each arm differs from the baseline in a measure, with tests. `planned` is the number of questions
    planned.
    """
    found = [_compared(pairs(measured, baseline, arm), arm, kind, _once(measured, baseline, arm)) for arm in arms]
    return tuple(
        replace(each, planned=planned or each.difference.n, p_holm=p)
        for each, p in zip(found, holm([each.p for each in found]), strict=True)
    )


def _compared(met: Sequence[Pair], arm: str, kind: Kind, once: bool) -> ArmDifference:
    figure, test, p = _tested(met, kind, once)
    return ArmDifference(
        arm=arm,
        difference=figure,
        before=fmean(each.before for each in met) if figure.value is not None else None,
        after=fmean(each.after for each in met) if figure.value is not None else None,
        degraded=sum(each.degraded for each in met),
        unread=sum(each.untold for each in met),
        test=test,
        p=p,
    )


def _tested(met: Sequence[Pair], kind: Kind, once: bool) -> tuple[Figure, Test, float | None]:
    values = [each.difference for each in met]
    clusters = cluster_names([each.cluster for each in met])
    yes_or_no = kind == "share" and all(each.before in (0.0, 1.0) and each.after in (0.0, 1.0) for each in met)
    figure = mean_figure(values, clusters, MeanBounds(lowest=-1.0, highest=1.0) if kind == "share" else OPEN)
    if figure.value is None:
        return figure, "", None
    if yes_or_no and once and not clusters:
        worse, better = sum(value < 0 for value in values), sum(value > 0 for value in values)
        p = mcnemar(worse, better) if worse or better else None
        return figure, "McNemar" if p is not None else "", p
    p = sign_flip(values, clusters)
    return figure, "sign flips" if p is not None else "", p


def _once(measured: Sequence[QuestionValue], baseline: str, arm: str) -> bool:
    """Return whether each question was asked only once. If not, its value is a share over repeats, which a test of
    pairs of yes/no answers cannot use.
    """
    asked = [(each.arm, each.question) for each in measured if each.arm in (baseline, arm)]
    return len(set(asked)) == len(asked)


class ClassDifference(TestedArm, frozen=True, kw_only=True):
    """Share of questions on which an arm's verdict class differs from the baseline's, with the p-value of a difference
    by chance.
    """

    changed: Figure
    """Share of questions whose most frequent class differs."""


def class_differences(
    classed: Sequence[QuestionClass], baseline: str, arms: Sequence[str], planned: int = 0
) -> tuple[ClassDifference, ...]:
    """Return for each arm the share of questions on which its verdict class differs from the baseline's, with a
    test.
    """
    before = _by_question(classed, baseline)
    found = []
    for arm in arms:
        after = _by_question(classed, arm)
        both = [question for question in before if question in after]
        old, new = [_values(before[question]) for question in both], [_values(after[question]) for question in both]
        clusters = cluster_names([before[question][0].cluster for question in both])
        changed = [float(usual(one) != usual(other)) for one, other in zip(old, new, strict=True)]
        found.append(
            ClassDifference(
                arm=arm,
                changed=rate_figure(changed, clusters),
                p=class_change(old, new, clusters) if len(both) >= FEWEST else None,
                planned=planned or len(both),
                degraded=sum(any(each.degraded for each in (*before[q], *after[q])) for q in both),
            )
        )
    adjusted = holm([each.p for each in found])
    return tuple(replace(each, p_holm=p) for each, p in zip(found, adjusted, strict=True))


def _by_question(classed: Sequence[QuestionClass], arm: str) -> dict[str, list[QuestionClass]]:
    found: dict[str, list[QuestionClass]] = {}
    for each in classed:
        if each.arm == arm:
            found.setdefault(each.question, []).append(each)
    return found


def _values(classed: Sequence[QuestionClass]) -> list[str]:
    return [each.value for each in classed]


def usual(classes: Sequence[str]) -> str:
    """Return the most frequent class among the repeats of a question. In a tie, return the alphabetically first."""
    return min(set(classes), key=lambda name: (-classes.count(name), name))
