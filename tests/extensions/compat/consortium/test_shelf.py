"""Test that consortia are exported, tried without cost, and imported by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from extensions.compat.llm.conftest import Program
from rig.script import Asked, Plan
from rig.upstream import Upstream

SAVE = ("save", "mine", "-m", "scripted-a:2", "-m", "scripted-b", "--arbiter", "scripted-arbiter")
SETTINGS: dict[str, Any] = {"models": {"scripted-a": 2, "scripted-b": 1}, "arbiter": "scripted-arbiter"}


def info(program: Program, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(program.run("consortium", "info", name, "--json").out)
    return found


def test_an_export_is_taken_in_again(program: Program) -> None:
    program.run("consortium", *SAVE, "--quorum", "2")
    before = info(program, "mine")
    assert program.run("consortium", "export", "mine", "mine.json").code == 0
    assert program.run("consortium", "export", "mine", "mine.json").code == 2, "a file is not written over unasked"
    assert json.loads(program.run("consortium", "export").out)["consortia"][0]["quorum"] == 2
    program.run("consortium", "remove", "mine")
    taken = program.run("consortium", "import", "mine.json")
    assert taken.code == 0, taken.out
    assert {**info(program, "mine"), "created_at": ""} == {**before, "created_at": ""}
    again = program.run("consortium", "import", "mine.json")
    assert again.code == 0
    assert "1 here already" in again.out


async def test_a_dry_run_says_calls_and_cost_and_asks_nobody(program: Program, upstream: Upstream) -> None:
    program.home.mkdir(parents=True, exist_ok=True)
    price = "{ input = 2, output = 8 }"
    (program.home / "endpoints.toml").write_text(f'[up]\nurl = "{upstream.url}"\nprivate = true\nprice = {price}\n')
    flags = ("-m", "up/alpha:2", "-m", "up/beta", "--arbiter", "up/gamma", "--max-iterations", "2")
    told = await program.ran("consortium", "run", *flags, "Which is lighter?", "--dry-run")
    assert told.code == 0, told.err
    (together,) = [line for line in told.out.splitlines() if " for 10 calls (limit $" in line]
    most = next(line for line in told.out.splitlines() if line.startswith("The most "))
    assert together.startswith("About $")
    assert most.startswith("The most takes every answer")
    assert "smallest budget" not in told.out  # no budget was chosen
    assert not [call for call in upstream.calls if call.method == "POST"]


@pytest.mark.parametrize("manner", ["run", "model", "chat"])
async def test_a_survivor_and_a_missed_threshold_are_marked(program: Program, upstream: Upstream, manner: str) -> None:
    def script(asked: Asked) -> Plan | str | None:
        if asked.model == "beta":
            return "bad_400"
        if asked.model == "gamma":
            return Plan(text="<synthesis>Oak.</synthesis><confidence>0.3</confidence>")
        return None

    upstream.script = script
    program.seats(upstream)
    flags = ("-m", "up/alpha", "-m", "up/beta", "--arbiter", "up/gamma", "--max-iterations", "1",
             "--confidence-threshold", "1")  # fmt: skip
    assert (await program.ran("consortium", "save", "mine", *flags)).code == 0
    if manner == "run":
        done = await program.ran("consortium", "run", "mine", "Which is lighter?", "-q")
    elif manner == "model":
        done = await program.ran("-m", "mine", "Which is lighter?")
    else:
        chat = "\n".join([*(f"Which is lighter, {number}?" for number in range(4)), "exit"])
        done = await program.ran("chat", "-m", "mine", input=chat)
    assert done.code == 0, done.err
    assert done.out.strip()
    assert "<ballot>" not in done.out
    assert "Only one of 2 members answered" in done.err
    missed = "less than the 100 % that were asked for" in done.err.replace("\n", " ")
    assert missed == (manner == "run"), "as a model of llm it prints nothing but the answer and who is missing"
    if manner == "run":
        strict = await program.ran("consortium", "run", "mine", "Which is lighter?", "--quorum", "2", "-q")
        assert strict.code == 1
        assert "2 are needed" in strict.err


def test_what_is_printed_has_no_vectors_and_says_who_left(program: Program) -> None:
    flags = ("-m", "scripted-a:2", "-m", "scripted-b:2", "--arbiter", "scripted-arbiter", "--strategy", "elimination",
             "--max-iterations", "2", "--min-iterations", "2")  # fmt: skip
    told = json.loads(program.run("consortium", "run", *flags, "Which is lighter?", "--json").out)
    assert told["synthesis"]["centroid_vector"] is None
    run = told["metadata"]["consortium_id"]
    plain, whole = (
        json.loads(program.run("consortium", "run-info", run, "--json", *more).out) for more in ((), ("--vectors",))
    )
    assert all(each["centroid_vector"] is None for each in plain["decisions"])
    assert all(len(each["centroid_vector"]) > 100 for each in whole["decisions"])
    (gone,) = plain["eliminated"]
    assert gone["iteration"] == 1
    assert f"Eliminated: {gone['model']} ({gone['seat']})" in program.run("consortium", "run-info", run).out
    assert program.run("consortium", "export-trace", run, "run.json").code == 0
    assert json.loads(Path("run.json").read_text())["iterations"][0]["synthesis"]["centroid_vector"] is None
