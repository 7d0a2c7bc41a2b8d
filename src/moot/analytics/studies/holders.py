"""Which of its sessions does a cell of a study have? What was found goes away by no asking again.

The store tells the same of counted rows (`transcripts/sql/studies.py`); that both agree is held by
`tests/transcripts/sql/test_studies.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
