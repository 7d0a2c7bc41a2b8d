"""Choose the session that represents a cell, sum what all its sessions cost, and find what can be asked again.

A retry never loses a result, and everything paid counts. The store does the same on counted rows
(`extensions/studies/store.py`); `tests/extensions/studies/test_store.py` checks that both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.exports.public import ASK_ANEW, NOTHING_LOST
from moot.extensions.studies.stats.standing import FINISHED, FailureCause, is_over
from moot.extensions.studies.study import Study, StudyCell, source_of
from moot.transcripts.public import SessionFailure, SessionFate, Transcript
from moot.vocabulary.public import Event, SeatSpoke, SessionOpened, event_keys


def holder_of(had: Sequence[str], fates: Mapping[str, SessionFate]) -> str:
    """Return the session that counts for a cell (question under an arm): among those with a result, the last one of the
    least degraded; if none has a result, the last session that exists.
    """

    def worth(at: int) -> tuple[int, int, int]:
        fate = fates.get(had[at])
        if fate is None:
            return (0, 0, at)
        return (2, -fate.degraded, at) if fate.state in FINISHED else (1, 0, at)

    return had[max(range(len(had)), key=worth)]


class ArmSpending(Struct, frozen=True, kw_only=True):
    """Cost of all sessions of an arm (condition) of a study, in nano-dollars."""

    charged: int = 0
    """Cost of all sessions of the arm together."""
    again: int = 0
    """Part of the cost that was spent on sessions replaced by another session of the same cell."""


def spent_by_arm(
    cells: Mapping[StudyCell, str], had: Mapping[StudyCell, Sequence[str]], fates: Mapping[str, SessionFate]
) -> dict[str, ArmSpending]:
    """Return the total cost of each arm's sessions, including sessions that a retry replaced."""
    found: dict[str, ArmSpending] = {}
    for cell, sessions in had.items():
        before = found.get(cell.arm, ArmSpending())
        charged = {session: fates[session].charged for session in sessions if session in fates}
        found[cell.arm] = ArmSpending(
            charged=before.charged + sum(charged.values()),
            again=before.again + sum(cost for session, cost in charged.items() if session != cells[cell]),
        )
    return found


class Askable(Struct, frozen=True, kw_only=True):
    """The cells (questions under an arm) that can be asked again, and the reasons why other cells cannot."""

    cells: tuple[StudyCell, ...] = ()
    """Cells with a failure to ask again, in their own session or in the one they fork."""
    others: tuple[FailureCause, ...] = ()
    """Cells that cannot be asked again, by reason."""


def askable(
    study: Study, last: Mapping[StudyCell, str], fates: Mapping[str, SessionFate], lost: Mapping[str, SessionFailure]
) -> Askable:
    """Return which cells (questions under an arm) can be asked again.

    These are the cells whose `last` session has not ended, or failed in a stage that it ran itself, and the forks of
    such cells.
    """
    found = dict[StudyCell, None]()
    for cell in sorted(last, key=lambda each: len(_line(study, each))):  # forks follow the cells they fork
        session = last[cell]
        fate, arm = fates.get(session), study.arm(cell.arm)
        own = lost[session].lost if session in lost else ()
        if arm.of and session in lost:
            own = tuple(stage for stage in own if not begins_before(lost[session].stages, stage, arm.stage))
        if (
            own
            or (fate is not None and not is_over(fate.state))
            or (arm.source and source_of(study, arm, cell) in found)
        ):
            found[cell] = None
    whys = Counter(
        asked_there(study.arm(cell.arm).of) if session in lost and lost[session].lost else f"{NOTHING_LOST} {ASK_ANEW}"
        for cell, session in last.items()
        if cell not in found
    )
    others = tuple(FailureCause(why=why, sessions=many) for why, many in whys.most_common())
    return Askable(cells=tuple(cell for cell in last if cell in found), others=others)


def asked_there(arm: str) -> str:
    """Return the message that a fork is not asked again itself, because what failed is an answer that it reuses from
    this arm.
    """
    return f"What failed in it is a part of what it keeps of {arm!r}, and is asked again there alone."


def begins_before(stages: Sequence[str], one: str, other: str) -> bool:
    """Return whether the stage `one` comes before the stage `other`; `stages` gives their order."""
    return one in stages[: stages.index(other)] if other in stages else False


async def follows(transcript: Transcript, fork: str, base: str, stage: str) -> bool:
    """Return whether a fork's answers before the stage `stage` are still those of the session it was forked from."""
    kept = await transcript.read(fork), await transcript.read(base)
    return _said_before(kept[0], stage) == _said_before(kept[1], stage)


def stages_before(events: Sequence[Event], stage: str) -> frozenset[str]:
    """Return the names of a session's stages that come before the given one."""
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    return frozenset(name for name in opened.stages if begins_before(opened.stages, name, stage))


def _said_before(events: Sequence[Event], stage: str) -> dict[str, str]:
    before = stages_before(events, stage)
    return {
        event.key: event.body.text
        for event in events
        if isinstance(event.body, SeatSpoke) and event_keys.stage_of(event.key) in before
    }


def _line(study: Study, cell: StudyCell) -> list[str]:
    """Return the names of the arms that a cell's arm forks or judges, directly and indirectly; empty if there is
    none.
    """
    arm, line = study.arm(cell.arm), list[str]()
    while arm.source:
        arm = study.arm(arm.source)
        line.append(arm.name)
    return line
