"""Schema of the store: events first; everything else is derived from them or stored under its digest.

`sessions` and `money` are derived from the events and written in the same transaction; `search` contains questions and
verdicts, `spoken` the statements; statistics of finished sessions (`counted`) are derived, too.
Every event and text has a checksum, because SQLite itself has none. The schema enforces that (session, seq) and
(session, key) are unique; `tests/transcripts/sql/test_schema.py` compares this file and the migrations.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.types import TypeEngine

from moot.extension_points import load_all, report

APPLICATION = 0x4D6F6F74
"""Number (for `Moot`) in the header of every store, by which files of other programs are detected."""
VERSION = 1
"""Version of the schema, in the header's `user_version`; equals the number of the latest migration."""

metadata = MetaData()

Kind = type[TypeEngine[Any]] | TypeEngine[Any]
Flag = Boolean(create_constraint=False)


def _columns(**kinds: Kind) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name, kind in kinds.items()]


def _index(name: str, table: Table, *columns: str) -> None:
    Index(name, *(table.c[column] for column in columns))


events = Table(
    "events",
    metadata,
    *_columns(session=Text, seq=Integer, key=Text, at=Text, t=BigInteger, kind=Text, version=Integer),
    Column("origin", Text),
    *_columns(body=Text, checksum=BigInteger),
    PrimaryKeyConstraint("session", "seq"),
    UniqueConstraint("session", "key", name="events_by_key"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("number", Integer, primary_key=True),
    *_columns(id=Text, state=Text, title=Text, question=Text, protocol=Text, council=Text, door=Text, scripted=Flag),
    *_columns(created=Text, updated=Text, head=Integer, t=BigInteger, spent=BigInteger, reserved=BigInteger),
    *_columns(unknown=Integer, tokens=BigInteger),
    Column("cap", BigInteger),
    Column("cap_per_call", BigInteger),
    Column("thread", Text),
    Column("fork_of", Text),
    *_columns(settled=Integer),
    Column("holder", Text),
    *_columns(epoch=BigInteger, expires=Float, crashes=Integer, members=Text, verdict_class=Text, said_to=Integer),
    *_columns(presumed=BigInteger, degraded=Integer, answer=Text, winner=Text),
    Column("pinned", Flag, nullable=False, server_default=text("0")),
    UniqueConstraint("id", name="sessions_by_id"),
    sqlite_autoincrement=True,
)
_index("sessions_by_state", sessions, "state", "number")
_index("sessions_by_thread", sessions, "thread", "number")
Index("sessions_pinned", sessions.c.number, sqlite_where=text("pinned = 1"))

money = Table(
    "money",
    metadata,
    *_columns(session=Text, key=Text),
    Column("reserved", BigInteger),
    *_columns(spent=BigInteger, state=Text, unknown=Flag, day=Text),
    PrimaryKeyConstraint("session", "key"),
)
Index("money_open", money.c.session, sqlite_where=text("state = 'open'"))

days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    *_columns(spent=BigInteger, reserved=BigInteger, presumed=BigInteger),
)

texts = Table("texts", metadata, Column("digest", Text, primary_key=True), *_columns(text=Text, checksum=BigInteger))
text_refs = Table(
    "text_refs", metadata, *_columns(session=Text, digest=Text), PrimaryKeyConstraint("session", "digest")
)
_index("text_refs_by_digest", text_refs, "digest")

blobs = Table("blobs", metadata, Column("digest", Text, primary_key=True), *_columns(data=LargeBinary, kept=Float))
blob_refs = Table(
    "blob_refs", metadata, *_columns(session=Text, digest=Text), PrimaryKeyConstraint("session", "digest")
)
_index("blob_refs_by_digest", blob_refs, "digest")

requests = Table(
    "requests",
    metadata,
    Column("id", Integer, primary_key=True),
    *_columns(session=Text, kind=Text, key=Text, text=Text),
    sqlite_autoincrement=True,
)
_index("requests_by_session", requests, "session", "id")

