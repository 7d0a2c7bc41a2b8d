"""Test that an older database is only read, and that everything not imported is reported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from moot.errors import BadInput, MootError
from moot.extensions.compat.consortium.config import CouncilDraft
from moot.extensions.compat.consortium.importing import StoredConfig, choose_names, draft_from, read_configs
from moot.extensions.compat.consortium.seats import LlmNames

NAMES = LlmNames(models=frozenset({"gpt-4o", "gemini-pro", "llama3:8b"}))


def old_database(file: Path, created: str = "", **configs: str) -> Path:
    """A consortium database as another program leaves it."""
    with sqlite3.connect(file) as opened:
        opened.execute("CREATE TABLE consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT)")
        opened.executemany(
            "INSERT INTO consortium_configs VALUES (?, ?, ?)", [(*each, created) for each in configs.items()]
        )
    opened.close()
    return file


def stored(**settings: Any) -> str:
    return json.dumps({"models": {"gpt-4o": 2, "llama3:8b": 1}, "arbiter": "gemini-pro", **settings})


def taken(config: str) -> tuple[CouncilDraft, list[str]]:
    return draft_from(StoredConfig("old", config), "old", NAMES, ("rehearsal", "llm"))


def test_rows_are_read_and_the_file_stays_as_it_is(tmp_path: Path) -> None:
    file = old_database(tmp_path / "consortium_logs.db", b=stored(), a=stored())
    before = file.read_bytes()
    assert [row.name for row in read_configs(file)] == ["b", "a"]
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("consortium_logs*")) == ["consortium_logs.db"]


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no consortium database"):
        read_configs(tmp_path / "none.db")
    (tmp_path / "words.db").write_text("words" * 1000)
    with pytest.raises(BadInput, match="cannot be read"):
        read_configs(tmp_path / "words.db")
    sqlite3.connect(tmp_path / "empty.db").execute("CREATE TABLE other (x)")
    with pytest.raises(BadInput, match="consortium_configs"):
        read_configs(tmp_path / "empty.db")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"expected_agreement": 0.5}, "expected_agreement"),
        ({"novel": 1}, "novel"),
        ({"minimum_iterations": 9}, "is cut"),
        ({"models": {"gpt-4o": 2, "b": 0}}, "no instance: b"),
    ],
)
def test_what_is_lost_is_told(settings: dict[str, Any], says: str) -> None:
    _, lost = taken(stored(**settings))
    assert any(says in line for line in lost)


@pytest.mark.parametrize(
    "config", ["{", "[]", stored(strategy="nonsense"), stored(models={}), stored(models="x"), "{}"]
)
def test_what_could_never_sit_is_left_out_with_the_reason(config: str) -> None:
    with pytest.raises(MootError):
        taken(config)


def test_names_that_no_file_can_have_are_changed_and_stay_apart() -> None:
    known = {"Совет": "consortium", "new/one": "elsewhere"}
    assert choose_names(["my-old", "my/old", "my old", "Совет", "new/one", "!"], known) == {
        "my-old": "my-old", "my/old": "my-old-2", "my old": "my-old-3", "Совет": "consortium",
        "new/one": "elsewhere", "!": "consortium-2",
    }  # fmt: skip
