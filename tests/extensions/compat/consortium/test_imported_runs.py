"""Test that runs of an older database become sessions: dated, whole, and once."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from moot.app import Application
from moot.errors import BadInput, MootError
from moot.extensions.compat.consortium.config import CouncilDraft
from moot.extensions.compat.consortium.imported_runs import RunImport, import_run, transcript_from
from moot.extensions.compat.consortium.importing import StoredConfig, choose_names, draft_from, past_runs, read_configs
from moot.extensions.compat.consortium.records import RunFilter, info_from, run_called, runs_of
from moot.extensions.compat.consortium.results import orchestrated_from
from moot.extensions.compat.consortium.seats import LlmNames
from moot.extensions.compat.consortium.training import record_from

SETTINGS = json.dumps({"models": {"alpha": 2, "beta": 1}, "arbiter": "gamma", "system_prompt": "Be brief."})
RUNS = """
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
CREATE TABLE consensus_clusters (run_id TEXT, iteration INTEGER, cluster_id INTEGER, centroid_json TEXT, radius REAL);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, response TEXT, input_tokens INTEGER,
  output_tokens INTEGER, duration_ms INTEGER);
INSERT INTO consortium_runs VALUES
  ('run-2', '2025-04-02T10:00:00', NULL, 'default', 'default', 0.8, 3, 0, NULL, 'Nobody home?', NULL, NULL, 'failed'),
  ('run-1', '2025-04-01T10:00:00.123456', 'my/bridge', 'semantic', 'default', 0.8, 3, 2, 0.9, 'Which bridge?', NULL,
   NULL, 'running');
