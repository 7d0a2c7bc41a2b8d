"""Which alarms has somebody seen? One that was acknowledged rests until it ends, one that is snoozed until a moment.

Held by `tests/analytics/upkeep/test_alarm_notes.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from moot.transcripts.scheduled.tables import alarm_notes
from moot.transcripts.sql.store import Store


class AlarmNote(Struct, frozen=True, kw_only=True):
    """What somebody said to an alarm."""

    alarm: str
    """Which alarm."""
    says: str
    """What it said then."""
    until: float | None
    """Until when it is snoozed, in seconds since 1970; null where it was acknowledged."""
    at: float
    """When that was."""


class AlarmNotes:
    """The alarms of a store that somebody has seen."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, note: AlarmNote) -> None:
        """Writes a note down, over the one before."""
        row = {name: getattr(note, name) for name in AlarmNote.__struct_fields__}
        kept = insert(alarm_notes).values(row)
        kept = kept.on_conflict_do_update(index_elements=["alarm"], set_={k: v for k, v in row.items() if k != "alarm"})

        def work(connection: Connection) -> None:
            connection.execute(kept)

        await self._store.write(work, changes=())

    async def drop(self, alarms: Collection[str]) -> int:
        """Forgets what was said to these; how many there were."""
        gone = delete(alarm_notes).where(alarm_notes.c.alarm.in_(alarms))
        return await self._store.write(lambda connection: connection.execute(gone).rowcount, changes=())


def notes_in(connection: Connection) -> dict[str, AlarmNote]:
    """Every note, by its alarm."""
    return {row.alarm: AlarmNote(**dict(row._mapping)) for row in connection.execute(select(alarm_notes))}
