"""Judge statistics: agreement, share of top scores, and confirmed or disputed findings."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from moot.exports.public import alpha_from
from moot.extensions.studies.stats.distributions import t_quantile
from moot.extensions.studies.stats.figures import FEWEST, LEVEL, Figure, constant, withheld
from moot.extensions.studies.stats.intervals import COUNTED
from moot.extensions.studies.stats.seen import SeenSession, SeenValue, figure_of

MOST_GROUPS = 25
"""Maximum number of groups of questions left out in turn for an interval."""


class JudgeFigures(Struct, frozen=True, kw_only=True):
    """How many scores one judge gave, and how many of them were the maximum."""

    model: str
    """Model of the judge."""
    given: int
    """Number of scores that the judge gave."""
    top: int
    """Number of the judge's scores at the axis's maximum."""
    ceiling: Figure
    """Share of the judge's scores at the maximum, over questions."""


class ArmJudges(Struct, frozen=True, kw_only=True):
    """Agreement of the judges of one arm, and shares of findings that members confirm or dispute."""

    arm: str
    """Name of the arm."""
    judges: tuple[JudgeFigures, ...]
    """Figures of each judge."""
    alpha: Figure
    """Krippendorff's alpha of the judges' scores, ordinal, over questions with several judges."""
    units: int
    """Number of scores that at least two judges gave."""
    findings: Figure
    """Mean number of distinct findings of members, over questions."""
    confirmed: Figure
    """Share of findings confirmed by several members."""
    disputed: Figure
    """Share of findings disputed by a member."""


def judging(seen: Sequence[SeenSession], arm: str) -> ArmJudges:
    """Compute how far an arm's judges agree, and how many of its members' findings (reported issues) others confirm or
    dispute.
    """
    own = [each for each in seen if each.arm == arm]
    models = dict.fromkeys(mark.model for each in own for mark in each.marked)
    listed = [each for each in own if each.measures.get("findings")]
    rows = [row for each in own for row in each.ratings]
    return ArmJudges(
        arm=arm,
        judges=tuple(_judge(own, model) for model in models),
        alpha=alpha_figure(own),
        units=alpha_from(rows, "ordinal").units,
        findings=figure_of(
            [
                SeenValue(question=each.item, cluster=each.domain, value=each.measures["findings"])
                for each in own
                if "findings" in each.measures
            ],
            scale=COUNTED,
        ),
        confirmed=figure_of([_share(each, "confirmed") for each in listed], rate=True),
        disputed=figure_of([_share(each, "disputed") for each in listed], rate=True),
    )


def alpha_figure(own: Sequence[SeenSession]) -> Figure:
    """Return Krippendorff's alpha of the judges' scores, with a jackknife interval over questions."""
    by_question: dict[str, list[tuple[float | None, ...]]] = {}
    for each in own:
        if each.ratings:
            by_question.setdefault(each.item, []).extend(each.ratings)
    questions, n = list(by_question.values()), len(by_question)
    value = alpha_from([row for rows in questions for row in rows], "ordinal").value
    if n < FEWEST or value is None:
        return withheld(n)
    groups = min(n, MOST_GROUPS)
    without = [
        alpha_from([row for at, rows in enumerate(questions) if at % groups != left for row in rows], "ordinal").value
        for left in range(groups)
    ]
    known = [each for each in without if each is not None]
    if len(known) < groups:
        return withheld(n)
    middle = sum(known) / groups
    error = sqrt((groups - 1) / groups * sum((each - middle) ** 2 for each in known))
    if error == 0:
        return constant(value, n)
    half = t_quantile((1 + LEVEL) / 2, groups - 1) * error
    return Figure(value=value, low=max(-1.0, value - half), high=min(1.0, value + half), n=n, how="jackknife")


def _judge(own: Sequence[SeenSession], model: str) -> JudgeFigures:
    marks = [(each, mark) for each in own for mark in each.marked if mark.model == model and mark.given]
    return JudgeFigures(
        model=model,
        given=sum(mark.given for _, mark in marks),
        top=sum(mark.top for _, mark in marks),
        ceiling=figure_of(
            [SeenValue(question=each.item, cluster=each.domain, value=mark.top / mark.given) for each, mark in marks],
            rate=True,
        ),
    )


def _share(each: SeenSession, status: str) -> SeenValue:
    so = each.measures.get(status, 0.0) / each.measures["findings"]
    return SeenValue(question=each.item, cluster=each.domain, value=so)
