"""Tables of what finished sessions show about their voters."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, PrimaryKeyConstraint, Table, Text

shown = MetaData()

voters = Table(
    "voters",
    shown,
    Column("fingerprint", Text, primary_key=True),
    Column("model", Text, nullable=False),
    Column("settings", Text, nullable=False),
)

voter_sessions = Table(
    "voter_sessions",
    shown,
    Column("number", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("voter", Text, nullable=False),
    Column("council", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("votes", Text, nullable=False),
    Column("cost", BigInteger),
    Column("first_ms", BigInteger, nullable=False),
    Column("total_ms", BigInteger, nullable=False),
    PrimaryKeyConstraint("number", "seat"),
)
Index("voter_sessions_by_voter", *(voter_sessions.c[name] for name in ("voter", "source", "at", "number")))
Index("voter_sessions_by_age", *(voter_sessions.c[name] for name in ("source", "at", "number")))

evidence = Table(
    "evidence",
    shown,
    Column("number", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("voter", Text, nullable=False),
    Column("council", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    PrimaryKeyConstraint("number", "seat", "kind", "key"),
    sqlite_with_rowid=False,
)
Index("evidence_by_voter", *(evidence.c[name] for name in ("voter", "source", "kind", "at", "number")))
Index("evidence_by_council", *(evidence.c[name] for name in ("council", "source", "kind", "at", "number")))
