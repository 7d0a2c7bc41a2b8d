"""Tables of statistics of finished sessions: rows of each, sums of all, and sessions still to be counted.

They are derived from the events and rebuilt with them; `tests/transcripts/sql/test_schema.py` compares this file and
the migrations.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

counted = MetaData()

counted_sessions = Table(
    "counted_sessions",
    counted,
    Column("number", Integer, primary_key=True),
    Column("session", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("council", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("ranked", Integer, nullable=False),
    Column("lead", Float),
    Column("k", Integer, nullable=False),
    Column("exact", Boolean(create_constraint=False), nullable=False),
    Column("spread", Float),
    UniqueConstraint("session", name="counted_sessions_by_id"),
)
Index("counted_sessions_by_age", counted_sessions.c.scripted, counted_sessions.c.protocol, counted_sessions.c.at)
Index(
    "counted_sessions_by_council",
    *(counted_sessions.c[name] for name in ("scripted", "protocol", "council", "at")),
)

counted_seats = Table(
    "counted_seats",
    counted,
    Column("number", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("at", Text, nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in (
            *("place", "won", "received", "received_sum", "first", "first_sum", "given", "given_sum", "compared"),
            *("contrary", "chaired", "proposed", "rebutted", "comeback", "asked", "readable", "repaired"),
        )
    ),
    Column("cost", BigInteger),
    PrimaryKeyConstraint("number", "seat"),
)
Index(
    "counted_seats_by_model",
    *(counted_seats.c[name] for name in ("scripted", "protocol", "model", "at", "number")),
)

counted_marks = Table(
    "counted_marks",
    counted,
    Column("number", Integer, nullable=False),
    Column("reader", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("counts", Integer, nullable=False),
    PrimaryKeyConstraint("number", "reader", "author"),
    sqlite_with_rowid=False,
)

counted_ties = Table(
    "counted_ties",
    counted,
    Column("number", Integer, nullable=False),
    Column("reader", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("side", Text, nullable=False),
    PrimaryKeyConstraint("number", "reader", "about"),
    sqlite_with_rowid=False,
)

achievements = Table(
    "achievements",
    counted,
    Column("number", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("at", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("because", Text, nullable=False),
    PrimaryKeyConstraint("number", "place", "model"),
)
Index("achievements_by_age", *(achievements.c[name] for name in ("scripted", "protocol", "at", "number", "place")))
Index(
    "achievements_by_model",
    *(achievements.c[name] for name in ("scripted", "protocol", "model", "name", "at", "number")),
)
Index("achievements_by_name", *(achievements.c[name] for name in ("scripted", "protocol", "name", "at", "number")))

personalities = Table(
    "personalities",
    counted,
    Column("number", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("at", Text, nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in (
            *("sessions", "won", "contrary", "compared", "comebacks", "rebuttals", "given", "given_sum"),
            *("received", "received_sum", "streak", "upset"),
        )
    ),
    Column("bonds", Text, nullable=False),
    Column("traits", Text, nullable=False),
    Column("since", Text, nullable=False),
    PrimaryKeyConstraint("number", "model"),
)
Index(
    "personalities_by_model",
    *(personalities.c[name] for name in ("scripted", "protocol", "model", "at", "number")),
)

counted_sums = Table(
    "counted_sums",
    counted,
    Column("protocol", Text, nullable=False),
    Column("scripted", Boolean(create_constraint=False), nullable=False),
    Column("council", Text, nullable=False),
    Column("span", Text, nullable=False),
    Column("one", Text, nullable=False),
    Column("other", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("protocol", "scripted", "council", "span", "one", "other"),
    sqlite_with_rowid=False,
)

counting_due = Table(
    "counting_due",
    counted,
    Column("session", Text, primary_key=True),
    Column("why", Text, nullable=False),
)
