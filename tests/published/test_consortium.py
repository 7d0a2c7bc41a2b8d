"""llm-consortium: its command lines in `llm`, with exit codes and JSON, and its Python names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from published.conftest import Done, Installed
from published.provider import CHAIR, SAYS

VOICES = ("-m", "up/alpha:2", "-m", "up/beta", "--arbiter", "up/delta")
CONFIG = {
    "name": "mine", "models": {"up/alpha": 2, "up/beta": 1}, "system_prompt": None, "confidence_threshold": 0.8,
    "max_iterations": 3, "minimum_iterations": 1, "arbiter": "up/delta", "judging_method": "default",
    "strategy": "default", "embedding_backend": None, "embedding_model": None, "embedding_cache_enabled": True,
    "manual_context": False, "category": None, "expected_agreement": None, "status": None,
}  # fmt: skip
RUN = {"id", "created_at", "config_name", "strategy", "judging_method", "confidence_threshold", "max_iterations",
       "iteration_count", "final_confidence", "user_prompt", "category", "expected_agreement", "status"}  # fmt: skip
MEMBER = {"run_id", "response_id", "role", "iteration", "member_index"}
DECISION = {"run_id", "iteration", "response_id", "chosen_response_id", "confidence", "synthesis", "refinement_areas",
            "geometric_confidence", "centroid_vector"}  # fmt: skip
SYNTHESIS = {"synthesis", "confidence", "analysis", "dissent", "needs_iteration", "refinement_areas", "ranking",
             "chosen_response_id", "geometric_confidence", "centroid_vector", "raw_arbiter_response"}  # fmt: skip
COMMANDS = """
import json, sys
from click.testing import CliRunner
from llm.cli import cli
found = []
for args, given in json.load(sys.stdin):
    done = CliRunner().invoke(cli, args, input=given, prog_name="llm")
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    found.append([done.exit_code, done.stdout, done.stderr])
print(json.dumps(found))
"""
"""Runs many command lines of the installed `llm` in one process, which starts in a second and a half."""


def llm_lines(installed: Installed, *commands: Sequence[str], given: str = "") -> list[Done]:
    """What each `llm ARGS` left; all of them in one process."""
    done = installed.program("-c", COMMANDS, given=json.dumps([[args, given] for args in commands]))
    assert done.code == 0, done
    return [Done(*each) for each in json.loads(done.out)]


def lines(installed: Installed, *commands: Sequence[str], given: str = "") -> list[Done]:
    """The same of each `llm consortium ARGS`."""
    return llm_lines(installed, *(["consortium", *args] for args in commands), given=given)


def read(done: Done) -> Any:
    assert done.code == 0, done
    return json.loads(done.out)


@pytest.fixture(scope="module")
def mine(installed: Installed) -> str:
    """A saved consortium."""
    saved, told = lines(installed, ["save", "mine", *VOICES], ["info", "mine", "--json"])
    assert saved.code == 0
    assert len(saved.out.splitlines()) == 2, "that it is saved, and how to ask it"
    assert 'llm -m mine "' in saved.out
    found = read(told)
    assert found.pop("created_at")
    assert found.pop("strategy_params") in (None, {})
    assert found == CONFIG
    return "mine"


# --- what is saved ----------------------------------------------------------------------------------------------------


def test_the_published_examples_are_saved_listed_and_removed(installed: Installed) -> None:
    one = ["-m", "o3-mini:1", "-m", "gpt-4o:2", "-m", "gemini-2:3", "--arbiter", "gemini-2",
           "--confidence-threshold", "0.8"]  # fmt: skip
    two = ["--model", "claude-3-opus-20240229", "--model", "gpt-4", "--arbiter", "claude-3-opus-20240229",
           "--confidence-threshold", "90", "--max-iterations", "5", "--min-iterations", "2",
           "--system", "Your custom system prompt", "--manual-context"]  # fmt: skip
    three = ["-m", "gpt-4:2", "-m", "claude-3:2", "--arbiter", "gpt-4", "--strategy", "semantic",
             "--embedding-backend", "chutes", "--embedding-model", "qwen3-embedding-8b",
             "--clustering-algorithm", "dbscan", "--cluster-eps", "0.35", "--cluster-min-samples", "2"]  # fmt: skip
    four = ["-m", "llama3:8b", "-m", "b:2", "-m", "b", "-m", "ollama/llama3:8b:2", "-n", "3", "--arbiter", "gpt-4o",
            "--strategy", "role", "--strategy-param", "roles=The sceptic.", "--strategy-param", "roles=The maker.",
            "--strategy-param", "use_dynamic_personalities=false"]  # fmt: skip
    five = [*VOICES, "--strategy", "elimination", "--strategy-param", "keep_minimum=1"]
    names = ["one", "two", "three", "four", "five"]
    saved = lines(
        installed,
        *(["save", name, *flags] for name, flags in zip(names, (one, two, three, four, five), strict=True)),
        ["list", "--json"], ["list"], ["info", "two"], ["info", "two", "--json"],
        ["save", "one", *VOICES], ["info", "one", "--json"],
        *(["remove", name] for name in names), ["list", "--json"], ["remove", "one"],
    )  # fmt: skip
    assert [done.code for done in saved] == [0] * 17 + [1]
    found = {each["name"]: each for each in read(saved[5]) if each["name"] in names}
    assert list(found) == names, "in the order they were saved"
    assert found["one"]["models"] == {"o3-mini": 1, "gpt-4o": 2, "gemini-2": 3}
    assert (found["two"]["max_iterations"], found["two"]["minimum_iterations"]) == (5, 2)
    assert (found["two"]["confidence_threshold"], found["two"]["manual_context"]) == (0.9, True)
    assert found["two"]["system_prompt"] == "Your custom system prompt"
    assert found["three"]["strategy_params"] == {"clustering_algorithm": "dbscan", "eps": 0.35, "min_samples": 2}
    assert (found["three"]["embedding_backend"], found["three"]["embedding_model"]) == ("chutes", "qwen3-embedding-8b")
    assert found["four"]["models"] == {"llama3:8b": 3, "b": 5, "ollama/llama3:8b": 2}
    assert found["four"]["strategy_params"]["roles"] == ["The sceptic.", "The maker."]
    assert found["five"]["judging_method"] == "rank", "elimination needs a ranking"
    text = saved[6].out
    assert [text.index(f"Name:                 {name}\n") for name in reversed(names)] == sorted(
        text.index(f"Name:                 {name}\n") for name in names
    ), "newest first"
    for label in ("Name", "Created", "Strategy", "Models", "Arbiter", "Confidence Threshold", "Iterations",
                  "Judging Method", "Context", "System Prompt"):  # fmt: skip
        assert f"{label}:" in saved[7].out
    assert "2-5" in saved[7].out
    assert read(saved[8]) == found["two"]
    assert read(saved[10])["models"] == {"up/alpha": 2, "up/beta": 1}, "a name is written over"
    assert not {each["name"] for each in read(saved[16])} & set(names)


def test_wrong_usage_is_exit_code_2_and_an_unknown_name_1(installed: Installed, mine: str) -> None:
    wrong: list[list[str]] = [
        ["save", "bad", "--arbiter", "gpt-4o"],
        ["save", "bad", "-m", "gpt-4o"],
        *(
            ["save", "bad", *VOICES, *flags]
            for flags in (
                ("--confidence-threshold", "101"),
                ("--confidence-threshold", "-1"),
                ("--judging-method", "loud"),
                ("--strategy", "nonsense"),
                ("--min-iterations", "5", "--max-iterations", "2"),
                ("--clustering-algorithm", "ward"),
                ("--nonsense",),
            )
        ),
    ]
    missing = [["info", "nosuch"], ["remove", "nosuch"], ["run", "nosuch", "What?"], ["run-info", "nosuch"]]
    found = lines(installed, *wrong, ["lst"], *missing, ["info", "bad"])
    assert [done.code for done in found] == [2] * (len(wrong) + 1) + [1] * 5
    for done in found:
        assert done.out == ""
        assert done.err.startswith(("error: ", "Error: ")), done


def test_strategies_and_help(installed: Installed) -> None:
    as_json, text, whole, one = lines(
        installed, ["strategies", "--json"], ["strategies"], ["--help"], ["save", "--help"]
    )
    rows = read(as_json)
    assert [row["name"] for row in rows] == ["default", "elimination", "role", "semantic", "voting"]
    assert all(row["class"] and row["description"] for row in rows)
    assert [block.splitlines()[0] for block in text.out.split("\n\n")] == [f"Name: {row['name']}" for row in rows]
    for command in ("save", "strategies", "list", "info", "remove", "runs", "run-info", "export-training", "run",
                    "leaderboard", "export-trace"):  # fmt: skip
        assert f"\n  {command} " in whole.out
    for flag in ("-m, --model", "-n, --count", "--arbiter", "--confidence-threshold", "--max-iterations",
                 "--min-iterations", "--system", "--judging-method", "--manual-context", "--auto-context",
                 "--strategy", "--embedding-backend", "--embedding-model", "--clustering-algorithm", "--cluster-eps",
                 "--cluster-min-samples", "--strategy-param"):  # fmt: skip
        assert flag in one.out


# --- what is asked ----------------------------------------------------------------------------------------------------


def test_a_consortium_is_a_model_with_a_memory(installed: Installed, mine: str) -> None:
    first = installed.llm("-m", mine, "Tell me about the teal elephant.")
    assert (first.code, first.out.strip()) == (0, SAYS[CHAIR])
    before = len(installed.asked())
    again = installed.llm("-c", "How tall is it?")
    assert (again.code, again.out.strip()) == (0, SAYS[CHAIR])
    later = installed.asked()[before:]
    assert {asked.model for asked in later} == {"alpha", "beta", "delta"}
    assert all("teal elephant" in asked.prompt for asked in later), "the arbiter has the history, too"
    models, logs = llm_lines(installed, ["models"], ["logs", "list", "--json", "-n", "2"])
    assert mine in models.out
    rows = json.loads(logs.out)
    assert [row["model"] for row in rows] == [mine, mine]
    assert len({row["conversation_id"] for row in rows}) == 1


def test_a_run_is_listed_shown_counted_and_exported(installed: Installed, mine: str) -> None:
    begun, listed = lines(installed, ["run", mine, "Which", "bridge?", "--trace-id", "the bridge"], ["runs", "--json"])
    assert (begun.code, begun.out.strip()) == (0, SAYS[CHAIR])
    assert "up/beta" in begun.err, "progress is on stderr"
    run = read(listed)[0]
    assert run.keys() >= RUN
    assert (run["config_name"], run["user_prompt"], run["strategy"], run["judging_method"]) == (
        "mine", "Which bridge?", "default", "default",
    )  # fmt: skip
    assert (run["iteration_count"], run["max_iterations"], run["final_confidence"]) == (1, 3, 0.9)
    assert run["status"] == "verdict", "a run that ended is not told as running"
    told, text, board, training, trace, none, one, since, again = lines(
        installed,
        ["run-info", run["id"], "--json-output"], ["run-info", run["id"][:8]], ["leaderboard", "--json"],
        ["export-training", "out.jsonl", "--replace"], ["export-trace", run["id"], "trace.json"],
        ["runs", "--since", "2999-01-01", "--json"], ["runs", "--limit", "1", "--json"],
        ["leaderboard", "--limit", "1", "--since", "2000-01-01", "--model", "up/beta", "--json"],
        ["export-training", "-", "--model", "up/nobody"],
    )  # fmt: skip
    whole = read(told)
    assert whole.keys() >= {"run", "members", "decisions"}
    assert whole["run"] == run
    assert all(member.keys() >= MEMBER for member in whole["members"])
    assert [member["role"] for member in whole["members"]] == ["up/alpha", "up/alpha", "up/beta", "arbiter"]
    (decision,) = whole["decisions"]
    assert decision.keys() >= DECISION
    assert (decision["synthesis"], decision["confidence"], decision["iteration"]) == (SAYS[CHAIR], 0.9, 1)
    assert 0 <= decision["geometric_confidence"] <= 1
    assert decision["chosen_response_id"] in {member["response_id"] for member in whole["members"]}
    assert SAYS["beta"] in text.out
    rows = {row["model"]: row for row in read(board)["models"]}
    assert rows.keys() == {"up/alpha", "up/beta"}
    assert rows["up/alpha"]["wins"] == read(board)["runs"]
    assert all(row.keys() >= {"evaluations", "average_confidence", "average_tokens", "win_rate"}
               for row in rows.values())  # fmt: skip
    assert [row["model"] for row in read(since)["models"]] == ["up/beta"]
    assert training.code == trace.code == 0
    records = [json.loads(line) for line in (installed.folder / "out.jsonl").read_text().splitlines()]
    record = records[-1]
    assert [message["role"] for message in record["messages"]] == ["user", "assistant"]
    assert (record["messages"][0]["content"], record["answer"]) == ("Which bridge?", SAYS[CHAIR])
    check_result(json.loads((installed.folder / "trace.json").read_text()), run["id"])
    assert read(none) == []
    assert [each["id"] for each in read(one)] == [run["id"]]
    assert (again.code, again.out) == (0, "")


def check_result(whole: dict[str, Any], run: str | None = None) -> None:
    """Hold what `orchestrate` returns against the published dict."""
    assert whole.keys() >= {"synthesis", "iterations", "metadata", "original_prompt"}
    assert whole["synthesis"].keys() >= SYNTHESIS
    assert whole["metadata"].keys() >= {"total_iterations", "consortium_id", "config"}
    assert whole["metadata"]["total_iterations"] == len(whole["iterations"])
    assert run in (None, whole["metadata"]["consortium_id"])
    for at, iteration in enumerate(whole["iterations"], start=1):
        assert iteration.keys() >= {"iteration", "selected_models", "model_responses", "synthesis"}
        assert iteration["iteration"] == at
        assert iteration["synthesis"].keys() >= SYNTHESIS
        for member in iteration["model_responses"]:
            assert member.keys() >= {"model", "instance"}
            assert member.keys() >= ({"error"} if "error" in member else {"response", "confidence", "response_id"})


NO, YES = False, True
ROUNDS: list[tuple[tuple[str, ...], list[bool], int, str]] = [
    ((), [YES, NO], 2, SAYS[CHAIR]),
    ((), [YES, YES, YES], 3, SAYS[CHAIR]),
    (("--min-iterations", "2"), [NO, NO], 2, SAYS[CHAIR]),
    (("--max-iterations", "1"), [YES], 1, SAYS[CHAIR]),
    (("--confidence-threshold", "95", "--max-iterations", "2"), [NO, NO], 2, SAYS[CHAIR]),
    (("--manual-context",), [YES, NO], 2, SAYS[CHAIR]),
    (("--strategy", "voting"), [NO], 1, SAYS[CHAIR]),
    (("--strategy", "role"), [NO], 1, SAYS[CHAIR]),
    (("--strategy", "semantic", "--embedding-backend", "lexical"), [NO], 1, SAYS[CHAIR]),
    (("--judging-method", "rank"), [], 1, SAYS["alpha"]),
    (("--judging-method", "pick-one"), [], 1, SAYS["alpha"]),
    (("--strategy", "elimination", "--min-iterations", "2"), [], 2, SAYS["alpha"]),
]
"""Flags, whether the arbiter is unsure after each round, how many rounds there are, and the answer."""


def test_rounds_end_as_published(installed: Installed) -> None:
    installed.provider.unsure = [each for _, unsure, _, _ in ROUNDS for each in unsure]
    asked = [
        ["run", *VOICES, *flags, "Which bridge?", "-q", "--output", f"run-{at}.json"]
        for at, (flags, _, _, _) in enumerate(ROUNDS)
    ]
    for at, done in enumerate(lines(installed, *asked)):
        flags, _, rounds, answer = ROUNDS[at]
        assert (done.code, done.out.strip()) == (0, answer), (flags, done)
        whole = json.loads((installed.folder / f"run-{at}.json").read_text())
        check_result(whole)
        assert whole["metadata"]["total_iterations"] == rounds, flags
        assert whole["original_prompt"] == "Which bridge?"
    assert installed.provider.unsure == []


@pytest.mark.slow
def test_questions_come_from_words_and_from_a_pipe(installed: Installed, mine: str) -> None:
    piped, left_out, listed = lines(
        installed, ["run", mine, "Look:", "-q"], ["run", *VOICES, "--no-stdin", "Look:", "-q", "--raw"],
        ["runs", "--limit", "2", "--json"], given="the diff",
    )  # fmt: skip
    assert (piped.code, left_out.code) == (0, 0)
    assert json.loads(left_out.out)["synthesis"] == SAYS[CHAIR], "the arbiter's words as they came"
    assert [run["user_prompt"] for run in read(listed)] == ["Look:", "Look:\n\nthe diff"]


def test_one_member_failing_costs_no_answer(installed: Installed, mine: str) -> None:
    installed.provider.failing = {"beta"}
    done, listed = lines(installed, ["run", mine, "Which?", "--output", "run.json", "--replace"], ["runs", "--json"])
    assert (done.code, done.out.strip()) == (0, SAYS[CHAIR])
    assert "up/beta" in done.err
    whole = json.loads((installed.folder / "run.json").read_text())
    check_result(whole)
    failed = [each for each in whole["iterations"][0]["model_responses"] if "error" in each]
    assert [each["model"] for each in failed] == ["up/beta"]
    assert read(listed)[0]["status"] == "verdict"


def test_all_members_failing_is_exit_code_1(installed: Installed, mine: str) -> None:
    installed.provider.failing = {"alpha", "beta"}
    done, listed, asked = llm_lines(
        installed, ["consortium", "run", mine, "Which?"], ["consortium", "runs", "--json"], ["-m", mine, "Which?"]
    )
    assert (done.code, done.out) == (1, "")
    assert "up/alpha" in done.err
    assert read(listed)[0]["status"] == "failed"
    assert (asked.code, asked.out.strip(), "up/alpha" in asked.err) == (1, "", True)


def test_an_arbiter_that_fails_loses_no_answer(installed: Installed, mine: str) -> None:
    installed.provider.failing = {CHAIR}
    done, listed = lines(installed, ["run", mine, "Which?"], ["runs", "--json"])
    assert (done.code, done.out.strip() in SAYS.values()) == (0, True)
    assert "took over" in done.err
    assert read(listed)[0]["status"] == "verdict"


@pytest.mark.slow
def test_an_older_database_is_taken_over(installed: Installed) -> None:
    folder = installed.folder / "llm"
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "consortium_logs.db")) as opened, opened:
        opened.execute("CREATE TABLE consortium_configs (name TEXT PRIMARY KEY, config TEXT, created_at TEXT)")
        config = json.dumps({"models": {"up/alpha": 2, "up/gamma": 1}, "arbiter": "up/delta", "strategy": "voting"})
        opened.execute("INSERT INTO consortium_configs VALUES ('old', ?, '')", [config])
    came, told = lines(installed, ["import"], ["info", "old", "--json"])
    assert came.code == 0, came
    assert (read(told)["models"], read(told)["strategy"]) == ({"up/alpha": 2, "up/gamma": 1}, "voting")


PROGRAM = """
import json
import llm_consortium
from llm_consortium import (ConsortiumConfig, ConsortiumModel, ConsortiumOrchestrator, DatabaseConnection,
                            IterationContext, create_consortium, register_commands, register_models)
made = create_consortium(models=["up/alpha:2", "up/beta"], arbiter="up/delta", max_iterations=2)
config = ConsortiumConfig(models={"up/alpha": 1}, arbiter="up/delta")
again = ConsortiumConfig.from_dict(config.to_dict())
print(json.dumps([made.orchestrate("Which bridge?"), config.to_dict(), again.to_dict()]))
"""


def test_its_python_names_work(installed: Installed) -> None:
    done = installed.program("-c", PROGRAM)
    assert done.code == 0, done
    whole, config, again = json.loads(done.out)
    check_result(whole)
    assert whole["synthesis"]["synthesis"] == SAYS[CHAIR]
    assert config == again
    assert config.keys() >= CONFIG.keys() - {"name"}
    assert (config["confidence_threshold"], config["max_iterations"], config["minimum_iterations"]) == (0.8, 3, 1)
