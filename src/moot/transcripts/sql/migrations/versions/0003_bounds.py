"""How much of what was spent is no price but a bound: of each session, and of each day.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("ALTER TABLE sessions ADD COLUMN presumed BIGINT DEFAULT 0 NOT NULL")
    op.execute("ALTER TABLE days ADD COLUMN presumed BIGINT DEFAULT 0 NOT NULL")
    connection = op.get_bind()
    for step in (UNTOLD, SESSIONS, DAYS):
        connection.exec_driver_sql(step)


UNTOLD = """
UPDATE money SET state = 'presumed' WHERE state = 'settled' AND EXISTS (
  SELECT 1 FROM events AS spoke
  WHERE spoke.session = money.session AND spoke.kind = 'SeatSpoke'
    AND spoke.key IN (
      substr(money.key, 1, instr(money.key, '~') - 1), substr(money.key, 1, instr(money.key, '~') - 1) || ':late'
    )
    AND substr(money.key, instr(money.key, '~') + 1) = cast(json_extract(spoke.body, '$.attempt') AS TEXT)
    AND (json_extract(spoke.body, '$.cost') IS NULL OR json_extract(spoke.body, '$.cost_source') = 'worst-known')
)
"""
SESSIONS = """
UPDATE sessions SET presumed = coalesce((
  SELECT sum(money.spent) FROM money WHERE money.session = sessions.id AND money.state = 'presumed'
), 0)
"""
DAYS = """
UPDATE days SET presumed = coalesce((
  SELECT sum(money.spent) FROM money WHERE money.day = days.day AND money.state = 'presumed'
), 0)
"""
