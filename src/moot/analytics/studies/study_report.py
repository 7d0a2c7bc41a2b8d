"""What does a study show? Arms with intervals, differences to the baseline, noise, classes, stability, planted bugs.

Only cells with a result are counted. Degraded ones are counted too and told apart; so is what is not finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from moot.analytics.studies.cells import SHARES, CellResult
from moot.errors import UnknownName
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import Arm, cells_of
from moot.tally.studies.arms import (
    ArmDifference,
    ClassDifference,
    Kind,
    arm_means,
    class_differences,
    differences,
)
from moot.tally.studies.figures import Classed, Figure, Measured
from moot.tally.studies.noise import Least, NoiseFloor, least_difference, noise_floor
from moot.tally.studies.planted import PlantedScore, planted_score
from moot.tally.studies.questions_told_apart import Discrimination, Stability, discrimination, stability


class ArmReport(Struct, frozen=True, kw_only=True):
    """One arm."""

    name: str
    """The arm."""
    of: str
    """The arm it was forked from."""
    stage: str
    """The stage it asks again from."""
    unchanged: bool
    """Whether it changes nothing, to measure noise."""
    planned: int
    """Cells it is to have."""
    finished: int
    """Cells with a result."""
    degraded: int
    """Those whose result is less than a full one."""
    measures: dict[str, Figure]
    """Each measure over questions."""
    classes: dict[str, int]
    """How often each class of verdict, over cells."""
    cost: int
    """What its sessions cost, in nano-dollars."""
    cost_known: bool
    """Whether every price was told."""
    stability: Stability
    """Whether questions come to the same class when they are asked again."""
    winners: Stability
    """The same by the model whose answer led."""
    planted: PlantedScore | None
    """What was found of planted bugs, where there are some."""


class DegradedCell(Struct, frozen=True, kw_only=True):
    """A cell whose result is less than a full one."""

    arm: str
    item: str
    repeat: int
    session: str
    why: tuple[str, ...]


class StudyReport(Struct, frozen=True, kw_only=True):
    """The whole."""

    id: str
    """The study's id."""
    name: str
    """Its name."""
    digest: str
    """Of what is asked and known."""
    corpus: str
    """The questions."""
    corpus_version: str
    """Their version."""
    corpus_digest: str
    """Their digest."""
    questions: int
    """How many questions."""
    repeats: int
    """How often each is asked."""
    baseline: str
    """The arm the others are held against."""
    primary: str
    """The measure that decides."""
    wanted: str
    """The measure that was to decide and that no session has; empty where it has one."""
    arms: tuple[ArmReport, ...]
    """Each arm."""
    differences: dict[str, tuple[ArmDifference, ...]]
    """Each measure's differences to the baseline."""
    classes: tuple[ClassDifference, ...]
    """How classes of verdicts differ from the baseline's."""
    noise: NoiseFloor | None
    """What differs in the primary measure where nothing was changed; `None` while it was not measured."""
    least: Least | None
    """The least difference in the primary measure that a study of this size can show, by that noise."""
    discrimination: dict[str, Discrimination]
    """How well each question tells the baseline's models apart."""
    degraded: tuple[DegradedCell, ...]
    """Every cell whose result is less than a full one."""


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
        differences={
            name: differences(found, base, others, floor=floors[name] if unchanged else None, kind=_kind(name))
            for name, found in measured.items()
        },
        classes=class_differences(classed, base, others) if classed else (),
        noise=floor,
        least=least_difference(len(progress.questions), study.repeats, sigma) if sigma is not None else None,
        discrimination=_discrimination([each for each in done if each.arm == base]),
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
