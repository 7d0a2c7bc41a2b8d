"""Test that an older database is only read, and that everything not imported is reported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from moot.errors import BadInput
from moot.extensions.compat.consortium.old_database import (
    DatabaseRow,
    ImportedConsortium,
    names_for,
    rows_in,
    taken_from,
)
from moot.extensions.compat.consortium.seats import LlmNames

NAMES = LlmNames(models=frozenset({"gpt-4o", "gemini-pro", "llama3:8b"}))


def database(file: Path, **configs: str) -> Path:
    with sqlite3.connect(file) as opened:
        opened.execute("CREATE TABLE consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT)")
        opened.executemany("INSERT INTO consortium_configs VALUES (?, ?, '')", list(configs.items()))
    opened.close()
    return file


def stored(**settings: Any) -> str:
    return json.dumps({"models": {"gpt-4o": 2, "llama3:8b": 1}, "arbiter": "gemini-pro", **settings})


def taken(config: str, name: str = "old") -> ImportedConsortium:
    row = DatabaseRow(name, config)
    return taken_from(row, names_for([row], {})[name], NAMES, ("rehearsal", "llm"))


def test_rows_are_read_and_the_file_stays_as_it_is(tmp_path: Path) -> None:
    file = database(tmp_path / "consortium_logs.db", b=stored(), a=stored())
    before = file.read_bytes()
    assert [row.name for row in rows_in(file)] == ["b", "a"]
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("consortium_logs*")) == ["consortium_logs.db"]


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no consortium database"):
        rows_in(tmp_path / "none.db")
    (tmp_path / "words.db").write_text("words" * 1000)
    with pytest.raises(BadInput, match="cannot be read"):
        rows_in(tmp_path / "words.db")
    sqlite3.connect(tmp_path / "empty.db").execute("CREATE TABLE other (x)")
    with pytest.raises(BadInput, match="consortium_configs"):
        rows_in(tmp_path / "empty.db")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"expected_agreement": 0.5}, "expected_agreement"),
        ({"novel": 1}, "novel"),
        ({"minimum_iterations": 9}, "is cut"),
        ({"strategy": "voting", "strategy_params": {"similarity_threshold": "0.5"}}, "similarity_threshold"),
        ({"models": {"gpt-4o": 2, "b": 0}}, "no instance: b"),
        ({"embedding_cache_enabled": False}, "embedding_cache_enabled"),
    ],
)
def test_what_is_lost_is_told(settings: dict[str, Any], says: str) -> None:
    found = taken(stored(**settings))
    assert found.prepared is not None
    assert any(says in line for line in found.lost)


@pytest.mark.parametrize(
    "config", ["{", "[]", stored(strategy="nonsense"), stored(models={}), stored(models="x"), "{}"]
)
def test_what_could_never_sit_is_left_out_with_the_reason(config: str) -> None:
    found = taken(config)
    assert found.prepared is None
    assert found.lost[0]
