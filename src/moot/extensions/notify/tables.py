"""Tables of schedules: each schedule, every time it was due, and the messages to send.

None of it follows from the events. A time of a schedule, and a message to a channel, are unique in the schema itself,
so that two processes cannot do the same work.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, MetaData, PrimaryKeyConstraint, Table, Text
from sqlalchemy import UniqueConstraint as Unique

metadata = MetaData()

schedules = Table(
    "schedules",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("paused", Boolean(create_constraint=False), nullable=False),
    Column("made", Float, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Unique("name", name="schedules_by_name"),
)

fires = Table(
    "fires",
    metadata,
    Column("schedule", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("why", Text, nullable=False),
    PrimaryKeyConstraint("schedule", "at"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("about", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", Float, nullable=False),
    Column("held_until", Float, nullable=False),
    Column("error", Text, nullable=False),
    Column("made", Float, nullable=False),
    Unique("about", "channel", name="deliveries_by_subject"),
    sqlite_autoincrement=True,
)
