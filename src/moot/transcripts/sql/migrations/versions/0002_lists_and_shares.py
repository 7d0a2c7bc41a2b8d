"""What lists show of members and verdict, an index of what was said, sessions from elsewhere, and shares.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import OperationalError

revision = "0002"
down_revision = "0001"

LONGEST = 1_000_000


def upgrade() -> None:
    op.execute("ALTER TABLE sessions ADD COLUMN members TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE sessions ADD COLUMN verdict_class TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE sessions ADD COLUMN said_to INTEGER DEFAULT 0 NOT NULL")
    op.create_table(
        "imports",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "shares",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
        sa.Column("hide_prompts", sa.Boolean(create_constraint=False), nullable=False),
        sa.UniqueConstraint("digest", name="shares_by_digest"),
    )
    op.create_index("shares_by_session", "shares", ["session"])
    connection = op.get_bind()
    connection.exec_driver_sql(MEMBERS)
    connection.exec_driver_sql(CLASSES)
    try:
        connection.exec_driver_sql(WITH_INDEX)
    except OperationalError as error:
        if "no such module" not in str(error):
            raise
        connection.exec_driver_sql("CREATE TABLE spoken (words TEXT)")
        return
    ended = "SELECT number, id FROM sessions WHERE state NOT IN ('running', 'waiting') ORDER BY number"
    for number, session in connection.exec_driver_sql(ended).all():
        words = "\n".join(row[0] or "" for row in connection.exec_driver_sql(SAID, (session,)))[:LONGEST]
        connection.exec_driver_sql("INSERT INTO spoken (rowid, words) VALUES (?, ?)", (number, words))
        connection.exec_driver_sql("UPDATE sessions SET said_to = head WHERE number = ?", (number,))


MEMBERS = """
UPDATE sessions SET members = coalesce((
  SELECT group_concat(json_extract(seat.value, '$.model'), char(10))
  FROM events, json_each(events.body, '$.roster.seats') AS seat
  WHERE events.session = sessions.id AND events.seq = 1
), '')
"""
CLASSES = """
UPDATE sessions SET verdict_class = coalesce((
  SELECT json_extract(events.body, '$.verdict.ruling.verdict_class')
  FROM events WHERE events.session = sessions.id AND events.seq = sessions.head AND events.kind = 'VerdictReached'
), '')
"""
WITH_INDEX = "CREATE VIRTUAL TABLE spoken USING fts5(words, content = '', tokenize = 'unicode61 remove_diacritics 2')"
SAID = """
SELECT json_extract(body, '$.text') FROM events WHERE session = ? AND kind = 'SeatSpoke' ORDER BY seq
"""
