"""Councils that meet by themselves: schedules and their times, what is to be sent of them, alarms somebody has seen.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    for statement in (SCHEDULES, FIRES, DELIVERIES, ALARMS):
        op.execute(statement)


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
