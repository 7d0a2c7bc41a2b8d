"""Studies: their commands, exit codes and files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from published.conftest import SEATS, Installed
from published.provider import JUDGE

STUDY = f"""name = "judges"
corpus = "two-sided"
questions = ["housing-1", "carbon-1"]
seed = "seven"

[[arms]]
name = "base"
council = "ours"
protocol = "adjudication"

[[arms]]
name = "other"
of = "base"
from = "adjudication"
adjudicators = ["up/{JUDGE}"]
"""
ROW = {"seat", "model", "adjudicators", "rubric_digest", "council_digest", "fork_of", "repeat", "missing", "usage"}


@pytest.fixture(scope="module")
def study(installed: Installed) -> dict[str, Any]:
    """What a study of two questions and two judges printed when it was run."""
    (installed.folder / "s.toml").write_text(STUDY)
    done = installed.moot("study", "run", "s.toml", "--json", "-q")
    assert done.code == 0, done
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_each_question_and_arm_is_a_session(study: dict[str, Any]) -> None:
    assert (study["name"], study["exit_code"], study["left"]) == ("judges", 0, [])
    assert {name: arm["done"] for name, arm in study["arms"].items()} == {"base": 2, "other": 2}
    assert {(cell["arm"], cell["question"], cell["repeat"], cell["state"]) for cell in study["cells"]} == {
        (arm, question, 1, "verdict") for arm in ("base", "other") for question in ("housing-1", "carbon-1")
    }
    assert len({cell["session"] for cell in study["cells"]}) == 4


def test_running_it_again_asks_nothing(installed: Installed, study: dict[str, Any]) -> None:
    before = len(installed.asked())
    done = installed.moot("study", "run", "s.toml", "--json", "-q")
    assert (done.code, json.loads(done.out)["study"]) == (0, study["study"])
    assert len(installed.asked()) == before


def test_its_files(installed: Installed, study: dict[str, Any]) -> None:
    done = installed.moot("study", "export", "judges", "--dir", "files")
    assert done.code == 0, done
    folder, number = installed.folder / "files", study["study"][:8]
    names = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    tables = ("cells", "replies", "axes", "flips", "findings", "calls")
    assert names >= {"study.toml", "manifest.json", "aggregate.json", "compare.json", "report.html"}
    assert names >= {f"{table}.ndjson" for table in tables}
    for arm in ("base", "other"):
        stem = f"{arm}/stress_test_run_{number}-{arm}"
        assert names >= {f"{stem}_{kind}" for kind in ("raw.json", "grouped.json", "summary.json", "replies.ndjson")}
        assert f"{arm}/logs/run_{number}-{arm}_adjudicator.jsonl" in names
    rows = {
        table: [json.loads(line) for line in (folder / f"{table}.ndjson").read_text().splitlines()] for table in tables
    }
    assert (len(rows["cells"]), len(rows["replies"])) == (4, 12)
    assert {row["model"] for row in rows["replies"]} == set(SEATS)
    for table in ("replies", "axes", "flips"):
        for row in rows[table]:
            assert row.keys() >= ROW - {"usage"}, (table, ROW - row.keys())
    judges = {row["arm"]: row["adjudicators"] for row in rows["replies"]}
    assert judges == {"base": ["up/delta"], "other": [f"up/{JUDGE}"]}
    assert {row["fork_of"] is None for row in rows["replies"] if row["arm"] == "base"} == {True}
    assert {row["fork_of"]["stage"] for row in rows["replies"] if row["arm"] == "other"} == {"adjudication"}
    manifest = json.loads((folder / "manifest.json").read_text())
    sessions = {cell["session"] for cell in study["cells"]}
    assert all(session in json.dumps(manifest) for session in sessions)
    page = (folder / "report.html").read_text()
    assert "<script src" not in page
    assert "judges" in page


def test_reports_and_lists(installed: Installed, study: dict[str, Any]) -> None:
    for command in ("status", "report", "compare"):
        done = installed.moot("study", command, "judges", "--json")
        assert (done.code, json.loads(done.out)["name"]) == (0, "judges")
    listed = json.loads(installed.moot("study", "list", "--json").out)["studies"]
    assert [each["id"] for each in listed] == [study["study"]]
    assert installed.moot("study", "view", "judges", "-o", "view.html").code == 0
    assert "judges" in (installed.folder / "view.html").read_text()


@pytest.mark.slow
def test_another_judge_is_an_arm_more(installed: Installed, study: dict[str, Any]) -> None:
    again = json.loads(installed.moot("study", "rejudge", "judges", "--adjudicator", f"up/{JUDGE}", "-q", "--json").out)
    assert again["arms"].keys() > study["arms"].keys()


def test_exit_codes_tell_failed_and_degraded(installed: Installed) -> None:
    one = STUDY.partition('[[arms]]\nname = "other"')[0]
    (installed.folder / "failed.toml").write_text(one.replace("judges", "failed"))
    (installed.folder / "less.toml").write_text(one.replace("judges", "less"))
    installed.provider.failing = {"alpha", "beta", "gamma"}
    assert installed.moot("study", "run", "failed.toml", "-q").code == 1
    installed.provider.failing = {"beta"}
    assert installed.moot("study", "run", "less.toml", "-q").code == 4
    assert installed.moot("study", "run", "less.toml", "-q", "--tolerate", "100%").code == 0
    assert installed.moot("study", "report", "nosuch").code == 2
