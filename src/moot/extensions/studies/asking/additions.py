"""Add an arm or a new budget to a study that has begun, and estimate the cost first.

The terminal and the pages call these functions, so both add the same arm. Tested by
`tests/extensions/studies/asking/test_additions.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, Conflict, MootError, TooLarge
from moot.exports.public import nano_dollars, registry
from moot.extensions.studies.asking.checks import ArmCost, Before, alike, looked_ahead, stages_of
from moot.extensions.studies.asking.equal_arms import likeness_of
from moot.extensions.studies.asking.remaining import Rest, held_up, rest_of, standing, waiting, waits_words
from moot.extensions.studies.asking.seating import JUDGE
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.progress import ArmAdded, BudgetSet, StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.reach import reach_of
from moot.extensions.studies.stats.standing import FINISHED, is_over
from moot.extensions.studies.study import MOST_CELLS, NO_CORPUS, Arm, Study, cells_of, faults_with
from moot.vocabulary.public import SessionOpened, money, rounded

REJUDGED, CHANGED, SEATED = "rejudged", "changed", "council"
"""Default names of arms; a number follows."""


class Forkable(Struct, frozen=True, kw_only=True):
    """An arm that can be forked."""

    arm: str
    """Its name."""
    protocol: str
    """Its protocol; empty if it is unknown."""
    stages: tuple[str, ...]
    """Stages that a fork can start from, in order."""
    stage: str
    """The default stage: judging if there is one, else the last."""
    judged: bool
    """Whether it has a judging stage, so that a fork can change the adjudicators."""
    finished: int
    """Its sessions with a result. A session can be forked once it has one."""


class ArmAhead(Struct, frozen=True, kw_only=True):
    """Estimate for an arm before it is added."""

    arm: Before
    """Cost of the arm alone."""
    rest: Rest
    """Everything that would run: the arm and the remaining sessions of the others."""
    remarks: tuple[str, ...]
    """Remarks to show before the arm is added."""

    @property
    def others(self) -> int:
        """Count the remaining sessions of other arms, which run along with it."""
        return self.rest.sessions - sum(each.sessions for each in self.arm.arms)


def free_name(study: Study, arm: Arm) -> str:
    """Return a default name for an arm, after what it changes."""
    taken = {each.name for each in study.arms}
    stem = REJUDGED if arm.of and arm.adjudicators else CHANGED if arm.of else SEATED
    return next(each for each in (f"{stem}-{n}" for n in range(1, len(taken) + 2)) if each not in taken)


async def forkable_in(app: Application, progress: StudyProgress) -> tuple[Forkable, ...]:
    """List the arms that can be forked."""
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
    for session in sessions[:1]:
        (first, *_) = await app.transcript.read(session, limit=1)
        assert isinstance(first.body, SessionOpened)
        return first.body.protocol, first.body.stages
    try:
        corpus = studies_of(app).corpus_of(progress)
        item = next(item for name in progress.questions if (item := corpus.item(name)) is not None)
        return await stages_of(app, progress.study, arm, corpus, item)
    except (MootError, StopIteration):  # the council was deleted; adding a fork reports it
        return "", ()


def grown(progress: StudyProgress, arm: Arm) -> StudyProgress:
    """Return the study with the arm added. Adding the same arm twice changes nothing; an invalid one raises."""
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
    """Estimate the cost of an arm before it is added, under a new budget of the study if one is given. Raises whatever
    would prevent its sessions."""
    larger, corpus = grown(progress, arm), studies_of(app).corpus_of(progress)
    under = progress.study.budget if budget is None else budget
    larger = replace(larger, study=replace(larger.study, budget=under))
    rest = await rest_of(app, progress)
    if arm in progress.study.arms:  # running the same command again continues the study
        there = tuple(each for each in rest.before.arms if each.arm == arm.name)
        return ArmAhead(arm=Before(arms=there, budget=under, gone=rest.gone), rest=rest, remarks=())
    found = await looked_ahead(app, larger.study, corpus, progress.questions, [arm.name], progress.cells)
    before = replace(found, gone=rest.gone)
    own = sum(1 for _ in cells_of(larger.study, progress.questions, [arm]))
    stuck = await _stuck(app, larger, arm)
    before = replace(before, arms=tuple(_but(each, stuck) for each in before.arms))
    every = replace(rest.before, arms=(*rest.before.arms, *before.arms))
    same = tuple(alike(larger.study, before)) or await likeness_of(app, larger, arm, corpus)
    return ArmAhead(
        arm=before,
        rest=replace(rest, sessions=rest.sessions + own - stuck, before=every),
        remarks=(
            *((waits_words(arm, stuck),) if stuck else ()),
            *same,
            *_one_more(larger, corpus),
            *(
                f"{each.arm}: {each.protocol} scores no answer, so no figure will compare it with another arm."
                for each in found.arms
                if not each.measured
            ),
        ),
    )


def _one_more(larger: StudyProgress, corpus: Corpus) -> Iterator[str]:
    """Return a remark if the last arm makes one comparison too many: each arm against the baseline lowers the p that
    Holm requires."""
    study = larger.study
    compared = [each.name for each in study.arms if each.name != study.base]
    if study.arms[-1].name not in compared:
        return
    clusters = corpus.clusters(larger.questions, study.clusters)
    before, after = (reach_of(clusters, many) for many in (len(compared) - 1, len(compared)))
    if before.tells and not after.tells and len(compared) > 1:
        yield (
            f"With it {len(compared)} arms are compared with {study.base!r}, and no p comes below "
            f"{rounded(after.least_p, 3)} then: no difference of any of them could be told from chance. It takes more "
            "questions, or a study of its own."
        )


def _but(cost: ArmCost, stuck: int) -> ArmCost:
    """Return the cost of an arm without this many of its sessions."""
    left, whole = cost.sessions - stuck, max(1, cost.sessions)
    return replace(
        cost,
        sessions=left,
        calls=cost.calls * left // whole,
        typical=None if cost.typical is None else cost.typical * left // whole,
        most=None if cost.most is None else cost.most * left // whole,
    )


async def _stuck(app: Application, larger: StudyProgress, arm: Arm) -> int:
    """Count the arm's sessions that cannot run because the session they fork failed. Raises if that is all of them."""
    stuck = waiting(held_up(larger, await standing(app, larger)))[arm.name]
    if stuck and stuck == sum(1 for _ in cells_of(larger.study, larger.questions, [arm])):
        raise Conflict(
            f"No fork of {arm.of!r} can be made: every session it would be made of failed.",
            "Ask what failed again first, and fork it then.",
        )
    return stuck


