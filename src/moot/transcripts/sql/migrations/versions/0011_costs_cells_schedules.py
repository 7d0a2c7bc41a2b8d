"""Costs and councils in what is counted, in the order of time; which study a session belongs to; councils that meet by
themselves: schedules and their times, what is to be sent of them, alarms somebody has seen.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for statement in (CELLS, BY_STUDY, FROM_FACTS, SCHEDULES, FIRES, DELIVERIES, ALARMS):
        op.execute(statement)
    _count_again()


def _count_again() -> None:
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


CELLS = """
CREATE TABLE study_cells (
    session TEXT NOT NULL,
    study TEXT NOT NULL,
    arm TEXT NOT NULL,
    item TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    reader TEXT DEFAULT '' NOT NULL,
    result TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (session)
)
"""
BY_STUDY = "CREATE INDEX study_cells_by_study ON study_cells (study, arm)"
FROM_FACTS = """
INSERT OR IGNORE INTO study_cells (session, study, arm, item, repeat)
SELECT json_extract(body, '$.session'), study, json_extract(body, '$.arm'), json_extract(body, '$.item'),
    json_extract(body, '$.repeat')
FROM study_facts WHERE kind = 'CellPut'
"""
SCHEDULES = """
CREATE TABLE schedules (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    paused BOOLEAN NOT NULL,
    made FLOAT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT schedules_by_name UNIQUE (name)
)
"""
FIRES = """
CREATE TABLE fires (
    schedule TEXT NOT NULL,
    at BIGINT NOT NULL,
    state TEXT NOT NULL,
    session TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (schedule, at)
)
"""
DELIVERIES = """
CREATE TABLE deliveries (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    about TEXT NOT NULL,
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at FLOAT NOT NULL,
    held_until FLOAT NOT NULL,
    error TEXT NOT NULL,
    made FLOAT NOT NULL,
    CONSTRAINT deliveries_by_subject UNIQUE (about, channel)
)
"""
ALARMS = """
CREATE TABLE alarm_notes (
    alarm TEXT NOT NULL,
    says TEXT NOT NULL,
    until FLOAT,
    at FLOAT NOT NULL,
    PRIMARY KEY (alarm)
)
"""
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
