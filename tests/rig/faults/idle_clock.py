"""An event-loop clock that advances only while nothing runs, so that waits are short and load does not matter.

Real sockets are listened to first; where nothing comes, it goes on by a step towards what is due next. What a busy
process is late with takes no time by it, so no deadline passes for want of a processor.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from typing import Any, TypeVar
from unittest.mock import patch

from moot.egress.untrusted_text import wait_from
from moot.floor.calls.retry import Pace
from moot.providers.call_outcome import hear
from moot.transcripts.log import RunningClock

T = TypeVar("T")
STEP = 0.05
"""The most it goes on by at once: what is under way has come long before a deadline has passed in such steps."""
LISTENED = 0.001
"""Seconds, by the machine's clock, for which sockets and threads are listened to before it goes on."""


class IdleClock(asyncio.SelectorEventLoop):
    """A loop whose time passes only while it is idle."""

    def __init__(self) -> None:
        self.passed = 0.0
        self._began = time.time()
        super().__init__(_Idle(self))

    def time(self) -> float:
        return self.passed

    def wall(self) -> float:
        """What stands for the time of day."""
        return self._began + self.passed


class _Idle(selectors.DefaultSelector):
    def __init__(self, loop: IdleClock) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        found = super().select(LISTENED)
        if not found:
            self._loop.passed += min(timeout, STEP)
        return found


def held_by_idle_clock(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it, where every clock that a session asks is its loop's."""
    with asyncio.Runner(loop_factory=IdleClock) as runner, ExitStack() as patched:
        loop = runner.get_loop()
        assert isinstance(loop, IdleClock)
        patched.enter_context(patch.object(time, "monotonic", loop.time))
        patched.enter_context(patch.object(time, "time", loop.wall))
        for asked, name in ((Pace.__init__, "now"), (hear, "now"), (RunningClock.__init__, "monotonic")):
            patched.enter_context(patch.dict(asked.__kwdefaults__, {name: loop.time}))
        patched.enter_context(patch.dict(wait_from.__kwdefaults__, {"now": loop.wall}))
        return runner.run(work)
