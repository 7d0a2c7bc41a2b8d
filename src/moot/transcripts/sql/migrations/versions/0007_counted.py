"""Tables of what is counted of finished sessions. What lies there is counted when its figures are first asked for.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for statement in TABLES:
        op.execute(statement)
    op.execute(DUE)


DUE = """
INSERT INTO counting_due (session, why)
SELECT id, '' FROM sessions WHERE state IN ('verdict', 'inconclusive') AND fork_of IS NULL AND door != 'import'
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
    PRIMARY KEY (number),
    CONSTRAINT counted_sessions_by_id UNIQUE (session)
)
""",
    "CREATE INDEX counted_sessions_by_age ON counted_sessions (scripted, protocol, at)",
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
    PRIMARY KEY (number, seat)
)
""",
    "CREATE INDEX counted_seats_by_model ON counted_seats (scripted, protocol, model, at, number)",
    """
CREATE TABLE counted_marks (
    number INTEGER NOT NULL,
    reader TEXT NOT NULL,
    author TEXT NOT NULL,
    first INTEGER NOT NULL,
    counts INTEGER NOT NULL,
    PRIMARY KEY (number, reader, author)
)
 WITHOUT ROWID
""",
    """
CREATE TABLE counted_ties (
    number INTEGER NOT NULL,
    reader TEXT NOT NULL,
    about TEXT NOT NULL,
    side TEXT NOT NULL,
    PRIMARY KEY (number, reader, about)
)
 WITHOUT ROWID
""",
    """
CREATE TABLE achievements (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    at TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    because TEXT NOT NULL,
    PRIMARY KEY (number, place, model)
)
""",
    "CREATE INDEX achievements_by_age ON achievements (scripted, protocol, at, number, place)",
    "CREATE INDEX achievements_by_model ON achievements (scripted, protocol, model, name, at, number)",
    "CREATE INDEX achievements_by_name ON achievements (scripted, protocol, name, at, number)",
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
    bonds TEXT NOT NULL,
    traits TEXT NOT NULL,
    PRIMARY KEY (number, model)
)
""",
    "CREATE INDEX personalities_by_model ON personalities (scripted, protocol, model, at, number)",
    """
CREATE TABLE counted_sums (
    protocol TEXT NOT NULL,
    scripted BOOLEAN NOT NULL,
    span TEXT NOT NULL,
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (protocol, scripted, span, one, other)
)
 WITHOUT ROWID
""",
    """
CREATE TABLE counting_due (
    session TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (session)
)
""",
)
