"""Add an arm or a new budget to a study that has begun, and estimate the cost first.

The terminal and the pages call these functions, so both add the same arm. Tested by
`tests/extensions/studies/asking/test_checks.py`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, Conflict, MootError, TooLarge
from moot.exports.public import registry
from moot.extensions.studies.asking.checks import Before, looked_ahead, stages_of, unmeasured
from moot.extensions.studies.asking.remaining import Rest, rest_of, standing
from moot.extensions.studies.asking.seating import JUDGE
from moot.extensions.studies.progress import ArmAdded, BudgetSet, StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED, is_over
from moot.extensions.studies.study import MOST_CELLS, NO_CORPUS, Arm, Study, faults_with
from moot.vocabulary.public import SessionOpened

REJUDGED, CHANGED, SEATED = "rejudged", "changed", "council"
"""Default names of arms. A number is appended."""


class Forkable(Struct, frozen=True, kw_only=True):
    """An arm (condition) of a study whose sessions can be forked by a new arm, with the stages from which a fork can
    start.
    """

    arm: str
    """Name of the arm."""
    protocol: str
    """Protocol of the arm; empty if it is unknown."""
    stages: tuple[str, ...]
    """Stages from which a fork can start, in order."""
    stage: str
    """Default stage to fork from: judging if there is one, else the last."""
    judged: bool
    """Whether the arm has a judging stage, so that a fork can change the adjudicators."""
    finished: int
    """Number of the arm's sessions with a result. Only such sessions can be forked."""


class ArmAhead(Struct, frozen=True, kw_only=True):
    """Estimated cost of adding an arm (condition) to a study: of the arm itself, and of the study's other remaining
    sessions, which run along with it.
    """

    arm: Before
    """Cost of the arm alone."""
    rest: Rest
    """The remaining sessions of the study, which run along with it."""
    remarks: tuple[str, ...]
    """Remarks to show before the arm is added."""

    @property
    def whole(self) -> Rest:
        """Return the estimate of all sessions that would run: those of the new arm and the remaining ones."""
        arms = {each.arm: each for each in (*self.rest.before.arms, *self.arm.arms)}
        sessions = sum(each.sessions for each in arms.values())
        return replace(self.rest, sessions=sessions, before=replace(self.rest.before, arms=tuple(arms.values())))


def free_name(study: Study, arm: Arm) -> str:
    """Return an unused name for a new arm, which says how the arm differs, e.g. by its judges."""
    taken = {each.name for each in study.arms}
    stem = REJUDGED if arm.of and arm.adjudicators else CHANGED if arm.of else SEATED
    return next(each for each in (f"{stem}-{n}" for n in range(1, len(taken) + 2)) if each not in taken)


async def forkable_in(app: Application, progress: StudyProgress) -> tuple[Forkable, ...]:
    """Return the arms of a study that another arm can fork, each with the stages from which a fork can start."""
    fates = await app.register.fates(list(progress.cells.values()))
    found = list[Forkable]()
    for arm in progress.study.arms:
        sessions = [session for cell, session in progress.cells.items() if cell.arm == arm.name]
        protocol, stages = await _stages(app, progress, arm, sessions)
        found.append(
            Forkable(
                arm=arm.name,
                protocol=protocol,
                stages=stages,
                stage=registry.JUDGING if registry.JUDGING in stages else next(reversed(stages), ""),
                judged=bool(protocol) and JUDGE in registry.find(protocol).offices,
                finished=sum(session in fates and fates[session].state in FINISHED for session in sessions),
            )
        )
    return tuple(found)


async def _stages(
    app: Application, progress: StudyProgress, arm: Arm, sessions: list[str]
) -> tuple[str, tuple[str, ...]]:
    """Return an arm's protocol and stages, from its sessions or, before there are any, from its council."""
    try:
        if sessions:
            (first, *_) = await app.transcript.read(sessions[0], limit=1)
            assert isinstance(first.body, SessionOpened)
            return first.body.protocol, first.body.stages
        corpus = studies_of(app).corpus_of(progress)
        return await stages_of(app, progress.study, arm, corpus, corpus.items[0])
    except (MootError, IndexError):  # the council was deleted; adding a fork reports it
        return "", ()


