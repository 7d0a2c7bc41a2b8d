"""Which of its sessions does a cell of a study have, and what did all of them cost? What was found goes away by no
asking again, and what was paid for counts.

The store tells the same of counted rows (`transcripts/sql/studies.py`); that both agree is held by
`tests/transcripts/sql/test_studies.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.library.corpora.studies.study import Cell
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import SessionFate


def holder_of(had: Sequence[str], fates: Mapping[str, SessionFate]) -> str:
    """Of the sessions that a cell had, in order: the last of those with a result that lacks the least; where none has
    one, the last that is there."""

    def worth(at: int) -> tuple[int, int, int]:
        fate = fates.get(had[at])
        if fate is None:
            return (0, 0, at)
        return (2, -fate.degraded, at) if fate.state in FINISHED else (1, 0, at)

    return had[max(range(len(had)), key=worth)]


class ArmSpent(Struct, frozen=True, kw_only=True):
    """What the sessions of an arm cost, in nano-dollars."""

    charged: int = 0
    """All that it ever had together."""
    again: int = 0
    """Those of them in whose place another one of the same cell stands."""


def spent_by_arm(
    cells: Mapping[Cell, str], had: Mapping[Cell, Sequence[str]], fates: Mapping[str, SessionFate]
) -> dict[str, ArmSpent]:
    """What each arm cost: together as much as the study."""
    found: dict[str, ArmSpent] = {}
    for cell, sessions in had.items():
        before = found.get(cell.arm, ArmSpent())
        charged = {session: fates[session].charged for session in sessions if session in fates}
        found[cell.arm] = ArmSpent(
            charged=before.charged + sum(charged.values()),
            again=before.again + sum(cost for session, cost in charged.items() if session != cells[cell]),
        )
    return found
