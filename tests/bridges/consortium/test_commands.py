"""Do the commands of `llm consortium` do what they are known for, and is every known trap of theirs closed?"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from moot.bridges.consortium.commands import register
from moot.cli.main import main
from moot.library.shelf import Shelf
from moot.settings import home_folder
from rig.offline import no_network as no_network

Run = Callable[..., Result]
SETTINGS = {
    "name", "models", "system_prompt", "confidence_threshold", "max_iterations", "minimum_iterations", "arbiter",
    "judging_method", "strategy", "strategy_params", "embedding_backend", "embedding_model", "embedding_cache_enabled",
    "manual_context", "category", "expected_agreement", "status", "created_at",
}  # fmt: skip
VOICES = ("-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--arbiter", "rehearsal/hana")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("MOOT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MOOT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MOOT_COUNCIL", "rehearsal")
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


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


def test_the_published_examples_are_taken_as_they_stand(consortium: Run) -> None:
    first = saved(
        consortium, "my-consortium", "-m", "o3-mini:1", "-m", "gpt-4o:2", "-m", "gemini-2:3",
        "--arbiter", "gemini-2", "--confidence-threshold", "0.8",
    )  # fmt: skip
    assert first.keys() == SETTINGS
    assert first["models"] == {"o3-mini": 1, "gpt-4o": 2, "gemini-2": 3}
    assert (first["arbiter"], first["confidence_threshold"]) == ("gemini-2", 0.8)
    again = saved(
        consortium, "my-consortium", "--model", "claude-3-opus-20240229", "--model", "gpt-4",
        "--arbiter", "claude-3-opus-20240229", "--confidence-threshold", "0.9", "--max-iterations", "5",
        "--min-iterations", "1", "--system", "Your custom system prompt",
    )  # fmt: skip
    assert again["models"] == {"claude-3-opus-20240229": 1, "gpt-4": 1}
    assert (again["max_iterations"], again["minimum_iterations"]) == (5, 1)
    assert again["system_prompt"] == "Your custom system prompt"
    semantic = saved(
        consortium, "test-semantic", "-m", "gpt-4:2", "-m", "claude-3:2", "--arbiter", "gpt-4",
        "--strategy", "semantic", "--embedding-backend", "chutes", "--embedding-model", "qwen3-embedding-8b",
        "--clustering-algorithm", "dbscan", "--cluster-eps", "0.35", "--cluster-min-samples", "2",
    )  # fmt: skip
    assert (semantic["embedding_backend"], semantic["embedding_model"]) == ("chutes", "qwen3-embedding-8b")
    assert semantic["strategy_params"] == {"clustering_algorithm": "dbscan", "eps": 0.35, "min_samples": 2}
    listed = json.loads(consortium("list", "--json").stdout)
    assert [each["name"] for each in listed] == ["my-consortium", "test-semantic"]


def test_saving_says_two_lines_and_defaults_are_the_known_ones(consortium: Run) -> None:
    done = consortium("save", "mine", *VOICES)
    assert len(done.stdout.splitlines()) == 2
    assert 'llm -m mine "' in done.stdout
    found = saved(consortium, "mine")
    assert (found["confidence_threshold"], found["max_iterations"], found["minimum_iterations"]) == (0.8, 3, 1)
    assert (found["judging_method"], found["strategy"], found["manual_context"]) == ("default", "default", False)
    assert (found["system_prompt"], found["strategy_params"], found["embedding_backend"]) == (None, {}, None)


def test_counts_tags_and_repeats(consortium: Run) -> None:
    found = saved(
        consortium, "mine", "-m", "llama3:8b", "-m", "b:2", "-m", "b", "-m", "ollama/llama3:8b:2", "-n", "3",
        "--arbiter", "gpt-4o",
    )  # fmt: skip
    assert found["models"] == {"llama3:8b": 3, "b": 5, "ollama/llama3:8b": 2}
    members = Shelf(home_folder()).council("mine").members
    assert members == ("llm/llama3:8b:3", "llm/b:5", "ollama/llama3:8b:2")


def test_strategy_settings(consortium: Run) -> None:
    found = saved(
        consortium, "roles", *VOICES, "--strategy", "role", "--strategy-param", "roles=The sceptic: doubts, asks.",
        "--strategy-param", "roles=The maker.", "--strategy-param", "use_dynamic_personalities=false",
    )  # fmt: skip
    assert found["strategy_params"] == {
        "roles": ["The sceptic: doubts, asks.", "The maker."], "use_dynamic_personalities": False,
    }  # fmt: skip
    bare = saved(consortium, "vote", *VOICES, "--strategy", "voting", "--strategy-param", "require_majority")
    assert bare["strategy_params"] == {"require_majority": True}
    rank = saved(consortium, "elim", *VOICES, "--strategy", "elimination", "--judging-method", "DEFAULT")
    assert rank["judging_method"] == "rank"
    kept = saved(consortium, "eps", *VOICES, "--cluster-eps", "0.3")
    assert kept["strategy_params"] == {"eps": 0.3}
    as_json = saved(
        consortium, "json", *VOICES, "--strategy", "elimination", "--strategy-params", '{"keep_minimum": 1}'
    )
    assert as_json["strategy_params"] == {"keep_minimum": 1}
    assert saved(consortium, "percent", *VOICES, "--confidence-threshold", "85")["confidence_threshold"] == 0.85


@pytest.mark.parametrize(
    "flags",
    [
        ("--strategy", "nonsense"),
        ("--min-iterations", "5", "--max-iterations", "2"),
        ("--max-iterations", "0"),
        ("--confidence-threshold", "101"),
        ("--confidence-threshold", "-1"),
        ("--confidence-threshold", "much"),
        ("--judging-method", "loud"),
        ("--strategy-param", "=1"),
        ("--strategy-params", "{"),
        ("--strategy-params", "[1]"),
        ("--embedding-backend", "nowhere", "--embedding-model", "x"),
        ("-m", "rehearsal/ada:0"),
        ("-m", "rehearsal/nosuchvoice"),
        ("-m", "mine"),
        ("--clustering-algorithm", "ward"),
        ("--nonsense",),
    ],
)
def test_what_could_never_run_is_refused_when_it_is_saved(flags: tuple[str, ...], consortium: Run) -> None:
    done = consortium("save", "mine", *VOICES, *flags)
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("error: ")
    assert consortium("info", "mine").exit_code == 1


def test_members_and_an_arbiter_are_needed(consortium: Run) -> None:
    assert consortium("save", "mine", "--arbiter", "gpt-4o").exit_code == 2
    assert consortium("save", "mine", "-m", "gpt-4o").exit_code == 2
    assert consortium("save", "no such name!", *VOICES).exit_code == 2


@pytest.mark.parametrize("name", ["gpt-4o", "4o", "rehearsal"])
def test_a_name_that_is_taken_is_refused(name: str, consortium: Run) -> None:
    done = consortium("save", name, *VOICES)
    assert done.exit_code == 2
    assert "another name" in done.stderr


def test_what_should_be_known_is_said_when_it_is_saved(consortium: Run) -> None:
    assert "also a member" in consortium("save", "a", "-m", "gpt-4o:2", "--arbiter", "gpt-4o").stderr
    assert "single member" in consortium("save", "b", "-m", "gpt-4o", "--arbiter", "rehearsal/hana").stderr
    assert "Did you mean gpt-4o" in consortium("save", "c", "-m", "gpt-4oo:2", "--arbiter", "rehearsal/hana").stderr
    assert consortium("save", "d", *VOICES).stderr == ""


def test_every_door_knows_it(consortium: Run) -> None:
    saved(consortium, "mine")
    result = CliRunner().invoke(main, ["ask", "--council", "mine", "Which is safer?", "--json"])
    found = json.loads(result.stdout)
    assert (found["protocol"], found["council"], found["outcome"]) == ("consensus", "mine", "verdict")
    assert runs(consortium)[0]["config_name"] == "mine"


# --- looking at what is saved ---------------------------------------------------------------------------------------


def test_nothing_saved_is_no_error(consortium: Run) -> None:
    assert consortium("list").exit_code == 0
    assert json.loads(consortium("list", "--json").stdout) == []
    assert json.loads(consortium("runs", "--json-output").stdout) == []
    assert consortium("runs").exit_code == consortium("leaderboard").exit_code == 0


def test_list_and_info_in_words(consortium: Run) -> None:
    saved(consortium, "mine", *VOICES, "--system", "x" * 100, "--min-iterations", "3", "--embedding-backend", "lexical")
    saved(consortium, "other")
    shown = consortium("list").stdout
    assert shown.index("other") < shown.index("mine")
    for words in ("rehearsal/ada:2, rehearsal/bo:1", "rehearsal/hana", "Iterations:           3", "1-3", "Default",
                  "lexical/words", "x" * 59 + "…"):  # fmt: skip
        assert words in shown
    assert consortium("info", "other").stdout.startswith("Name:")
    assert consortium("show", "other").stdout == consortium("info", "other").stdout


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


def test_a_missing_name_is_one_clear_line_and_exit_code_1(consortium: Run) -> None:
    saved(consortium, "mine")
    for command in ("info", "remove", "run"):
        done = consortium(command, "mina", *(["What?"] if command == "run" else []))
        assert done.exit_code == 1
        assert done.stderr.splitlines()[0] == "error: There is no consortium called 'mina'."
        assert "mine" in done.stderr
    assert json.loads(consortium("info", "mina", "--json").stdout)["error"]["code"] == "unknown_name"
    assert "deliberates by" in consortium("info", "rehearsal").stderr


def test_remove(consortium: Run) -> None:
    saved(consortium, "mine")
    assert consortium("remove", "mine").exit_code == 0
    assert consortium("remove", "mine").exit_code == 1


def test_strategies(consortium: Run) -> None:
    found = json.loads(consortium("strategies", "--json").stdout)
    assert [each["name"] for each in found] == ["default", "elimination", "role", "semantic", "voting"]
    assert all(each["class"] and each["description"] for each in found)
    blocks = consortium("strategies").stdout.split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [f"Name: {each['name']}" for each in found]
    assert all("Class: " in block and "Description: " in block for block in blocks)
    assert "eliminate_count=1" in blocks[1], "with its settings and their defaults"


def test_help_and_unknown_commands(consortium: Run) -> None:
    assert "export-training" in consortium("--help").stdout
    assert consortium("save", "--help").exit_code == 0
    assert "export-training" in consortium().stdout
    done = consortium("lst")
    assert done.exit_code == 2
    assert "list" in done.stderr


# --- running --------------------------------------------------------------------------------------------------------


def test_the_answer_is_on_stdout_and_progress_on_stderr(consortium: Run) -> None:
    saved(consortium, "mine")
    done = consortium("run", "mine", "Which plan", "is safer?", "--trace")
    assert done.exit_code == 0
    found = runs(consortium)[0]
    assert found["user_prompt"] == "Which plan is safer?"
    assert "round 1" in done.stderr
    assert f"run-info {found['id'][:8]}" in done.stderr
    assert "scripted voices, not a language model" in done.stderr.lower()
    told = CliRunner().invoke(main, ["sessions", "show", found["id"], "--json"])
    assert json.loads(told.stdout)["verdict"].strip() == done.stdout.strip()


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


def test_any_default_council_can_be_asked(consortium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    flags = ("--protocol", "adjudication", "--rubric", "general", "--adjudicator", "rehearsal/gus")
    flags = (*flags, "-o", "refine=false")
    saved_it = CliRunner().invoke(main, ["councils", "save", "court", "-m", "rehearsal/ada:2", *flags])
    assert saved_it.exit_code == 0, saved_it.output
    monkeypatch.setenv("MOOT_COUNCIL", "court")
    assert consortium("Which is safer, then?", "-q").exit_code == 0
    assert consortium("Which is safer, then?", "-q", "--max-iterations", "1").exit_code == 0
    assert [each["models"] for each in runs(consortium)] == [{"rehearsal/ada": 2}] * 2


def test_what_else_a_saved_one_has_is_kept_when_flags_change_it(consortium: Run) -> None:
    flags = ("--protocol", "consensus", "--arbiter", "rehearsal/hana", "-o", "language=French", "-o", "deadline=60")
    CliRunner().invoke(main, ["councils", "save", "mine", "-m", "rehearsal/ada:2", *flags])
    consortium("run", "mine", "Which?", "--max-iterations", "1", "-q")
    consortium("run", "mine", "Which?", "-n", "3", "-q")
    more, first = runs(consortium)
    for run in (first, more):
        prompt = CliRunner().invoke(main, ["sessions", "show", run["id"], "--prompt", "round.1/seat-a"]).stdout
        assert "Answer in French." in prompt
    assert (first["max_iterations"], first["models"]) == (1, {"rehearsal/ada": 2})
    assert more["models"] == {"rehearsal/ada": 3}


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


def test_when_all_members_fail_there_are_reasons_and_an_exit_code(consortium: Run) -> None:
    done = consortium("run", "-m", "rehearsal/failing:3", "--arbiter", "rehearsal/hana", "What?", "-q")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.count("fails every call") == 1, "one cause is told once"
    assert all(f"answer {number} (rehearsal/failing)" in done.stderr for number in (1, 2, 3))
    assert "error: quorum" in done.stderr
    assert runs(consortium)[0]["status"] == "failed"


def test_an_answer_that_is_withheld_is_none(consortium: Run) -> None:
    members = ("-m", "rehearsal/ada", "-m", "rehearsal/bo", "-m", "rehearsal/cyn", "-m", "rehearsal/dov")
    settings = ("require_majority", "fallback_to_all=false")
    strict = ("--strategy", "voting", *(word for each in settings for word in ("--strategy-param", each)))
    for flags in ((), ("--raw",)):
        done = consortium("run", *members, *strict, "Steel or timber?", "--seed", "s", "-q", *flags)
        assert done.exit_code == 1
        assert "error: the council withheld its answer: " in done.stderr
    assert {each["status"] for each in runs(consortium)} == {"inconclusive"}


def test_when_the_arbiter_fails_answers_are_kept_and_a_stand_in_judges(consortium: Run) -> None:
    done = consortium(
        "run", "-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--arbiter", "rehearsal/failing", "Which is safer?"
    )
    assert done.exit_code == 0
    assert done.stdout.strip()
    assert "took over from the arbiter (rehearsal/failing)" in done.stderr
    found = json.loads(consortium("run-info", runs(consortium)[0]["id"], "--json").stdout)
    assert found["run"]["status"] == "verdict"
    assert sum(each["role"] != "arbiter" and each["response"] is not None for each in found["members"]) >= 3


def test_no_question_is_a_usage_error(consortium: Run) -> None:
    saved(consortium, "mine")
    assert consortium("run", "mine").exit_code == 2
    assert consortium("run", "mine", "What?", "--budget", "-1").exit_code == 2
    done = consortium("run", "mine", input=b"\xff\xfeW\x00")
    assert done.exit_code == 2
    assert "stdin is not UTF-8 text" in done.stderr


# --- past runs ------------------------------------------------------------------------------------------------------


def test_runs_are_listed_and_shown(consortium: Run) -> None:
    saved(consortium, "mine", *VOICES, "--strategy", "elimination", "--min-iterations", "2")
    for question in ("One?", "Two? " * 40):
        consortium("run", "mine", question, "-q")
    consortium("run", "-m", "rehearsal/cyn:2", "--arbiter", "rehearsal/hana", "Three?", "-q")
    found = runs(consortium)
    assert [each["user_prompt"][:4] for each in found] == ["Thre", "Two?", "One?"]
    assert all(each["status"] == "verdict" and each["final_confidence"] is not None for each in found)
    assert len(runs(consortium, "--limit", "1")) == 1
    assert len(runs(consortium, "--model", "rehearsal/bo")) == 2
    assert len(runs(consortium, "--since", "2020-01-01")) == 3
    assert runs(consortium, "--since", "2999-01-01") == []
    assert consortium("runs", "--since", "yesterday").exit_code == 2
    shown = consortium("runs").stdout
    assert f"iterations {found[1]['iteration_count']}/3" in shown
    assert all(len(line) <= 120 for line in shown.splitlines())
    run = found[1]["id"]
    told = json.loads(consortium("run-info", run[:8], "--json-output").stdout)
    assert told.keys() == {"run", "members", "decisions", "eliminated"}
    assert told["run"]["id"] == run
    rounds = found[1]["iteration_count"]
    assert len(told["decisions"]) == rounds
    assert sum(each["role"] == "arbiter" for each in told["members"]) == rounds
    assert all(each["response_id"] for each in told["members"])
    assert all(
        each["geometric_confidence"] is None or 0 <= each["geometric_confidence"] <= 1 for each in told["decisions"]
    )
    words = consortium("run-info", run).stdout
    assert "Iteration 1" in words
    assert "Arbiter rehearsal/hana: confidence" in words
    only = json.loads(consortium("show-trace", run, "--iteration", "1", "--json").stdout)
    assert {each["iteration"] for each in only["members"]} == {1}
    assert consortium("run-info", run, "--iteration", "99").exit_code == 2
    done = consortium("run-info", "nosuchrun")
    assert done.exit_code == 1
    assert "There is no run called 'nosuchrun'" in done.stderr


def test_sessions_of_other_protocols_are_no_runs(consortium: Run) -> None:
    asked = CliRunner().invoke(main, ["ask", "Which?", "--json"])
    assert runs(consortium) == []
    done = consortium("run-info", json.loads(asked.stdout)["session"])
    assert done.exit_code == 1
    assert "moot sessions show" in done.stderr


def test_the_leaderboard_counts_and_says_that_runs_are_few(consortium: Run) -> None:
    for number in range(3):
        consortium("run", *VOICES, f"Question {number}?", "-q")
    found = json.loads(consortium("leaderboard", "--json").stdout)
    assert found["runs"] == 3
    assert "few" in found["caution"]
    lines = {each["model"]: each for each in found["models"]}
    assert lines.keys() == {"rehearsal/ada", "rehearsal/bo"}
    assert sum(each["wins"] for each in lines.values()) == 3
    assert lines["rehearsal/ada"]["by_chance"] == pytest.approx(2 / 3)
    assert all(each["average_tokens"] > 0 for each in lines.values())
    assert "few" in consortium("leaderboard").stdout
    run = runs(consortium)[0]["id"]
    forked = CliRunner().invoke(main, ["sessions", "fork", run, "--from", "round.1", "-o", "language=French", "-q"])
    assert forked.exit_code == 0, forked.output
    assert len(runs(consortium)) == 4
    assert json.loads(consortium("leaderboard", "--json").stdout)["runs"] == 3
    one = json.loads(consortium("leaderboard", "--json", "--model", "rehearsal/bo", "--limit", "1").stdout)
    assert [each["model"] for each in one["models"]] == ["rehearsal/bo"]


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
    assert first["messages"][-1]["content"] == first["answer"]
    assert first["metadata"]["config_name"] == "mine"
    assert first["metadata"]["scripted"] is True
    assert [each["rank"] for each in first["candidates"]] == [1, 2, 3]
    assert second["answer"] == second["candidates"][0]["response"]
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


def test_training_records_name_the_files_they_leave_out(consortium: Run, tmp_path: Path) -> None:
    saved(consortium, "mine")
    (tmp_path / "note.md").write_text("The oak was felled in May.")
    asked = CliRunner().invoke(main, ["ask", "--council", "mine", "When?", "--attach", "note.md", "--json"])
    assert asked.exit_code == 0, asked.output
    consortium("run", "mine", "Which?", "-q")
    done = consortium("export-training", "out.jsonl")
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [each["metadata"]["attachments"] for each in records] == [["note.md"], []]
    assert "1 of them had files attached" in done.stderr


def test_a_map_is_one_page_that_asks_nothing_of_anybody(consortium: Run, tmp_path: Path) -> None:
    consortium("run", *VOICES, "Which is safer?", "-q")
    run = runs(consortium)[0]["id"]
    assert consortium("visualize", run, "-o", "map.html").exit_code == 0
    page = (tmp_path / "map.html").read_text()
    assert "<svg" in page
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|url\(|@import|<script|<[^>]+\s(?:src|href)=", page)
    assert consortium("visualize", run, "-o", "map.html").exit_code == 2
    assert consortium("visualize", run, "-o", "map.png").exit_code == 2
    assert consortium("visualize", "nosuchrun").exit_code == 1
    assert consortium("visualize", run, "-o", "-").stdout.strip() == page.strip()
    assert json.loads(consortium("visualize-run", run, "--json").stdout)["marks"]


def test_a_run_is_written_as_one_file(consortium: Run, tmp_path: Path) -> None:
    consortium("run", *VOICES, "Which is safer?", "-q", "--trace-id", "the safer one")
    run = runs(consortium)[0]["id"]
    assert consortium("export-trace", run, "run.json").exit_code == 0
    whole = json.loads((tmp_path / "run.json").read_text())
    assert whole["metadata"]["consortium_id"] == run
    assert whole["metadata"]["config"]["models"] == {"rehearsal/ada": 2, "rehearsal/bo": 1}
    titled = json.loads(CliRunner().invoke(main, ["sessions", "list", "--json"]).stdout)["sessions"]
    assert titled[0]["title"] == "the safer one"


def test_an_older_database_is_taken_over(consortium: Run, tmp_path: Path) -> None:
    import sqlite3

    assert consortium("import").exit_code == 2
    (tmp_path / "llm").mkdir(exist_ok=True)
    file = tmp_path / "llm" / "consortium_logs.db"
    with sqlite3.connect(file) as opened:
        opened.execute("CREATE TABLE consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT)")
        rows = [
            ("one", json.dumps({"models": {"gpt-4o": 2}, "arbiter": "gpt-4o-mini", "expected_agreement": 0.5})),
            ("two", json.dumps({"models": {"gpt-4o": 2}, "strategy": "nonsense"})),
            ("gpt-4o", json.dumps({"models": {"gpt-4o": 2}})),
        ]
        opened.executemany("INSERT INTO consortium_configs VALUES (?, ?, '')", rows)
    opened.close()
    done = consortium("import")
    assert done.exit_code == 1
    assert "Took over one." in done.stdout
    assert "expected_agreement" in done.stdout
    assert "Left out two." in done.stdout
    assert "1 of 3" in done.stdout
    assert json.loads(consortium("info", "one", "--json").stdout)["models"] == {"gpt-4o": 2}
    again = json.loads(consortium("import", str(file), "--json").stdout)["consortia"]
    assert [each["outcome"] for each in again] == ["here", "left", "left"], "what is here already is no error"
    over = json.loads(consortium("import", str(file), "--replace", "--json").stdout)["consortia"]
    assert [each["saved_as"] for each in over] == ["one", None, None]
    with sqlite3.connect(file) as opened:
        settings = json.dumps({"models": {"gpt-4o": 2}, "arbiter": "gpt-4o-mini"})
        rows = [(name, settings, "") for name in ("my/old", "my-old")]
        opened.executemany("INSERT INTO consortium_configs VALUES (?, ?, ?)", rows)
    opened.close()
    *_, first, second = json.loads(consortium("import", str(file), "--replace", "--json").stdout)["consortia"]
    assert (first["saved_as"], second["saved_as"]) == ("my-old-2", "my-old")
    assert "'my/old' is an alias of it" in first["lost"][-1]