async def with_arm(app: Application, progress: StudyProgress, arm: Arm) -> StudyProgress:
    """Return the study with the arm added; raises if it cannot run. Writes nothing."""
    larger = grown(progress, arm)
    if larger is not progress:
        corpus = studies_of(app).corpus_of(progress)
        await looked_ahead(app, larger.study, corpus, progress.questions, [arm.name], progress.cells)
        await _stuck(app, larger, arm)
    return larger


async def least_budget(app: Application, progress: StudyProgress, rest: Rest) -> int | None:
    """Return the smallest budget of the study, in nano-dollars, that starts a remaining session. `None` if that is
    free, if nothing remains, or if some sessions have started (they continue with any amount)."""
    if not rest.sessions or rest.before.most == 0 or not rest.before.arms:
        return None
    stands = await standing(app, progress)
    if any(not is_over(state) for state in stands.values()):
        return None  # the minimum of a started session depends on its progress
    return rest.gone + max(1, min(arm.aside for arm in rest.before.arms))


async def lacking_for_rest(app: Application, progress: StudyProgress) -> str:
    """Return a warning if the budget starts none of the remaining sessions, else an empty string. Retried sessions
    start with any amount."""
    budget = progress.study.budget
    if budget is None or not progress.study.corpus or await studies_of(app).older(progress):
        return ""
    rest = await rest_of(app, progress)
    least = await least_budget(app, progress, rest)
    if least is None or nano_dollars(budget) >= least:
        return ""
    told = replace(rest.before, budget=budget, gone=rest.gone).lacking
    return told or f"A budget of {money(nano_dollars(budget))} asks nothing of what is left."


def under_budget(progress: StudyProgress, budget: float | None) -> StudyProgress:
    """Return the study under the budget given by hand, if there is one. Writes nothing."""
    return progress if budget is None else replace(progress, study=replace(progress.study, budget=budget))


async def written_down(app: Application, before: StudyProgress, larger: StudyProgress) -> None:
    """Store what `larger` adds to the study. Call it only while this process runs the study: another process would not
    see the arm, and the next run would ask and pay for it."""
    kept, study = studies_of(app), larger.id
    for arm in larger.study.arms:
        if arm not in before.study.arms:
            await kept.add(study, f"arm/{arm.name}", ArmAdded(arm=arm))
    if larger.study.budget != before.study.budget:
        await kept.add(study, f"budget/{len(await kept.studies.read(study))}", BudgetSet(budget=larger.study.budget))
