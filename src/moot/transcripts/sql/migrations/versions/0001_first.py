"""The first schema. Written out rather than taken from today's tables, because it must stay what it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import OperationalError

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("t", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session", "seq"),
        sa.UniqueConstraint("session", "key", name="events_by_key"),
    )
    op.create_table(
        "sessions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("protocol", sa.Text, nullable=False),
        sa.Column("council", sa.Text, nullable=False),
        sa.Column("door", sa.Text, nullable=False),
        sa.Column("scripted", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("t", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("reserved", sa.BigInteger, nullable=False),
        sa.Column("unknown", sa.Integer, nullable=False),
        sa.Column("tokens", sa.BigInteger, nullable=False),
        sa.Column("cap", sa.BigInteger),
        sa.Column("cap_per_call", sa.BigInteger),
        sa.Column("thread", sa.Text),
        sa.Column("fork_of", sa.Text),
        sa.Column("settled", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("crashes", sa.Integer, nullable=False),
        sa.UniqueConstraint("id", name="sessions_by_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("sessions_by_state", "sessions", ["state", "number"])
    op.create_index("sessions_by_thread", "sessions", ["thread", "number"])
    op.create_table(
        "money",
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("reserved", sa.BigInteger),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("unknown", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session", "key"),
    )
    still_open = sa.text("state = 'open'")
    op.create_index("money_open", "money", ["session"], sqlite_where=still_open)
    op.create_table(
        "days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("reserved", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "texts",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "blobs",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("kept", sa.Float, nullable=False),
    )
    for name in ("text_refs", "blob_refs"):
        op.create_table(
            name,
            sa.Column("session", sa.Text, nullable=False),
            sa.Column("digest", sa.Text, nullable=False),
            sa.PrimaryKeyConstraint("session", "digest"),
        )
        op.create_index(f"{name}_by_digest", name, ["digest"])
    op.create_table(
        "requests",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("requests_by_session", "requests", ["session", "id"])
    op.create_table(
        "idempotency",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("idempotency_by_age", "idempotency", ["at"])
    op.create_table(
        "conversations",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("door", sa.Text, nullable=False),
        sa.Column("contract", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.UniqueConstraint("id", name="conversations_by_id"),
        sqlite_autoincrement=True,
    )
    try:
        op.execute(
            "CREATE VIRTUAL TABLE search USING fts5(question, verdict, tokenize = 'unicode61 remove_diacritics 2')"
        )
    except OperationalError as error:
        if "no such module" not in str(error):
            raise
        op.execute("CREATE TABLE search (question TEXT, verdict TEXT)")
