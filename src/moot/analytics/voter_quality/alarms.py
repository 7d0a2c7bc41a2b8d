"""Describe alarms and pairs of voters, and store which alarms were acknowledged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from moot.transcripts.sql.schema import alarm_notes, voter_sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.history.voter_quality import UpkeepAlarm, UpkeepPair, VoterPair

Kind = Literal["controls", "silent", "unfit", "pair", "drift"]


class AlarmNote(Struct, frozen=True, kw_only=True):
    """Record of an acknowledged or snoozed alarm."""

    alarm: str
    """The alarm's key."""
    says: str
    """Its message at that time."""
    until: float | None
    """End of the snooze, in seconds since 1970; null if acknowledged."""
    at: float
    """When it was recorded, in seconds since 1970."""


class AlarmNotes:
    """Stored notes on alarms: an acknowledged alarm is hidden until it ends, a snoozed one until a time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, note: AlarmNote) -> None:
        """Store a note, replacing an earlier one."""
        row = {name: getattr(note, name) for name in AlarmNote.__struct_fields__}
        kept = insert(alarm_notes).values(row)
        kept = kept.on_conflict_do_update(index_elements=["alarm"], set_={k: v for k, v in row.items() if k != "alarm"})

        def work(connection: Connection) -> None:
            connection.execute(kept)

        await self._store.write(work, changes=())

    async def drop(self, alarms: Collection[str]) -> int:
        """Delete the notes on these alarms, and return how many there were."""
        gone = delete(alarm_notes).where(alarm_notes.c.alarm.in_(alarms))
        return await self._store.write(lambda connection: connection.execute(gone).rowcount, changes=())


def notes_in(connection: Connection) -> dict[str, AlarmNote]:
    """Return every note, by its alarm."""
    return {row.alarm: AlarmNote(**dict(row._mapping)) for row in connection.execute(select(alarm_notes))}


def alarm_stamp(connection: Connection) -> tuple[object, ...]:
    """Return values that change whenever alarms may have changed: with a counted vote or a note."""
    votes = select(func.count(), func.max(voter_sessions.c.number)).select_from(voter_sessions)
    notes = select(func.count(), func.max(alarm_notes.c.at)).select_from(alarm_notes)
    return (*connection.execute(votes).one(), *connection.execute(notes).one())


def alarm_of(kind: Kind, about: str, says: str) -> UpkeepAlarm:
    """Return a new alarm without a note."""
    return UpkeepAlarm(key=f"{kind}:{about}", about=about, kind=kind, says=says)


def upkeep_pair(pair: VoterPair, models: Mapping[str, str]) -> UpkeepPair:
    """Add the names of the models."""
    return UpkeepPair(models=(models.get(pair.a, pair.a), models.get(pair.b, pair.b)), **asdict(pair))


def alike_in_words(pair: UpkeepPair) -> str:
    """Describe a reported pair, without a reason."""
    one, other = pair.models
    return (
        f"{one} and {other} cast the same vote on {pair.same:.0%} of {pair.claims} claims; all other pairs on "
        f"{pair.others or 0.0:.0%}. Their skill does not explain it: about {pair.copied or 0.0:.0%} of their votes "
        "look copied."
    )


def noted_on(alarms: Sequence[UpkeepAlarm], notes: Mapping[str, AlarmNote], now: float) -> list[UpkeepAlarm]:
    """Return the alarms with their notes."""
    found = []
    for alarm in alarms:
        note = notes.get(alarm.key)
        if note is not None and note.until is None:
            alarm = replace(alarm, seen="acknowledged")
        elif note is not None and note.until is not None and note.until > now:
            until = datetime.fromtimestamp(note.until, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            alarm = replace(alarm, seen="snoozed", until=until)
        found.append(alarm)
    return found


def ended_of(notes: Mapping[str, AlarmNote], alarms: Collection[UpkeepAlarm], now: float) -> list[str]:
    """Return notes that no longer apply: the alarm has ended, so that it is shown if it recurs, or the snooze is
    over."""
    there = {alarm.key for alarm in alarms}
    return [key for key, note in notes.items() if key not in there or (note.until is not None and note.until <= now)]
