"""Test whole sessions with programs as members: at the terminal, over HTTP, when Moot is killed, and in the doctor."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, command
from cli.conftest import home as home
from cli.conftest import moot as moot
from extensions.cli_seats.programs import Programs, alive
from rig.upstream import Upstream
from server.running import running

QUESTION = "What is two and two?"


def at_home(home: Path, up: Upstream) -> None:
    home.mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(f'[lab]\nurl = "{up.url}"\nprivate = true\n', encoding="utf-8")


async def test_a_peer_review_with_two_programs_at_the_terminal(programs: Programs, home: Path, moot: Run) -> None:
    async with Upstream() as up:
        at_home(home, up)
        flags = [each for model in ("claude-code", "codex", "lab/alpha") for each in ("-m", model)]
        options = ["--protocol", "peer-review", *flags, "--chair", "lab/alpha", "--budget", "0.01"]
        told = await asyncio.to_thread(moot, "ask", QUESTION, "--json", *options)
        estimate = await asyncio.to_thread(moot, "ask", QUESTION, "--estimate", "-m", "claude-code", "-m", "codex")
    assert told.exit_code == 0, told.output
    result = json.loads(told.stdout)
    assert (result["outcome"], result["cost"]) == ("verdict", 0)
    names = [start["name"] for start in programs.starts]
    assert names.count("claude") == names.count("codex") == 2, "an answer and a ballot each"
    ballots = [start for start in programs.starts if "<ballot>" in start["prompt"]]
    assert len(ballots) == 2, "the ballot is asked for in words"
    assert "opinions: 2 calls, included in your subscription" in estimate.output
    assert "Included in your subscription, 5 calls." in estimate.output
    assert "Included in your subscription, and counted as $0: claude-code/default, codex/default." in estimate.output


async def test_a_peer_review_with_two_programs_over_http(programs: Programs, home: Path) -> None:
    async with Upstream() as up:
        at_home(home, up)
        async with running(home) as server:
            session = await server.asked(
                QUESTION, members=["gemini-cli", "claude-code/opus", "lab/alpha"], chair="lab/beta"
            )
            async with server.client() as client:
                shown = (await client.get(f"/api/sessions/{session}?wait=120")).json()
                models = (await client.get("/api/endpoints")).json()["endpoints"]
                rows = [
                    each
                    for each in (await client.get("/api/models")).json()["models"]
                    if each["model"] in ("claude-code/default", "lab/alpha")
                ]
    assert shown["outcome"] == "verdict", shown["message"]
    row = next(each for each in models if each["endpoint"] == "claude-code")
    assert (row["free"], row["layer"]) == (True, "packaged")
    assert {each["model"]: each["included"] for each in rows} == {"claude-code/default": True, "lab/alpha": False}
    assert sorted({start["name"] for start in programs.starts}) == ["claude", "gemini"]
    assert any("opus" in start["args"] for start in programs.starts)


@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_moot_leaves_no_program(programs: Programs, home: Path, ends: signal.Signals) -> None:
    programs.behave("stubborn")
    ask = command("ask", QUESTION, "--protocol", "peer-review", "-m", "claude-code", "-m", "codex", "--chair", "codex")
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(ask, stdin=nowhere, stdout=nowhere, stderr=nowhere) as asking:
        while len(programs.pids) < 6:
            assert asking.poll() is None
            time.sleep(0.05)
        asking.send_signal(ends)
        asking.wait()
    while any(map(alive, programs.pids)):  # the test's own timeout ends this
        time.sleep(0.05)


def test_an_absent_program_is_told_before_the_council_starts(programs: Programs, home: Path, moot: Run) -> None:
    (programs.folder / "claude").unlink()
    council = ("-m", "claude-code", "-m", "codex", "--chair", "codex")
    told = moot("ask", QUESTION, *council)
    assert told.exit_code == 2, told.output
    assert "claude-code/default: `claude` is not installed, or not on the PATH. Nothing was started." in told.stderr
    assert "Install it, or name another member." in told.stderr
    assert programs.starts == [], "no other member was asked"
    assert json.loads(moot("sessions", "list", "--json").stdout)["sessions"] == []
    estimate = moot("ask", QUESTION, *council, "--estimate")
    assert "`claude` is not installed, or not on the PATH" in estimate.output


def test_the_doctor_lists_programs(programs: Programs, home: Path, moot: Run) -> None:
    def lines() -> dict[str, Any]:
        found = json.loads(moot("doctor", "--json").stdout)
        return {each["about"]: each for each in found["checks" if "checks" in found else "found"]}

    well = lines()
    assert all("included in your subscription" in well[name]["says"] for name in ("claude-code", "codex"))
    assert (well["claude-code"]["mark"], well["codex"]["mark"], well["gemini-cli"]["mark"]) == ("ok", "ok", "note")
    programs.behave("signed-out")
    assert "not signed in" in lines()["claude-code"]["says"]
    assert lines()["codex"]["remedy"] == "Run: codex login"
    (programs.folder / "claude").unlink()
    assert "claude-code" not in lines(), "nobody set it up"
    assert moot("models", "endpoints", "add", "claude-code", "--kind", "cli").exit_code == 0
    assert lines()["claude-code"]["mark"] == "trouble"


def test_programs_are_not_seated_unless_named(programs: Programs, home: Path, moot: Run) -> None:
    listed = json.loads(moot("models", "list", "--json").stdout)["models"]
    assert not [each["model"] for each in listed if each["sits"]]
    assert programs.starts == []
    assert "included in your subscription" in moot("models", "list", "claude-code").output
