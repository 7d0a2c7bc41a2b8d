"""Test that a study asks each cell once, resumes after any interruption, and reports uncertainty."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cli.conftest import Run, command
from extensions.studies.asking.test_outdated_cells import MODELS
from extensions.studies.asking.test_running import JUDGED, endpoint
from extensions.studies.terminal.conftest import FIVE, REVERSED, VOICES, configured, sessions, told
from moot.sessions.fork_changes import NOTHING_LOST
from rig.script import Asked
from rig.terminal import Terminal
from rig.upstream import Upstream
from rig.voices.reviewers import FILES, JUDGE, MEMBERS, reviewing


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


def test_a_study_without_a_budget_starts_only_with_consent(
    written: Callable[..., Path], moot: Run, home: Path, terminal: Callable[..., Terminal]
) -> None:
    configured(home, '[dear]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 10, output = 10}\n')
    file = str(written(members=["dear/a", "dear/b", "dear/c"]))
    refused = moot("study", "run", file)
    assert refused.exit_code == 2
    assert "Set one with `--budget DOLLARS`, or add `--yes`" in refused.stderr
    estimate = told(moot, "run", file, "--estimate")
    assert (estimate["exit"], estimate["sessions"], estimate["budget"]) == (0, 2, None)
    assert f"at most ${estimate['most']:.2f}" in moot("study", "run", file, "--estimate").stderr
    asked = terminal("study", "run", file)
    asked.until("[y/N]")
    asked.type("n\n")
    assert asked.ended() == 130
    assert json.loads(moot("study", "--json").stdout)["studies"] == [], "nothing was started"


def test_the_budget_of_a_template_is_no_consent_until_it_is_edited(
    moot: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(
        home, '[dear]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1000, output = 1000}\n'
    )
    (home / "councils").mkdir()
    (home / "councils" / "ours.toml").write_text('members = ["dear/a", "dear/b", "dear/c"]\n')
    monkeypatch.setenv("MOOT_COUNCIL", "ours")
    assert moot("study", "new", "first").exit_code == 0
    refused = moot("study", "run", "first.toml")
    assert refused.exit_code == 2, (refused.stdout, refused.stderr)
    assert "You have set no budget." in refused.stderr
    assert told(moot, "run", "first.toml", "--budget", "0.0001")["exit"] == 3
    file = tmp_path / "first.toml"
    file.write_text(file.read_text().replace("budget = 5.00", "budget = 0.0002").replace("repeats = 2", "repeats = 1"))
    assert told(moot, "run", "first.toml")["exit"] == 3


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


def test_what_a_transcript_came_to_is_read_once(
    written: Callable[..., Path], moot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(moot, "run", str(written(REVERSED)))
    first = told(moot, "report", "tried")

    def never(*given: object) -> None:
        raise AssertionError("a finished session does not change; it need not be read again")

    monkeypatch.setattr("moot.extensions.studies.reports.study_index.result_of", never)
    assert told(moot, "report", "tried") == first


async def said(moot: Run, *args: str) -> Result:
    return await asyncio.to_thread(moot, "study", *args)


def cut(asked: Asked) -> str | None:
    """A member whose words are cut at its limit: nothing failed, and the result is not a full one."""
    return "length" if asked.body["model"] == "beta" and asked.nth == 1 else None


async def test_what_can_only_be_asked_otherwise_is_not_offered(moot: Run, home: Path, tmp_path: Path) -> None:
    """Words that were cut are no call that failed: every door says so and what helps, and no retry begins."""
    file = tmp_path / "study.toml"
    file.write_text(JUDGED.format(questions=json.dumps(FIVE[:1])))
    async with Upstream(cut, models=MODELS) as up:
        configured(home, endpoint(up.url))
        first = await said(moot, "run", str(file), "--yes")
        assert first.exit_code == 4, first.output
        before = len(up.calls)
        again = await said(moot, "retry", "once", "--degraded")
        status = await said(moot, "status", "once")
        told = json.loads((await said(moot, "status", "once", "--json")).stdout)
        assert len(up.calls) == before
    assert again.exit_code == 2
    assert "asked again." not in again.output.partition("Nothing of it can be asked again")[0]
    for output in (first.output, again.output, status.output):
        assert NOTHING_LOST in output, output
        assert "with a larger limit" in output, "what helps is told"
        assert "moot study retry" not in output, output
    assert (told["again"]["failed"], told["again"]["degraded"]) == (0, 0)
    assert [each["sessions"] for each in told["again"]["cannot"]] == [1]


STUDY = f"""
name = "bugs"
corpus = "planted-bugs"
questions = {json.dumps(list(FILES.values()))}
repeats = 2
seed = "bugs"

