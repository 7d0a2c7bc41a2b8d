"""Test that a program answers as a model does, fails with the right kind of error, and never outlives its call."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.cli_seats.programs import Programs, alive
from moot.errors import BadSetting
from moot.extensions.cli_seats.environment import program_environment
from moot.extensions.cli_seats.provider import CliProvider
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint, packaged_rows
from moot.providers.provider import Call, CallLimits, CallMessage, CallReply
from providers.asking import call_of
from rig.clean_home import home as home

LONG = CallLimits(first=120, between=120, total=240)
ROWS = {
    **{name: packaged_rows()[name] for name in ("claude-code", "codex", "gemini-cli")},
    "mine": Endpoint(name="mine", wire="cli", command=("custom", "--model", "{model}"), price="subscription"),
}
SECRETS = {
    **{name: f"planted {name}" for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "MOOT_TOKEN")},
    "AWS_SECRET_ACCESS_KEY": "planted aws",
}


def asked(endpoint: str, model: str = "default", limits: CallLimits = LONG) -> Call:
    return replace(
        call_of(model=f"{endpoint}/{model}", limits=limits),
        messages=(
            CallMessage(role="system", text="Be brief."),
            CallMessage(role="user", text="What is two and two?"),
        ),
    )


async def answer_of(endpoint: str, model: str = "default", limits: CallLimits = LONG, **row: object) -> CallReply:
    provider = CliProvider(replace(ROWS[endpoint], **row), None)
    return await hear(provider, asked(endpoint, model, limits))


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; the test's own timeout ends it otherwise."""
    while not holds():
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("endpoint", "model", "text", "reported", "read"),
    [
        ("claude-code", "sonnet", "From claude.\nIt is four.", "sonnet (claude-sonnet-4-5)", 30),
        ("codex", "gpt-5.1", "From codex.\nIt is four.", "", 30),
        ("gemini-cli", "default", "From gemini.\nIt is four.", "default (gemini-3-pro)", 30),
        ("mine", "small", "By --model small: From custom.\nIt is four.", "", 30),
    ],
)
async def test_programs_answer(
    programs: Programs, endpoint: str, model: str, text: str, reported: str, read: int
) -> None:
    reply = await answer_of(endpoint, model)
    assert (reply.settled, reply.text, reply.model) == ("ok", text, reported), reply.cause
    assert (reply.usage.input, reply.usage.output, reply.usage.estimated) == (read, 9, False)
    (start,) = programs.starts
    assert "What is two and two?" in start["prompt"]
    assert not any("two" in each for each in start["args"]), "other users see arguments"
    assert "Be brief." in (start["system"] or start["prompt"])
    assert start["files"] == [], "the folder is empty"
    assert not os.path.exists(start["cwd"]), "and removed afterwards"  # noqa: ASYNC240
    assert not alive(start["pid"])
    if endpoint != "mine":
        assert (model in start["args"]) is (model != "default")


async def test_words_stream_where_the_program_streams(programs: Programs) -> None:
    pieces: list[str] = []
    await hear(CliProvider(ROWS["claude-code"], None), asked("claude-code"), lambda text, _: pieces.append(text))
    assert len(pieces) > 2
    assert "".join(pieces) == "From claude.\nIt is four."


@pytest.mark.parametrize(
    ("endpoint", "mode", "settled", "error", "says"),
    [
        ("claude-code", "signed-out", "error", "auth", "claude auth login"),
        ("codex", "signed-out", "error", "auth", "codex login"),
        ("gemini-cli", "signed-out", "error", "auth", "Please set an Auth method"),
        ("claude-code", "rate", "error", "rate", "You've hit your limit"),
        ("codex", "rate", "error", "server", "usage limit"),
        ("codex", "status", "error", "server", "429"),
        ("gemini-cli", "rate", "error", "rate", "exhausted"),
        ("mine", "rate", "error", "rate", "Slow down"),
        ("codex", "crash", "error", "server", "exit code 7: Segmentation fault"),
        ("claude-code", "malformed", "malformed", "", "no JSON"),
        ("claude-code", "silent", "incomplete", "", "ended before"),
        ("claude-code", "huge", "error", "too_large", "more than 300,000 bytes"),
    ],
)
async def test_failures_are_told_apart(
    programs: Programs, endpoint: str, mode: str, settled: str, error: str, says: str
) -> None:
    programs.behave(mode)
    reply = await answer_of(endpoint, limits=replace(LONG, most_bytes=300_000))
    assert (reply.settled, reply.error) == (settled, error), reply.cause
    assert says in reply.cause
    assert not any(map(alive, programs.pids))


