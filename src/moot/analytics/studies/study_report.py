"""What does a study show? Arms with intervals, differences to the baseline, noise, classes, stability, planted bugs.

Only cells with a result are counted. Degraded ones are counted too and told apart; so is what is not finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from moot.analytics.studies.cells import SHARES, CellResult
from moot.errors import UnknownName
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import Arm, Study, cells_of
from moot.tally.studies.arms import Kind, arm_means, class_differences, differences
from moot.tally.studies.figures import Classed, Measured
from moot.tally.studies.judges import judging
from moot.tally.studies.models import model_figures, moves
from moot.tally.studies.noise import least_difference, noise_floor
from moot.tally.studies.order import OrderEffects, order_effects
from moot.tally.studies.planted import planted_score
from moot.tally.studies.questions_told_apart import Discrimination, discrimination, stability
from moot.tally.studies.report import ArmReport, DegradedCell, StudyReport
from moot.tally.studies.seen import Seen


def report_on(progress: Progress, results: Sequence[CellResult], primary: str = "") -> StudyReport:
    """The report on what is finished so far, by another measure than the study's where one is named. What was asked and
    paid for is told whatever the study hoped to measure by."""
    study, done = progress.study, [each for each in results if each.finished]
    names = sorted({name for each in done for name in each.measures})
    if primary and primary not in names:
        raise UnknownName("measure", primary, names, "Name a measure that these sessions have.")
    primary = primary or study.primary
    wanted = primary if names and primary not in names else ""
    primary = next((name for name in ("score", *names) if name in names), primary) if wanted else primary
    base = study.base
    studied = [arm for arm in study.arms if not arm.unchanged]
    others = [arm.name for arm in studied if arm.name != base]
    unchanged = {arm.name for arm in study.arms if arm.unchanged}
    measured = {name: _measured(done, name, clustered=bool(study.clusters)) for name in names}
    floors = {name: noise_floor([each for each in found if each.arm in unchanged]) for name, found in measured.items()}
    floor = floors.get(primary) if unchanged else None
    sigma = floor.sigma.value if floor is not None else None
    classed = _classed(done, "verdict_class", clustered=bool(study.clusters))
    winners = _classed(done, "winner", clustered=bool(study.clusters))
    seen = [seen_in(each, clustered=bool(study.clusters)) for each in done]
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
        arms=tuple(_arm(progress, arm, results, measured, classed, winners) for arm in study.arms),
        shares=tuple(name for name in names if name in SHARES),
        differences={
            name: differences(found, base, others, floor=floors[name] if unchanged else None, kind=_kind(name))
            for name, found in measured.items()
        },
        classes=class_differences(classed, base, others) if classed else (),
        noise=floor,
        least=least_difference(len(progress.questions), study.repeats, sigma) if sigma is not None else None,
        discrimination=_discrimination([each for each in done if each.arm == base]),
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
    progress: Progress,
    arm: Arm,
    results: Sequence[CellResult],
    measured: dict[str, list[Measured]],
    classed: Sequence[Classed],
    winners: Sequence[Classed],
) -> ArmReport:
    own = [each for each in results if each.arm == arm.name]
    done = [each for each in own if each.finished]
    reviews = [each.reviewed for each in done if each.reviewed is not None]
    return ArmReport(
        name=arm.name,
        of=arm.of,
        stage=arm.stage,
        unchanged=arm.unchanged,
        planned=sum(1 for _ in cells_of(progress.study, progress.questions, [arm])),
        finished=len(done),
        degraded=sum(bool(each.degraded) for each in done),
        measures={name: arm_means(found, arm.name, _kind(name)) for name, found in measured.items()},
        classes=dict(Counter(each.verdict_class or "none" for each in done).most_common()),
        cost=sum(each.cost for each in own),
        cost_known=all(each.cost_known for each in own),
        stability=stability(classed, arm.name),
        winners=stability(winners, arm.name),
        planted=planted_score(reviews) if reviews else None,
    )


def _order(study: Study, seen: Sequence[Seen]) -> Iterator[OrderEffects]:
    """Each arm in which rebuttals were reversed against the arm it is made of, or the baseline."""
    turned = {each.arm for each in seen if each.reversed}
    for arm in study.arms:
        of = arm.of or study.base
        if arm.name in turned and of not in turned and not arm.unchanged:
            floors = [each.name for each in study.arms if each.unchanged and each.of == of and each.stage == arm.stage]
            yield order_effects(seen, arm.name, of, floors)


def seen_in(each: CellResult, *, clustered: bool) -> Seen:
    """What of a cell figures over many sessions take."""
    return Seen(
        question=each.item,
        arm=each.arm,
        repeat=each.repeat,
        cluster=each.domain if clustered else "",
        session=each.session,
        source=each.fork_of,
        reversed=each.reversed,
        replies=each.replies,
        marked=each.marked,
        ratings=each.ratings,
        measures=each.measures,
    )


def _kind(name: str) -> Kind:
    return "share" if name in SHARES else "score"


def _measured(done: Sequence[CellResult], name: str, *, clustered: bool) -> list[Measured]:
    return [
        Measured(
            question=each.item,
            arm=each.arm,
            repeat=each.repeat,
            value=each.measures[name],
            cluster=each.domain if clustered else "",
            source=each.fork_of,
        )
        for each in done
        if name in each.measures
    ]


def _classed(done: Sequence[CellResult], field: str, *, clustered: bool) -> list[Classed]:
    return [
        Classed(
            question=each.item, arm=each.arm, repeat=each.repeat, value=str(getattr(each, field)) or "none",
            cluster=each.domain if clustered else "",
        )
        for each in done
    ]  # fmt: skip


def _discrimination(done: Sequence[CellResult]) -> dict[str, Discrimination]:
    found: dict[str, dict[str, list[float]]] = {}
    for each in done:
        for model, score in each.scores.items():
            found.setdefault(each.item, {}).setdefault(model, []).append(score)
    return {item: discrimination(scores) for item, scores in found.items()}
