"""`llm_consortium.db`: the database older programs keep, `consortium_logs.db`, in the folder of the `llm` program.

Moot keeps its runs in its own store and only reads such a file (`llm consortium import`). For programs that write it
themselves, the tables are made when it is opened, with the folder where that is missing.
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
"""Columns and key of each."""


def user_dir() -> pathlib.Path:
    """The folder of the `llm` program."""
    return pathlib.Path(os.environ.get("LLM_USER_PATH") or click.get_app_dir("io.datasette.llm"))


def logs_db_path() -> pathlib.Path:
    """The file."""
    return user_dir() / "consortium_logs.db"


class DatabaseConnection:
    """One connection for each thread."""

    _thread_local = threading.local()

    @classmethod
    def get_connection(cls) -> Any:
        """This thread's connection; the first one makes the tables."""
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
    """Keeps an answer's vector; columns an older file lacks are added."""
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
    """The vectors of a run's answers."""
    db = DatabaseConnection.get_connection()
    if not db["response_embeddings"].exists():
        return []
    rows = db["response_embeddings"].rows_where("run_id = ?", [run_id])
    return [np.array(json.loads(row["embedding_json"]), dtype=float) for row in rows]


def save_cluster_metadata(run_id: str, iteration: int, clusters: Sequence[Mapping[str, Any]]) -> None:
    """Keeps where the clusters of a round lie."""
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
