"""Test that a study asks each cell once, resumes after any interruption, and reports uncertainty."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import REVERSED, VOICES, sessions, told


def test_a_study_begins_ends_and_asks_nothing_twice(written: Callable[..., Path], moot: Run) -> None:
    file = str(written(REVERSED, head="repeats = 2\n"))
    first = told(moot, "run", file)
    assert first["exit"] == 0
    assert {arm: found["done"] for arm, found in first["arms"].items()} == {"base": 4, "reversed": 4}
    kept = {cell["session"] for cell in first["cells"]}
    assert len(kept) == 8
    again = told(moot, "run", file)
    assert {cell["session"] for cell in again["cells"]} == kept
    assert len(sessions(moot)) == 8
    assert {each["door"] for each in sessions(moot)} == {"study"}
    status = told(moot, "status", "tried")
    assert status["arms"]["base"] == {"done": 4, "degraded": 0, "running": 0, "failed": 0, "left": 0}
    assert json.loads(moot("study", "--json").stdout)["studies"][0]["questions"] == 2
    assert f"study {first['study'][:8]} base/1: " in moot("sessions", "list", "--studies").stdout


DEGRADED = [*VOICES, "rehearsal/failing"]


@pytest.mark.slow
def test_more_degraded_results_than_are_tolerated_have_their_own_code(written: Callable[..., Path], moot: Run) -> None:
    file = str(written(members=DEGRADED))
    found = told(moot, "run", file)
    assert found["exit"] == found["exit_code"] == 4
    assert found["arms"]["base"]["degraded"] == 2
    assert told(moot, "run", file, "--tolerate", "100%")["exit"] == 0
    assert moot("study", "run", file, "--tolerate", "many").exit_code == 2
    assert "Every result is degraded (2 of 2)" in moot("study", "report", "tried").stdout
    before = {cell["session"] for cell in found["cells"]}
    again = told(moot, "retry", "tried", "--degraded")
    assert before.isdisjoint(cell["session"] for cell in again["cells"])
    assert {each["fork_of"] for each in sessions(moot) if each["fork_of"]} == before
    said = moot("study", "retry", "tried", "--degraded").stderr
    assert "A later call is made again only where it would be asked differently now." in said


def test_what_failed_is_told_and_asked_again(written: Callable[..., Path], moot: Run) -> None:
    file = str(written(REVERSED, members=["rehearsal/ada", "rehearsal/failing:2"]))
    found = told(moot, "run", file)
    assert found["exit"] == 1
    assert found["arms"]["base"]["failed"] == 2
    assert found["arms"]["reversed"]["left"] == 2
    assert any(
        (cell["why"] or "").startswith("It is made of a session of 'base' that has no result yet: In discovery, 1 of 3")
        for cell in found["cells"]
    )
    assert told(moot, "retry", "tried")["exit"] == 1
    assert len([each for each in sessions(moot) if each["fork_of"]]) == 2


def test_a_study_that_runs_out_of_its_budget_has_its_own_code(
    written: Callable[..., Path], moot: Run, home: Path
) -> None:
    home.mkdir(exist_ok=True)
    row = 'url = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1000, output = 1000}\n'
    (home / "endpoints.toml").write_text(f"[dear]\n{row}")
    file = str(written(members=["dear/a", "dear/b", "dear/c"], head="budget = 0.0001\n"))
    found = told(moot, "run", file)
    assert found["exit"] == 3, found
    assert found["spent"] <= 0.0001


def test_a_corpus_that_was_changed_meanwhile_is_refused(written: Callable[..., Path], moot: Run, home: Path) -> None:
    moot("corpus", "new", "mine")
    file = written(questions=["first-1"])
    file.write_text(file.read_text().replace("two-sided", "mine"))
    assert told(moot, "run", str(file))["exit"] == 0
    items = home / "corpora" / "mine" / "items.jsonl"
    items.write_text(items.read_text().replace("Is it so?", "Is it otherwise?"))
    for args in (("run", "tried"), ("report", "tried"), ("run", str(file))):
        result = moot("study", *args)
        assert result.exit_code == 2
        assert "was changed since this study began" in result.stderr


@pytest.mark.slow
def test_a_new_study_can_be_run_as_it_is_written(moot: Run, tmp_path: Path) -> None:
    assert moot("study", "new", "first", "--corpus", "research").exit_code == 0
    text = (tmp_path / "first.toml").read_text()
    assert 'corpus = "research"' in text
    file = tmp_path / "first.toml"
    file.write_text(text.replace("repeats = 2", 'repeats = 1\nquestions = ["medicine-1"]'))
    assert told(moot, "run", "first.toml")["exit"] == 0
    assert moot("study", "new", "../x").exit_code == 2
    assert moot("study", "status", "nothing").exit_code == 2


def test_a_new_study_names_questions_that_are_there_and_never_writes_over_another(moot: Run, tmp_path: Path) -> None:
    refused = moot("study", "new", "first", "--corpus", "nosuch")
    assert refused.exit_code == 2
    assert "nosuch" in refused.stderr
    assert not (tmp_path / "first.toml").exists()
    moot("study", "new", "first")
    assert 'primary = "right"' in (tmp_path / "first.toml").read_text(), "its answers are known"
    moot("study", "new", "open", "--corpus", "two-sided")
    assert 'primary = "score"' in (tmp_path / "open.toml").read_text()
    again = moot("study", "new", "first")
    assert again.exit_code == 2
    assert "Name another file with `-o`" in again.stderr
    assert "overwrit" not in again.stderr, "there is no option that does"


@pytest.mark.slow
def test_a_budget_of_nothing_asks_whatever_is_free(written: Callable[..., Path], moot: Run) -> None:
    found = told(moot, "run", str(written()), "--budget", "0")
    assert (found["exit"], found["arms"]["base"]["done"], found["spent"]) == (0, 2, 0)
    assert told(moot, "run", str(written(head="budget = 0\n")))["exit"] == 0


def test_what_a_transcript_came_to_is_read_once(
    written: Callable[..., Path], moot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(moot, "run", str(written(REVERSED)))
    first = told(moot, "report", "tried")

    def never(*given: object) -> None:
        raise AssertionError("a finished session does not change; it need not be read again")

    monkeypatch.setattr("moot.extensions.studies.reports.study_index.result_of", never)
    assert told(moot, "report", "tried") == first
