"""Does being reminded of earlier sessions change how a member is marked? Kept of forks in which nothing else differs.

The fork is the control: the same question, members, options and past, but nobody is reminded. Both means are kept, of
each member that was reminded in one of the two and not in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select

from moot.transcripts.counted.tables import counted_controls
from moot.transcripts.record import Record
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.statement import Reach, Statement
from moot.vocabulary.earlier.counted import Counted, CountedSeat
from moot.vocabulary.events import SessionOpened

ALIKE = ("question", "protocol", "roster", "wording", "system", "rubric", "searchers", "past")
"""What of a session's opening must be the same in its control."""


def is_control(connection: Reach, record: Record, option: str) -> bool:
    """Whether a fork differs from its parent by this option and by nothing else that was said to anybody."""
    if not option or record.fork_of is None:
        return False
    mine, theirs = _opened(connection, record.id), _opened(connection, record.fork_of)
    if mine is None or theirs is None or mine.options.get(option) == theirs.options.get(option):
        return False
    others = [{name: value for name, value in each.options.items() if name != option} for each in (mine, theirs)]
    return others[0] == others[1] and all(getattr(mine, name) == getattr(theirs, name) for name in ALIKE)


def keep_control(
    connection: Reach,
    under: Mapping[str, Any],
    parent: str,
    fork: Counted,
    seats_of: Callable[[Reach, str], Sequence[CountedSeat]],
) -> None:
    """Keeps how each member was marked with and without what it was reminded of."""
    before = {seat.seat: seat for seat in seats_of(connection, parent)}
    rows = []
    for seat in fork.seats:
        other = before.get(seat.seat)
        if other is None or bool(seat.reminded) == bool(other.reminded) or not seat.received or not other.received:
            continue
        nudged, plain = (seat, other) if seat.reminded else (other, seat)
        rows.append(
            {
                **under,
                "seat": seat.seat,
                "model": seat.model,
                "parent": parent,
                "traits": nudged.reminded,
                "marks": nudged.received,
                "marks_sum": nudged.received_sum,
                "without": plain.received,
                "without_sum": plain.received_sum,
            }
        )
    _PUT.run_many(connection, rows)


def drop_controls(connection: Reach, session: str) -> None:
    """Forgets what was kept of a session, as a control or as what one was held against."""
    _DROP.run(connection, {"session": session})


def _opened(connection: Reach, session: str) -> SessionOpened | None:
    row = _OPENED.run(connection, {"session": session}).fetchone()
    body = event_from(row).body if row is not None else None
    return body if isinstance(body, SessionOpened) else None


_PUT = Statement(insert(counted_controls))
_OPENED = Statement(
    select(*(events.c[name] for name in EVENT_COLUMNS)).where(
        events.c.session == bindparam("session"), events.c.seq == 1
    )
)
_DROP = Statement(
    delete(counted_controls).where(
        or_(
            counted_controls.c.parent == bindparam("session"),
            counted_controls.c.number.in_(select(sessions.c.number).where(sessions.c.id == bindparam("session"))),
        )
    )
)
