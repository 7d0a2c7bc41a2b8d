"""Which cells are made anew with others, and where does what failed in a fork lie?

A session that is asked again is another one, and what its members say in it may be, too. An arm that keeps their
answers keeps those of that session then: otherwise two arms would not share what they are compared by, and members were
paid for each of them. Held by `tests/house/studies/test_following.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from moot.analytics.studies.holders import stages_before
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import Cell, cells_of, source_of
from moot.transcripts.transcript import Transcript
from moot.vocabulary.state import state_of


def with_forks(progress: Progress, cells: Collection[Cell]) -> tuple[Cell, ...]:
    """These cells, and those with a session that are made of them: where answers that these keep are asked again, they
    are made anew."""
    found = dict.fromkeys(cells)
    for cell in cells_of(progress.study, progress.questions):  # forks come behind what they are made of
        arm = progress.study.arm(cell.arm)
        if arm.of and cell in progress.cells and source_of(progress.study, arm, cell) in found:
            found[cell] = None
    return tuple(found)


async def fails_itself(transcript: Transcript, fork: str, stage: str) -> bool:
    """Whether something failed in a fork from this stage on, beside what failed in what it keeps."""
    events = await transcript.read(fork)
    before = stages_before(events, stage)
    return any(missing.stage not in before for missing in state_of(events).missing)
