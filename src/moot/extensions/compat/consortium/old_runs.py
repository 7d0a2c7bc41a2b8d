"""Import runs from a database of the program llm-consortium. Each becomes a session.

No model is called. A run imported twice is the same session.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from moot.errors import MootError
from moot.extensions.compat.consortium.old_database import DatabaseRow, opened
from moot.extensions.compat.consortium.old_transcript import OldRun, TranscriptWriter

TABLES = ("consortium_runs", "consortium_members", "arbiter_decisions", "responses", "response_embeddings")


CLUSTERS = "Where its clusters lay was written down there, and not which answer lay in which; they are not taken over."


def runs_in(
    path: Path, configs: Mapping[str, DatabaseRow], called: Mapping[str, str]
) -> list[OldRun | tuple[str, str]]:
    """Return every run, oldest first, or its id and why it is not imported; `called` are the consortia's names here."""
    if path.suffix.lower() == ".json":
        return []
    with opened(path) as connection:
        tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "consortium_runs" not in tables:
            return []
        connection.row_factory = sqlite3.Row
        held = {name: _by_run(connection, name, tables) for name in TABLES[1:3]}
        words = _by_id(connection, "responses", "id", tables)
        measured = _by_id(connection, "response_embeddings", "response_id", tables)
        clustered = _by_run(connection, "consensus_clusters", tables)
        runs = [dict(row) for row in connection.execute("SELECT * FROM consortium_runs ORDER BY created_at, rowid")]
    found: list[OldRun | tuple[str, str]] = []
    for run in runs:
        name = str(run.get("id"))
        members, decisions = held["consortium_members"].get(name, []), held["arbiter_decisions"].get(name, [])
        try:
            came = TranscriptWriter(run, members, decisions, words, measured, configs, called).told()
            found.append(replace(came, lost=(*came.lost, CLUSTERS)) if name in clustered else came)
        except MootError as error:
            found.append((name, str(error)))
        except Exception as error:  # rows can contain anything; the others are still imported
            found.append((name, f"It is not written as runs are ({type(error).__name__}: {error})."))
    return found


def _by_run(connection: sqlite3.Connection, table: str, tables: set[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(f"SELECT * FROM {table}") if table in tables else ():
        fields = dict(row)
        found.setdefault(str(fields.get("run_id")), []).append(fields)
    return found


def _by_id(connection: sqlite3.Connection, table: str, name: str, tables: set[str]) -> dict[str, dict[str, Any]]:
    rows = [dict(row) for row in (connection.execute(f"SELECT * FROM {table}") if table in tables else ())]
    return {str(row.get(name)): row for row in rows}
