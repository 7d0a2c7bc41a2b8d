"""Which of its sessions does a cell of a study have, what did all of them cost, and is there anything in them to ask
again? What was found goes away by no asking again, and what was paid for counts.

The store tells the same of counted rows (`extensions/studies/store.py`); that both agree is held by
`tests/extensions/studies/test_store.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.exports.public import ASK_ANEW, NOTHING_LOST
from moot.extensions.studies.stats.standing import FINISHED, is_over
from moot.extensions.studies.study import Study, StudyCell, source_of
from moot.transcripts.public import SessionFailure, SessionFate, Transcript
from moot.vocabulary.public import Event, SeatSpoke, SessionOpened, keys


def holder_of(had: Sequence[str], fates: Mapping[str, SessionFate]) -> str:
    """Of the sessions that a cell had, in order: the last of those with a result that lacks the least; where none has
    one, the last that is there."""

    def worth(at: int) -> tuple[int, int, int]:
        fate = fates.get(had[at])
        if fate is None:
            return (0, 0, at)
        return (2, -fate.degraded, at) if fate.state in FINISHED else (1, 0, at)

    return had[max(range(len(had)), key=worth)]


class ArmSpending(Struct, frozen=True, kw_only=True):
    """What the sessions of an arm cost, in nano-dollars."""

    charged: int = 0
    """All that it ever had together."""
    again: int = 0
    """Those of them in whose place another one of the same cell stands."""


def spent_by_arm(
    cells: Mapping[StudyCell, str], had: Mapping[StudyCell, Sequence[str]], fates: Mapping[str, SessionFate]
) -> dict[str, ArmSpending]:
    """What each arm cost: together as much as the study."""
    found: dict[str, ArmSpending] = {}
    for cell, sessions in had.items():
        before = found.get(cell.arm, ArmSpending())
        charged = {session: fates[session].charged for session in sessions if session in fates}
        found[cell.arm] = ArmSpending(
            charged=before.charged + sum(charged.values()),
            again=before.again + sum(cost for session, cost in charged.items() if session != cells[cell]),
        )
    return found


class UnaskableCells(Struct, frozen=True, kw_only=True):
    """Cells in which there is nothing to ask again."""

    why: str
    """Why, and what helps."""
    sessions: int
    """How many."""


class Askable(Struct, frozen=True, kw_only=True):
    """What of some cells can be asked again at all."""

    cells: tuple[StudyCell, ...] = ()
    """Those in which something is to be asked again, in their own sessions or in those they are made of."""
    others: tuple[UnaskableCells, ...] = ()
    """The others."""


def askable(
    study: Study, last: Mapping[StudyCell, str], fates: Mapping[str, SessionFate], lost: Mapping[str, SessionFailure]
) -> Askable:
    """What can be asked again of cells, by the `last` session of each: what came to nothing, in its own stages or, of a
    fork, in what it keeps of a cell that is among them. One that has not ended is gone on with."""
    found = dict[StudyCell, None]()
    for cell in sorted(last, key=lambda each: len(_line(study, each))):  # forks come behind what they are made of
        session = last[cell]
        fate, arm = fates.get(session), study.arm(cell.arm)
        own = lost[session].lost if session in lost else ()
        if arm.of and session in lost:
            own = tuple(stage for stage in own if not begins_before(lost[session].stages, stage, arm.stage))
        if own or (fate is not None and not is_over(fate.state)) or (arm.of and source_of(study, arm, cell) in found):
            found[cell] = None
    whys = Counter(
        asked_there(study.arm(cell.arm).of) if session in lost and lost[session].lost else f"{NOTHING_LOST} {ASK_ANEW}"
        for cell, session in last.items()
        if cell not in found
    )
    others = tuple(UnaskableCells(why=why, sessions=many) for why, many in whys.most_common())
    return Askable(cells=tuple(cell for cell in last if cell in found), others=others)


def asked_there(arm: str) -> str:
    """Why a fork is not asked again itself, where what failed in it is kept of this arm."""
    return f"What failed in it is a part of what it keeps of {arm!r}, and is asked again there alone."


def begins_before(stages: Sequence[str], one: str, other: str) -> bool:
    """Whether one stage lies before another one."""
    return one in stages[: stages.index(other)] if other in stages else False


async def follows(transcript: Transcript, fork: str, base: str, stage: str) -> bool:
    """Whether a fork from this stage on keeps the answers that the session it is made of has."""
    kept = await transcript.read(fork), await transcript.read(base)
    return _said_before(kept[0], stage) == _said_before(kept[1], stage)


def stages_before(events: Sequence[Event], stage: str) -> frozenset[str]:
    """A session's stages before this one."""
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    return frozenset(name for name in opened.stages if begins_before(opened.stages, name, stage))


def _said_before(events: Sequence[Event], stage: str) -> dict[str, str]:
    before = stages_before(events, stage)
    return {
        event.key: event.body.text
        for event in events
        if isinstance(event.body, SeatSpoke) and keys.stage_of(event.key) in before
    }


def _line(study: Study, cell: StudyCell) -> list[str]:
    """The arms a cell's is made of."""
    arm, line = study.arm(cell.arm), list[str]()
    while arm.of:
        arm = study.arm(arm.of)
        line.append(arm.name)
    return line
