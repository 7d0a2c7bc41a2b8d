"""Split one budget between the sessions that run at once.

Each running session reserves its share, so the total never exceeds the budget. A session that cannot start with a
share, or used it up, waits for money that others return and then takes everything left: whatever fits is asked, at any
concurrency. Tested by `tests/extensions/studies/asking/test_outdated_cells.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from moot.errors import OutOfBudget
from moot.exports.public import nano_dollars
from moot.extensions.studies.asking.causes import LARGER, short_of
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell


class RunBudget:
    """Divides a study's budget among the sessions that run at once."""

    def __init__(
        self,
        budget: float | None,
        at_once: int,
        cost: Callable[[], Awaitable[StudyCost]],
        each: float | None = None,
        by_arm: Mapping[str, float] | None = None,
    ) -> None:
        self.spent = 0
        """Cost of the study's sessions, including reservations for calls with an unknown end."""
        self._budget = None if budget is None else nano_dollars(budget)
        self._each = None if each is None else nano_dollars(each)
        self._by_arm = {arm: nano_dollars(most) for arm, most in (by_arm or {}).items()}
        self._at_once, self._cost = at_once, cost
        self._costs: dict[str, int] = {}
        self._promised: dict[StudyCell, int] = {}
        self._caps: dict[StudyCell, int] = {}
        self._given_back = asyncio.Event()

    def begin(self, costs: Mapping[str, int]) -> None:
        """Record what each earlier session of the study has cost, when a run starts."""
        self._costs = dict(costs)
        self.spent = sum(costs.values())

    def counted(self, session: str, spent: int) -> None:
        """Record the total cost of a session so far, in nano-dollars."""
        self.spent += spent - self._costs.get(session, 0)
        self._costs[session] = spent

    def cost_of(self, session: str) -> int:
        """Return the cost of a session; 0 if unknown."""
        return self._costs.get(session, 0)

    def give_back(self, cell: StudyCell) -> None:
        """Release the money reserved for this cell's session, because it has ended."""
        self._promised.pop(cell, None)
        self._given_back.set()

    async def share(self, cell: StudyCell, *, already: int = 0, least: int = 0) -> int | None:
        """Reserve money for a cell's session and return the most that the session may cost in total, in nano-dollars.

        Waits until other sessions have returned enough money, and raises `OutOfBudget` if none can. If the study has no
        budget, returns the limit set for each session, if any.

        Args:
            already: What the session has cost before, in nano-dollars.
            least: The amount that the session needs to start, in nano-dollars.
        """
        most = self._by_arm.get(cell.arm)
        if self._budget is None:
            return most if self._each is None else self._each if most is None else min(self._each, most)
        if self._budget == 0:  # then only the free part is used
            return 0
        while True:
            left = self._left(self._budget)
            share = left // max(1, self._at_once - len(self._promised))
            if share < max(least, 1):
                share = left
            if most is not None:
                share = min(share, max(0, most - already))
                least = min(least, share)
            if share >= max(least, 1):
                return self._set_aside(cell, share, already)
            if not self._promised:
                raise OutOfBudget(short_of(left, least, await self._cost()), LARGER)
            await self._wait()

    async def more(self, cell: StudyCell, session: str, ends: Callable[[], bool]) -> int | None:
        """Return a higher limit for a session that has used up its share, after waiting for other sessions to return
        money; `None` if none is left. `ends` returns whether the run is ending, so that waiting stops.
        """
        if not self._budget:
            return None
        already = self._costs[session]
        self.give_back(cell)
        if cell.arm in self._by_arm and self._caps[cell] >= self._by_arm[cell.arm]:
            return None
        while not ends():
            left = self._left(self._budget)
            if left > max(0, self._caps[cell] - already):
                return self._set_aside(cell, min(left, self._by_arm.get(cell.arm, left + already) - already), already)
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
