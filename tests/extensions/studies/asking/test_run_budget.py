"""Test that all that fits a budget is asked, with many sessions at once, and the total never exceeds it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from extensions.studies.asking.test_outdated_cells import FORKED, MODELS, ran
from extensions.studies.asking.test_running import endpoint, lab
from extensions.studies.terminal.conftest import FIVE, configured
from moot.app import Application
from moot.errors import OutOfBudget
from moot.extensions.studies.asking.run_budget import RunBudget
from moot.extensions.studies.progress import BudgetSet
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell, study_from
from moot.floor.calls.budget import nano_dollars
from rig.upstream import Upstream


@pytest.mark.slow
@pytest.mark.parametrize("budget", [0.182, 0.2, 0.27])
async def test_what_fits_is_asked_however_many_run_at_once(budget: float, tmp_path: Path) -> None:
    """Under a budget that one session after the other keeps to, every cell has a result, forks among them."""
    async with Upstream(models=MODELS) as up:
        text = FORKED.format(questions=json.dumps(FIVE[:3]))
        done: dict[int, set[str]] = {}
        for at_once in (1, 2, 3, 4):
            home = tmp_path / str(at_once)
            configured(home, endpoint(up.url))
            app = await Application.opened("python", home)
            try:
                study = (await studies_of(app).open(study_from(text, "fits"))).id
                # The dearest begins with 0.129, and sessions cost up to 0.02 each.
                await studies_of(app).add(study, "budget/1", BudgetSet(budget=budget))
                run = await ran(app, study, at_once=at_once)
            finally:
                await app.close()
            done[at_once] = {cell.key for cell, fate in run.fates.items() if fate.state in FINISHED}
            assert run.spent <= nano_dollars(budget)
            assert not run.ended(1).left, run.ended(1).left
    assert len(done[1]) == 6
    assert done[1] == done[2] == done[3] == done[4]


@pytest.mark.parametrize(("mode", "held"), [("500", False), ("502", False), ("eof_midstream", True)])
async def test_only_what_may_have_been_charged_is_held_against_the_budget(
    mode: str, held: bool, tmp_path: Path
) -> None:
    """One call in ten breaks, and is made again: no money is held for an error in place of an answer."""
    async with lab(tmp_path, lambda asked: mode if asked.number % 10 == 3 else None) as (app, _):
        study = (await studies_of(app).open(study_from(FORKED.format(questions=json.dumps(FIVE[:3])), "broken"))).id
        run = await ran(app, study)
        cost = await studies_of(app).cost_of(study)
    assert all(fate.state in FINISHED for fate in run.fates.values())
    assert cost.spent > 0
    assert (cost.pending > cost.spent) is held, (cost.spent, cost.pending)
    assert held or cost.pending == 0


CELLS = [StudyCell("base", f"q{n}", 1) for n in range(6)]


async def asked(budget: int, at_once: int, costs: list[int], needs: list[int]) -> tuple[set[int], int]:
    """Which of these sessions end where each needs so much room and then costs less, and what they cost together."""

    async def nothing() -> StudyCost:
        return StudyCost()

    shares, turn, ended = RunBudget(budget / 1e9, at_once, nothing), asyncio.Semaphore(at_once), set[int]()
    shares.begin({})

    async def one(n: int) -> None:
        try:
            async with turn:
                cap = await shares.share(CELLS[n])
                while cap is not None:
                    await asyncio.sleep(0.001)
                    if cap >= needs[n]:
                        shares.counted(f"s{n}", costs[n])
                        ended.add(n)
                        return
                    shares.counted(f"s{n}", 0)
                    cap = await shares.more(CELLS[n], f"s{n}", lambda: False)
        except OutOfBudget:
            return
        finally:
            shares.give_back(CELLS[n])

    await asyncio.gather(*(one(n) for n in range(len(costs))))
    return ended, shares.spent


@pytest.mark.parametrize("at_once", [1, 2, 3, 4])
async def test_sessions_that_need_more_than_their_share_wait_for_it(at_once: int) -> None:
    costs, needs = [10, 30, 20, 10, 25, 5], [50, 60, 90, 40, 100, 30]
    for budget in range(100, 260, 7):
        ended, spent = await asked(budget, at_once, costs, needs)
        assert spent <= budget
        left = budget - sum(costs)
        if left >= max(needs):
            assert ended == set(range(6)), budget
        for n in set(range(6)) - ended:
            assert budget - spent < needs[n], "whatever is left out had all there was"
