"""Who begins when many come at once? One at each turn of the event loop, in the order in which they came.

All at once they would take every step together: none would have asked anybody before the last is opened, all answers
would come together, and the process would do nothing while it waits for them. One by one the first have asked while the
last are being opened, and what is to be done for some falls into the time in which others wait. Nobody has to let go of
anything, so nobody can hold the others up; who comes alone goes straight in. `tests/sessions/test_start_queue.py` holds
it.
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
