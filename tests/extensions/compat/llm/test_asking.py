"""Test a council as a model of `llm`: answer, options, memory, files, usage and errors."""

from __future__ import annotations

import asyncio
import base64
import json
import signal
import sqlite3
from typing import Any

import llm
import pytest

from extensions.compat.llm.conftest import HERE, Program
from rig.script import Asked, Plan
from rig.upstream import Upstream
from world.test_pictures import PNG

ONCE = {"max_iterations": 1}


def panel(program: Program, name: str = "panel", **fields: Any) -> None:
    """A consensus of scripted models of `llm`, one of them without an async manner."""
    offices = {"arbiter": "llm/scripted-arbiter"}
    program.saves(
        name, "llm/scripted-a", "llm/scripted-b", protocol="consensus", offices=offices, options=ONCE, **fields
    )


def words(asked: dict[str, Any]) -> str:
    return "\n".join(text for _, text in asked["messages"])


def test_an_answer_is_printed_logged_and_kept(program: Program) -> None:
    panel(program)
    ran = program.run_apart("-m", "panel", "Which bridge is better?", "-s", "Be brief.")
    assert ran.code == 0
    (logged,) = program.logged()
    assert logged["model"] == "panel"
    assert ran.out.strip() == logged["response"].strip() != ""
    kept = json.loads(program.run("moot", "sessions", "show", logged["response_json"]["session"], "--json").out)
    assert kept["body"] == logged["response"]
    assert kept["outcome"] == logged["response_json"]["outcome"] == "verdict"
    assert (logged["input_tokens"], logged["output_tokens"]) == (kept["usage"]["input"], kept["usage"]["output"])
    assert json.loads(logged["token_details"])["calls"] == kept["usage"]["calls"] >= 3
    assert {line["model"] for line in program.asked()} == {"scripted-a", "scripted-b", "scripted-arbiter"}
    assert all(line["system"].startswith("Be brief.") for line in program.asked())


def test_options_are_checked_before_anything_is_asked(program: Program) -> None:
    panel(program)
    for option, value, says in (
        ("max_iterations", "0", "lies between 1 and 20"),
        ("min_iterations", "5", "the fewest rounds cannot be more than the most"),
        ("confidence_threshold", "101", "up to 100"),
        ("confidence_threshold", "high", "valid number"),
        ("strategy", "guessing", "guessing"),
        ("max_iteration", "2", "Did you mean max_iterations"),
        ("budget", "-1", "greater than or equal to 0"),
        ("deadline", "0", "positive number"),
        ("judging", "nobody", "one of default, rank, pick-one"),
    ):
        ran = program.run("-m", "panel", "-o", option, value, "Well?")
        assert ran.code == 1, option
        assert says in ran.err, ran.err
        assert "Value error" not in ran.err
    assert program.asked() == []
    assert program.sessions() == []


def test_options_reach_the_session(program: Program) -> None:
    panel(program)
    given = ("-o", "max_iterations", "2", "-o", "min_iterations", "2", "-o", "confidence_threshold", "80%",
             "-o", "seed", "x", "-o", "budget", "50", "-o", "deadline", "60", "-o", "temperature", "0.3")  # fmt: skip
    assert program.run("-m", "panel", *given, "Well?").code == 0
    assert len(program.asked("scripted-arbiter")) == 2, "two rounds"
    session = program.logged()[0]["response_json"]["session"]
    events = program.run("moot", "sessions", "export", session, "--format", "jsonl", "--output", "-").out.splitlines()
    opened = json.loads(events[0])["body"] if '"body"' in events[0] else json.loads(events[1])["body"]
    assert opened["options"]["confidence_threshold"] == 0.8
    assert opened["options"]["temperature"] == 0.3
    assert opened["seed"] == "x"
    assert opened["cap"] == 50_000_000_000
    assert opened["door"] == "llm"


@pytest.mark.parametrize("by", ["-c", "--cid"])
async def test_a_conversation_is_remembered_by_members_and_arbiter(
    program: Program, upstream: Upstream, by: str
) -> None:
    program.seats(upstream)
    offices = {"arbiter": "up/gamma"}
    program.saves("both", "up/alpha", "llm/scripted-b", protocol="consensus", offices=offices, options=ONCE)
    first = await program.ran("-m", "both", "My bridge is of oak.", "-s", "Talk like a pirate.")
    assert first.code == 0, first.err
    log = (await asyncio.to_thread(program.logged))[0]
    asked = len(upstream.calls)
    flags = ["-c"] if by == "-c" else ["-m", "both", "--cid", log["conversation_id"]]
    second = await program.ran(*flags, "What is it made of?")
    assert second.code == 0, second.err
    assert second.out.strip()
    later = [call for call in upstream.calls[asked:] if call.method == "POST"]  # lists are asked for, too
    assert {call.model for call in later} == {"alpha", "gamma"}
    for call in later:
        said = [(each["role"], each["content"]) for each in call.body["messages"]]
        assert said[0] == ("system", said[0][1])
        assert said[0][1].startswith("Talk like a pirate."), "the system prompt holds for the conversation"
        assert said[1:3] == [("user", "My bridge is of oak."), ("assistant", log["response"])], call.model
        assert "What is it made of?" in said[-1][1]
    member = program.asked("scripted-b")[-1]
    assert "My bridge is of oak." in words(member)
    assert log["response"] in words(member)
    third = await program.ran("-c", "And the third?")
    assert third.code == 0
    assert [each["content"] for each in upstream.calls[-1].body["messages"]].count("My bridge is of oak.") == 1
    assert len({row["conversation_id"] for row in await asyncio.to_thread(program.logged)}) == 1


