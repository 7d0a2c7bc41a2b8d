"""Which study a session belongs to, so that lists can tell; and what it came to, once that was read.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute(CELLS)
    op.execute(BY_STUDY)
    op.execute(FROM_FACTS)


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
