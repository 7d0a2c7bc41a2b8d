"""Is an arm added at a terminal priced first, asked as priced, and refused or gone on with as its words say?"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, command
from cli.studies.conftest import FIVE, configured, told
from rig.records.ledger import ledger_lines
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
        assert (await say("run", str(file)))["exit"] == 0
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
            least = 0.9 if members else 1.0  # a session that is there tells which calls its protocol leaves out
            assert least * price["calls"] <= new.total() <= price["calls"], new
            assert ("alpha" in new) is members, "a fork keeps what its members said"
            assert 0 < status["spent"] - paid <= price["most"]


@pytest.mark.slow
async def test_what_a_budget_does_not_pay_for_is_left_and_asked_under_a_larger_one(
    moot: Run, home: Path, tmp_path: Path
) -> None:
    async with Upstream(models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        await asyncio.to_thread(told, moot, "run", str(file))
        spent = (await asyncio.to_thread(told, moot, "status", "grown"))["spent"]
        under = f"{spent + 0.0001:.6f}"
        words = await asyncio.to_thread(moot, "study", *JUDGED, "--budget", under, "--estimate")
        assert words.exit_code == 0
        assert "which begins no session of this study" in words.stderr
        assert "suffices as a rule" in words.stdout
        before = asked(up)
        short = await asyncio.to_thread(moot, "study", *JUDGED, "--budget", under)
        assert short.exit_code == 3, short.stdout
        assert asked(up) == before
        assert "moot study run" in short.stdout
        price = await asyncio.to_thread(told, moot, *JUDGED, "--name", "other", "--estimate")
        assert price["others"] == 2, "what is left of the first one would be asked along with it"
        larger = await asyncio.to_thread(moot, "study", "run", "grown", "--budget", "10")
        assert larger.exit_code == 0, larger.stdout
        status = await asyncio.to_thread(told, moot, "status", "grown")
        assert status["arms"]["rejudged-1"]["done"] == 2


@pytest.mark.slow
async def test_no_fork_is_priced_or_made_of_a_session_that_failed(moot: Run, home: Path, tmp_path: Path) -> None:
    """One that waits for a failed session stays left, whatever is paid: that is told, and it is not offered again."""
    dead = {"every": False}

    def script(asked: Asked) -> str | None:
        return "404" if asked.model == "delta" and (dead["every"] or "carbon" in asked.prompt.lower()) else None

    async with Upstream(script, models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        file.write_text(STUDY.replace(FIVE[1], "carbon-1"))
        first = await asyncio.to_thread(told, moot, "run", str(file))
        assert first["arms"]["base"] == {"done": 1, "degraded": 0, "running": 0, "failed": 1, "left": 0}
        price = await asyncio.to_thread(moot, "study", *JUDGED, "--estimate")
        assert "rejudged-1: 1 session, " in price.stdout
        assert "A session of 'rejudged-1' waits for one of 'base' that failed" in price.stderr
        await asyncio.to_thread(told, moot, *JUDGED)
        before = asked(up)
        again = await asyncio.to_thread(moot, "study", "run", "grown")
        assert "A session of 'rejudged-1' waits for one of 'base' that failed" in again.stdout
        assert asked(up) == before
        dead["every"] = True
        file.write_text(STUDY.replace('"grown"', '"dead"'))
        await asyncio.to_thread(told, moot, "run", str(file))
        for more in ([], ["--estimate"]):
            refused = await asyncio.to_thread(moot, "study", "arm", "dead", "--of", "base", *JUDGED[4:], *more)
            assert refused.exit_code == 2
            assert "No fork of 'base' can be made: every session it would be made of failed." in refused.stderr
        assert list((await asyncio.to_thread(told, moot, "status", "dead"))["arms"]) == ["base"]


@pytest.mark.slow
def test_an_arm_too_many_is_told_before_it_is_added(written: Callable[..., Path], moot: Run) -> None:
    """Six questions of six domains tell one arm from chance, and no longer two of them."""
    six = ["housing-1", "carbon-1", "privacy-1", "cloud-1", "education-1", "finance-1"]
    told(moot, "run", str(written(questions=six)))
    args = ("arm", "tried", "--of", "base", "--adjudicator")
    first = moot("study", *args, "rehearsal/dov", "--estimate")
    assert "could be told from chance" not in first.stderr
    told(moot, *args, "rehearsal/dov")
    second = moot("study", *args, "rehearsal/eli", "--estimate")
    assert "With it 2 arms are compared with 'base', and no p comes below 0.063 then" in second.stderr


@pytest.mark.slow
async def test_the_same_command_goes_on_with_an_arm_that_was_killed(moot: Run, home: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    async with Upstream(models=MODELS, ledger=ledger) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        await asyncio.to_thread(told, moot, "run", str(file))
        first = len(ledger_lines(ledger))
        named = (*JUDGED, "--name", "again", "-q")
        env = {**os.environ, "MOOT_KILL_AT": "commit:after:9"}
        process = await asyncio.create_subprocess_exec(*command("study", *named), env=env)
        assert await process.wait() == -9
        assert (await asyncio.to_thread(moot, "study", *named)).exit_code == 0
        again = Counter(line["sha"] for line in ledger_lines(ledger)[first:] if line.get("mode") == "ok")
        answered = {line["sha"] for line in ledger_lines(ledger)[:first]}
        assert again
        assert answered.isdisjoint(again), "nothing of the base is asked again"
        status = await asyncio.to_thread(told, moot, "status", "grown")
        assert status["arms"]["again"]["done"] == 2
        assert list(status["arms"]) == ["base", "again"]


@pytest.mark.slow
async def test_nothing_is_added_to_a_study_that_another_process_asks(moot: Run, home: Path, tmp_path: Path) -> None:
    judged = asyncio.Event()

    def silent(asked: Asked) -> str | None:
        if asked.model == "delta":
            judged.set()
        return "silent" if asked.model == "delta" else None

    async with Upstream(silent, models=MODELS) as up:
        file = await asyncio.to_thread(served, up, home, tmp_path)
        process = await asyncio.create_subprocess_exec(*command("study", "run", str(file), "-q"))
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
        await asyncio.to_thread(told, moot, "run", str(file))
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