@pytest.mark.slow
async def test_words_come_while_they_are_written(program: Program, upstream: Upstream) -> None:
    def script(asked: Asked) -> Plan | None:
        return Plan(chunks=40, gap=0.05) if asked.model == "gamma" else None

    upstream.script = script
    program.seats(upstream)
    program.saves("writing", "up/alpha", "up/beta", chair="up/gamma")
    process = await program.start("-m", "writing", "Well?", PYTHONUNBUFFERED="1")
    assert process.stdout is not None
    pieces = []
    while piece := await process.stdout.read(65536):
        pieces.append(piece)
    assert await process.wait() == 0
    assert len(pieces) > 8
    log = (await asyncio.to_thread(program.logged))[0]
    assert b"".join(pieces).decode().strip() == log["response"].strip()


async def test_nothing_is_spliced_when_the_chair_breaks_off(program: Program, upstream: Upstream) -> None:
    broken: list[str] = []

    def script(asked: Asked) -> Plan | None:
        if asked.model == "gamma":
            broken.append(asked.sha)
            return Plan(mode="eof_midstream", chunks=10, gap=0.01)
        return None

    upstream.script = script
    program.seats(upstream)
    program.saves("breaking", "up/alpha", "up/beta", chair="up/gamma", stand_ins=("up/delta",))
    ran = await program.ran("-m", "breaking", "Well?")
    assert ran.code == 1
    assert broken
    assert "broke off while it was being written" in ran.err
    assert "moot sessions show" in ran.err
    (session,) = await asyncio.to_thread(program.sessions)
    assert session["state"] == "verdict", "the session went on to its end with a stand-in"
    kept = json.loads((await program.ran("moot", "sessions", "show", session["session"], "--json")).out)
    assert kept["verdict_by"] != "chair"
    assert kept["body"] not in ran.out
    assert await asyncio.to_thread(program.logged) == []


async def test_files_go_along(program: Program, upstream: Upstream) -> None:
    program.seats(upstream)
    (program.home / "traits.toml").write_text('["up/*"]\nvision = true\n')
    program.saves("seeing", "up/alpha", "up/beta", chair="up/gamma")
    picture, note = program.folder / "red.png", program.folder / "note.md"
    picture.write_bytes(PNG)
    note.write_text("# Note\nThe oak was felled in May.\n")
    ran = await program.ran("-m", "seeing", "What is this?", "-a", str(picture), "--at", str(note), "text/markdown")
    assert ran.code == 0, ran.err
    first = [call for call in upstream.calls if call.model in ("alpha", "beta")][:2]
    for call in first:
        assert "The oak was felled in May." in call.prompt
        assert base64.b64encode(picture.read_bytes()).decode() in json.dumps(call.body)
    (log,) = await asyncio.to_thread(program.logged)
    assert len(log["attachments"]) == 2
    refused = await program.ran("-m", "seeing", "What?", "--at", str(program.folder / "llm" / "logs.db"), "text/plain")
    assert refused.code == 1
    assert "cannot be read here" in refused.err


def test_a_council_does_not_sit_in_itself_without_end(program: Program) -> None:
    program.saves("inner", "llm/scripted-a", "llm/scripted-c", chair="llm/scripted-arbiter")
    program.saves("outer", "llm/inner", "llm/scripted-a", chair="llm/scripted-arbiter")
    program.saves("endless", "llm/endless", "llm/scripted-a", "llm/scripted-c", chair="llm/scripted-arbiter")
    ran = program.run("-m", "outer", "Well?")
    assert ran.code == 0, ran.err
    assert len(program.sessions()) > 1, "a council may be a member of a council"
    before = len(program.asked())
    ran = program.run("-m", "endless", "Well?")
    assert ran.code != 0
    assert "endless holds endless" in ran.err
    assert "Traceback" not in ran.err
    assert len(program.asked()) == before, "nobody is asked"


async def test_nothing_reaches_the_terminal_but_words(program: Program, upstream: Upstream) -> None:
    upstream.script = lambda asked: Plan(text="Red \x1b[31mrum\x07 \u202eback") if asked.model == "gamma" else None
    program.seats(upstream)
    program.saves("hostile", "up/alpha", "up/beta", chair="up/gamma")
    ran = await program.ran("-m", "hostile", "Well?")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Red ")
    assert not {"\x1b", "\x07", "\u202e"} & set(ran.out + ran.err)


