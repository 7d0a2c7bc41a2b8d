"""`llm_consortium.db`: the published program's database, `consortium_logs.db`, in the folder of the `llm` program.

Moot stores its runs elsewhere and only reads such a file (`llm consortium import`). For programs that write it
themselves, folder and tables are created when it is opened.
"""

from __future__ import annotations

import json
import os
import pathlib
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import click
import numpy as np
import sqlite_utils
from numpy.typing import NDArray

SCHEMA = """
CREATE TABLE IF NOT EXISTS consortium_runs (
  id TEXT PRIMARY KEY, created_at TEXT, config_name TEXT, strategy TEXT, judging_method TEXT, confidence_threshold REAL,
  max_iterations INTEGER, iteration_count INTEGER, final_confidence REAL, user_prompt TEXT, category TEXT,
  expected_agreement REAL, status TEXT);
CREATE TABLE IF NOT EXISTS consortium_members (
  run_id TEXT, response_id TEXT, role TEXT, iteration INTEGER, member_index INTEGER, PRIMARY KEY (run_id, response_id));
CREATE TABLE IF NOT EXISTS arbiter_decisions (
  run_id TEXT, iteration INTEGER, response_id TEXT, chosen_response_id TEXT, confidence REAL, synthesis TEXT,
  decision_json TEXT, ranking_json TEXT, refinement_areas TEXT, geometric_confidence REAL, centroid_vector TEXT,
  PRIMARY KEY (run_id, iteration));
CREATE TABLE IF NOT EXISTS consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT);
"""


def user_dir() -> pathlib.Path:
    """Return the folder of the `llm` program."""
    return pathlib.Path(os.environ.get("LLM_USER_PATH") or click.get_app_dir("io.datasette.llm"))


def logs_db_path() -> pathlib.Path:
    """Return the path of llm-consortium's database."""
    return user_dir() / "consortium_logs.db"


class DatabaseConnection:
    """Connections to llm-consortium's database, one for each thread."""

    _thread_local = threading.local()

    @classmethod
    def get_connection(cls) -> Any:
        """Return this thread's connection to the database. The first connection creates the tables."""
        if not hasattr(cls._thread_local, "db"):
            path = logs_db_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, timeout=30)
            connection.executescript(SCHEMA)
            cls._thread_local.db = sqlite_utils.Database(connection)
        return cls._thread_local.db


def save_response_embedding(
    response_id: str, run_id: str, vector: Sequence[float], model: str, embedding_model: str | None = None
) -> None:
    """Store an answer's embedding vector, after adding columns that an older database lacks."""
    _kept(
        "response_embeddings",
        {
            "response_id": response_id,
            "run_id": run_id,
            "model": model,
            "embedding_json": json.dumps([float(number) for number in vector]),
            "embedding_model": embedding_model,
            "created_at": datetime.now(UTC).isoformat(),
        },
        "response_id",
    )


def get_embeddings_for_run(run_id: str) -> list[NDArray[np.float64]]:
    """Return the stored embedding vectors of a run's answers."""
    db = DatabaseConnection.get_connection()
    if not db["response_embeddings"].exists():
        return []
    rows = db["response_embeddings"].rows_where("run_id = ?", [run_id])
    return [np.array(json.loads(row["embedding_json"]), dtype=float) for row in rows]


def save_cluster_metadata(run_id: str, iteration: int, clusters: Sequence[Mapping[str, Any]]) -> None:
    """Store the clusters of answers of one round."""
    for cluster in clusters:
        row = {
            "run_id": run_id,
            "iteration": iteration,
            "cluster_id": cluster["cluster_id"],
            "centroid_json": json.dumps([float(number) for number in cluster["centroid"]]),
            "radius": cluster["radius"],
            "density": cluster["density"],
        }
        _kept("consensus_clusters", row, ("run_id", "iteration", "cluster_id"))


def _kept(table: str, row: dict[str, Any], key: str | tuple[str, ...]) -> None:
    db = DatabaseConnection.get_connection()
    with db.conn:
        db[table].insert(row, pk=key, replace=True, alter=True)
