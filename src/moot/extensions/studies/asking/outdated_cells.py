"""Find the cells to run again when others are asked again, and locate failures of a fork.

A retried session is a new session, and its answers may differ. Arms that keep its answers must then keep the new ones:
otherwise two arms would not share what they compare, and members would be paid for each. Tested by
`tests/extensions/studies/asking/test_outdated_cells.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from moot.app import Application
from moot.extensions.studies.asking.judged_answers import answer_in
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.holders import follows, stages_before
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import StudyCell, cells_of, source_of
from moot.transcripts.public import Transcript
from moot.vocabulary.public import SessionOpened, state_of


def with_forks(progress: StudyProgress, cells: Collection[StudyCell]) -> tuple[StudyCell, ...]:
    """Return these cells (questions under an arm) and their existing forks. When the cells are asked again, those forks
    have to be redone.
    """
    found = dict.fromkeys(cells)
    for cell in cells_of(progress.study, progress.questions):  # forks follow the cells they fork
        arm = progress.study.arm(cell.arm)
        if arm.source and cell in progress.cells and source_of(progress.study, arm, cell) in found:
            found[cell] = None
    return tuple(found)


async def can_be_forked(app: Application, progress: StudyProgress, cell: StudyCell) -> bool:
    """Return whether the session that a cell forks or judges has a result. Always true for a cell whose arm does
    neither.
    """
    arm = progress.study.arm(cell.arm)
    if not arm.source:
        return True
    source = progress.cells.get(source_of(progress.study, arm, cell))
    fate = (await app.register.fates([source])).get(source) if source else None
    return fate is not None and fate.state in FINISHED


async def keeps_answers(app: Application, progress: StudyProgress, cell: StudyCell, session: str) -> bool:
    """Return whether the answers that a fork's session has reused, up to the fork's stage, are still those of the
    session it was forked from; or whether the judged answer is still that of the session it is from.
    """
    arm = progress.study.arm(cell.arm)
    if not arm.source or not await can_be_forked(app, progress, cell):
        return True
    if arm.judges:
        opened = (await app.transcript.read(session))[0].body
        source = progress.cells[source_of(progress.study, arm, cell)]
        return isinstance(opened, SessionOpened) and opened.options.get("answer") == await answer_in(app, source, arm)
    return await follows(app.transcript, session, progress.cells[source_of(progress.study, arm, cell)], arm.stage)


async def fails_itself(transcript: Transcript, fork: str, stage: str) -> bool:
    """Return whether something failed in the stages that a fork ran itself, i.e. from `stage` on."""
    events = await transcript.read(fork)
    before = stages_before(events, stage)
    return any(missing.stage not in before for missing in state_of(events).missing)
