"""What may each session of a study cost? Its share of what is left of one budget, for as many as run at once.

What runs has its share set aside, so that the whole never costs more. Whoever cannot begin with a share, or ran out of
it, waits for what others give back, and takes all that is left then: what fits is asked, however many run at once. Held
by `tests/extensions/studies/asking/test_run_budget.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from moot.errors import OutOfBudget
from moot.exports.public import nano_dollars
from moot.extensions.studies.asking.causes import LARGER, CellFate, short_of
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell


class Poor(NamedTuple):
    """What could not be begun under an arm for want of money, when nobody could give any back: no longer question is
    looked at after it."""

    length: int
    """How long the question is."""
    fate: CellFate
    """What became of it."""
    least: int
    """What it takes to begin it, in nano-dollars."""


class RunBudget:
    """The money of one run."""

    def __init__(self, budget: float | None, at_once: int, cost: Callable[[], Awaitable[StudyCost]]) -> None:
        self.spent = 0
        """What the study's sessions cost, with what is held for calls whose end nobody knows."""
        self._budget = None if budget is None else nano_dollars(budget)
        self._at_once, self._cost = at_once, cost
        self._costs: dict[str, int] = {}
        self._promised: dict[StudyCell, int] = {}
        self._caps: dict[StudyCell, int] = {}
        self._given_back = asyncio.Event()

    async def left_words(self, least: int) -> str:
        """Why a session that takes so much is not begun with what is left now."""
        return f"{short_of(self._left(self._budget or 0), least, await self._cost())} {LARGER}"

    def begin(self, costs: Mapping[str, int]) -> None:
        """What each session the study ever had cost when the run began."""
        self._costs = dict(costs)
        self.spent = sum(costs.values())

    def counted(self, session: str, spent: int) -> None:
        """A session has cost so much by now."""
        self.spent += spent - self._costs.get(session, 0)
        self._costs[session] = spent

    def cost_of(self, session: str) -> int:
        """What it has cost; 0 where nothing is known of it."""
        return self._costs.get(session, 0)

    def give_back(self, cell: StudyCell) -> None:
        """Nothing is set aside for this cell any longer."""
        self._promised.pop(cell, None)
        self._given_back.set()

    async def share(self, cell: StudyCell, *, already: int = 0, least: int = 0) -> int | None:
        """What its session may cost in all; `None` without a budget. Raises where less is left than it takes to begin
        and nobody could give any back."""
        if self._budget is None:
            return None
        if self._budget == 0:  # then only what is free is asked
            return 0
        while True:
            left = self._left(self._budget)
            share = left // max(1, self._at_once - len(self._promised))
            if share < max(least, 1):
                share = left
            if share >= max(least, 1):
                return self._set_aside(cell, share, already)
            if not self._promised:
                raise OutOfBudget(short_of(left, least, await self._cost()), LARGER)
            await self._wait()

    async def more(self, cell: StudyCell, session: str, ends: Callable[[], bool]) -> int | None:
        """What a session that ran out of its share may cost in all from now on; `None` where it had all there was, or
        nothing goes on any longer."""
        if not self._budget:
            return None
        already = self._costs[session]
        self.give_back(cell)
        while not ends():
            left = self._left(self._budget)
            if left > max(0, self._caps[cell] - already):
                return self._set_aside(cell, left, already)
            if not self._promised:
                return None
            await self._wait()
        return None

    def _left(self, budget: int) -> int:
        return budget - self.spent - sum(self._promised.values())

    def _set_aside(self, cell: StudyCell, share: int, already: int) -> int:
        self._promised[cell], self._caps[cell] = share, share + already
        return share + already

    async def _wait(self) -> None:
        self._given_back.clear()
        await self._given_back.wait()
