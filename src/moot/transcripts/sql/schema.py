"""Schema of the store: events first; everything else is derived from them or stored under its digest.

`sessions` and `money` are derived from the events and written in the same transaction; `search` contains questions and
verdicts, `spoken` the statements; statistics of finished sessions (`transcripts/session_counts/`) are derived, too.
Every event and text has a checksum, because SQLite itself has none. The schema enforces that (session, seq) and
(session, key) are unique; `tests/transcripts/sql/test_schema.py` compares this file and the migrations.
"""

from __future__ import annotations

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

from moot.extension_points import load_all, report
from moot.transcripts.session_counts.tables import counted
from moot.transcripts.session_counts.voter_tables import shown

APPLICATION = 0x4D6F6F74
"""`Moot`, in the header of every store, to detect other programs' files."""
VERSION = 1
"""Version of the schema, in the header's `user_version`; revision `0001` of the migrations, and so on."""

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("session", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("t", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("origin", Text),
    Column("body", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("session", "seq"),
    UniqueConstraint("session", "key", name="events_by_key"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("council", Text, nullable=False),
    Column("door", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("created", Text, nullable=False),
    Column("updated", Text, nullable=False),
    Column("head", Integer, nullable=False),
    Column("t", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
    Column("unknown", Integer, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Column("cap", BigInteger),
    Column("cap_per_call", BigInteger),
    Column("thread", Text),
    Column("fork_of", Text),
    Column("settled", Integer, nullable=False),
    Column("holder", Text),
    Column("epoch", BigInteger, nullable=False),
    Column("expires", Float, nullable=False),
    Column("crashes", Integer, nullable=False),
    Column("members", Text, nullable=False, server_default=""),
    Column("verdict_class", Text, nullable=False, server_default=""),
    Column("said_to", Integer, nullable=False, server_default=text("0")),
    Column("presumed", BigInteger, nullable=False, server_default=text("0")),
    Column("degraded", Integer, nullable=False, server_default=text("0")),
    Column("answer", Text, nullable=False, server_default=""),
    Column("winner", Text, nullable=False, server_default=""),
    Column("pinned", Boolean(create_constraint=False), nullable=False, server_default=text("0")),
    UniqueConstraint("id", name="sessions_by_id"),
    sqlite_autoincrement=True,
)
Index("sessions_by_state", sessions.c.state, sessions.c.number)
Index("sessions_by_thread", sessions.c.thread, sessions.c.number)
Index("sessions_pinned", sessions.c.number, sqlite_where=text("pinned = 1"))

money = Table(
    "money",
    metadata,
    Column("session", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("reserved", BigInteger),
    Column("spent", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("unknown", Boolean(create_constraint=False), nullable=False),
    Column("day", Text, nullable=False),
    PrimaryKeyConstraint("session", "key"),
)
Index("money_open", money.c.session, sqlite_where=text("state = 'open'"))

days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    Column("spent", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
    Column("presumed", BigInteger, nullable=False, server_default=text("0")),
)

texts = Table(
    "texts",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)

text_refs = Table(
    "text_refs",
    metadata,
    Column("session", Text, nullable=False),
    Column("digest", Text, nullable=False),
    PrimaryKeyConstraint("session", "digest"),
)
Index("text_refs_by_digest", text_refs.c.digest)

blobs = Table(
    "blobs",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("kept", Float, nullable=False),
)

blob_refs = Table(
    "blob_refs",
    metadata,
    Column("session", Text, nullable=False),
    Column("digest", Text, nullable=False),
    PrimaryKeyConstraint("session", "digest"),
)
Index("blob_refs_by_digest", blob_refs.c.digest)

requests = Table(
    "requests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("requests_by_session", requests.c.session, requests.c.id)

idempotency = Table(
    "idempotency",
    metadata,
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("at", Float, nullable=False),
)
Index("idempotency_by_age", idempotency.c.at)

conversations = Table(
    "conversations",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("door", Text, nullable=False),
    Column("contract", Text, nullable=False),
    Column("created", Text, nullable=False),
    UniqueConstraint("id", name="conversations_by_id"),
    sqlite_autoincrement=True,
)

imports = Table(
    "imports",
    metadata,
    Column("session", Text, primary_key=True),
    Column("at", Float, nullable=False),
)

shares = Table(
    "shares",
    metadata,
    Column("id", Text, primary_key=True),
    Column("session", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
    Column("hide_prompts", Boolean(create_constraint=False), nullable=False),
    Column("earlier", Boolean(create_constraint=False), nullable=False, server_default=text("0")),
    UniqueConstraint("digest", name="shares_by_digest"),
)
Index("shares_by_session", shares.c.session)

alarm_notes = Table(
    "alarm_notes",
    metadata,
    Column("alarm", Text, primary_key=True),
    Column("says", Text, nullable=False),
    Column("until", Float),
    Column("at", Float, nullable=False),
)

grades = Table(
    "grades",
    metadata,
    Column("digest", Text, nullable=False),
    Column("grader", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("digest", "grader"),
)
Index("grades_by_session", grades.c.session)

study_cells = Table(
    "study_cells",
    metadata,
    Column("session", Text, primary_key=True),
    Column("study", Text, nullable=False),
    Column("arm", Text, nullable=False),
    Column("item", Text, nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("reader", Text, nullable=False, server_default=""),
    Column("result", Text, nullable=False, server_default=""),
)
_of = study_cells.c
Index("study_cells_by_cell", _of.study, _of.arm, _of.item, _of.repeat, _of.session)

WITH_INDEX = "CREATE VIRTUAL TABLE search USING fts5(question, verdict, tokenize = 'unicode61 remove_diacritics 2')"
WITHOUT_INDEX = "CREATE TABLE search (question TEXT, verdict TEXT)"
SPOKEN = "CREATE VIRTUAL TABLE spoken USING fts5(words, content = '', tokenize = 'unicode61 remove_diacritics 2')"
NOT_SPOKEN = "CREATE TABLE spoken (words TEXT)"


def create_all(connection: Connection) -> None:
    """Create every table of a new store, as all migrations would."""
    for tables in (metadata, counted, shown):
        tables.create_all(connection, checkfirst=False)
    create_search(connection)


def extension_tables() -> list[Table]:
    """Return the tables that installed packages add: a `MetaData` for each entry point in `moot.tables`."""
    found: dict[str, Table] = {}
    own = {name for each in (metadata, counted, shown) for name in each.tables} | {"search", "spoken"}
    for point, added in load_all("moot.tables", MetaData).items():
        if taken := sorted(added.tables.keys() & (own | found.keys())):
            report(point, f"there is another table {taken[0]!r}")
        else:
            found |= {table.name: table for table in added.sorted_tables}
    return list(found.values())


def create_search(connection: Connection) -> None:
    """Create the search tables: rowid is the session's number.

    Without FTS5 they are plain ones: questions and verdicts are scanned, and the table of statements stays empty.
    """
    for made, otherwise in ((WITH_INDEX, WITHOUT_INDEX), (SPOKEN, NOT_SPOKEN)):
        try:
            connection.exec_driver_sql(made)
        except OperationalError as error:
            if "no such module" not in str(error):
                raise
            connection.exec_driver_sql(otherwise)
