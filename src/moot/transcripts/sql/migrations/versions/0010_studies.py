"""What happened in studies: facts appended once by key.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute(FACTS)


FACTS = """
CREATE TABLE study_facts (
    study TEXT NOT NULL,
    seq INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (study, seq),
    CONSTRAINT study_facts_by_key UNIQUE (study, "key")
)
"""