INSERT INTO consensus_clusters VALUES ('run-1', 1, 0, '[1.0]', 0.1);
"""


def runs_database(file: Path, *changes: str) -> Path:
    """A database with two runs: one of two rounds, whose last reply was not logged, and one that logged nothing."""
    old_database(file, **{"my/bridge": SETTINGS})
    with closing(sqlite3.connect(file)) as opened:
        opened.executescript(RUNS)

        def insert(table: str, *values: object) -> None:
            opened.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)

        for number in (1, 2):
            for index, (model, words) in enumerate([("alpha", "Oak"), ("alpha", "Pine"), ("beta", "Steel")]):
                key = f"r{number}{index}"
                insert("consortium_members", "run-1", key, model, number, index)
                if key != "r22":
                    insert("responses", key, model, "Which bridge?", f"{words} in round {number}.", 10, 20, 1500)
                    vector = json.dumps([1.0, float(index), float(number)])
                    insert("response_embeddings", key, "run-1", model, vector, "embed-small", "")
            judge, answer = f"a{number}", f"Bridge {number}."
            insert("consortium_members", "run-1", judge, "arbiter", number, 0)
            insert("responses", judge, "gamma", "Judge.", f"<synthesis>{answer}</synthesis>", 50, 60, 2500)
            whole = json.dumps({"analysis": "They differ.", "dissent": "Rust.", "needs_iteration": number == 1})
            fields = (judge, f"r{number}0", 0.4 + number / 4, answer, whole, None, json.dumps(["weight"]), 0.93, None)
            insert("arbiter_decisions", "run-1", number, *fields)
        for change in changes:
            opened.execute(change)
        opened.commit()
    return file


async def imported(app: Application, file: Path) -> list[RunImport]:
    configs, called = {"my/bridge": SETTINGS}, {"my/bridge": "my-bridge"}
    return [await import_run(app, each, configs, called) for each in past_runs(file)]


def outcomes(file: Path) -> list[str]:
    """Return for each run why it is left out; empty if it is not."""
    found = []
    for rows in past_runs(file):
        try:
            transcript_from(rows, {}, {})
            found.append("")
        except BadInput as error:
            found.append(str(error))
    return found


async def test_a_run_is_imported_in_full(tmp_path: Path) -> None:
    file = runs_database(tmp_path / "consortium_logs.db")
    app = await Application.opened("llm")
    first, second = await imported(app, file)
    assert (first.id, second.id) == ("run-1", "run-2"), "oldest first"
    assert [each.outcome for each in (first, second)] == ["taken", "taken"]
    assert [each.outcome for each in await imported(app, file)] == ["here", "here"]
    assert "The reply of beta in round 2 was never logged." in first.lost
    assert any("clusters" in line for line in first.lost)
    assert not second.lost
    listed = [kept.run async for kept in runs_of(app, RunFilter())]
    assert [each.user_prompt for each in listed] == ["Nobody home?", "Which bridge?"], "by their own dates"
    assert [each.created_at[:10] for each in listed] == ["2025-04-02", "2025-04-01"]
    assert [each.status for each in listed] == ["failed", "verdict"]
    since = [kept.run.user_prompt async for kept in runs_of(app, RunFilter(since="2025-04-02"))]
    assert since == ["Nobody home?"]
    assert first.session is not None
    kept = await run_called(app, first.session)
    assert (kept.run.config_name, kept.run.iteration_count, kept.run.final_confidence) == ("my-bridge", 2, 0.9)
    assert kept.run.models == {"alpha": 2, "beta": 1}
    assert kept.run.cost is None, "no price was recorded"
    result = orchestrated_from(kept.events, kept.config)
    assert result.synthesis.synthesis == "Bridge 2."
    assert (result.metadata.best_iteration, result.metadata.stopped) == (2, "confident")
    assert result.metadata.tokens == 5 * 30 + 2 * 110
    assert any("never logged" in line for line in result.metadata.degraded)
    one, two = (each.synthesis for each in result.iterations)
    assert (one.needs_iteration, two.needs_iteration) == (True, False)
    assert (two.analysis, one.geometric_confidence, one.refinement_areas) == ("They differ.", 0.93, ["weight"])
    info = info_from(kept, result)
    assert [(each.iteration, each.model, each.response) for each in info.members if each.role != "arbiter"] == [
        (1, "alpha", "Oak in round 1."), (1, "alpha", "Pine in round 1."), (1, "beta", "Steel in round 1."),
        (2, "alpha", "Oak in round 2."), (2, "alpha", "Pine in round 2."),
    ]  # fmt: skip
    assert [each.model for each in info.members if each.role == "arbiter"] == ["gamma", "gamma"]
    record = record_from(kept, result)
    assert record is not None
    assert [each.content for each in record.messages] == ["Be brief.", "Which bridge?", "Bridge 2."]
    await app.close()


@pytest.mark.parametrize("table", ["consortium_runs", "consortium_members", "arbiter_decisions", "responses"])
@pytest.mark.parametrize(
    "value",
    [None, "", -1, 10**18, float("inf"), "NaN", b"\xff\xfe", "\x00", "[" * 100_000, '["a", 0]', "9999-12-31"],
)
def test_any_value_in_a_column_costs_one_run_at_most(tmp_path: Path, table: str, value: object) -> None:
    usual = runs_database(tmp_path / "usual.db")
    with closing(sqlite3.connect(usual)) as found:
        columns = [row[1] for row in found.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        file = tmp_path / f"{column}.db"
        shutil.copy(usual, file)
        with closing(sqlite3.connect(file)) as opened:
            opened.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))
            opened.commit()
        assert "" in outcomes(file), column


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO consortium_runs (id, created_at) VALUES ('run-9', '0001-01-01 00:00:00+14:00')",
        "UPDATE consortium_runs SET created_at = '9999-12-31 23:59:59-14:00' WHERE id = 'run-2'",
        "INSERT INTO consortium_runs (id, created_at) VALUES ('run-9', '2025-99-99 00:00:00')",
        "UPDATE arbiter_decisions SET decision_json = replace(hex(zeroblob(100000)), '00', '[')",
        "ALTER TABLE consortium_members RENAME COLUMN run_id TO whose",
        "ALTER TABLE responses RENAME COLUMN id TO number",
        "DROP TABLE response_embeddings",
    ],
)
async def test_what_cannot_be_read_is_left_out_alone(tmp_path: Path, change: str) -> None:
    app = await Application.opened("llm")
    found = await imported(app, runs_database(tmp_path / "consortium_logs.db", change))
    assert len(found) >= 2
    assert {each.outcome for each in found} == {"taken"}, found
    await app.close()


def test_a_run_without_an_id_is_left_out_with_the_reason(tmp_path: Path) -> None:
    file = runs_database(tmp_path / "consortium_logs.db", "ALTER TABLE consortium_runs RENAME COLUMN id TO number")
    found = outcomes(file)
    assert len(found) == 2
    assert all("not written as runs are" in each for each in found)


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
