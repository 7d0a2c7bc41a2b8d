"""Is nothing offered that can change nothing, and is it told which results rest on answers that were replaced?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest
from click.testing import Result

from cli.conftest import Run
from cli.studies.conftest import FIVE, configured
from house.studies.test_following import FORKED, MODELS, ran, told_of_arms
from house.studies.test_running import JUDGED, endpoint
from moot.house import House
from moot.library.corpora.studies.progress import BudgetSet, CellPut
from moot.library.corpora.studies.study import Cell, study_from
from moot.sessions.fork import Changes
from moot.sessions.fork_changes import NOTHING_LOST
from rig.script import Asked
from rig.upstream import Upstream


async def said(moot: Run, *args: str) -> Result:
    return await asyncio.to_thread(moot, "study", *args)


def cut(asked: Asked) -> str | None:
    """A member whose words are cut at its limit: nothing failed, and the result is not a full one."""
    return "length" if asked.body["model"] == "beta" and asked.nth == 1 else None


async def test_what_can_only_be_asked_otherwise_is_not_offered(moot: Run, home: Path, tmp_path: Path) -> None:
    """Words that were cut are no call that failed: every door says so and what helps, and no retry begins."""
    file = tmp_path / "study.toml"
    file.write_text(JUDGED.format(questions=json.dumps(FIVE[:1])))
    async with Upstream(cut, models=MODELS) as up:
        configured(home, endpoint(up.url))
        first = await said(moot, "run", str(file))
        assert first.exit_code == 4, first.output
        before = len(up.calls)
        again = await said(moot, "retry", "once", "--degraded")
        status = await said(moot, "status", "once")
        told = json.loads((await said(moot, "status", "once", "--json")).stdout)
        assert len(up.calls) == before
    assert again.exit_code == 2
    assert "asked again." not in again.output.partition("Nothing of it can be asked again")[0]
    for output in (first.output, again.output, status.output):
        assert NOTHING_LOST in output, output
        assert "with a larger limit" in output, "what helps is told"
        assert "moot study retry" not in output, output
    assert (told["again"]["failed"], told["again"]["degraded"]) == (0, 0)
    assert [each["sessions"] for each in told["again"]["cannot"]] == [1]


@pytest.mark.slow
async def test_what_failed_beside_it_is_offered_and_the_rest_is_told(moot: Run, home: Path, tmp_path: Path) -> None:
    failing = True

    def some(asked: Asked) -> str | None:
        if failing and asked.body["model"] == "gamma" and asked.nth == 2:
            return "filter_400"
        return cut(asked)

    file = tmp_path / "study.toml"
    file.write_text(JUDGED.format(questions=json.dumps(FIVE[:2])))
    async with Upstream(some, models=MODELS) as up:
        configured(home, endpoint(up.url))
        first = await said(moot, "run", str(file), "--at-once", "1")
        told = json.loads((await said(moot, "status", "once", "--json")).stdout)["again"]
        failing = False
        again = await said(moot, "retry", "once", "--degraded")
        later = json.loads((await said(moot, "status", "once", "--json")).stdout)["again"]
        before = len(up.calls)
        second = await said(moot, "retry", "once", "--degraded")
    assert first.output.count("--degraded") == 1
    assert told["degraded"] == 1
    assert again.exit_code in (0, 4), again.output
    assert later["degraded"] == 0
    assert second.exit_code == 2
    assert len(up.calls) == before


@pytest.mark.slow
async def test_forks_that_keep_older_answers_are_told_until_they_are_made_anew(
    moot: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A run that was killed, or had no money, between a cell and its fork leaves the fork as it was, and says so."""
    failing = True
    monkeypatch.setenv("MOOT_HOME", str(tmp_path))
    shown = []

    def member(asked: Asked) -> str | None:
        return "filter_400" if failing and asked.body["model"] == "beta" and asked.nth == 1 else None

    async def looked() -> list[str]:
        """The report at a terminal, its figures, and its page."""
        typed = await said(moot, "report", study)
        compared = await said(moot, "compare", study)
        kept = json.loads((await said(moot, "report", study, "--json")).stdout)["arms"]
        assert [each["older"] for each in kept] == [arm.older for arm in await told_of_arms(house, study)]
        return [typed.stdout, compared.stdout, unescape(await house.studies.page(study))]

    async with Upstream(member, models=MODELS) as up:
        configured(tmp_path, endpoint(up.url))
        house = await House.opened("python", tmp_path)
        try:
            study = (await house.studies.open(study_from(FORKED.format(questions=json.dumps(FIVE[:2])), "older"))).id
            await ran(house, study)
            assert not (await house.studies.head(study)).older, "a fork has the answers it was made of"
            failing = False
            progress = await house.studies.progress(study)
            await only_bases(house, study, [cell for cell in progress.cells if cell.arm == "base"])
            head = await house.studies.head(study)
            told = [(each.arm, each.of, each.sessions) for each in head.older]
            shown = await looked()
            await ran(house, study)
            later = await house.studies.head(study)
            after = await looked()
        finally:
            await house.close()
    assert told == [("judged", "base", 1)], "the fork of the one that was asked again"
    assert not later.older
    words = "1 session of judged rests on answers of base that were asked again since and are others now."
    assert [words in each for each in shown] == [True] * 3
    assert not any("asked again since" in each for each in after)


