"""Test that a study killed repeatedly over a failing service loses nothing and asks nothing twice."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, command
from extensions.studies.terminal.conftest import FIVE, REVERSED, configured, sessions, told
from rig.records.ledger import ledger_lines
from rig.script import Asked
from rig.upstream import Upstream

STUDY = """
name = "killed"
corpus = "two-sided"
questions = {questions}
seed = "killed"

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta", "lab/gamma"]
adjudicators = ["lab/delta"]
protocol = "adjudication"
"""


def fails_sometimes(asked: Asked) -> str | None:
    """One call in twenty."""
    return "500" if asked.number % 20 == 7 else None


async def asked_and_killed(file: Path, home: Path, ledger: Path, kills: list[int]) -> None:
    """Runs the study to its end, killed at each of these commits of each run before."""
    async with Upstream(fails_sometimes, ledger=ledger, models=("alpha", "beta", "gamma", "delta", "epsilon")) as up:
        row = f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n'
        await asyncio.to_thread(configured, home, row)
        for kill in [*kills, 0]:
            more = {"MOOT_KILL_AT": f"commit:after:{kill}"} if kill else {}
            process = await asyncio.create_subprocess_exec(
                *command("study", "run", str(file), "--at-once", "3", "-q", "--yes"), env={**os.environ, **more},
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
            said, _ = await process.communicate()
            assert process.returncode == (-9 if kill else 0) or (not kill and process.returncode == 4), said.decode()[
                -3000:
            ]


def checked(moot: Run, home: Path, ledger: Path, cells: int, tmp_path: Path) -> None:
    """Every cell has one session and a result; what was answered is written down or told to be lost; files are made
    alike twice."""
    status = told(moot, "status", "killed")
    assert {each["left"] + each["failed"] + each["running"] for each in status["arms"].values()} == {0}
    assert sum(each["done"] for each in status["arms"].values()) == cells
    every = [each for each in sessions(moot, limit=500) if each["study"]]
    assert len(every) == cells
    settled, lost = Counter[str](), 0
    for each in every:
        for line in moot("sessions", "export", each["session"], "--format", "jsonl").stdout.splitlines():
            event: dict[str, Any] = json.loads(line)
            if event.get("kind") == "SeatSpoke" and event.get("origin") is None:
                settled[event["body"]["seat"]] += 1
            if event.get("kind") == "SessionResumed":
                lost += len(event["body"]["orphans"])
    answered = [call for call in ledger_lines(ledger) if call.get("mode") not in (None, "500")]
    figures = (
        f"{len(every)} sessions, {len(ledger_lines(ledger))} calls, {len(answered)} answered, {settled.total()} kept"
    )
    print(f"{figures}, {lost} lost with their process")  # shown with -s, and where the test fails
    assert settled.total() <= len(answered) <= settled.total() + lost, figures
    for folder in ("one", "two"):
        assert moot("study", "export", "killed", "--dir", folder).exit_code == 0
    one_sum(moot, status, tmp_path / "one", lost)
    files = [file.relative_to(tmp_path / "one") for file in (tmp_path / "one").rglob("*") if file.is_file()]
    assert files
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


def one_sum(moot: Run, status: dict[str, Any], folder: Path, lost: int) -> None:
    """Every door tells the same money, spent and held for calls without an answer: a study's status, its files session
    by session and member by member, the list of sessions, and the usage of the whole house."""
    assert (status["pending"] > 0) == (lost > 0), "a call that was cut off with its process may be charged"
    rows = [json.loads(line) for line in (folder / "cells.ndjson").read_text().splitlines()]
    held = {row["session"]: row["usage"]["at_most"] for row in rows}
    assert sum(held.values()) == pytest.approx(status["pending"], abs=1e-9)
    assert sum(row["usage"]["cost"] for row in rows) == pytest.approx(status["spent"], abs=1e-9)
    listed = {each["session"]: each["at_most"] for each in sessions(moot, limit=500) if each["study"]}
    assert held == pytest.approx(listed, abs=1e-9)
    usage = json.loads(moot("usage", "--json").stdout)
    assert usage["total"]["at_most"] == pytest.approx(status["pending"], abs=1e-9)


@pytest.mark.slow
async def test_a_killed_study_loses_nothing(moot: Run, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(STUDY.format(questions=json.dumps(FIVE[:2])) + REVERSED)
    await asked_and_killed(file, home, tmp_path / "ledger", [9, 14, 25])
    await asyncio.to_thread(checked, moot, home, tmp_path / "ledger", 4, tmp_path)


@pytest.mark.slow
async def test_a_killed_retry_sends_nothing_that_was_answered(moot: Run, home: Path, tmp_path: Path) -> None:
    """Killed in the fork's first stage and again among copies of later ones, it goes on with the same fork."""
    failing = True

    def rebuttal(asked: Asked) -> str | None:
        return "filter_400" if failing and asked.model == "beta" and asked.nth == 2 else None

    file, ledger = tmp_path / "study.toml", tmp_path / "ledger"
    file.write_text(STUDY.format(questions=json.dumps(FIVE[:1])))
    async with Upstream(rebuttal, ledger=ledger, models=("alpha", "beta", "gamma", "delta")) as up:
        row = f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n'
        await asyncio.to_thread(configured, home, row)

        async def ran(*args: str, kill: int = 0) -> None:
            more = {"MOOT_KILL_AT": f"commit:after:{kill}"} if kill else {}
            process = await asyncio.create_subprocess_exec(*command("study", *args, "-q"), env={**os.environ, **more})
            assert await process.wait() == (-9 if kill else 0) or not kill

        await ran("run", str(file), "--yes")
        failing, answered = False, {call["sha"] for call in ledger_lines(ledger) if call.get("mode") == "ok"}
        first = len(ledger_lines(ledger))
        await ran("retry", "killed", "--degraded", kill=5)
        await ran("run", "killed", "--yes", kill=6)
        await ran("run", "killed", "--yes")
        again = [call["sha"] for call in ledger_lines(ledger)[first:] if "sha" in call]
    assert again
    assert answered.isdisjoint(again)
    every = [each for each in await asyncio.to_thread(sessions, moot, 500) if each["study"]]
    (fork,) = [each["session"] for each in every if each["fork_of"]]
    status = await asyncio.to_thread(told, moot, "status", "killed")
    assert (status["arms"]["base"]["done"], status["arms"]["base"]["degraded"]) == (1, 0)
    assert (await asyncio.to_thread(moot, "sessions", "replay", fork)).exit_code == 0
    shown = await asyncio.to_thread(moot, "sessions", "export", fork, "--format", "jsonl")
    written = tmp_path / "fork.jsonl"
    written.write_text(shown.stdout)
    assert (await asyncio.to_thread(moot, "sessions", "verify", str(written))).exit_code == 0