async def test_the_wait_until_a_plan_renews_is_reported(programs: Programs) -> None:
    programs.behave("rate")
    wait = (await answer_of("claude-code")).retry_after
    assert wait is not None
    assert 0 < wait <= 3600
    assert (await answer_of("mine")).retry_after == 30


async def test_what_is_not_installed_is_said(programs: Programs) -> None:
    reply = await answer_of("mine", command=("absent",))
    assert (reply.error, "absent is not installed" in reply.cause) == ("not_found", True)


@pytest.mark.parametrize("mode", ["hang", "stubborn"])
async def test_a_call_that_times_out_leaves_no_process(programs: Programs, mode: str) -> None:
    programs.behave(mode)
    calling = asyncio.ensure_future(answer_of("codex", limits=CallLimits(first=8, between=8, total=8)))
    reply = await calling
    assert reply.settled == "timeout"
    assert len(programs.pids) == 3
    await until(lambda: not any(map(alive, programs.pids)))


@pytest.mark.parametrize("mode", ["hang", "stubborn"])
async def test_a_cancelled_call_leaves_no_process(programs: Programs, mode: str) -> None:
    programs.behave(mode)
    calling = asyncio.ensure_future(answer_of("claude-code"))
    await until(lambda: len(programs.pids) == 3)
    assert all(map(alive, programs.pids))
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert not any(map(alive, programs.pids)), "also what left the group"


async def test_secrets_never_reach_a_program(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CODEX_HOME", "/somewhere")
    monkeypatch.setenv("WANTED", "yes")
    for endpoint in ROWS:
        await answer_of(endpoint, env=("WANTED",))
    for start in programs.starts:
        assert not [value for value in start["env"].values() if "planted" in value]
        assert (start["env"]["WANTED"], start["env"]["CODEX_HOME"]) == ("yes", "/somewhere")
    assert len(programs.starts) == len(ROWS)
    assert program_environment({"https_proxy": "p", "LC_ALL": "C", "LD_PRELOAD": "x"}) == {
        "https_proxy": "p",
        "LC_ALL": "C",
    }


async def test_a_configured_folder_is_used(programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("kept")
    reply = await answer_of("mine", folder=str(tmp_path))
    assert reply.settled == "ok"
    assert programs.starts[0]["cwd"] == str(tmp_path)
    assert (tmp_path / "notes.txt").exists()


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('wire = "cli"', "needs a `command`"),
        ('wire = "cli"\ncommand = ["x"]\nenv = ["MOOT_TOKEN"]', "none of Moot's own"),
    ],
)
def test_wrong_rows_are_refused(home: Path, row: str, says: str) -> None:
    home.mkdir()
    (home / "endpoints.toml").write_text(f"[mine]\n{row}\n")
    with pytest.raises(BadSetting, match=says):
        Directory(home, {})


def test_a_custom_program_runs_once_at_a_time_and_is_priced_as_set(home: Path) -> None:
    home.mkdir()
    (home / "endpoints.toml").write_text('[mine]\nwire = "cli"\ncommand = ["x"]\nprice = "subscription"\n')
    directory = Directory(home, {})
    assert directory.row("mine").concurrency == 1
    for model in ("mine/default", "claude-code/sonnet"):
        price = directory.price_of(model)
        assert price is not None
        assert (price.free, price.source) == (True, "subscription")
        assert directory.abilities_of(model).schema == "none"
