"""Test that an arm added at a terminal is priced first, asked as priced, and refused or continued as printed."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, command
from extensions.studies.terminal.conftest import FIVE, configured, told
from rig.script import Asked
from rig.upstream import Upstream

STUDY = f"""
name = "grown"
corpus = "two-sided"
questions = {json.dumps(FIVE[:2])}
seed = "grown"

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta", "lab/gamma"]
adjudicators = ["lab/delta"]
protocol = "adjudication"
"""
MODELS = ("alpha", "beta", "gamma", "delta", "epsilon")
JUDGED = ("arm", "grown", "--of", "base", "--adjudicator", "lab/epsilon")
OTHERS = ("arm", "grown", "--member", "lab/alpha", "--member", "lab/beta", "--adjudicator", "lab/delta",
          "--protocol", "adjudication")  # fmt: skip


def served(up: Upstream, home: Path, tmp_path: Path) -> Path:
    """The study's file, over an endpoint with prices."""
    configured(home, f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 5 }}\n')
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    return file


def asked(up: Upstream) -> Counter[str]:
    return Counter(call.model for call in up.calls if call.method == "POST")


@pytest.mark.slow
async def test_an_arm_asks_what_its_price_said_and_nothing_before_its_stage(
    moot: Run, home: Path, tmp_path: Path
) -> None:
    async def say(*args: str) -> dict[str, Any]:
        return await asyncio.to_thread(told, moot, *args)

    async with Upstream(models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        assert (await say("run", str(file), "--yes"))["exit"] == 0
        for args, named, members in ((JUDGED, "rejudged-1", False), (OTHERS, "council-1", True)):
            before, paid = asked(up), (await say("status", "grown"))["spent"]
            price = await say(*args, "--estimate")
            assert (price["arm"], price["exit"], price["others"]) == (named, 0, 0)
            words = await asyncio.to_thread(moot, "study", *args, "--estimate")
            assert words.exit_code == 0
            assert words.stdout.startswith(f"{named}: {price['sessions']} sessions, {price['calls']} calls, ")
            assert "at most $" in words.stdout
            assert ("Who sits: lab/alpha, lab/beta; " in words.stdout) is members, "a fork keeps who sat"
            status = await say("status", "grown")
            assert asked(up) == before, "a price asks nobody"
            assert named not in status["arms"], "and adds nothing"
            added = await say(*args)
            status = await say("status", "grown")
            assert added["exit"] == 0
            assert status["arms"][named]["done"] == price["sessions"]
            new = asked(up) - before
            assert 0.85 * price["calls"] <= new.total() <= price["calls"], new
            assert ("alpha" in new) is members, "a fork keeps what its members said"
            assert 0 < status["spent"] - paid <= price["most"]


@pytest.mark.slow
async def test_nothing_is_added_to_a_study_that_another_process_asks(moot: Run, home: Path, tmp_path: Path) -> None:
    judged = asyncio.Event()

    def silent(asked: Asked) -> str | None:
        if asked.model == "delta":
            judged.set()
        return "silent" if asked.model == "delta" else None

    async with Upstream(silent, models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        process = await asyncio.create_subprocess_exec(*command("study", "run", str(file), "-q", "--yes"))
        try:
            await judged.wait()
            before = await asyncio.to_thread(told, moot, "status", "grown")
            cheaper = tmp_path / "cheaper.toml"
            cheaper.write_text("budget = 3.0\n" + STUDY)
            budget = ("--budget", "5")
            for args in (JUDGED, (*JUDGED, *budget), OTHERS, ("run", "grown", *budget),
                         ("run", str(cheaper)), ("rejudge", "grown", "--adjudicator", "lab/epsilon")):  # fmt: skip
                refused = await asyncio.to_thread(moot, "study", *args)
                assert refused.exit_code == 2, (args, refused.stdout)
                assert f"This study is being asked by process {process.pid}" in refused.stderr, refused.stderr
            now = await asyncio.to_thread(told, moot, "status", "grown")
            assert (list(now["arms"]), now["budget"]) == (list(before["arms"]), before["budget"])
        finally:
            process.kill()
            await process.wait()


REFUSED = [
    (["--of", "nobody"], "nobody"),
    (["--of", "base", "--from", "nosuch"], "nosuch"),
    (["--of", "base", "--adjudicator", "lab/alpha"], "cannot judge it"),
    (["--of", "base", "--member", "lab/alpha"], "cannot seat another council"),
    (["--name", "base", "--council", "nosuch"], "another arm called 'base'"),
    (["--council", "nosuch"], "nosuch"),
    (["--of", "base", "-o", "nosuch=1"], "nosuch"),
    (["--of", "base", "--chair", "lab/epsilon"], "Another chair changes nothing"),
    (["--of", "base", "--adjudicator", "lab/omega"], "omega"),
    (["--of", "base", "--name", "../x"], "../x"),
    (["--of", "base", "--name", "n" * 200], "nnn"),
    (["--of", "base", "--budget", "-1"], "-1"),
    (["--of", "base", "--repeats", "101"], "101"),
    (["--of", "base", "--adjudicator", "lab/epsilon", "--tolerate", "some"], "some"),
]


@pytest.mark.slow
async def test_what_cannot_be_added_is_refused_in_words_and_changes_nothing(
    moot: Run, home: Path, tmp_path: Path
) -> None:
    async with Upstream(models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        await asyncio.to_thread(told, moot, "run", str(file), "--yes")
        before = asked(up)
        for args, words in REFUSED:
            for more in ([], ["--estimate"]):
                if "--tolerate" in args and more:
                    continue
                result = await asyncio.to_thread(moot, "study", "arm", "grown", *args, *more)
                assert result.exit_code == 2, (args, more, result.stdout)
                assert words in result.stderr, (args, more, result.stderr)
                assert "at fault" not in result.stderr, (args, result.stderr)
        assert asked(up) == before
        status = await asyncio.to_thread(told, moot, "status", "grown")
        assert list(status["arms"]) == ["base"]


@pytest.mark.parametrize("args", [("arm",), ("rejudge", "--adjudicator", "rehearsal/ada")])
def test_a_study_that_is_not_there_is_told(args: tuple[str, ...], moot: Run) -> None:
    result = moot("study", args[0], "nosuch", *args[1:], "--estimate")
    assert result.exit_code == 2
    assert "There is no study called 'nosuch'" in result.stderr
