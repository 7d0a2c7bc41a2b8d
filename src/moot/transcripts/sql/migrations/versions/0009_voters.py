"""Tables of what finished sessions show of their voters. What lies there is gathered when it is first asked for.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for statement in TABLES:
        op.execute(statement)
    op.execute(DUE)


DUE = """
INSERT OR IGNORE INTO counting_due (session, why)
SELECT id, '' FROM sessions WHERE state IN ('verdict', 'inconclusive') AND fork_of IS NULL AND door != 'import'
"""
TABLES = (
    """
CREATE TABLE voters (
    fingerprint TEXT NOT NULL,
    model TEXT NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (fingerprint)
)
""",
    """
CREATE TABLE voter_sessions (
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    session TEXT NOT NULL,
    voter TEXT NOT NULL,
    council TEXT NOT NULL,
    protocol TEXT NOT NULL,
    source TEXT NOT NULL,
    at TEXT NOT NULL,
    votes TEXT NOT NULL,
    cost BIGINT,
    first_ms BIGINT NOT NULL,
    total_ms BIGINT NOT NULL,
    PRIMARY KEY (number, seat)
)
""",
    "CREATE INDEX voter_sessions_by_voter ON voter_sessions (voter, source, at, number)",
    "CREATE INDEX voter_sessions_by_age ON voter_sessions (source, at, number)",
    """
CREATE TABLE evidence (
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    kind TEXT NOT NULL,
    "key" TEXT NOT NULL,
    voter TEXT NOT NULL,
    council TEXT NOT NULL,
    source TEXT NOT NULL,
    at TEXT NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (number, seat, kind, "key")
)
 WITHOUT ROWID
""",
    "CREATE INDEX evidence_by_voter ON evidence (voter, source, kind, at, number)",
    "CREATE INDEX evidence_by_council ON evidence (council, source, kind, at, number)",
)
