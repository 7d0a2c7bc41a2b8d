"""Which alarms were told, and which are still on? An alarm is told once when it begins, and again when it comes back.

What was told stands in the outbox: `alarm:KEY:N` for the N-th time it began, `alarm-over:KEY:N` once that ended. Both
stand in the feed; channels are told of beginnings alone, and of all that begin at once in one message: what begins
together has one cause. All of it is one transaction, so that of two processes that look at once one tells. Held by
`tests/exports/delivery/test_alarms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, or_, select

from moot.transcripts.counted.voter_tables import voter_sessions
from moot.transcripts.scheduled.alarm_notes import notes_in
from moot.transcripts.scheduled.outbox import FEED, Parcel, post
from moot.transcripts.scheduled.tables import alarm_notes, deliveries
from moot.transcripts.sql.store import Store

BEGAN, OVER = "alarm", "alarm-over"
Words = Callable[[str, Sequence[str], bool], str]
"""What is said, as JSON: by what it is about, the alarms' keys, and whether they began."""


class Told(NamedTuple):
    """How often an alarm began, and whether it is still on."""

    times: int
    on: bool


class Mark(NamedTuple):
    """What alarms hang on: while it stays the same, so do they, but for snoozes that end."""

    shown: int
    latest: int
    noted: int
    noted_at: float


def mark_in(connection: Connection) -> Mark:
    """As it is now."""
    shown = connection.execute(select(func.count(), func.max(voter_sessions.c.number)).select_from(voter_sessions))
    noted = connection.execute(select(func.count(), func.max(alarm_notes.c.at)).select_from(alarm_notes))
    (number, latest), (notes, at) = shown.one(), noted.one()
    return Mark(number, latest or 0, notes, at or 0.0)


async def post_alarms(
    store: Store, now_on: Sequence[str], rest: Sequence[str], channels: Sequence[str], words: Words, now: float
) -> int:
    """Queues what is to be told, the alarms that are on now being these; those that `rest` were seen before they were
    told, and are told to nobody. How many began."""

    def work(connection: Connection) -> int:
        told, began = told_in(connection), list[tuple[str, str]]()
        for key in now_on:
            known = told.get(key, Told(0, on=False))
            if not known.on and key not in rest:
                began.append((f"{BEGAN}:{key}:{known.times + 1}", key))
                _post(connection, began[-1][0], (key,), (FEED,), words, now)
        if began:
            _post(connection, began[0][0], [key for _, key in began], channels, words, now)
        for key, known in told.items():
            if known.on and key not in now_on:
                _post(connection, f"{OVER}:{key}:{known.times}", (key,), (FEED,), words, now)
        return len(began)

    return await store.write(work, changes=())


def unseen_in(connection: Connection, now: float) -> int:
    """How many alarms were on when it was last looked, and were neither acknowledged nor rest now."""
    rest = {key for key, note in notes_in(connection).items() if note.until is None or note.until > now}
    return sum(known.on and key not in rest for key, known in told_in(connection).items())


def told_in(connection: Connection) -> Mapping[str, Told]:
    """Every alarm that was ever told, by its key."""
    about = deliveries.c.about
    rows = connection.execute(
        select(about).where(deliveries.c.channel == FEED, or_(about.like(f"{BEGAN}:%"), about.like(f"{OVER}:%")))
    )
    times: dict[str, dict[str, int]] = {}
    for (each,) in rows:
        what, _, rest = each.partition(":")
        key, _, number = rest.rpartition(":")
        known = times.setdefault(key, {BEGAN: 0, OVER: 0})
        known[what] = max(known[what], int(number))
    return {key: Told(known[BEGAN], known[BEGAN] > known[OVER]) for key, known in times.items()}


def _post(
    connection: Connection, about: str, keys: Sequence[str], channels: Sequence[str], words: Words, now: float
) -> None:
    text = words(about, keys, about.startswith(f"{BEGAN}:"))
    for channel in channels:
        post(connection, Parcel(about=about, channel=channel, message=text), now)
