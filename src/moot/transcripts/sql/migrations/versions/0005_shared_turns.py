"""Whether a share shows the earlier turns of its conversation; those that were made before this do not.

Written out rather than taken from today's tables, because it must stay what it was.
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("ALTER TABLE shares ADD COLUMN earlier BOOLEAN DEFAULT 0 NOT NULL")