def grown(progress: StudyProgress, arm: Arm) -> StudyProgress:
    """Return a study's progress with an arm added. Nothing is stored.

    If the study already has this exact arm, return the progress unchanged. Raise if the arm is invalid or its name is
    taken.
    """
    study = progress.study
    earlier = next((each for each in study.arms if each.name == arm.name), None)
    if earlier == arm:
        return progress
    if earlier is not None:
        raise Conflict(f"The study has another arm called {arm.name!r}.", "Give this one another name.")
    if not arm.of and study.corpus == NO_CORPUS:
        raise BadInput("The questions of a run cannot be put to another council.", "Begin a study of them instead.")
    larger = replace(study, arms=(*study.arms, arm))
    for fault in faults_with(larger, arm):
        raise BadInput(f"{fault[:1].upper()}{fault[1:]}.")
    cells = sum(larger.repeats_of(each) for each in larger.arms) * len(progress.questions)
    if cells > MOST_CELLS:
        raise TooLarge(f"With it the study has {cells:,} sessions, more than {MOST_CELLS:,}.", "Repeat it less often.")
    return replace(progress, study=larger)


async def arm_ahead(app: Application, progress: StudyProgress, arm: Arm, budget: float | None = None) -> ArmAhead:
    """Estimate the cost of a new arm before it is added to the study; `budget` replaces the study's budget. Raises if
    the arm's sessions could not run.
    """
    larger, rest = under_budget(grown(progress, arm), budget), await rest_of(app, progress)
    before = Before(arms=tuple(each for each in rest.before.arms if each.arm == arm.name))
    if arm not in progress.study.arms:  # running the same command again continues the study
        corpus = studies_of(app).corpus_of(progress)
        before = await looked_ahead(app, larger.study, corpus, progress.questions, [arm.name], progress.cells)
        before = replace(before, budget=larger.study.budget, gone=rest.gone)
    return ArmAhead(arm=before, rest=rest, remarks=tuple(unmeasured(before)))


async def with_arm(app: Application, progress: StudyProgress, arm: Arm) -> StudyProgress:
    """Return the study with the arm added, after checking that its sessions can run. Stores nothing."""
    larger = grown(progress, arm)
    if larger is not progress:
        corpus = studies_of(app).corpus_of(progress)
        await looked_ahead(app, larger.study, corpus, progress.questions, [arm.name], progress.cells)
    return larger


async def lacking_for_rest(app: Application, progress: StudyProgress) -> str:
    """Return a warning if the study's budget is too small for any further session; empty otherwise. Sessions that have
    started continue with any amount.
    """
    states = (await standing(app, progress)).values()
    if not progress.study.corpus or not all(map(is_over, states)) or await studies_of(app).older(progress):
        return ""
    return (await rest_of(app, progress, progress.study.budget)).before.lacking


def under_budget(progress: StudyProgress, budget: float | None) -> StudyProgress:
    """Return the study with this budget instead of its own, without storing it; without a budget, return it
    unchanged.
    """
    return progress if budget is None else replace(progress, study=replace(progress.study, budget=budget))


async def written_down(app: Application, before: StudyProgress, larger: StudyProgress) -> None:
    """Store the arm and the budget that `larger` has and `before` lacks. Call this only while this process runs the
    study: another process would not see the new arm, and would pay for its sessions again.
    """
    kept, study = studies_of(app), larger.id
    for arm in larger.study.arms:
        if arm not in before.study.arms:
            await kept.add(study, f"arm/{arm.name}", ArmAdded(arm=arm))
    if larger.study.budget != before.study.budget:
        await kept.add(study, f"budget/{len(await kept.studies.read(study))}", BudgetSet(budget=larger.study.budget))
