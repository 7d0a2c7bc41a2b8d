"""More is counted of finished sessions: how far the first is ahead, moments, controls. All are counted again.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    for name in ("counted_sessions", "counted_seats", "personalities"):
        op.execute(f"DROP TABLE {name}")
    for name in ("counted_marks", "counted_ties", "achievements", "counted_sums", "counting_due"):
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
    "CREATE INDEX counted_sessions_by_age ON counted_sessions (scripted, protocol, at)",
    "CREATE INDEX counted_sessions_by_lead ON counted_sessions (scripted, protocol, lead)",
    "CREATE INDEX counted_sessions_by_spread ON counted_sessions (scripted, protocol, spread)",
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
    rise FLOAT,
    PRIMARY KEY (number, seat)
)
""",
    "CREATE INDEX counted_seats_by_its_rise ON counted_seats (scripted, protocol, model, rise) WHERE rise IS NOT NULL",
    "CREATE INDEX counted_seats_by_model ON counted_seats (scripted, protocol, model, at, number)",
    "CREATE INDEX counted_seats_by_rise ON counted_seats (scripted, protocol, rise) WHERE rise IS NOT NULL",
    """
CREATE TABLE personalities (
    number INTEGER NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    sessions INTEGER NOT NULL,
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
    "CREATE INDEX personalities_by_model ON personalities (scripted, protocol, model, at, number)",
    "CREATE INDEX personalities_by_streak ON personalities (scripted, protocol, streak)",
    """
CREATE TABLE counted_moments (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    models TEXT NOT NULL,
    says TEXT NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (number, place)
)
""",
    "CREATE INDEX counted_moments_by_age ON counted_moments (scripted, protocol, at, number, place)",
    """
CREATE TABLE counted_controls (
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    parent TEXT NOT NULL,
    traits TEXT NOT NULL,
    marks INTEGER NOT NULL,
    marks_sum INTEGER NOT NULL,
    without INTEGER NOT NULL,
    without_sum INTEGER NOT NULL,
    PRIMARY KEY (number, seat)
)
""",
    "CREATE INDEX counted_controls_by_age ON counted_controls (scripted, protocol, at)",
    "CREATE INDEX counted_controls_by_parent ON counted_controls (parent)",
)
