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

TABLES: Mapping[str, tuple[dict[str, type], str | tuple[str, ...]]] = {
    "consortium_runs": (
        {
            "id": str,
            "created_at": str,
            "config_name": str,
            "strategy": str,
            "judging_method": str,
            "confidence_threshold": float,
            "max_iterations": int,
            "iteration_count": int,
            "final_confidence": float,
            "user_prompt": str,
            "category": str,
            "expected_agreement": float,
            "status": str,
        },
        "id",
    ),
    "consortium_members": (
        {"run_id": str, "response_id": str, "role": str, "iteration": int, "member_index": int},
        ("run_id", "response_id"),
    ),
    "arbiter_decisions": (
        {
            "run_id": str,
            "iteration": int,
            "response_id": str,
            "chosen_response_id": str,
            "confidence": float,
            "synthesis": str,
            "decision_json": str,
            "ranking_json": str,
            "refinement_areas": str,
            "geometric_confidence": float,
            "centroid_vector": str,
        },
        ("run_id", "iteration"),
    ),
    "consortium_configs": ({"name": str, "config": str, "created_at": str}, "name"),
}
"""Columns and key of each table."""


def user_dir() -> pathlib.Path:
    """Return the folder of the `llm` program."""
    return pathlib.Path(os.environ.get("LLM_USER_PATH") or click.get_app_dir("io.datasette.llm"))


def logs_db_path() -> pathlib.Path:
    """Return the path of the database."""
    return user_dir() / "consortium_logs.db"


class DatabaseConnection:
    """One connection for each thread."""

    _thread_local = threading.local()

    @classmethod
    def get_connection(cls) -> Any:
        """Return this thread's connection; the first one creates the tables."""
        if not hasattr(cls._thread_local, "db"):
            path = logs_db_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite_utils.Database(sqlite3.connect(path, timeout=30))
            for name, (columns, key) in TABLES.items():
                db[name].create(columns, pk=key, if_not_exists=True)  # type: ignore[union-attr]
            cls._thread_local.db = db
        return cls._thread_local.db


def save_response_embedding(
    response_id: str, run_id: str, vector: Sequence[float], model: str, embedding_model: str | None = None
) -> None:
    """Store an answer's vector; add columns that an older file lacks."""
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
    """Return the vectors of a run's answers."""
    db = DatabaseConnection.get_connection()
    if not db["response_embeddings"].exists():
        return []
    rows = db["response_embeddings"].rows_where("run_id = ?", [run_id])
    return [np.array(json.loads(row["embedding_json"]), dtype=float) for row in rows]


def save_cluster_metadata(run_id: str, iteration: int, clusters: Sequence[Mapping[str, Any]]) -> None:
    """Store the clusters of a round."""
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
