"""Rebuild derived tables from the events, which alone are the record.

Leases, crash counts and titles are not derived from the events and are kept. The days' accounts stay too: deleting a
session does not return money. `tests/transcripts/sql/repair/test_rebuild.py` compares a rebuilt store with the
original.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.dialects.sqlite import insert

from moot.errors import StoreDamaged, UnknownName
from moot.transcripts.append_rules import admitted, purse_of
from moot.transcripts.session_counts.writing import clear, count_due
from moot.transcripts.session_record import IMPORTED, Reservation, SessionEntry, Till, is_held, record_from
from moot.transcripts.sql.append import read_record, write_record
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from, record_row, reservation_row
from moot.transcripts.sql.schema import conversations, events, imports, money, sessions
from moot.transcripts.sql.search import clear_spoken, index_again
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import ENDED, Draft
from moot.vocabulary.events import Event, SessionOpened, VerdictReached

FROM_FILES = "taken in from its own file"
"""Contract of a conversation imported whole from another program's file."""
AT_ONCE = 100
"""Sessions rebuilt in one transaction."""


async def rebuild(store: Store) -> int:
    """Rebuild `sessions`, `money`, counts and the search index; return the number of sessions."""
    opened = select(events.c.session).where(events.c.seq == 1).order_by(events.c.at, events.c.session)
    names = await store.read(lambda connection: list(connection.execute(opened).scalars()))
    await store.write(_drop_orphans)
    for start in range(0, len(names), AT_ONCE):
        some = names[start : start + AT_ONCE]
        await store.write(partial(_rebuild_some, names=some, now=store.clock()))
    await store.write(clear)
    while await store.write(partial(count_due, most=AT_ONCE)):
        pass
    return len(names)


def folded(history: Sequence[Event], epoch: int) -> tuple[SessionEntry, dict[str, Reservation]]:
    """Compute the record and the money from a session's events."""
    first = history[0].body
    if not isinstance(first, SessionOpened):
        raise StoreDamaged(f"Session {history[0].session} does not begin with SessionOpened.")
    record = record_from(history[0].session, first)
    record.created, record.epoch = history[0].at, epoch
    kept: dict[str, Reservation] = {}
    for event in history:
        draft = Draft(key=event.key, body=event.body, at=event.at, t=event.t, origin=event.origin)
        cap, record.cap, record.cap_per_call = record.cap, None, None  # what was admitted once is not checked again
        purse = purse_of(0, None)
        purse.day = event.at[:10]
        admission = admitted(record, epoch, [draft], {}, kept, purse)
        changed = admission.record.cap
        record, record.cap, record.cap_per_call = (
            admission.record,
            cap if changed is None else changed,
            first.cap_per_call,
        )
        kept.update(admission.money)
    return record, kept


def _rebuild_some(connection: Connection, names: Sequence[str], now: float) -> None:
    for name in names:
        columns = (events.c[column] for column in EVENT_COLUMNS)
        rows = connection.execute(select(*columns).where(events.c.session == name).order_by(events.c.seq))
        history = [event_from(row) for row in rows]
        try:
            before: SessionEntry | None = read_record(connection, name)
        except (UnknownName, StoreDamaged):
            before = None
        # without the old fence, any number above all earlier leases will do
        record, kept = folded(history, before.epoch if before is not None else int(now))
        if before is not None:
            record.holder, record.expires, record.crashes = before.holder, before.expires, before.crashes
            record.title, record.said_to = before.title, min(before.said_to, record.head)
            record.thread = record.thread or before.thread  # it was continued, and is the first of a conversation
            record.state = "waiting" if before.state == "waiting" and record.state == "running" else record.state
        elif record.state in ENDED:
            record.said_to = record.head
        if not is_held(record, now):
            till = Till(record, kept, "")
            till.presume()
            kept.update(till.changed)
        if connection.execute(select(imports.c.session).where(imports.c.session == name)).first() is not None:
            record.door, record.thread = IMPORTED, thread_of_import(connection, record)
            kept = {}  # payments elsewhere are in its record and in no account here
        if before is not None:
            write_record(connection, record)
        else:
            connection.execute(delete(sessions).where(sessions.c.id == name))
            connection.execute(insert(sessions), record_row(record))
        connection.execute(delete(money).where(money.c.session == name))
        if kept:
            connection.execute(insert(money), [reservation_row(name, key, one) for key, one in kept.items()])
        keep_conversation(connection, record)
        index_words(connection, record, history)


def thread_of_import(connection: Connection, record: SessionEntry) -> str | None:
    """Return the conversation of an imported session that has ended; one begun here imports none."""
    if record.thread is None or record.state not in ENDED:
        return None
    columns = (conversations.c.door, conversations.c.contract)
    begun = connection.execute(select(*columns).where(conversations.c.id == record.thread)).first()
    taken_in = begun is None or begun.door == IMPORTED or begun.contract == FROM_FILES
    return record.thread if taken_in else None


def keep_conversation(connection: Connection, record: SessionEntry) -> None:
    """Ensure that a session's conversation exists, so that it can be continued."""
    if record.thread is not None:
        values = {"id": record.thread, "title": "", "door": record.door, "contract": "", "created": record.created}
        connection.execute(insert(conversations).on_conflict_do_nothing(), values)


def index_words(connection: Connection, record: SessionEntry, history: Sequence[Event]) -> None:
    """Add a session to the search index, which must not contain it."""
    question = history[0].body.question.text if isinstance(history[0].body, SessionOpened) else ""
    last = history[-1].body
    verdict = (last.verdict.text or "") if isinstance(last, VerdictReached) else ""
    number = connection.execute(select(sessions.c.number).where(sessions.c.id == record.id)).scalar_one()
    values = {"number": number, "question": question, "verdict": verdict}
    connection.execute(_INDEX, values)
    index_again(connection, record)


def _drop_orphans(connection: Connection) -> None:
    connection.execute(text("DELETE FROM search"))
    clear_spoken(connection)
    without = ~select(events.c.session).where(events.c.session == sessions.c.id).exists()
    connection.execute(delete(sessions).where(without))


_INDEX = text("INSERT INTO search (rowid, question, verdict) VALUES (:number, :question, :verdict)")
