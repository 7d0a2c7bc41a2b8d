"""Spread the work of many sessions over turns of the event loop: one step at each, first come, first served.

Whatever else the loop does (requests, streams to viewers) then waits for one step, not for a step of every session.
Sessions that begin one by one also do not ask all their models at the same moment. Nobody has to let go of anything, so
nobody can hold the others up; who comes alone goes straight in. `tests/floor/calls/test_turnstile.py` holds it.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turnstile:
    """Lets in one at each turn of the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._taken = False
        """Whether somebody went in at this turn."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Returns when it is this one's turn."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # another loop, which has ended, may have left it half open
            self._loop, self._taken, self._waiting = loop, False, deque()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next, loop)
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever went away takes nobody's turn
                turn.set_result(None)
                loop.call_soon(self._next, loop)
                return
        self._taken = False
