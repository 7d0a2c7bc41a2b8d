"""Create the tables of the first release. The next revision replaces this call by the tables as they were released."""

from __future__ import annotations

from alembic import op

from moot.transcripts.sql.schema import create_all

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_all(op.get_bind())