async def only_bases(house: House, study: str, cells: Sequence[Cell]) -> None:
    """Has what failed in these asked again, and their forks not: as a process that dies between the two does."""
    progress = await house.studies.progress(study)
    for cell in (await house.studies.askable(progress, cells)).cells:
        session = await house.runner.fork(progress.cells[cell], Changes(retry_failed=True))
        await house.runner.ended(session)
        fact = CellPut(arm=cell.arm, item=cell.item, repeat=cell.repeat, session=session)
        await house.studies.add(study, f"cell/{cell.key}#2", fact)


async def test_causes_that_tell_of_money_say_what_is_left_now(tmp_path: Path) -> None:
    async with Upstream(models=MODELS) as up:
        configured(tmp_path, endpoint(up.url))
        house = await House.opened("python", tmp_path)
        try:
            kept = house.studies
            study = (await kept.open(study_from(JUDGED.format(questions=json.dumps(FIVE[:2])), "money"))).id
            await kept.add(study, "budget/1", BudgetSet(budget=0.02))
            await ran(house, study)
            then = await kept.head(study)
            await kept.add(study, "budget/2", BudgetSet(budget=7.0))
            now = await kept.head(study)
        finally:
            await house.close()
    assert then.wants_budget
    assert then.left_now == ""
    assert "of a budget of $7" in now.left_now


@pytest.mark.slow
async def test_a_retry_that_ran_out_of_budget_goes_on_by_the_command_it_names(
    moot: Run, home: Path, tmp_path: Path
) -> None:
    failing = True

    def member(asked: Asked) -> str | None:
        return "filter_400" if failing and asked.body["model"] == "beta" and asked.nth == 2 else None

    file = tmp_path / "study.toml"
    file.write_text(JUDGED.format(questions=json.dumps(FIVE[:1])))
    async with Upstream(member, models=MODELS) as up:
        configured(home, endpoint(up.url))
        await said(moot, "run", str(file), "--budget", "5")
        failing = False
        row = json.loads((await said(moot, "status", "once", "--json")).stdout)
        poor = await said(moot, "retry", "once", "--degraded", "--budget", f"{row['spent'] + row['pending']:.6f}")
        command = f"moot study retry {row['study'][:8]} --degraded --budget DOLLARS"
        status = await said(moot, "status", "once")
        rich = await said(moot, "retry", "once", "--degraded", "--budget", "5")
        later = json.loads((await said(moot, "status", "once", "--json")).stdout)
    assert poor.exit_code == 3, poor.output
    assert command in poor.output
    assert command in status.output
    assert rich.exit_code == 0, rich.output
    assert (later["budget"], later["arms"]["base"]["degraded"]) == (5, 0)
