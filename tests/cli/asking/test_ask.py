"""Test that a question gets its verdict in every form, and every ending its exit code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.conftest import Run
from moot.cli.asking.ask import finished
from moot.demo.filling import NOTICE
from sessions.backend import Backend, ranked

FIELDS = {
    "session", "protocol", "outcome", "reason", "body", "standing", "findings", "seats", "missing", "usage", "cost",
    "degraded", "notes",
}  # fmt: skip
SCRIPTED = "scripted voices, not a language model"


def test_in_a_pipe_stands_the_answer_alone(moot: Run, asked: Callable[..., dict[str, Any]]) -> None:
    result = moot("ask", "Should we move our monolith to services?", "--seed", "s")
    assert result.exit_code == 0
    found = asked()
    assert result.stdout == found["body"] + "\n"
    for words in ("1  rehearsal/ada: answered", "review …", SCRIPTED, "$0 · "):
        assert words in result.stderr
    assert re.search(r"(?m)^\$0 · \d+\.\d s · session [0-9a-f]{8}$", result.stderr)
    figures = moot("ask", "Should we move our monolith to services?", "--seed", "s", "--stats").stdout
    assert "CHANCE OF BEING BEST" in figures
    assert not re.search(r"separable|independent votes|First in samples|truth", figures)


def test_only_the_members_that_are_asked_are_named(moot: Run) -> None:
    one = moot("ask", "Why?", "--council", "rehearsal", "--when", "one")
    assert one.exit_code == 0
    assert f"asking rehearsal/ada ({SCRIPTED})" in one.stderr.splitlines()
    assert "One model answered, and nobody checked it." in one.stderr


def test_the_object_has_its_fields(moot: Run, asked: Callable[..., dict[str, Any]]) -> None:
    result = asked()
    assert json.loads(moot("sessions", "show", result["session"], "--json").stdout) == result
    assert result.keys() >= FIELDS
    assert result["outcome"] == "verdict"
    assert result["cost"] == 0
    assert {seat["id"] for seat in result["seats"]} >= {"seat-a", "seat-d", "chair"}
    assert all(seat.keys() >= {"id", "model", "state", "scripted"} for seat in result["seats"])


def test_a_chair_that_fails_is_stood_in_for_by_who_was_named(moot: Run) -> None:
    failing = ("--chair", "rehearsal/failing", "--stand-in", "rehearsal/gus", "--stand-in", "rehearsal/fay")
    result = json.loads(moot("ask", "Why?", "-m", "rehearsal/ada:2", *failing, "--json").stdout)
    models = {seat["id"]: seat["model"] for seat in result["seats"]}
    assert (models["stand-in-1"], models["stand-in-2"]) == ("rehearsal/gus", "rehearsal/fay")
    assert result["outcome"] == "verdict"
    again = moot("sessions", "fork", result["session"], "--stand-in", "rehearsal/eli", "--json")
    forked = json.loads(again.stdout)
    assert [seat["model"] for seat in forked["seats"] if seat["id"].startswith("stand-in")] == ["rehearsal/eli"]
    assert moot("ask", "Why?", "--stand-in", "rehearsal/nobody").exit_code == 2


def test_questions_come_from_words_files_and_pipes(moot: Run, tmp_path: Path) -> None:
    file = tmp_path / "question.md"
    file.write_text("What of the file?")
    for args, given, expected in [
        (["What", "of", "it?"], None, "What of it?"),
        (["-f", str(file)], None, "What of the file?"),
        (["Look:", "-f", str(file)], None, "Look:\n\nWhat of the file?"),
        (["-"], "From a pipe?\n", "From a pipe?"),
        ([], "Piped in?", "Piped in?"),
        (["Look at this:", "-f", "-"], "the diff", "Look at this:\n\nthe diff"),
    ]:
        result = moot("ask", *args, "--json", input=given)
        assert json.loads(result.stdout)["question"] == expected


def test_files_are_attached(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("the teal elephant")
    result = json.loads(moot("ask", "What is in it?", "--attach", "notes.txt", "--json").stdout)
    assert [file["name"] for file in result["attachments"]] == ["notes.txt"]


def test_files_that_cannot_be_attached_are_refused_before_anybody_is_asked(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("the teal elephant")
    assert moot("ask", "x", "--attach", "nowhere.txt").exit_code == 2
    many = [word for _ in range(11) for word in ("--attach", "notes.txt")]
    assert moot("ask", "x", *many).exit_code == 2
    (tmp_path / "large.txt").write_bytes(b"x" * 10_000_001)
    refused = moot("ask", "x", "--attach", "large.txt")
    assert refused.exit_code == 2
    assert "10 MB" in refused.stderr


def test_members_chair_and_options(moot: Run) -> None:
    result = moot(
        "ask", "hi", "-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--chair", "rehearsal/gus", "--json",
        "-o", "allowance=2000", "--quorum", "2", "--language", "French", "--system", "Be brief.", "--budget", "1",
    )  # fmt: skip
    found = json.loads(result.stdout)
    models = {seat["id"]: seat["model"] for seat in found["seats"]}
    assert models["seat-a"] == models["seat-b"] == "rehearsal/ada"
    assert models["chair"] == "rehearsal/gus"
    prompt = moot("sessions", "show", found["session"], "--prompt", "opinions/seat-a").stdout
    assert "Be brief." in prompt
    assert "Answer in French." in prompt


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        ([], 0, None),
        (["-m", "rehearsal/failing:2"], 1, "quorum"),
        (["--council", "nosuch"], 2, "unknown_name"),
        (["-m", "nonsense"], 2, "bad_input"),
        (["-m", "rehearsal/ada:99"], 2, "bad_input"),
        (["--protocol", "duel"], 2, "unknown_name"),
        (["-o", "quorumm=2"], 2, "bad_setting"),
        (["-o", "quorum"], 2, "bad_input"),
        (["--quorum", "many"], 2, "bad_input"),
        (["--quorum", "9"], 2, "bad_input"),
        (["--temperature", "9"], 2, "bad_setting"),
        (["--budget", "-1"], 2, "bad_input"),
        (["--conversation", "none"], 2, "unknown_name"),
        (["--budget", "0", "-m", "priced/alpha:2"], 3, "out_of_budget"),
    ],
)
def test_every_ending_has_its_exit_code(args: list[str], code: int, error: str | None, moot: Run, priced: None) -> None:
    result = moot("ask", "hi", *args, "--json")
    assert result.exit_code == code, result.output
    found = json.loads(result.stdout)
    if "error" in found:
        assert found["error"]["code"] == error
        assert found["error"]["message"]
        assert found["error"]["remedy"]
    else:
        assert found["reason"] == (error or "")
    plain = moot("ask", "hi", *args)
    assert plain.exit_code == code
    if "error" in found:
        assert re.search(r"^error: ", plain.stderr, re.M)
    quiet = moot("ask", "hi", *args, "-q")
    assert quiet.exit_code == code
    if code:
        assert not quiet.stdout
        assert "error: " in quiet.stderr


def test_a_failed_session_says_what_is_kept_and_what_to_do(moot: Run) -> None:
    result = moot("ask", "hi", "-m", "rehearsal/failing:2", "-m", "rehearsal/ada")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error: Failed (quorum)" in result.stderr
    assert "answer 1 (rehearsal/failing) and answer 2 (rehearsal/failing) are missing in opinions" in result.stderr
    assert "moot sessions resume " in result.stderr


def test_who_is_missing_is_shown_above_the_answer(moot: Run) -> None:
    three = ("-m", "rehearsal/ada", "-m", "rehearsal/bo", "-m", "rehearsal/cyn")
    assert moot("ask", "hi", "-m", "rehearsal/failing", *three, "-q").exit_code == 0
    shown = moot("sessions", "show", "last").stdout
    assert 0 < shown.index("! answer 1 (rehearsal/failing) is missing") < shown.index(NOTICE)


def test_an_estimate_asks_nothing(moot: Run) -> None:
    assert "Free, 9 calls" in moot("ask", "hi", "--estimate").stdout
    found = json.loads(moot("ask", "hi", "--estimate", "--json").stdout)["estimate"]
    assert found["calls"] == 9
    assert json.loads(moot("sessions", "--json").stdout)["sessions"] == []
    unknown = moot("ask", "hi", "--estimate", "-m", "ollama/qwen3:2", "-m", "openrouter/no/such-model")
    assert "No known price for openrouter/no/such-model" in unknown.stdout


def test_without_anything_scripted_voices_sit_and_say_what_to_do(moot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOOT_COUNCIL")
    result = moot("ask", "hi")
    assert "moot keys set" in result.stderr
    assert result.exit_code == 0


async def test_quiet_says_on_stderr_what_a_result_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever pipes the answer on still reads who is missing; a full result says nothing."""
    no = "I'm sorry, but I can't help with that."
    async with Backend(lambda call: no if call.key == "opinions/seat-b" else ranked(call)) as backend:
        lacking = await backend.state(await backend.convene("peer-review"))
        backend.voice.say = ranked
        whole = await backend.state(await backend.convene("peer-review"))
    assert finished(lacking, quiet=True) == 0
    told = capsys.readouterr()
    assert lacking.verdict is not None
    assert told.out.strip() == lacking.verdict.text
    assert "! " in told.err
    assert "is missing in opinions" in told.err
    assert finished(whole, quiet=True) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("quiet", [False, True])
