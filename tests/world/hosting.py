"""Run a service beside a blocking test, in a thread with its own event loop.

with hosted(Gateway()) as up:        # also Laptop, and any `Upstream`
    up.url, up.books                 # as ever; what it billed may be read at any time
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeVar

Up = TypeVar("Up", bound=AbstractAsyncContextManager[Any])
STARTS_WITHIN = 10.0


@contextmanager
def hosted(up: Up) -> Iterator[Up]:
    """The service, listening until the block ends."""
    ready = threading.Event()
    stop: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        async with up:
            over = asyncio.Event()
            stop.append((asyncio.get_running_loop(), over))
            ready.set()
            await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="world", daemon=True)
    thread.start()
    assert ready.wait(STARTS_WITHIN), "The service does not start."
    try:
        yield up
    finally:
        loop, over = stop[0]
        loop.call_soon_threadsafe(over.set)
        thread.join(STARTS_WITHIN)
