"""How does a program without an event loop hear something asynchronous? Through a thread that has one.

A thread of its own also serves where a loop runs already, as in a notebook. Who stops listening stops what is heard.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class _Over(Generic[T]):
    """The end, and what went wrong if something did."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def heard_in_thread(source: Callable[[], AsyncIterator[T]]) -> Iterator[T]:
    """What the source yields, item by item; its error is raised here."""
    items: queue.SimpleQueue[T | _Over[T]] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()

    async def hear() -> None:
        async for item in source():
            items.put(item)

    def work() -> None:
        error: BaseException | None = None
        try:
            loop.run_until_complete(hearing)
        except BaseException as raised:
            error = raised
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()
            items.put(_Over(error))

    hearing = loop.create_task(hear())
    thread = threading.Thread(target=work, name="council", daemon=True)
    thread.start()
    try:
        while not isinstance(item := items.get(), _Over):
            yield item
        if item.error is not None:
            raise item.error
    finally:
        if thread.is_alive() and not loop.is_closed():
            with suppress(RuntimeError):  # it closes meanwhile
                loop.call_soon_threadsafe(hearing.cancel)
        thread.join()
