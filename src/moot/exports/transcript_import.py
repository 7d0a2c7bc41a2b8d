"""Import a transcript from another machine, checked line by line, unchanged and read-only.

An imported session has the door `import`: nothing can take its lease, it counts in no budget and no statistic, and of
its prompts and attachments only the digests exist. One that has ended is part of its conversation, which can be
continued here. Importing the same events again returns the same session; other events are refused. Tested by
`tests/exports/test_transcript_import.py`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from moot.errors import BadInput, Conflict, MootError, TooLarge, TranscriptAltered
from moot.exports.markdown.markdown import markdown_of
from moot.exports.session_files import events_from_jsonl
from moot.exports.verification import VerifyResult
from moot.floor.verdicts import is_taken_over, verdict_digest
from moot.transcripts.seals import seal_in
from moot.transcripts.session_record import IMPORTED, SessionEntry, Till
from moot.transcripts.sql.append import keep_conversation
from moot.transcripts.sql.repair.rebuild import folded, index_words, thread_of_import
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from, event_row, json_from, record_row
from moot.transcripts.sql.schema import events as kept_events
from moot.transcripts.sql.schema import imports, sessions
from moot.transcripts.sql.store import Store
from moot.views.result import result_of
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, VerdictReached
from moot.vocabulary.state import state_of

LARGEST = 60_000_000
"""Maximum number of bytes in a transcript."""
MOST_EVENTS = 10_000
LONGEST_KEY = 300
REMEDY = "Give the whole file as it was exported."
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{3,63}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)")


class ImportResult(Struct, frozen=True, kw_only=True):
    """The session that an imported transcript became, and whether it is new."""

    session: str
    """The session's id, which is preserved."""
    events: int
    """Number of events in the session."""
    fresh: bool
    """Whether the session is new here; false if it existed already, with the same events."""
    check: VerifyResult | None = None
    """Result of checking the session's seal, signature and replay."""


async def import_transcript(store: Store, text: str) -> ImportResult:
    """Import a transcript from the export format `jsonl` as a read-only session.

    A session that is stored already with the same events is left as it is.

    Raises:
        Conflict: A session with the same id but other events is stored.
    """
    if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
        raise TooLarge(f"A transcript has at most {LARGEST:,} bytes.")
    if text.count("\n") > MOST_EVENTS + 1000:
        raise TooLarge(f"A transcript has at most {MOST_EVENTS:,} events.")
    return await store.write(await asyncio.to_thread(_prepared, store, text))


def _prepared(store: Store, text: str) -> Callable[[Connection], ImportResult]:
    """Check and parse a transcript. Return the function that then stores it.

    Checking does not touch the store, so that this can run in a thread.
    """
    seal = seal_in(text)
    if seal.state == "changed":
        raise TranscriptAltered("The transcript was changed after it was exported. " + " ".join(seal.wrong))
    history = events_from_jsonl(text)
    record = _checked(history)
    session = history[0].session

    def work(connection: Connection) -> ImportResult:
        if connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is not None:
            if stands(connection, session) != history:
                raise Conflict(
                    f"There is a session {session} here, and its events differ.", "It was left as it is; compare both."
                )
            return ImportResult(session=session, events=len(history), fresh=False)
        record.thread = thread_of_import(connection, record)
        keep_import(connection, record, history, store.clock())
        return ImportResult(session=session, events=len(history), fresh=True)

    return work


def keep_import(connection: Connection, record: SessionEntry, history: Sequence[Event], at: float) -> None:
    """Insert an imported session's events and its row into the store; `at` is the time of the import."""
    rows = [event_row(event, json_from(event.body, event.key)) for event in history]
    connection.execute(insert(kept_events), rows)
    connection.execute(insert(sessions), record_row(record))
    connection.execute(insert(imports), {"session": record.id, "at": at})
    keep_conversation(connection, record)
    index_words(connection, record, history)


def _checked(history: Sequence[Event]) -> SessionEntry:
    """Return the session's row for the list of sessions; raise if an event could not have been written by Moot."""
    session = history[0].session
    if len(history) > MOST_EVENTS:
        raise TooLarge(f"A transcript has at most {MOST_EVENTS:,} events.")
    if not _ID.fullmatch(session):
        raise BadInput("The transcript's session id is none.", "Give a file written with the format `jsonl`.")
    for event in history:
        if not _AT.fullmatch(event.at):
            raise _wrong(event, "its time is not one in UTC")
        if not 0 < len(event.key) <= LONGEST_KEY or not event.key.isprintable() or event.t >= 2**53:
            raise _wrong(event, "its key or its running time cannot be")
    if history[0].key != event_keys.OPENED:
        raise _wrong(history[0], f"the first event stands under {event_keys.OPENED!r}")
    refuse_another_verdict(history)
    return recorded(history)


def refuse_another_verdict(history: Sequence[Event]) -> None:
    """Raise if a transcript's verdict, or a result on which it is based, does not match the digest recorded with the
    verdict."""
    for event in () if is_taken_over(history) else history:
        if isinstance(event.body, VerdictReached):
            made = verdict_digest(event.body.verdict, history)
            if made != event.body.digest:
                raise TranscriptAltered(
                    f"At {event.key!r}, field `digest`, the transcript holds {event.body.digest}; its verdict and "
                    f"findings give {made}. They were changed after the session ended."
                )


def recorded(history: Sequence[Event]) -> SessionEntry:
    """Return an imported session's row for the list of sessions; raise if its result or its Markdown cannot be
    built."""
    try:
        record, money = folded(history, epoch=1)
        till = Till(record, money, "")
        till.presume()  # calls that were open there will not be settled here
        state = state_of(history)
        result_of(state)
        markdown_of(state)
    except MootError as error:
        raise BadInput(
            f"The transcript cannot be: {error.message}", "Give the whole file as it was exported."
        ) from None
    except Exception as error:  # a session that some view cannot draw is refused, instead of breaking every view later
        raise BadInput(f"The transcript cannot be drawn ({type(error).__name__}).", REMEDY) from error
    record.door, record.said_to = IMPORTED, record.head
    return record


def stands(connection: Connection, session: str) -> list[Event]:
    """Return the stored events of the session with this id, to compare with an imported transcript; empty if none."""
    columns = (kept_events.c[column] for column in EVENT_COLUMNS)
    rows = connection.execute(select(*columns).where(kept_events.c.session == session).order_by(kept_events.c.seq))
    stored = [event_from(tuple(row)) for row in rows]
    # an export has the version a body was upgraded to, the store the one it was written in
    return [replace(event, version=event.body.version) for event in stored]


def _wrong(event: Event, why: str) -> BadInput:
    return BadInput(f"Line {event.seq} is not an event of a transcript: {why}.", REMEDY)
