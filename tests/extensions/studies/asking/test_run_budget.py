"""Test that all that fits a budget is asked, with many sessions at once, and the total never exceeds it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from extensions.studies.asking.test_outdated_cells import FORKED, ran
from extensions.studies.asking.test_running import lab
from extensions.studies.terminal.conftest import FIVE
from moot.errors import OutOfBudget
from moot.extensions.studies.asking.run_budget import RunBudget
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell, study_from


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