async def test_a_person_is_asked_elsewhere(program: Program, upstream: Upstream) -> None:
    program.seats(upstream)
    program.saves("mixed", "up/alpha", "up/beta", "person", chair="up/gamma")
    ran = await program.ran("-m", "mixed", "Well?")
    assert ran.code == 1
    assert "waits for an answer of a person: seat-c" in ran.err
    (session,) = await asyncio.to_thread(program.sessions)
    assert session["session"][:8] in ran.err


def test_without_streaming_and_asynchronously(program: Program) -> None:
    panel(program)
    for flags in (["--no-stream"], ["--async"], ["--async", "--no-stream"], ["--no-log"], ["-x"]):
        ran = program.run("-m", "panel", *flags, "Well?")
        assert ran.code == 0, ran.err
        assert len(ran.out) > 5
    assert len(program.logged()) == 4
    ran = program.run("-m", "panel", "--schema", "name str", "Well?")
    assert ran.code == 1
    assert "does not support schemas" in ran.err


def test_a_verdict_that_is_withheld_is_told_so(program: Program) -> None:
    members = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")
    offices = {"adjudicator": "rehearsal/garbled"}
    program.saves("strict", *members, protocol="adjudication", rubric="stress-test", offices=offices)
    ran = program.run("-m", "strict", "Is P equal to NP?")
    assert ran.code == 0
    assert ran.out.startswith("No answer is given. ")
    assert "ballot could not be read" in ran.err
    assert program.logged()[0]["response_json"]["outcome"] == "inconclusive"


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
async def test_what_was_killed_or_left_is_taken_up_again(
    program: Program, upstream: Upstream, how: signal.Signals
) -> None:
    held = asyncio.Event()

    def script(asked: Asked) -> Plan | None:
        if asked.model == "gamma" and not held.is_set():
            held.set()
            return Plan(delay=30)
        return None

    upstream.script = script
    program.seats(upstream)
    program.saves("mortal", "up/alpha", "up/beta", chair="up/gamma")
    process = await program.start("-m", "mortal", "Well?")
    await asyncio.wait_for(held.wait(), 60)
    process.send_signal(how)
    _, err = await process.communicate()
    assert b"Traceback" not in err
    assert (b"moot sessions resume" in err) == (how == signal.SIGINT)
    (session,) = await asyncio.to_thread(program.sessions)
    assert session["state"] == "interrupted"
    asked = len(upstream.calls)
    resumed = await program.ran("moot", "sessions", "resume", session["session"])
    assert resumed.code == 0, resumed.err
    later = upstream.calls[asked:]
    assert {call.model for call in later} == {"gamma"}, "nobody who had answered was asked again"
    assert (await asyncio.to_thread(program.sessions))[0]["state"] == "verdict"


MEMBERS = ("-m", "scripted-a", "-m", "scripted-b:2", "--arbiter", "scripted-arbiter", "--max-iterations", "1")


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


def test_a_later_system_prompt_takes_the_place_of_the_first(program: Program) -> None:
    panel(program)

    def systems(before: int) -> set[str]:
        return {line["system"].partition("\n")[0] for line in program.asked()[before:]}

    program.run("-m", "panel", "My bridge is of oak.", "-s", "Talk like a pirate.")
    for flags in (("-s", "Be brief."), ("-o", "system_prompt", "Be brief.")):
        before = len(program.asked())
        assert program.run("-c", "What is it made of?", *flags).code == 0
        assert systems(before) == {"Be brief."}
    before = len(program.asked())
    assert program.run("-c", "And now?").code == 0
    assert systems(before) == {"Talk like a pirate."}, "what `llm` logs is the first"


@pytest.mark.skipif(not HERE, reason="another Python's `llm` is tried")
def test_a_system_prompt_holds_until_another_is_given_in_a_program(program: Program) -> None:
    panel(program)
    conversation = llm.get_model("panel").conversation()
    for system, options, holds in (
        ("Talk like a pirate.", {}, "Talk like a pirate."),
        ("Be brief.", {}, "Be brief."),
        (None, {}, "Be brief."),
        (None, {"system_prompt": "Be kind."}, "Be kind."),
        (None, {}, "Be kind."),
    ):
        before = len(program.asked())
        assert conversation.prompt("Well?", system=system, **options).text()
        assert {line["system"].partition("\n")[0] for line in program.asked()[before:]} == {holds}


@pytest.mark.skipif(not HERE, reason="another Python's `llm` is tried")
@pytest.mark.parametrize("flags", [(), ("--async",)])
def test_a_row_is_written_again_when_the_log_is_locked(
    program: Program, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    panel(program)
    written, tries = llm.Response.log_to_db, []

    def refused_twice(self: llm.Response, db: Any) -> None:
        tries.append(self)
        if len(tries) < 3:
            raise sqlite3.OperationalError("database is locked")
        written(self, db)

    monkeypatch.setattr(llm.Response, "log_to_db", refused_twice)
    ran = program.run("-m", "panel", *flags, "Well?")
    assert ran.code == 0, ran.err
    assert (len(tries), len(program.logged())) == (3, 1)
