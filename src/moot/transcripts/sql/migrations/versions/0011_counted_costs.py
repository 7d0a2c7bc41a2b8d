"""What is counted of finished sessions knows councils and costs, and follows the order of time. All are counted again.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for name in ("counted_sessions", "counted_seats", "personalities", "counted_sums"):
        op.execute(f"DROP TABLE {name}")
    for name in (
        "counted_marks",
        "counted_ties",
        "achievements",
        "counted_moments",
        "counted_controls",
        "counting_due",
    ):
        op.execute(f"DELETE FROM {name}")
    for statement in TABLES:
        op.execute(statement)
    op.execute(DUE)


DUE = """
INSERT INTO counting_due (session, why)
SELECT id, '' FROM sessions WHERE state IN ('verdict', 'inconclusive') AND door != 'import'
AND (fork_of IS NULL OR EXISTS (SELECT 1 FROM events WHERE session = sessions.id AND seq = 1
AND json_extract(body, '$.fork.changed[0]') LIKE 'option %'))
"""
TABLES = (
    """
CREATE TABLE counted_sessions (
    number INTEGER NOT NULL,
    session TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    council TEXT NOT NULL,
    at TEXT NOT NULL,
    topic TEXT NOT NULL,
    told TEXT NOT NULL,
    ranked INTEGER NOT NULL,
    lead FLOAT,
    k INTEGER NOT NULL,
    exact BOOLEAN NOT NULL,
    spread FLOAT,
    PRIMARY KEY (number),
    CONSTRAINT counted_sessions_by_id UNIQUE (session)
)
""",
    """
CREATE TABLE counted_seats (
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    place INTEGER NOT NULL,
    won INTEGER NOT NULL,
    received INTEGER NOT NULL,
    received_sum INTEGER NOT NULL,
    first INTEGER NOT NULL,
    first_sum INTEGER NOT NULL,
    given INTEGER NOT NULL,
    given_sum INTEGER NOT NULL,
    compared INTEGER NOT NULL,
    contrary INTEGER NOT NULL,
    chaired INTEGER NOT NULL,
    proposed INTEGER NOT NULL,
    rebutted INTEGER NOT NULL,
    comeback INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    readable INTEGER NOT NULL,
    repaired INTEGER NOT NULL,
    said TEXT NOT NULL,
    reminded TEXT NOT NULL,
    cost BIGINT,
    rise FLOAT,
    PRIMARY KEY (number, seat)
)
""",
    """
CREATE TABLE personalities (
    number INTEGER NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    sessions INTEGER NOT NULL,
    won INTEGER NOT NULL,
    contrary INTEGER NOT NULL,
    compared INTEGER NOT NULL,
    comebacks INTEGER NOT NULL,
    rebuttals INTEGER NOT NULL,
    given INTEGER NOT NULL,
    given_sum INTEGER NOT NULL,
    received INTEGER NOT NULL,
    received_sum INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    upset INTEGER NOT NULL,
    bonds TEXT NOT NULL,
    traits TEXT NOT NULL,
    since TEXT NOT NULL,
    PRIMARY KEY (number, model)
)
""",
    """
CREATE TABLE counted_sums (
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    council TEXT NOT NULL,
    span TEXT NOT NULL,
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (protocol, scripted, council, span, one, other)
)
 WITHOUT ROWID
""",
    "CREATE INDEX counted_sessions_by_age ON counted_sessions (scripted, protocol, at)",
    "CREATE INDEX counted_sessions_by_lead ON counted_sessions (scripted, protocol, lead)",
    "CREATE INDEX counted_sessions_by_spread ON counted_sessions (scripted, protocol, spread)",
    "CREATE INDEX counted_seats_by_its_rise ON counted_seats (scripted, protocol, model, rise) WHERE rise IS NOT NULL",
    "CREATE INDEX counted_seats_by_model ON counted_seats (scripted, protocol, model, at, number)",
    "CREATE INDEX counted_seats_by_rise ON counted_seats (scripted, protocol, rise) WHERE rise IS NOT NULL",
    "CREATE INDEX personalities_by_model ON personalities (scripted, protocol, model, at, number)",
    "CREATE INDEX personalities_by_streak ON personalities (scripted, protocol, streak)",
    "CREATE INDEX counted_sessions_by_council ON counted_sessions (scripted, protocol, council, at)",
)