idempotency = Table(
    "idempotency", metadata, Column("key", Text, primary_key=True), *_columns(digest=Text, session=Text, at=Float)
)
_index("idempotency_by_age", idempotency, "at")

conversations = Table(
    "conversations",
    metadata,
    Column("number", Integer, primary_key=True),
    *_columns(id=Text, title=Text, door=Text, contract=Text, created=Text),
    UniqueConstraint("id", name="conversations_by_id"),
    sqlite_autoincrement=True,
)

imports = Table("imports", metadata, Column("session", Text, primary_key=True), *_columns(at=Float))

shares = Table(
    "shares",
    metadata,
    Column("id", Text, primary_key=True),
    *_columns(session=Text, digest=Text, created=Float),
    Column("expires", Float),
    *_columns(hide_prompts=Flag, earlier=Flag),
    UniqueConstraint("digest", name="shares_by_digest"),
)
_index("shares_by_session", shares, "session")

acknowledged_alarms = Table(
    "acknowledged_alarms",
    metadata,
    Column("alarm", Text, primary_key=True),
    *_columns(at=Float),
)

grades = Table(
    "grades",
    metadata,
    *_columns(digest=Text, grader=Text, session=Text, body=Text),
    PrimaryKeyConstraint("digest", "grader"),
)
_index("grades_by_session", grades, "session")

study_cells = Table(
    "study_cells",
    metadata,
    Column("session", Text, primary_key=True),
    *_columns(study=Text, arm=Text, item=Text, repeat=Integer),
    Column("reader", Text, nullable=False, server_default=""),
    Column("result", Text, nullable=False, server_default=""),
)
_index("study_cells_by_cell", study_cells, "study", "arm", "item", "repeat", "session")

counted = MetaData()
"""Tables with the statistics of finished sessions."""

counted_sessions = Table(
    "counted_sessions",
    counted,
    Column("number", Integer, primary_key=True),
    *_columns(session=Text, protocol=Text, scripted=Flag, council=Text, at=Text, topic=Text, told=Text),
    *_columns(ranked=Integer),
    UniqueConstraint("session", name="counted_sessions_by_id"),
)
_index("counted_sessions_by_age", counted_sessions, "scripted", "protocol", "at")
_index("counted_sessions_by_council", counted_sessions, "scripted", "protocol", "council", "at")

_NUMBERS = (
    *("place", "won", "received", "received_sum", "first", "first_sum", "given", "given_sum", "compared"),
    *("contrary", "chaired", "proposed", "rebutted", "comeback", "asked", "readable", "repaired"),
)
counted_seats = Table(
    "counted_seats",
    counted,
    *_columns(number=Integer, seat=Text, model=Text, protocol=Text, scripted=Flag, at=Text),
    *_columns(**dict.fromkeys(_NUMBERS, Integer)),
    Column("cost", BigInteger),
    PrimaryKeyConstraint("number", "seat"),
)
_index("counted_seats_by_model", counted_seats, "scripted", "protocol", "model", "at", "number")

counted_marks = Table(
    "counted_marks",
    counted,
    *_columns(number=Integer, reader=Text, author=Text, first=Integer, counts=Integer),
    PrimaryKeyConstraint("number", "reader", "author"),
    sqlite_with_rowid=False,
)

counted_ties = Table(
    "counted_ties",
    counted,
    *_columns(number=Integer, reader=Text, about=Text, side=Text),
    PrimaryKeyConstraint("number", "reader", "about"),
    sqlite_with_rowid=False,
)

achievements = Table(
    "achievements",
    counted,
    *_columns(number=Integer, place=Integer, model=Text, protocol=Text, scripted=Flag, at=Text, name=Text),
    *_columns(title=Text, because=Text),
    PrimaryKeyConstraint("number", "place", "model"),
)
_index("achievements_by_age", achievements, "scripted", "protocol", "at", "number", "place")
_index("achievements_by_model", achievements, "scripted", "protocol", "model", "name", "at", "number")
_index("achievements_by_name", achievements, "scripted", "protocol", "name", "at", "number")

