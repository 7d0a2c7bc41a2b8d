"""Migrate an older store: forward only, step by step, after a backup.

The backup is in `backups/` before anything is changed, and all steps are one transaction: a store has either the old
version or the new one. Tests: `tests/transcripts/sql/test_schema.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from moot.transcripts.sql.repair.file_access import connected, copied
from moot.transcripts.sql.schema import APPLICATION, VERSION

MIGRATIONS = Path(__file__).with_name("migrations")


def backup(path: Path, why: str) -> Path:
    """Copy the store to `backups/` beside it; return the path of the copy."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = path.parent / "backups" / f"{path.stem}-{moment}-{why}{path.suffix}"
    copied(path, target)
    return target


def migrate(path: Path, found: int) -> None:
    """Migrate a store of an older version to today's."""
    backup(path, f"before-schema-{VERSION}")
    engine = create_engine("sqlite://", creator=lambda: connected(path), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        now = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        if now == found:  # otherwise another process was faster
            upgrade(connection)
        connection.commit()


def upgrade(connection: Connection) -> None:
    """Run every missing step within the current transaction, and write the version to the file.

    A newly created store has no record of its steps: the version in its header replaces it.
    """
    from alembic import command  # imported here because it takes 0.3 s and a current store never needs it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if found:
        command.stamp(config, f"{found:04d}")
    command.upgrade(config, "head")
    stamp(connection)


def stamp(connection: Connection) -> None:
    """Write application and version to the header, within the current transaction."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
