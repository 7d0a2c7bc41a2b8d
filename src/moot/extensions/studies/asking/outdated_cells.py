"""Which cells are made anew with others, and where does what failed in a fork lie?

A session that is asked again is another one, and what its members say in it may be, too. An arm that keeps their
answers keeps those of that session then: otherwise two arms would not share what they are compared by, and members were
paid for each of them. Held by `tests/extensions/studies/asking/test_outdated_cells.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from moot.app import Application
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.holders import follows, stages_before
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import StudyCell, cells_of, source_of
from moot.transcripts.public import Transcript
from moot.vocabulary.public import state_of


def with_forks(progress: StudyProgress, cells: Collection[StudyCell]) -> tuple[StudyCell, ...]:
    """These cells, and those with a session that are made of them: where answers that these keep are asked again, they
    are made anew."""
    found = dict.fromkeys(cells)
    for cell in cells_of(progress.study, progress.questions):  # forks come behind what they are made of
        arm = progress.study.arm(cell.arm)
        if arm.of and cell in progress.cells and source_of(progress.study, arm, cell) in found:
            found[cell] = None
    return tuple(found)


async def can_be_forked(app: Application, progress: StudyProgress, cell: StudyCell) -> bool:
    """Whether the session a cell is made of has a result; what is made of none needs none."""
    arm = progress.study.arm(cell.arm)
    if not arm.of:
        return True
    source = progress.cells.get(source_of(progress.study, arm, cell))
    fate = (await app.register.fates([source])).get(source) if source else None
    return fate is not None and fate.state in FINISHED


async def keeps_answers(app: Application, progress: StudyProgress, cell: StudyCell, session: str) -> bool:
    """Whether a session of a cell has the answers of the one it is made of, as far as it keeps them."""
    arm = progress.study.arm(cell.arm)
    if not arm.of or not await can_be_forked(app, progress, cell):
        return True
    return await follows(app.transcript, session, progress.cells[source_of(progress.study, arm, cell)], arm.stage)


async def fails_itself(transcript: Transcript, fork: str, stage: str) -> bool:
    """Whether something failed in a fork from this stage on, beside what failed in what it keeps."""
    events = await transcript.read(fork)
    before = stages_before(events, stage)
    return any(missing.stage not in before for missing in state_of(events).missing)
