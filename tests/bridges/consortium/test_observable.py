"""What do users and programs of a consortium observe from outside, and does each of it hold here?

`COMMANDS` are command lines and what is seen of them, `MODULES` what programs see of published modules, `RUNS` what a
run gives. Each behaviour has a name of its own; those that differ on purpose are in `DIFFERS`, with the section of
docs/migrating.md that says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

from bridges.consortium import observable_modules as seen
from bridges.consortium.old_files import old_database
from moot.bridges.consortium.orchestrate import create_consortium

ROOT = Path(__file__).parents[3]
SAVE = ("save", "mine", "-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--arbiter", "rehearsal/hana")


@pytest.fixture
def consortium() -> Callable[..., Result]:
    from llm_consortium import register_commands

    @click.group()
    def llm() -> None: ...

    register_commands(llm)
    return lambda *args: CliRunner().invoke(llm, ["consortium", *args])


Run = Callable[..., Result]


def info(consortium: Run, *flags: str) -> dict[str, Any]:
    done = consortium(*SAVE, *flags)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(consortium("info", "mine", "--json").stdout)
    return found


def after_run(consortium: Run, *args: str) -> tuple[dict[str, Any], str]:
    consortium("run", "-m", "rehearsal/ada:2", "--arbiter", "rehearsal/hana", "Which is safer?", "-q")
    run = json.loads(consortium("runs", "--json").stdout)[0]
    return run, consortium(*[run["id"] if arg == "ID" else arg for arg in args]).stdout


COMMANDS: dict[str, Callable[[Run], object]] = {
    "save says the name and how to ask": lambda c: (
        (out := c(*SAVE).stdout).count("\n") == 2 and "mine" in out and "llm -m mine" in out
    ),
    "save counts instances": lambda c: info(c)["models"] == {"rehearsal/ada": 2, "rehearsal/bo": 1},
    "save's -n holds for members without a count": lambda c: info(c, "-n", "3")["models"]["rehearsal/bo"] == 3,
    "save's default threshold is 0.8": lambda c: info(c)["confidence_threshold"] == 0.8,
    "save's default rounds are one to three": lambda c: (
        (info(c)["minimum_iterations"], info(c)["max_iterations"]) == (1, 3)
    ),
    "save takes a percentage": lambda c: info(c, "--confidence-threshold", "85")["confidence_threshold"] == 0.85,
    "save refuses a threshold above 100": lambda c: c(*SAVE, "--confidence-threshold", "101").exit_code == 2,
    "save refuses a threshold below 0": lambda c: c(*SAVE, "--confidence-threshold", "-1").exit_code == 2,
    "save needs members": lambda c: c("save", "x", "--arbiter", "rehearsal/ada").exit_code == 2,
    "save needs an arbiter": lambda c: c("save", "x", "-m", "rehearsal/ada").exit_code == 2,
    "save takes models nobody knows yet": lambda c: (
        c("save", "x", "-m", "dummy:1", "--arbiter", "dummy").exit_code == 0
    ),
    "save writes over a consortium of the name": lambda c: (
        info(c)["max_iterations"] == 3 and info(c, "--max-iterations", "5")["max_iterations"] == 5
    ),
    "save adds up what is named twice": lambda c: info(c, "-m", "rehearsal/bo:2")["models"]["rehearsal/bo"] == 3,
    "save keeps a system prompt": lambda c: info(c, "--system", "Be brief.")["system_prompt"] == "Be brief.",
    "save takes manual context": lambda c: info(c, "--manual-context")["manual_context"] is True,
    "save takes judging by rank, in any case": lambda c: (
        info(c, "--judging-method", "RANK")["judging_method"] == "rank"
    ),
    "a repeated strategy parameter is a list": lambda c: (
        info(c, "--strategy", "role", "--strategy-param", "roles=A", "--strategy-param", "roles=B")["strategy_params"]
        == {"roles": ["A", "B"]}
    ),
    "a bare strategy parameter is true": lambda c: (
        info(c, "--strategy", "voting", "--strategy-param", "require_majority")["strategy_params"]
        == {"require_majority": True}
    ),
    "no strategy parameter is an empty table": lambda c: info(c)["strategy_params"] == {},
    "elimination is judged by rank": lambda c: info(c, "--strategy", "elimination")["judging_method"] == "rank",
    "embedding settings are kept": lambda c: (
        (
            found := info(
                c,
                "--strategy",
                "semantic",
                "--embedding-backend",
                "chutes",
                "--embedding-model",
                "qwen3-embedding-8b",
                "--clustering-algorithm",
                "dbscan",
                "--cluster-eps",
                "0.5",
            )
        )
        and (found["embedding_backend"], found["embedding_model"]) == ("chutes", "qwen3-embedding-8b")
        and found["strategy_params"]["clustering_algorithm"] == "dbscan"
        and found["strategy_params"]["eps"] == 0.5
    ),
    "saved configurations are read by programs": lambda c: (
        info(c)
        and __import__("llm_consortium.models", fromlist=["x"])._get_consortium_configs()["mine"].arbiter
        == "rehearsal/hana"
    ),
    "strategies names all five, in order": lambda c: (
        re.findall(r"^Name: (\w+)$", c("strategies").stdout, re.M)
        == ["default", "elimination", "role", "semantic", "voting"]
    ),
    "strategies names classes": lambda c: "VotingStrategy" in c("strategies").stdout,
    "list of nothing is no error": lambda c: c("list").exit_code == 0 and "No consortia" in c("list").stdout,
    "list --json of nothing is an empty list": lambda c: json.loads(c("list", "--json").stdout) == [],
    "list --json has every setting and the name": lambda c: (
        info(c)
        and {"name", "models", "arbiter", "strategy", "system_prompt"}
        <= json.loads(c("list", "--json").stdout)[0].keys()
    ),
    "info shows iterations as a span": lambda c: info(c) and re.search(r"Iterations: +1-3", c("info", "mine").stdout),
    "info of a missing name ends with 1": lambda c: c("info", "nothing").exit_code == 1,
    "remove takes it away": lambda c: (
        info(c) and c("remove", "mine").exit_code == 0 and c("info", "mine").exit_code == 1
    ),
    "remove of a missing name ends with 1": lambda c: c("remove", "nothing").exit_code == 1,
    "runs are listed with their prompt": lambda c: after_run(c, "runs")[1].count("Which is safer?") == 1,
    "runs --json has the run's columns": lambda c: (
        {
            "id",
            "created_at",
            "config_name",
            "strategy",
            "judging_method",
            "iteration_count",
            "final_confidence",
            "user_prompt",
            "status",
        }
        <= after_run(c, "runs")[0].keys()
    ),
    "runs takes a limit and a day": lambda c: (
        after_run(c, "runs") and json.loads(c("runs", "--json", "--since", "2999-01-01", "--limit", "1").stdout) == []
    ),
    "run-info has run, members and decisions": lambda c: (
        {"run", "members", "decisions"} <= json.loads(after_run(c, "run-info", "ID", "--json-output")[1]).keys()
    ),
    "run-info shows members, arbiter and synthesis": lambda c: all(
        word in after_run(c, "run-info", "ID")[1] for word in ("rehearsal/ada", "Arbiter", "Synthesis")
    ),
    "run-info of a missing run ends with 1": lambda c: c("run-info", "nothing").exit_code == 1,
    "a finished run is no longer running": lambda c: after_run(c, "runs")[0]["status"] == "verdict",
    "help is asked for with -h, too": lambda c: c("-h").exit_code == c("save", "-h").exit_code == 0,
    "a consortium whose every member fails ends with 1 and says why": lambda c: (
        (done := c("run", "-m", "rehearsal/failing:2", "--arbiter", "rehearsal/hana", "What?", "-q")).exit_code == 1
        and "fails every call" in done.stderr
    ),
    "an older database is taken over": lambda c: (
        old_database(Path("old.db"), one={"models": {"rehearsal/ada": 2}, "arbiter": "rehearsal/hana"})
        and c("import", "old.db").exit_code == 0
        and c("info", "one").exit_code == 0
        and json.loads(c("runs", "--json").stdout)[-1]["user_prompt"] == "Which bridge?"
    ),
}

MODULES: dict[str, Callable[[], object]] = {
    "create_consortium is in .orchestrator": lambda: (
        __import__("llm_consortium.orchestrator", fromlist=["x"]).create_consortium is create_consortium
    ),
    "a judgement's synthesis is read, not one in the thinking": lambda: (
        seen.parsed()["synthesis"] == "Build it of steel."
    ),
    "a judgement's confidence is read": lambda: seen.parsed()["confidence"] == 0.85,
    "analysis and dissent are read": lambda: (
        (seen.parsed()["analysis"], seen.parsed()["dissent"]) == ("Two say so.", "Oak is cheaper.")
    ),
    "a flag on a line of its own is read": lambda: seen.parsed()["needs_iteration"] is True,
    "areas are read one by one": lambda: seen.parsed()["refinement_areas"] == ["load", "cost"],
    "a ranking goes by its positions": lambda: seen.parsed()["ranking"] == ["9", "7"],
    "missing elements have defaults": lambda: (
        (found := seen.parsed("<synthesis>Yes.</synthesis><confidence>0.75</confidence>"))["confidence"] == 0.75
        and (found["analysis"], found["needs_iteration"], found["refinement_areas"]) == ("", False, [])
    ),
    "a malformed judgement is its whole text with no confidence": lambda: (
        (found := seen.parsed("<synthesis>Open <confidence>0.75"))["synthesis"].startswith("<synthesis>Open")
        and found["confidence"] == 0.0
    ),
    "the last round does not change a flag": lambda: seen.parsed(is_final_iteration=True)["needs_iteration"] is True,
    "voting's defaults": lambda: (
        (one := seen.voting()[0]).similarity_threshold == 0.5
        and one.answer_length == 2000
        and one.require_majority is False
        and one.fallback_to_all is True
    ),
    "voting's settings as a command line gives them": lambda: (
        seen.voting(require_majority="false", answer_length="50")[0].require_majority is False
    ),
    "voting refuses a likeness above 1": lambda: seen.refused(
        "similarity_threshold must be between 0 and 1", lambda: seen.voting(similarity_threshold=1.5)
    ),
    "voting refuses too short a length": lambda: seen.refused(
        "answer_length must be at least 10", lambda: seen.voting(answer_length=5)
    ),
    "voting asks everyone": lambda: seen.voting()[0].select_models({"a": 1, "b": 2}, "?", 1) == {"a": 1, "b": 2},
    "likeness of the same words is 1": lambda: (
        seen.voting()[0]._calculate_similarity("The answer is 42", "The answer is 42!") == 1.0
    ),
    "likeness of other words is low": lambda: seen.voting()[0]._calculate_similarity("hello", "goodbye") < 0.5,
    "likeness of the same words in another order": lambda: (
        round(
            seen.voting()[0]._calculate_similarity("The capital of France is Paris", "Paris is the capital of France"),
            2,
        )
        == 0.7
    ),
    "answers that are alike are a group": lambda: (
        (kept := seen.voting(seen.ALIKE, similarity_threshold=0.7, answer_length=20)[1])
        and len(kept) == 2
        and all(each["voting_selected"] and each["voting_group_size"] == 2 for each in kept)
        and all(each["voting_total"] == 3 for each in kept)
    ),
    "a single answer is its own group": lambda: seen.voting(["Only one"])[1][0]["voting_selected"] is True,
    "agreement is counted": lambda: (
        seen.voting(seen.ALIKE, similarity_threshold=0.7)[0].iteration_state["consensus_count"] == 1
    ),
    "two of three are a majority": lambda: (
        len(seen.voting(seen.ALIKE, similarity_threshold=0.7, answer_length=20, require_majority=True)[1]) == 2
    ),
    "without a majority all go on, unselected": lambda: (
        (kept := seen.voting(seen.APART, similarity_threshold=0.95, require_majority=True)[1])
        and len(kept) == 3
        and not any(each["voting_selected"] for each in kept)
    ),
    "without a majority and a fallback none goes on": lambda: (
        seen.voting(seen.APART, similarity_threshold=0.95, require_majority=True, fallback_to_all=False)[1] == []
    ),
    "elimination's defaults": lambda: (
        (one := seen.elimination()).eliminate_count == 1
        and one.eliminate_fraction == 0.0
        and one.keep_minimum == 2
        and one.elimination_delay == 1
    ),
    "elimination refuses to keep nobody": lambda: seen.refused(
        "keep_minimum must be at least 1", lambda: seen.elimination(keep_minimum=0)
    ),
    "elimination refuses a share above 1": lambda: seen.refused(
        "eliminate_fraction must be between 0 and 1", lambda: seen.elimination(eliminate_fraction=2)
    ),
    "the tail of the ranking leaves": lambda: seen.after_a_round(seen.elimination(), [2, 1, 3]) == {"c"},
    "elimination keeps the fewest": lambda: seen.after_a_round(seen.elimination(eliminate_count=5), [2, 1, 3]) == {"c"},
    "elimination waits for its delay": lambda: (
        seen.after_a_round(seen.elimination(elimination_delay=2), [2, 1, 3]) == set()
    ),
    "who left is not asked again": lambda: (
        (one := seen.elimination())
        and seen.after_a_round(one, [1, 2, 3])
        and one.select_models({"a": 1, "b": 1, "c": 1}, "?", 2) == {"a": 1, "b": 1}
    ),
    "some come back where too few are left": lambda: (
        (one := seen.elimination()).iteration_state["eliminated_models"].update({"a", "b"}) is None
        and len(one.select_models({"a": 1, "b": 1, "c": 1}, "?", 2)) >= 2
    ),
    "semantic keeps the largest cluster": lambda: (
        [each["response"] for each in seen.semantic({"a": [1.0, 0.0], "b": [0.95, 0.05], "c": [-1.0, 0.0]}, eps=0.2)]
        == ["a", "b"]
    ),
    "semantic keeps all where nothing is near": lambda: (
        {each["cluster_id"] for each in seen.semantic({"a": [1.0, 0.0], "b": [0.0, 1.0], "c": [-1.0, 0.0]}, eps=0.01)}
        == {-1}
    ),
    "a text is measured once": seen.once_remembered,
    "a backend's failure is raised": seen.failing_backend,
    "an embedding is kept and read back": lambda: seen.closed_after(seen.embedding_kept),
    "clusters are kept": lambda: seen.closed_after(seen.clusters_kept),
    "an older table gets its missing columns": lambda: seen.closed_after(seen.older_table),
    "geometry of near vectors": lambda: (
        0.8 <= seen.geometry().compute_confidence([[1.0, 0.0], [0.9, 0.1]], [0.95, 0.05]) <= 1.0
    ),
    "geometry of orthogonal vectors": lambda: (
        round(seen.geometry().compute([np.array([1.0, 0.0]), np.array([0.0, 1.0])])[0], 4) == 0.8536
    ),
    "an outlier is found": lambda: (
        seen.geometry().detect_outliers([[1.0, 0.0], [0.95, 0.05], [-1.0, 0.0]], threshold_std=0.5) == [2]
    ),
}

RUNS: dict[str, Callable[[Any], object]] = {
    "a run has its four parts": lambda run: run.keys() == {"synthesis", "iterations", "metadata", "original_prompt"},
    "a synthesis has its parts": lambda run: (
        {
            "synthesis",
            "confidence",
            "analysis",
            "dissent",
            "needs_iteration",
            "refinement_areas",
            "ranking",
            "chosen_response_id",
            "geometric_confidence",
            "raw_arbiter_response",
        }
        <= run["synthesis"].keys()
    ),
    "a member has its parts": lambda run: (
        {"model", "instance", "response", "confidence", "id", "response_id"}
        <= run["iterations"][0]["model_responses"][0].keys()
    ),
    "instances count from 0": lambda run: (
        [each["instance"] for each in run["iterations"][0]["model_responses"]] == [0, 1, 0]
    ),
    "the run has an id and its settings": lambda run: (
        run["metadata"]["consortium_id"]
        and run["metadata"]["config"]["models"] == {"rehearsal/ada": 2, "rehearsal/bo": 1}
    ),
    "its rounds are counted": lambda run: run["metadata"]["total_iterations"] == len(run["iterations"]) >= 1,
    "the question is kept": lambda run: run["original_prompt"] == "Which is safer?",
}

DIFFERS = {
    "Runs in a database of their own": "what a run leaves is a session, not rows of `consortium_logs.db`",
    "The best round stands": "not the last one",
    "Nothing that cannot run is saved": "an unknown strategy, or fewest above most rounds, is refused at save",
    "Confidence of a run without an arbiter": "never 1.0 by default",
}
"""What differs on purpose: headings of docs/migrating.md."""


def test_they_are_many() -> None:
    assert len(COMMANDS) + len(MODULES) + len(RUNS) >= 56


@pytest.mark.fast(10)
@pytest.mark.parametrize("behaviour", COMMANDS)
def test_of_the_commands(behaviour: str, consortium: Run) -> None:
    assert COMMANDS[behaviour](consortium), behaviour


@pytest.mark.parametrize("behaviour", MODULES)
def test_of_the_modules(behaviour: str) -> None:
    assert MODULES[behaviour]() in (True, None), behaviour


@pytest.fixture(scope="module")
def a_run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    consortium = create_consortium(
        ["rehearsal/ada:2", "rehearsal/bo"], arbiter="rehearsal/hana", home=tmp_path_factory.mktemp("home")
    )
    return consortium.orchestrate("Which is safer?")


@pytest.mark.parametrize("behaviour", RUNS)
def test_of_a_run(behaviour: str, a_run: Any) -> None:
    assert RUNS[behaviour](a_run), behaviour


def test_backends_call_their_services(monkeypatch: pytest.MonkeyPatch) -> None:
    seen.openai(monkeypatch)
    seen.chutes(monkeypatch)


def test_what_differs_is_said() -> None:
    page = (ROOT / "docs" / "migrating.md").read_text()
    for heading in DIFFERS:
        assert f"**{heading}" in page, heading
