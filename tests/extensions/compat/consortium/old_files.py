"""A consortium database as another program leaves it: consortia, runs, members, decisions, replies and embeddings."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

SCHEMA = """
CREATE TABLE consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT);
CREATE TABLE consortium_runs (id TEXT PRIMARY KEY, created_at TEXT, config_name TEXT, strategy TEXT,
  judging_method TEXT, confidence_threshold REAL, max_iterations INTEGER, iteration_count INTEGER,
  final_confidence REAL, user_prompt TEXT, category TEXT, expected_agreement REAL, status TEXT);
CREATE TABLE consortium_members (run_id TEXT, response_id TEXT, role TEXT, iteration INTEGER, member_index INTEGER,
  PRIMARY KEY (run_id, response_id));
CREATE TABLE arbiter_decisions (run_id TEXT, iteration INTEGER, response_id TEXT, chosen_response_id TEXT,
  confidence REAL, synthesis TEXT, decision_json TEXT, ranking_json TEXT, refinement_areas TEXT,
  geometric_confidence REAL, centroid_vector TEXT, PRIMARY KEY (run_id, iteration));
CREATE TABLE response_embeddings (response_id TEXT PRIMARY KEY, run_id TEXT, model TEXT, embedding_json TEXT,
  embedding_model TEXT, created_at TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, response TEXT, input_tokens INTEGER,
  output_tokens INTEGER, duration_ms INTEGER);
"""


def old_database(file: Path, **configs: dict[str, Any]) -> Path:
    """A database with these consortia and two runs: one of two rounds, and one to which nothing was ever logged."""
    with sqlite3.connect(file) as opened:

        def insert(table: str, *values: object) -> None:
            opened.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)

        def run(name: str, at: str, config: str | None, strategy: str, rounds: int, *rest: object) -> None:
            insert("consortium_runs", name, at, config, strategy, "default", 0.8, 3, rounds, *rest)

        opened.executescript(SCHEMA)
        for name, config in configs.items():
            insert("consortium_configs", name, json.dumps(config), "2025-03-04T05:06:07.890123")
        first = next(iter(configs), None)
        run("run-1", "2025-04-01T10:00:00.123456", first, "semantic", 2, 0.9, "Which bridge?", None, None, "running")
        run("run-2", "2025-04-02T10:00:00", None, "default", 0, None, "Nobody home?", None, None, "model_failure")
        for number in (1, 2):
            for index, (model, words) in enumerate([("alpha", "Oak"), ("alpha", "Pine"), ("beta", "Steel")]):
                key = f"r{number}{index}"
                insert("consortium_members", "run-1", key, model, number, index)
                if key != "r22":  # the last one was lost when it was logged
                    insert("responses", key, model, "Which bridge?", f"{words} in round {number}.", 10, 20, 1500)
                    vector = json.dumps([1.0, float(index), float(number)])
                    insert("response_embeddings", key, "run-1", model, vector, "embed-small", "")
            judge, said = f"a{number}", f"Bridge {number}."
            insert("consortium_members", "run-1", judge, "arbiter", number, 0)
            insert("responses", judge, "gamma", "Judge.", f"<synthesis>{said}</synthesis>", 50, 60, 2500)
            decision = json.dumps({"analysis": "They differ.", "dissent": "Rust.", "needs_iteration": number == 1})
            chosen, confidence, areas = f"r{number}0", 0.4 + number / 4, json.dumps(["weight"])
            insert(
                "arbiter_decisions", "run-1", number, judge, chosen, confidence, said, decision, None, areas, 0.93, None
            )
    opened.close()
    return file
