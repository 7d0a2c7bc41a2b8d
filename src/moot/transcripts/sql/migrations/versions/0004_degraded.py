"""In how many ways each verdict is less than a full one, so that a list can mark it.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("ALTER TABLE sessions ADD COLUMN degraded INTEGER DEFAULT 0 NOT NULL")
    op.get_bind().exec_driver_sql(DEGRADED)


DEGRADED = """
UPDATE sessions SET degraded = coalesce((
  SELECT json_array_length(events.body, '$.verdict.degraded')
  FROM events WHERE events.session = sessions.id AND events.kind = 'VerdictReached'
), 0)
"""
