"""Does a consortium work in the program `llm` itself: saved, asked, continued, listed, and many at once?"""

from __future__ import annotations

import asyncio
import json

import pytest

from rig.script import Asked
from rig.upstream import Upstream

from .conftest import Program

MEMBERS = ("-m", "scripted-a", "-m", "scripted-b:2", "--arbiter", "scripted-arbiter", "--max-iterations", "1")


@pytest.mark.slow
def test_it_is_saved_and_asked_by_its_name(program: Program) -> None:
    done = program.run_apart("consortium", "save", "mine", *MEMBERS)
    assert (done.code, done.err) == (0, "")
    assert "Moot" in program.run_apart("models").out
    ran = program.run_apart("-m", "mine", "Which bridge is better?")
    assert ran.code == 0
    assert ran.out.strip()
    (run,) = json.loads(program.run_apart("consortium", "runs", "--json").out)
    assert (run["config_name"], run["status"], run["user_prompt"]) == ("mine", "verdict", "Which bridge is better?")
    assert run["models"] == {"scripted-a": 1, "scripted-b": 2}
    told = json.loads(program.run_apart("consortium", "run-info", run["id"], "--json").out)
    assert [each["role"] for each in told["members"]] == ["scripted-a", "scripted-b", "scripted-b", "arbiter"]
    assert told["decisions"][0]["synthesis"].strip() == ran.out.strip()


def test_consortia_of_the_published_package_are_imported_beside_it(program: Program) -> None:
    settings = {
        "models": {"scripted-a": 1, "scripted-b": 1}, "arbiter": "scripted-arbiter", "max_iterations": 1,
        "strategy": "voting", "strategy_params": {"temperament": "calm"},
    }  # fmt: skip
    file = program.folder / "exported.json"
    file.write_text(json.dumps([{"name": name, **settings} for name in ("one", "two", "three")]))
    published = {"PUBLISHED_CONSORTIA": "one two three other"}
    before = program.run_apart("-m", "one", "Well?", **published)
    assert before.out.strip() == "from the published package", before.err
    came = program.run_apart("moot", "consortium", "import", str(file), **published)
    assert came.code == 0, came.out
    assert "3 of 3 consortia taken over" in came.out
    assert "has no setting `temperament`; it is ignored" in came.out
    asked = program.run_apart("-m", "one", "Which bridge is better?", **published)
    assert (asked.code, asked.err) == (0, "")
    (run,) = json.loads(program.run_apart("consortium", "runs", "--json").out)
    told = json.loads(program.run_apart("consortium", "run-info", run["id"], "--json").out)
    assert asked.out.strip() == told["decisions"][0]["synthesis"].strip(), "and nothing else is printed"
    refused = program.run_apart("moot", "consortium", "save", "other", *MEMBERS, **published)
    assert refused.code == 2
    assert "already" in refused.err


def test_a_conversation_reaches_members_and_arbiter(program: Program) -> None:
    program.run("consortium", "save", "mine", *MEMBERS)
    program.run("-m", "mine", "Tell me about the teal elephant.")
    before = len(program.asked())
    assert program.run("-c", "How tall is it?").code == 0
    later = program.asked()[before:]
    assert {line["model"] for line in later} == {"scripted-a", "scripted-b", "scripted-arbiter"}
    assert all("teal elephant" in json.dumps(line["messages"]) for line in later)


def test_run_shows_progress_and_keeps_stdout_for_the_answer(program: Program) -> None:
    ran = program.run("consortium", "run", *MEMBERS, "Which bridge is better?")
    assert ran.code == 0
    assert "round 1" in ran.err
    (run,) = json.loads(program.run("consortium", "runs", "--json").out)
    told = json.loads(program.run("moot", "sessions", "show", run["id"], "--json").out)
    assert ran.out.strip() == told["verdict"].strip()


def test_failures_have_reasons_and_exit_codes(program: Program) -> None:
    program.run("consortium", "save", "mine", *MEMBERS)
    program.behave(scripted_a="fail", scripted_b="fail")
    ran = program.run("consortium", "run", "mine", "Well?")
    assert ran.code == 1
    assert ran.out == ""
    assert "out of order" in ran.err
    program.behave(scripted_arbiter="fail")
    ran = program.run("consortium", "run", "mine", "Well?")
    assert ran.code == 0
    assert ran.out.strip()
    assert "took over from the arbiter (llm/scripted-arbiter)" in ran.err
    assert program.run("consortium", "info", "nosuch").code == 1
    assert program.run("consortium", "save").code == 2
    assert program.run("consortium", "save", "scripted-a", *MEMBERS).code == 2


async def test_a_file_that_cannot_be_written_any_more_costs_no_answer(program: Program, upstream: Upstream) -> None:
    folder = program.folder / "out"
    folder.mkdir()

    def removes(asked: Asked) -> None:
        if folder.exists():
            folder.rmdir()

    upstream.script = removes
    program.seats(upstream)
    members = ("-m", "up/alpha:2", "--arbiter", "up/gamma")
    ran = await program.ran("consortium", "run", *members, "Well?", "--output", "out/run.json", "-q")
    assert ran.code == 2
    assert ran.out.strip(), "the answer is there all the same"
    assert "Nothing can be written in out" in ran.err
    (session,) = await asyncio.to_thread(program.sessions)
    assert f"export-trace {session['session'][:8]}" in ran.err


@pytest.mark.slow
async def test_twenty_runs_at_once_lose_nothing(program: Program) -> None:
    assert (await program.ran("consortium", "save", "mine", *MEMBERS)).code == 0
    gate = asyncio.Semaphore(4)

    async def one(number: int) -> int:
        async with gate:
            return (await program.ran_apart("consortium", "run", "mine", f"Question {number}?", "-q")).code

    assert await asyncio.gather(*(one(number) for number in range(20))) == [0] * 20
    found = json.loads((await program.ran("consortium", "runs", "--limit", "50", "--json")).out)
    assert {each["user_prompt"] for each in found} == {f"Question {number}?" for number in range(20)}
    assert all(each["status"] == "verdict" for each in found)
    told = json.loads((await program.ran("consortium", "run-info", found[7]["id"], "--json")).out)
    assert len(told["members"]) == 4
    board = json.loads((await program.ran("consortium", "leaderboard", "--json")).out)
    assert board["runs"] == 20
    assert (await program.ran("consortium", "export-training", "out.jsonl")).code == 0
    assert len((program.folder / "out.jsonl").read_text().splitlines()) == 20


def test_help_is_moot_s_own_and_loads_only_when_called(program: Program) -> None:
    assert "consortium" in program.run("--help").out
    shown = program.run("consortium", "--help").out
    assert "Usage: " in shown
    assert " consortium " in shown.splitlines()[0]
    assert "run-info" in shown
