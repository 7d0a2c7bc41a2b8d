"""The beginning of each answer and whose came first, so that a list can show them; and sessions that are pinned.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"

SHOWN = 240
AT_ONCE = 500


def upgrade() -> None:
    op.execute("ALTER TABLE sessions ADD COLUMN answer TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE sessions ADD COLUMN winner TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE sessions ADD COLUMN pinned BOOLEAN DEFAULT 0 NOT NULL")
    op.execute("CREATE INDEX sessions_pinned ON sessions (number) WHERE pinned = 1")
    connection = op.get_bind()
    after = ""
    while found := connection.exec_driver_sql(VERDICTS, (SHOWN * 4, after, AT_ONCE)).all():
        for session, text, winner in found:
            answer = " ".join((text or "").replace("**", "").replace("`", "").replace("#", "").split())[:SHOWN]
            connection.exec_driver_sql(KEEP, (answer, winner or "", session))
        after = found[-1][0]


VERDICTS = """
SELECT session, substr(json_extract(body, '$.verdict.text'), 1, ?), json_extract(body, '$.verdict.winner')
FROM events WHERE kind = 'VerdictReached' AND session > ? ORDER BY session LIMIT ?
"""
KEEP = "UPDATE sessions SET answer = ?, winner = ? WHERE id = ?"
