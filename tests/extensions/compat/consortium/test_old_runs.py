"""Test that runs of an older database become sessions: dated, whole, and once."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from extensions.compat.consortium.old_files import old_database
from moot.app import Application
from moot.extensions.compat.consortium.old_database import DatabaseRow
from moot.extensions.compat.consortium.old_runs import runs_in
from moot.extensions.compat.consortium.old_transcript import OldRun
from moot.extensions.compat.consortium.records import RunFilter, info_from, run_called, runs_of
from moot.extensions.compat.consortium.results import orchestrated_from
from moot.extensions.compat.consortium.training import record_from

SETTINGS = {"models": {"alpha": 2, "beta": 1}, "arbiter": "gamma", "system_prompt": "Be brief."}


def taken(tmp_path: Path) -> list[OldRun]:
    file = old_database(tmp_path / "consortium_logs.db", **{"my/bridge": SETTINGS})
    rows = {"my/bridge": DatabaseRow("my/bridge", json.dumps(SETTINGS))}
    found = runs_in(file, rows, {"my/bridge": "my-bridge"})
    assert all(isinstance(each, OldRun) for each in found), found
    return [each for each in found if isinstance(each, OldRun)]


async def test_a_run_is_told_in_full(tmp_path: Path) -> None:
    first, second = taken(tmp_path)
    app = await Application.opened("llm")
    for each in (first, second):
        assert (await app.take_in(each.lines)).fresh
    for each in taken(tmp_path / "again" if (tmp_path / "again").mkdir() is None else tmp_path):
        assert not (await app.take_in(each.lines)).fresh, "it is here already"
    listed = [kept.run async for kept in runs_of(app, RunFilter())]
    assert [each.user_prompt for each in listed] == ["Nobody home?", "Which bridge?"], "by their own dates"
    assert [each.created_at[:10] for each in listed] == ["2025-04-02", "2025-04-01"]
    assert [each.status for each in listed] == ["failed", "verdict"]
    assert [each.user_prompt async for each in _runs(app, RunFilter(since="2025-04-02"))] == ["Nobody home?"]
    kept = await run_called(app, first.session)
    assert (kept.run.config_name, kept.run.iteration_count, kept.run.final_confidence) == ("my-bridge", 2, 0.9)
    assert kept.run.models == {"alpha": 2, "beta": 1}
    assert kept.run.cost is None, "nobody wrote down what it cost"
    told = orchestrated_from(kept.events, kept.config)
    assert told["synthesis"]["synthesis"] == "Bridge 2."
    assert told["metadata"]["best_iteration"] == 2
    assert told["iterations"][0]["synthesis"]["needs_iteration"] is True
    assert told["iterations"][1]["synthesis"]["analysis"] == "They differ."
    assert told["iterations"][0]["synthesis"]["geometric_confidence"] == 0.93
    found = info_from(kept, told)
    members = [(each.iteration, each.model, each.response) for each in found.members if each.role != "arbiter"]
    assert members == [
        (1, "alpha", "Oak in round 1."), (1, "alpha", "Pine in round 1."), (1, "beta", "Steel in round 1."),
        (2, "alpha", "Oak in round 2."), (2, "alpha", "Pine in round 2."),
    ]  # fmt: skip
    assert [(each.role, each.model) for each in found.members if each.role == "arbiter"] == [("arbiter", "gamma")] * 2
    assert any("beta said in round 2 was never logged" in line for line in first.lost)
    assert any("never logged" in line for line in kept.state.verdict.degraded)  # type: ignore[union-attr]
    drawn = await app.answer_map(first.session)
    assert len(drawn.marks) >= 3, "the embeddings came too"
    record = record_from(kept, told)
    assert record is not None
    assert [each.content for each in record.messages] == ["Be brief.", "Which bridge?", "Bridge 2."]
    await app.close()


@pytest.mark.parametrize("table", ["consortium_runs", "consortium_members", "arbiter_decisions", "responses"])
@pytest.mark.parametrize(
    "value",
    [None, "", -1, 10**18, float("inf"), "NaN", b"\xff\xfe", "\x00", "[" * 100_000, '["a", 0]', "9999-12-31"],
)
def test_whatever_stands_in_a_column_costs_one_run_at_most(tmp_path: Path, table: str, value: object) -> None:
    usual = taken_all(old_database(tmp_path / "usual.db"))
    with sqlite3.connect(tmp_path / "usual.db") as found:
        columns = [row[1] for row in found.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        file = tmp_path / f"{column}.db"
        shutil.copy(tmp_path / "usual.db", file)
        with sqlite3.connect(file) as opened:
            opened.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))
        opened.close()
        came = taken_all(file)
        assert len(came) >= len(usual) - 1
        assert all(isinstance(each, OldRun) or (each[0] is not None and each[1]) for each in came), column


def test_clusters_that_stay_behind_are_named(tmp_path: Path) -> None:
    file = old_database(tmp_path / "old.db")
    with sqlite3.connect(file) as opened:
        opened.execute("CREATE TABLE consensus_clusters (run_id, iteration, cluster_id, centroid_json, radius)")
        opened.execute("INSERT INTO consensus_clusters VALUES ('run-1', 1, 0, '[1.0]', 0.1)")
    opened.close()
    first, second = taken_all(file)
    assert isinstance(first, OldRun)
    assert isinstance(second, OldRun)
    assert any("clusters" in line for line in first.lost)
    assert not any("clusters" in line for line in second.lost)


def taken_all(file: Path) -> list[OldRun | tuple[str, str]]:
    return runs_in(file, {}, {})


async def _runs(app: Application, wanted: RunFilter):  # type: ignore[no-untyped-def]
    async for kept in runs_of(app, wanted):
        yield kept.run


@pytest.mark.parametrize(
    "script",
    [
        "INSERT INTO consortium_runs (id, created_at) VALUES ('run-9', '0001-01-01 00:00:00+14:00')",
        "UPDATE consortium_runs SET created_at = '9999-12-31 23:59:59-14:00' WHERE id = 'run-2'",
        "INSERT INTO consortium_runs (id, created_at) VALUES ('run-9', '2025-99-99 00:00:00')",
        "UPDATE arbiter_decisions SET decision_json = replace(hex(zeroblob(100000)), '00', '[')",
        "ALTER TABLE consortium_members RENAME COLUMN run_id TO whose",
        "ALTER TABLE responses RENAME COLUMN id TO number",
    ],
)
def test_a_row_that_nobody_can_read_keeps_no_other_away(tmp_path: Path, script: str) -> None:
    file = old_database(tmp_path / "consortium_logs.db", bridge=SETTINGS)
    with sqlite3.connect(file) as opened:
        opened.execute(script)
    found = runs_in(file, {"bridge": DatabaseRow("bridge", json.dumps(SETTINGS))}, {"bridge": "bridge"})
    assert len(found) >= 2
    assert sum(isinstance(each, OldRun) for each in found) >= 2, found


def test_a_run_without_an_id_is_left_out_and_said(tmp_path: Path) -> None:
    file = old_database(tmp_path / "consortium_logs.db", bridge=SETTINGS)
    with sqlite3.connect(file) as opened:
        opened.execute("ALTER TABLE consortium_runs RENAME COLUMN id TO number")
    found = runs_in(file, {}, {})
    assert len(found) == 2
    assert all(isinstance(each, tuple) and "not written as runs are" in each[1] for each in found)