[[arms]]
name = "base"
members = {json.dumps([f"lab/{model}" for model in MEMBERS])}
adjudicators = ["lab/{JUDGE}"]
protocol = "adjudication"
[arms.options]
rebuttal = false
refine = false
axes_apart = false
"""
BY_HAND = {
    "recall": (4, 12),
    "precision": (6, 8),
    "decoys": (2, 8),
    "false_clean": (2, 4),
}
"""Each question was asked twice and answered alike: what `test_reviews.py` counts by hand, twice."""


@pytest.mark.slow
async def test_a_study_of_planted_bugs_tells_what_was_counted_by_hand(moot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "bugs.toml").write_text(STUDY)
    async with Upstream(reviewing, models=(*MEMBERS, JUDGE)) as up:
        await asyncio.to_thread(configured, home, f'[lab]\nurl = "{up.url}"\nprivate = true\n')
        found = await asyncio.to_thread(told, moot, "run", "bugs.toml", "--yes")
    assert {cell["state"] for cell in found["cells"]} == {"verdict", "inconclusive"}
    await asyncio.to_thread(checked, moot, tmp_path)


def checked(moot: Run, tmp_path: Path) -> None:
    assert moot("study", "export", "bugs", "--dir", "out").exit_code == 0
    compared = json.loads((tmp_path / "out" / "compare.json").read_text())["planted"]["base"]
    for report in (told(moot, "report", "bugs"), json.loads((tmp_path / "out" / "aggregate.json").read_text())):
        assert report["arms"][0]["planted"] == compared
    parts: dict[str, Any] = compared
    assert {name: (parts[name]["so"], parts[name]["of"]) for name in BY_HAND} == BY_HAND
    assert (compared["unplaced"], compared["false"], compared["unread"]) == (2, 2, 2)
    shown = moot("study", "report", "bugs").stdout
    row = next(line for line in shown.splitlines() if line.startswith("base") and "4 of 12" in line)
    assert all(part in row for part in ("high: 4 of 8", "6 of 8", "2 of 8", "2 of 4", "2 not readable")), row
    cells = [json.loads(line) for line in (tmp_path / "out" / "cells.ndjson").read_text().splitlines()]
    figures = {cell["question"]: cell["measures"] for cell in cells}
    assert figures["pool-go"]["recall"] == 2 / 3
    assert figures["pool-go"]["precision"] == 3 / 4
    assert figures["retry-py"]["false_all_clear"] == 1.0
    assert "recall" not in figures["session-js"], "what could not be read is in no figure"


@contextmanager
def asking(*args: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A study that is asked in a process of its own, slowly enough to be met at it."""
    with subprocess.Popen(
        command("study", "run", *args), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "MOOT_DEMO_SPEED": "8", **environment},
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def until(process: subprocess.Popen[bytes], words: bytes) -> None:
    """Reads what it says until these words."""
    assert process.stderr is not None
    said = b""
    for line in process.stderr:
        said += line
        if words in line:
            return
    raise AssertionError(said.decode())


@pytest.mark.slow
@pytest.mark.parametrize("at", [1, 2])
def test_a_session_nobody_wrote_down_is_met_again_and_goes_on(at: int, written: Callable[..., Path], moot: Run) -> None:
    """A process may die between opening a session and writing down whose it is; another arm may come in between."""
    file = str(written(questions=FIVE[:1]))
    with asking(file, "--at-once", "1", MOOT_KILL_AT=f"commit:after:{at}") as process:
        process.communicate()
    found = told(moot, "run", "tried", "--budget", "9")
    assert found["exit"] == 0
    assert found["arms"]["base"]["done"] == 1
    assert len(sessions(moot)) == 1


@pytest.mark.slow
def test_what_ctrl_c_stopped_is_left_and_asked_by_the_next_run(written: Callable[..., Path], moot: Run) -> None:
    file = str(written(REVERSED, questions=FIVE))
    with asking(file, "--at-once", "3") as process:
        until(process, b"base/housing-1/1")
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 130
    before = told(moot, "status", "tried")
    assert sum(each["failed"] + each["running"] for each in before["arms"].values()) == 0
    assert sum(each["done"] + each["left"] for each in before["arms"].values()) == 10
    assert sum(each["left"] for each in before["arms"].values()) > 0
    found = told(moot, "run", file)
    assert found["exit"] == 0
    assert {arm: each["done"] for arm, each in found["arms"].items()} == {"base": 5, "reversed": 5}
    assert len(sessions(moot)) == 10


JUDGES = """
name = "judges"
corpus = "two-sided"
questions = {questions}
seed = "judges"

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta", "lab/gamma"]
adjudicators = ["lab/kind"]
protocol = "adjudication"
[arms.options]
axes_apart = false

[[arms]]
name = "strict"
of = "base"
from = "adjudication"
adjudicators = ["lab/strict"]
"""


REFUSED_JUDGES = {
    "rejudge": ("rejudge", "judges", "--adjudicator", "lab/beta"),
    "run": ("run", "other.toml"),
    "forked in the file": ("run", "third.toml"),
}


@pytest.mark.parametrize("way", REFUSED_JUDGES)
def test_whoever_sits_on_the_panel_is_refused_as_its_judge_before_anything_is_asked(
    way: str, moot: Run, home: Path, tmp_path: Path
) -> None:
    """In a single question such a member leaves the panel; here two arms would be two panels."""
    ours = JUDGES.replace("lab/", "rehearsal/").format(questions='["housing-1"]')
    for old, new in zip(("alpha", "beta", "gamma", "kind", "strict"),
                        ("ada", "bo", "cyn", "dov", "eli"), strict=True):  # fmt: skip
        ours = ours.replace(old, new)
    (tmp_path / "study.toml").write_text(ours)
    (tmp_path / "other.toml").write_text(
        ours.replace('"judges"', '"other"').replace('"rehearsal/dov"', '"rehearsal/bo"')
    )
    (tmp_path / "third.toml").write_text(
        ours.replace('"judges"', '"third"').replace('"rehearsal/eli"', '"rehearsal/bo"')
    )
    assert told(moot, "run", "study.toml")["exit"] == 0
    there = len(sessions(moot))
    args = [each.replace("lab/beta", "rehearsal/bo") for each in REFUSED_JUDGES[way]]
    refused = moot("study", *args)
    assert refused.exit_code == 2, refused.output
    assert "cannot be asked: " in refused.stderr
    assert "judge it.\nName an adjudicator that does not sit on" in refused.stderr
    assert len(sessions(moot)) == there
    assert len(json.loads(moot("study", "--json").stdout)["studies"]) == 1, "no study was begun by it"
    assert set(told(moot, "status", "judges")["arms"]) == {"base", "eli"}, "and no arm came"
