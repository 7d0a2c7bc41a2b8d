"""Seat the council of each arm: its own, or that of the arm it forks with its changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from moot.app import Application, Ask, CouncilChoice
from moot.errors import NotReady
from moot.exports.public import ForkChanges, registry
from moot.extensions.studies.asking.judged_answers import options_for
from moot.extensions.studies.corpora.corpus import Corpus, CorpusItem
from moot.extensions.studies.progress import ArmSeated, StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import NO_CORPUS, Arm, Study, StudyCell
from moot.vocabulary.public import Council, OptionValue, Seat

CRITERIA = "criteria"
"""Name of the protocol of an arm that judges the answers of another arm."""
JUDGE = "adjudicator"
"""Name of the office that an arm's adjudicators have in a council."""


async def sitting_of(app: Application, arm: Arm, corpus: Corpus, item: CorpusItem) -> CouncilChoice:
    """Return the council that answers a question under an arm that is no fork. A saved council keeps its own rubric."""
    named = (
        arm.protocol
        or (CRITERIA if arm.judges else "")
        or (app.shelf.council(arm.council).protocol if arm.council else registry.JUDGING)
    )
    takes_rubric = registry.find(named).rubric is not None
    rubric = arm.rubric or (corpus.rubric_of(item) if takes_rubric else "")
    held = arm.offices | ({JUDGE: list(arm.adjudicators)} if arm.adjudicators else {})
    sitting = await app.sits(
        Ask(
            council=arm.council or None,
            members=arm.members,
            chair=arm.chair or None,
            stand_ins=arm.stand_ins or None,
            offices=held,
            protocol=named,
            rubric=rubric or None,
        )
    )
    told = "\n\n".join(filter(None, (sitting.council.system, arm.system)))
    return replace(sitting, council=replace(sitting.council, system=told))


def seated_of(arm: Arm, council: Council, seats: Sequence[Seat]) -> ArmSeated:
    """Return the record of the council in an arm's first session, with the models that it had, so that later sessions
    have the same.
    """

    def held(office: str) -> list[str]:
        return [seat.model for seat in seats if seat.id == office or seat.id.startswith(f"{office}-")]

    seated = replace(
        council,
        chair=next(iter(held("chair")), council.chair),
        stand_ins=tuple(held("stand-in")),
        offices={office: names for office in registry.find(council.protocol).roles if (names := held(office))},
        instead={},
    )
    return ArmSeated(arm=arm.name, council=seated)


def changes_of(app: Application, arm: Arm, cap: int | None = None) -> ForkChanges:
    """Return the changes that an arm makes to the sessions it forks. `cap` is the budget of each fork in
    nano-dollars.
    """
    return ForkChanges(
        stage=arm.stage,
        chair=arm.chair or None,
        offices={JUDGE: list(arm.adjudicators)} if arm.adjudicators else {},
        rubric=app.rubrics.rubric(arm.rubric) if arm.rubric else None,
        options=dict(arm.options),
        cap=cap,
    )


def root_of(study: Study, arm: Arm) -> Arm:
    """Return the arm at the beginning of an arm's chain of forks; the arm itself if it is no fork."""
    while arm.of:
        arm = study.arm(arm.of)
    return arm


def line_of(study: Study, arm: Arm) -> list[Arm]:
    """Return the chain of forks that leads to an arm: first the arm that is no fork, last the given arm."""
    return [*(line_of(study, study.arm(arm.of)) if arm.of else ()), arm]


def changed_by(study: Study, arm: Arm, council: Council) -> Council:
    """Return the council of an arm: that of the arm at the beginning of its chain of forks, with the changes of each
    fork.
    """
    for each in line_of(study, arm)[1:]:
        if each.adjudicators:
            council = replace(council, offices={**council.offices, JUDGE: list(each.adjudicators)})
        council = replace(council, chair=each.chair or council.chair, rubric=each.rubric or council.rubric)
    return council


def options_under(study: Study, arm: Arm) -> dict[str, OptionValue]:
    """Return the protocol options of an arm, including those of the arms it is forked from."""
    return {name: value for each in line_of(study, arm) for name, value in each.options.items()}


class ArmSeats:
    """Provides the council of each arm of a study: that of the arm's first session, even if configuration has changed
    since.
    """

    def __init__(self, app: Application, progress: StudyProgress, corpus: Corpus) -> None:
        self._app, self._progress, self._corpus = app, progress, corpus
        self._seated = {arm: seated.council for arm, seated in progress.seated.items()}
        self._seating = asyncio.Lock()

    async def council(self, cell: StudyCell) -> Council:
        """Return the council that answers in a cell's session."""
        study, item = self._progress.study, self._corpus.item(cell.item)
        arm = study.arm(cell.arm)
        assert item is not None
        async with self._seating:
            if arm.name in self._seated and study.corpus == NO_CORPUS:
                council = self._seated[arm.name]
            else:
                council = (await sitting_of(self._app, arm, self._corpus, item)).council
                if arm.name not in self._seated:
                    first = await self._app.estimate(
                        Ask(
                            question=self._corpus.question_of(item),
                            council=council,
                            options=options_for(arm, item),
                        )
                    )
                    fact = seated_of(arm, council, first.seats)
                    await studies_of(self._app).add(self._progress.id, f"seated/{arm.name}", fact)
                    self._seated[arm.name] = fact.council
                council = replace(self._seated[arm.name], rubric=council.rubric)
        return replace(council, system="\n\n".join(filter(None, (council.system, item.system))))

    async def least(self, cell: StudyCell) -> int:
        """Return the smallest budget that lets a cell's session start, in nano-dollars; 0 for a fork. Raises if the
        model of a seat cannot be called at all.
        """
        study, item = self._progress.study, self._corpus.item(cell.item)
        arm = study.arm(cell.arm)
        if arm.of or not study.budget:
            return 0
        assert item is not None
        question, council = self._corpus.question_of(item), await self.council(cell)
        found = await self._app.estimate(
            Ask(question=question, council=council, options=options_for(arm, item), budget=study.budget)
        )
        if found.unready:
            raise NotReady(found.unready)
        return found.least or 0