async def test_a_pipe_gets_why_a_verdict_is_withheld_and_no_offer_to_resume(
    quiet: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Backend(ranked) as backend:
        state = await backend.state(await backend.convene("peer-review"))
    assert state.verdict is not None
    verdict = replace(state.verdict, outcome="inconclusive", text=None, reason="They are split 2 to 2.")
    withheld = replace(state, status="inconclusive", verdict=verdict, reason=verdict.reason)
    assert finished(withheld, quiet=quiet) == 0
    told = capsys.readouterr()
    assert told.out == "No answer is given. They are split 2 to 2. The members disagree on which answer is best.\n"
    assert "error" not in told.err
    assert "resume" not in told.err
    assert f"moot sessions fork {state.session[:8]}" in told.err


def test_members_get_the_tools_that_are_asked_for(moot: Run) -> None:
    wrong = moot("ask", "Why?", "--tool", "fetsh")
    assert wrong.exit_code == 2
    assert "no tool called 'fetsh'" in wrong.stderr
    assert "Did you mean fetch?" in wrong.stderr
    for flags, tools in ((("--search",), ["fetch"]), (("--no-search",), None), (("--tool", "fetch"), ["fetch"])):
        session = json.loads(moot("ask", "Why?", *flags, "--json").stdout)["session"]
        lines = moot("sessions", "export", session, "--format", "jsonl").stdout.splitlines()
        opened = next(found for found in map(json.loads, lines) if found.get("kind") == "SessionOpened")
        assert opened["body"].get("tools") == tools
    assert "No member called a tool (fetch): nothing was looked up." in moot("ask", "Why?", "--tool", "fetch").stderr
    assert "No member called a tool" not in moot("ask", "Why?").stderr
    assert "fetch, repo, run, search can be given to members" in moot("doctor").stdout
