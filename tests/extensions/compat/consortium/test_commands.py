"""Test the commands of `llm consortium` as published, without their known defects."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from extensions.compat.consortium.test_imported_runs import old_database, runs_database
from moot.cli.main import main
from moot.extensions.compat.consortium.visualize import plane
from moot.extensions.compat.llm.commands import register

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("seated")
VOICES = ("-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--arbiter", "rehearsal/hana")


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOOT_COUNCIL", "rehearsal")
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def consortium() -> Run:
    """`llm consortium …` in this process."""

    @click.group()
    def llm() -> None: ...

    register(llm)

    def run(*args: str, input: str | bytes = "") -> Result:
        result = CliRunner().invoke(llm, ["consortium", *args], input=input)
        assert "Traceback" not in result.output, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


def saved(consortium: Run, name: str, *flags: str) -> dict[str, Any]:
    """Saves a consortium and reads it back."""
    done = consortium("save", name, *(flags or VOICES))
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(consortium("info", name, "--json").stdout)
    return found


def runs(consortium: Run, *flags: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(consortium("runs", "--json", *flags).stdout)
    return found


# --- saving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gpt-4o", "4o", "rehearsal"])
def test_a_name_that_is_taken_is_refused(name: str, consortium: Run) -> None:
    done = consortium("save", name, *VOICES)
    assert done.exit_code == 2
    assert "another name" in done.stderr


def test_every_door_knows_it(consortium: Run) -> None:
    saved(consortium, "mine")
    result = CliRunner().invoke(main, ["ask", "--council", "mine", "Which is safer?", "--json"])
    found = json.loads(result.stdout)
    assert (found["protocol"], found["council"], found["outcome"]) == ("consensus", "mine", "verdict")
    assert runs(consortium)[0]["config_name"] == "mine"


# --- looking at what is saved ---------------------------------------------------------------------------------------


def test_a_council_that_cannot_be_read_is_told_and_never_written_over(consortium: Run, home: Path) -> None:
    saved(consortium, "mine")
    file = home / "councils" / "broken.toml"
    file.write_text("members = 3\n")
    listed = consortium("list", "--json")
    assert [each["name"] for each in json.loads(listed.stdout)] == ["mine"]
    assert "broken cannot be read" in listed.stderr
    done = consortium("save", "broken", *VOICES)
    assert done.exit_code == 2
    assert str(file) in done.stderr
    assert file.read_text() == "members = 3\n"


# --- running --------------------------------------------------------------------------------------------------------


@pytest.mark.fast(3)
@pytest.mark.parametrize(
    ("words", "piped", "question"),
    [
        (("run", *VOICES, "Which is safer?"), "", "Which is safer?"),
        (("run", *VOICES, "Look:"), "the diff", "Look:\n\nthe diff"),
        (("run", *VOICES, "--no-stdin", "Look:"), "the diff", "Look:"),
        (("run", *VOICES), "From a pipe?", "From a pipe?"),
        (("run", "mine"), "From a pipe?", "From a pipe?"),
        (("Which is safer, then?",), "", "Which is safer, then?"),
        (
            ("Which is safer, then?", "--models", "rehearsal/ada", "--models", "rehearsal/bo"),
            "",
            "Which is safer, then?",
        ),
        ((*VOICES, "Which is safer?"), "", "Which is safer?"),
        (("run", "Which is safer, then?"), "", "Which is safer, then?"),
        (("Why?",), "", "Why?"),
        (("Steel.\nTimber.",), "", "Steel.\nTimber."),
    ],
)
def test_questions_come_from_words_and_pipes(
    words: tuple[str, ...], piped: str, question: str, consortium: Run
) -> None:
    saved(consortium, "mine")
    done = consortium(*words, "-q", input=piped)
    assert done.exit_code == 0, done.output
    assert runs(consortium)[0]["user_prompt"] == question


def test_flags_change_a_saved_one_for_one_run(consortium: Run) -> None:
    saved(consortium, "mine")
    before = consortium("info", "mine", "--json").stdout
    consortium("run", "mine", "Which?", "--max-iterations", "1", "--strategy", "voting", "--judging-method", "rank")
    found = runs(consortium)[0]
    assert (found["config_name"], found["max_iterations"], found["strategy"]) == ("mine", 1, "voting")
    assert found["judging_method"] == "rank"
    assert consortium("info", "mine", "--json").stdout == before
    saved(consortium, "manual", *VOICES, "--manual-context")
    for flags, manual in (((), True), (("--auto-context",), False)):
        told = json.loads(consortium("run", "manual", "Which?", "--max-iterations", "1", *flags, "--json").stdout)
        assert told["metadata"]["config"]["manual_context"] is manual


def test_system_is_text_or_a_file(consortium: Run, tmp_path: Path) -> None:
    (tmp_path / "system.txt").write_text("Speak like a sailor.")
    for system in ("Speak like a sailor.", "system.txt"):
        consortium("run", *VOICES, "Which?", "--system", system, "-q")
        run = runs(consortium)[0]["id"]
        prompt = CliRunner().invoke(main, ["sessions", "show", run, "--prompt", "round.1/seat-a"]).stdout
        assert "Speak like a sailor." in prompt


def test_output_json_and_raw(consortium: Run, tmp_path: Path) -> None:
    done = consortium("run", *VOICES, "Which?", "--output", "run.json", "--json", "--seed", "s")
    assert done.exit_code == 0
    whole = json.loads(done.stdout)
    assert whole.keys() == {"synthesis", "iterations", "metadata", "original_prompt"}
    assert json.loads((tmp_path / "run.json").read_text()) == whole
    asked = len(runs(consortium))
    for file in ("run.json", "nowhere/run.json", "x" * 300):
        assert consortium("run", *VOICES, "Which?", "--output", file, "-q").exit_code == 2
    assert len(runs(consortium)) == asked, "what cannot be written is said before anything is asked"
    assert consortium("run", *VOICES, "Other?", "--output", "run.json", "--replace", "-q").exit_code == 0
    assert json.loads((tmp_path / "run.json").read_text())["original_prompt"] == "Other?"
    raw = consortium("run", *VOICES, "Which?", "--raw", "-q", "--seed", "s").stdout
    assert raw.strip() == whole["synthesis"]["raw_arbiter_response"].strip()
    assert "ranking" in raw


def test_an_answer_that_is_withheld_is_none(consortium: Run) -> None:
    members = ("-m", "rehearsal/ada", "-m", "rehearsal/bo", "-m", "rehearsal/cyn", "-m", "rehearsal/dov")
    settings = ("require_majority", "fallback_to_all=false")
    strict = ("--strategy", "voting", *(word for each in settings for word in ("--strategy-param", each)))
    for flags in ((), ("--raw",)):
        done = consortium("run", *members, *strict, "Steel or timber?", "--seed", "s", "-q", *flags)
        assert done.exit_code == 1
        assert "error: the council withheld its answer: " in done.stderr
    assert {each["status"] for each in runs(consortium)} == {"inconclusive"}


# --- past runs ------------------------------------------------------------------------------------------------------


def test_training_records_read_back(consortium: Run, tmp_path: Path) -> None:
    saved(consortium, "mine", *VOICES, "--system", "Be brief.")
    consortium("run", "mine", "First?", "-q")
    consortium("run", *VOICES, "Second?", "--judging-method", "rank", "-q")
    consortium("run", "-m", "rehearsal/failing:2", "--arbiter", "rehearsal/hana", "Never?", "-q")
    done = consortium("export-training", "out.jsonl")
    assert done.exit_code == 0
    assert "scripted" in done.stderr
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [each["messages"][-2]["content"] for each in records] == ["First?", "Second?"]
    first, second = records
    assert [message["role"] for message in first["messages"]] == ["system", "user", "assistant"]
    assert first["metadata"]["scripted"] is True
    assert [each["rank"] for each in first["candidates"]] == [1, 2, 3]
    assert second["metadata"]["chosen_model"] == second["candidates"][0]["model"]
    for flags, expected in [
        (("--model", "rehearsal/failing"), 0), (("--min-confidence", "0"), 2), (("--min-confidence", "100"), 0),
        (("--since", "2999-01-01"), 0), (("--model", "rehearsal/bo"), 2),
    ]:  # fmt: skip
        assert len(consortium("export-training", "-", *flags).stdout.splitlines()) == expected, flags
    piped = consortium("export-training", "-", "--json")
    assert [json.loads(line) for line in piped.stdout.splitlines()] == records
    assert json.loads(piped.stderr) == {"output": "-", "records": 2, "scripted": 2, "with_attachments": 0}
    assert consortium("export-training", "out.jsonl").exit_code == 2
    assert consortium("export-training", "out.jsonl", "--replace", "--json").exit_code == 0
    assert consortium("export-training", "nowhere/out.jsonl").exit_code == 2


def test_embedded_answers_are_drawn_as_one_page_without_addresses(consortium: Run, tmp_path: Path) -> None:
    consortium("run", *VOICES, "Which is safer?", "-q")
    done = consortium("visualize", runs(consortium)[0]["id"], "map.html")
    assert (done.exit_code, "--embedding-backend" in done.output) == (2, True), done.output
    consortium("run", *VOICES, "--strategy", "semantic", "--embedding-backend", "lexical", "Which is safer?", "-q")
    assert len(runs(consortium)) == 2
    (run,) = (each["id"] for each in runs(consortium, "--limit", "1"))
    done = consortium("visualize-run", run, "map.html")
    assert done.exit_code == 0, done.output
    page = (tmp_path / "map.html").read_text()
    assert page.count("<circle") == page.count("<tr><td") >= 3
    assert not re.search(r"https?://|url\(|@import|<script|<[^>]+\s(?:src|href)=", page)
    assert consortium("visualize", run, "map.html").exit_code == 2
    assert consortium("visualize", "nosuchrun", "other.html").exit_code == 1


@pytest.mark.parametrize("length", [1, 3, 200])
def test_a_plane_keeps_near_vectors_near(length: int) -> None:
    one, other = [1.0] + [0.0] * (length - 1), [-1.0] + [0.0] * (length - 1)
    near = [1.0] + [0.01] * (length - 1)
    points, share = plane([one, near, other])
    assert math.dist(points[0], points[1]) < 0.2 < 1 < math.dist(points[0], points[2])
    assert share == pytest.approx(1.0)
    assert plane([one, one]) == ([(0.0, 0.0), (0.0, 0.0)], 1.0)


def test_an_older_database_is_taken_over(consortium: Run, tmp_path: Path) -> None:
    assert consortium("import").exit_code == 2
    (tmp_path / "llm").mkdir(exist_ok=True)
    file = tmp_path / "llm" / "consortium_logs.db"
    settings = {"models": {"gpt-4o": 2}, "arbiter": "gpt-4o-mini"}
    configs = {
        "one": {**settings, "expected_agreement": 0.5}, "two": {**settings, "strategy": "nonsense"},
        "gpt-4o": settings, "my/old": settings, "my-old": settings,
    }  # fmt: skip
    old_database(file, **{name: json.dumps(each) for name, each in configs.items()})
    done = consortium("import")
    assert done.exit_code == 1
    assert "Took over one." in done.stdout
    assert "expected_agreement" in done.stdout
    assert "Left out two." in done.stdout
    assert "3 of 5" in done.stdout
    assert json.loads(consortium("info", "one", "--json").stdout)["models"] == {"gpt-4o": 2}
    again = json.loads(consortium("import", str(file), "--json").stdout)["consortia"]
    assert [each["outcome"] for each in again] == ["here", "left", "left", "here", "here"], "it is no error"
    over = json.loads(consortium("import", str(file), "--replace", "--json").stdout)["consortia"]
    assert [each["saved_as"] for each in over] == ["one", None, None, "my-old-2", "my-old"]


def test_past_runs_are_taken_over(consortium: Run, tmp_path: Path) -> None:
    file = str(runs_database(tmp_path / "consortium_logs.db"))
    assert json.loads(consortium("import", file, "--no-runs", "--json").stdout)["runs"] == []
    done = consortium("import", file)
    assert "Took over the run run-1." in done.stdout
    assert "was never logged" in done.stdout
    assert "2 of 2 runs taken over: see `llm consortium runs`." in done.stdout
    again = json.loads(consortium("import", file, "--json").stdout)["runs"]
    assert [(each["id"], each["outcome"]) for each in again] == [("run-1", "here"), ("run-2", "here")]
    listed = json.loads(consortium("runs", "--json").stdout)
    assert [each["id"] for each in listed] == [each["session"] for each in reversed(again)]