personalities = Table(
    "personalities",
    counted,
    *_columns(number=Integer, model=Text, protocol=Text, scripted=Flag, at=Text, sessions=Integer, won=Integer),
    *_columns(contrary=Integer, compared=Integer, comebacks=Integer, rebuttals=Integer, given=Integer),
    *_columns(given_sum=Integer, received=Integer, received_sum=Integer, streak=Integer),
    *_columns(bonds=Text, traits=Text, since=Text),
    PrimaryKeyConstraint("number", "model"),
)
_index("personalities_by_model", personalities, "scripted", "protocol", "model", "at", "number")

counted_sums = Table(
    "counted_sums",
    counted,
    *_columns(protocol=Text, scripted=Flag, council=Text, span=Text, one=Text, other=Text, body=Text),
    PrimaryKeyConstraint("protocol", "scripted", "council", "span", "one", "other"),
    sqlite_with_rowid=False,
)

counting_due = Table("counting_due", counted, Column("session", Text, primary_key=True), *_columns(why=Text))

voters = Table("voters", counted, Column("fingerprint", Text, primary_key=True), *_columns(model=Text, settings=Text))

voter_sessions = Table(
    "voter_sessions",
    counted,
    *_columns(number=Integer, seat=Text, session=Text, voter=Text, council=Text, protocol=Text, source=Text, at=Text),
    *_columns(votes=Text),
    Column("cost", BigInteger),
    *_columns(first_ms=BigInteger, total_ms=BigInteger),
    PrimaryKeyConstraint("number", "seat"),
)
_index("voter_sessions_by_voter", voter_sessions, "voter", "source", "at", "number")
_index("voter_sessions_by_age", voter_sessions, "source", "at", "number")

evidence = Table(
    "evidence",
    counted,
    *_columns(number=Integer, seat=Text, kind=Text, key=Text, voter=Text, council=Text, source=Text, at=Text),
    *_columns(outcome=Text),
    PrimaryKeyConstraint("number", "seat", "kind", "key"),
    sqlite_with_rowid=False,
)
_index("evidence_by_voter", evidence, "voter", "source", "kind", "at", "number")
_index("evidence_by_council", evidence, "council", "source", "kind", "at", "number")

WITH_INDEX = "CREATE VIRTUAL TABLE search USING fts5(question, verdict, tokenize = 'unicode61 remove_diacritics 2')"
WITHOUT_INDEX = "CREATE TABLE search (question TEXT, verdict TEXT)"
SPOKEN = "CREATE VIRTUAL TABLE spoken USING fts5(words, content = '', tokenize = 'unicode61 remove_diacritics 2')"
NOT_SPOKEN = "CREATE TABLE spoken (words TEXT)"


def create_all(connection: Connection) -> None:
    """Create all tables of a new store in the state that all migrations lead to."""
    for tables in (metadata, counted):
        tables.create_all(connection, checkfirst=False)
    create_search(connection)


def extension_tables() -> list[Table]:
    """Return all tables that installed packages add to the store: each entry point in `moot.tables` is a `MetaData`
    with some of them."""
    found: dict[str, Table] = {}
    own = {name for each in (metadata, counted) for name in each.tables} | {"search", "spoken"}
    for point, added in load_all("moot.tables", MetaData).items():
        if taken := sorted(added.tables.keys() & (own | found.keys())):
            report(point, f"there is another table {taken[0]!r}")
        else:
            found |= {table.name: table for table in added.sorted_tables}
    return list(found.values())


def create_search(connection: Connection) -> None:
    """Create the tables for full-text search. Their rowid is the session's number.

    If SQLite has no FTS5, plain tables are created. Questions and verdicts are then searched row by row, and statements
    are not stored there.
    """
    for made, otherwise in ((WITH_INDEX, WITHOUT_INDEX), (SPOKEN, NOT_SPOKEN)):
        try:
            connection.exec_driver_sql(made)
        except OperationalError as error:
            if "no such module" not in str(error):
                raise
            connection.exec_driver_sql(otherwise)
