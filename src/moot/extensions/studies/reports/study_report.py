"""Compute a study's report: arms with intervals, differences to the baseline, classes, stability, planted bugs.

Only cells with a result count. Degraded ones are included and counted apart; so are unfinished ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from moot.errors import UnknownName
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.cells import COUNTS, SHARES, CellResult
from moot.extensions.studies.reports.holders import ArmSpending
from moot.extensions.studies.stats.arms import Kind, arm_means, class_differences, differences
from moot.extensions.studies.stats.figures import QuestionClass, QuestionValue
from moot.extensions.studies.stats.judges import judging
from moot.extensions.studies.stats.models import model_figures, moves
from moot.extensions.studies.stats.order import OrderEffects, order_effects
from moot.extensions.studies.stats.planted import planted_score
from moot.extensions.studies.stats.report import ArmReport, DegradedCell, StudyReport
from moot.extensions.studies.stats.seen import SeenSession
from moot.extensions.studies.stats.stability import stability
from moot.extensions.studies.study import Arm, Study, StudyCell, cells_of

MOST_MISSING = 20
"""Maximum number of missing parts listed per arm. Each degraded session has its own list."""


def report_on(
    progress: StudyProgress,
    results: Sequence[CellResult],
    primary: str = "",
    spent: Mapping[str, ArmSpending] | None = None,
    older: Collection[StudyCell] = (),
) -> StudyReport:
    """Compute a study's report from its sessions that have a result.

    Args:
        primary: Measure to use in place of the study's primary one.
        spent: Cost of each arm; without it, the cost of its results is used.
        older: Cells whose forks reuse answers that were replaced later.
    """
    study, done = progress.study, [each for each in results if each.finished]
    names = sorted({name for each in done for name in each.measures})
    if primary and primary not in names:
        raise UnknownName("measure", primary, names, "Name a measure that these sessions have.")
    primary = primary or study.primary
    wanted = primary if names and primary not in names else ""
    there = [name for name in ("right", "score", *names) if name in names and name != "right_untold"]
    primary = next(iter(there), primary) if wanted else primary
    base = study.base
    others = [arm.name for arm in study.arms if arm.name != base]
    measured = {name: _measured(done, name, clustered=bool(study.clusters)) for name in names}
    classed = _classed(done, "verdict_class", clustered=bool(study.clusters))
    winners = _classed(done, "winner", clustered=bool(study.clusters))
    seen = done if study.clusters else [replace(each, domain="") for each in done]
    names_of = [arm.name for arm in study.arms]
    return StudyReport(
        id=progress.id,
        name=study.name,
        digest=progress.opened.digest,
        corpus=study.corpus,
        corpus_version=progress.opened.corpus_version,
        corpus_digest=progress.opened.corpus_digest,
        questions=len(progress.questions),
        repeats=study.repeats,
        baseline=base,
        primary=primary,
        wanted=wanted,
        arms=tuple(_arm(progress, arm, results, measured, classed, winners, spent, older) for arm in study.arms),
        shares=tuple(name for name in names if name in SHARES),
        differences={
            name: differences(found, base, others, kind=_kind(name), planned=len(progress.questions))
            for name, found in measured.items()
        },
        classes=class_differences(classed, base, others, len(progress.questions))
        if any(each.arm == base for each in classed)
        else (),
        models=tuple(each for name in names_of for each in model_figures(seen, name)),
        moves=tuple(each for name in names_of for each in moves(seen, name)),
        judging=tuple(judging(seen, name) for name in names_of),
        order=tuple(_order(study, seen)),
        degraded=tuple(
            DegradedCell(arm=each.arm, item=each.item, repeat=each.repeat, session=each.session, why=each.degraded)
            for each in done if each.degraded
        ),
    )  # fmt: skip


def _arm(
    progress: StudyProgress,
    arm: Arm,
    results: Sequence[CellResult],
    measured: dict[str, list[QuestionValue]],
    classed: Sequence[QuestionClass],
    winners: Sequence[QuestionClass],
    spent: Mapping[str, ArmSpending] | None,
    older: Collection[StudyCell],
) -> ArmReport:
    own = [each for each in results if each.arm == arm.name]
    cost = ArmSpending(charged=sum(each.cost for each in own)) if spent is None else spent.get(arm.name, ArmSpending())
    done = [each for each in own if each.finished]
    reviews = [each.reviewed for each in done if each.reviewed is not None]
    domains = {each.item: each.domain for each in done if progress.study.clusters}
    return ArmReport(
        name=arm.name,
        of=arm.of,
        stage=arm.stage,
        planned=sum(1 for _ in cells_of(progress.study, progress.questions, [arm])),
        finished=len(done),
        degraded=sum(bool(each.degraded) for each in done),
        missing=dict(Counter(why for each in done for why in dict.fromkeys(each.degraded)).most_common(MOST_MISSING)),
        measures={name: arm_means(found, arm.name, _kind(name)) for name, found in measured.items()},
        classes=dict(Counter(each.value for each in classed if each.arm == arm.name).most_common()),
        cost=cost.charged,
        cost_known=all(each.cost_known for each in own),
        cost_again=cost.again,
        kept=sum(each.kept for each in done),
        older=sum(StudyCell(each.arm, each.item, each.repeat) in older for each in done),
        stability=stability(classed, arm.name),
        winners=stability(winners, arm.name),
        planted=planted_score(reviews, domains) if reviews else None,
    )


def _order(study: Study, seen: Sequence[SeenSession]) -> Iterator[OrderEffects]:
    """Compare each arm that shows rebuttals in reversed order with the arm it forks, or with the baseline."""
    turned = {each.arm for each in seen if each.reversed}
    for arm in study.arms:
        of = arm.of or study.base
        if arm.name in turned and of not in turned:
            yield order_effects(seen, arm.name, of)


def _kind(name: str) -> Kind:
    return "share" if name in SHARES else "count" if name in COUNTS else "score"


def _measured(done: Sequence[CellResult], name: str, *, clustered: bool) -> list[QuestionValue]:
    return [
        QuestionValue(
            question=each.item,
            arm=each.arm,
            repeat=each.repeat,
            value=each.measures[name],
            cluster=each.domain if clustered else "",
            degraded=bool(each.degraded),
            parts=each.parts(name),
        )
        for each in done
        if name in each.measures
    ]


def _classed(done: Sequence[CellResult], field: str, *, clustered: bool) -> list[QuestionClass]:
    """Return the verdict class or leading answer (`field`) of each finished session, leaving out arms in which no
    session has one, since their repeats would seem to agree.
    """
    having = {each.arm for each in done if getattr(each, field)}
    return [
        QuestionClass(
            question=each.item, arm=each.arm, repeat=each.repeat, value=str(getattr(each, field)) or "none",
            cluster=each.domain if clustered else "", degraded=bool(each.degraded),
        )
        for each in done
        if each.arm in having
    ]  # fmt: skip
