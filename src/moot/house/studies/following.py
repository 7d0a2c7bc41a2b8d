"""Does a fork still rest on the session its cell is made of, and where does what failed in it lie?

A session that is asked again is another one, and what its members say in it may be, too. An arm that keeps their
answers keeps those of that session then: otherwise two arms would not share what they are compared by, and members were
paid for each of them. Held by `tests/house/studies/test_following.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import Cell, cells_of, source_of
from moot.transcripts.transcript import Transcript
from moot.vocabulary import keys
from moot.vocabulary.events import Event, SeatSpoke, SessionOpened
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


async def follows(transcript: Transcript, fork: str, base: str, stage: str) -> bool:
    """Whether a fork from this stage on keeps the answers that the session it is made of has."""
    kept = await transcript.read(fork), await transcript.read(base)
    return _said_before(kept[0], stage) == _said_before(kept[1], stage)


async def fails_itself(transcript: Transcript, fork: str, stage: str) -> bool:
    """Whether something failed in a fork from this stage on, beside what failed in what it keeps."""
    events = await transcript.read(fork)
    before = set(_before(events, stage))
    return any(missing.stage not in before for missing in state_of(events).missing)


def begins_before(stages: Sequence[str], one: str, other: str) -> bool:
    """Whether one stage lies before another one."""
    return one in stages[: stages.index(other)] if other in stages else False


def _before(events: Sequence[Event], stage: str) -> Iterator[str]:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    yield from (name for name in opened.stages if begins_before(opened.stages, name, stage))


def _said_before(events: Sequence[Event], stage: str) -> dict[str, str]:
    before = set(_before(events, stage))
    return {
        event.key: event.body.text
        for event in events
        if isinstance(event.body, SeatSpoke) and keys.stage_of(event.key) in before
    }
