"""Run async models of the `llm` program in one event loop per plugin that lasts as long as the process.

A plugin that blocks or ends its loop affects no other plugin. Plugins keep clients between calls, or leave them to the
garbage collector; either way they are used or closed after the loop of a single question is gone. Each loop therefore
runs in its own thread. When no call is open, it closes the connections that were left open: a client that is used again
opens new ones.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any
from weakref import WeakSet

from moot.providers.llm.plugins import apart

logger = logging.getLogger("moot.providers")

LEAVING = 2.0
"""Seconds to end the loop when the process ends."""


class _Tidy(asyncio.SelectorEventLoop):
    """Event loop that keeps track of its connections."""

    def __init__(self) -> None:
        super().__init__()
        self.transports: WeakSet[asyncio.BaseTransport] = WeakSet()

    async def create_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Open a connection and register it."""
        transport, protocol = await super().create_connection(*args, **kwargs)
        self.transports.add(transport)
        return transport, protocol

    def hang_up(self) -> None:
        """Close the connections that are still open."""
        for transport in list(self.transports):
            if isinstance(transport, asyncio.WriteTransport) and not transport.is_closing():
                transport.abort()
        self.transports.clear()


class BackgroundLoop:
    """Background event loop, started when first needed."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._loop: _Tidy | None = None
        self._thread: threading.Thread | None = None
        self._open = 0

    def run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Future[None]:
        """Run a coroutine in the loop, from any thread; cancelling the returned future cancels it."""
        with self._alone:
            if self._loop is None:
                self._loop = _Tidy()
                self._thread = threading.Thread(target=_running, args=(self._loop,), name="llm models", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            return asyncio.run_coroutine_threadsafe(self._counted(work, self._loop), self._loop)

    async def _counted(self, work: Callable[[], Coroutine[Any, Any, None]], loop: _Tidy) -> None:
        self._open += 1
        try:
            await work()
        finally:
            self._open -= 1
            if not self._open:
                loop.hang_up()

    def close(self) -> None:
        """End the loop, with everything still open in it."""
        with self._alone:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is None or thread is None:
            return
        leaving = asyncio.run_coroutine_threadsafe(_left(loop), loop)
        try:
            leaving.result(LEAVING)
        except Exception:  # whatever a plugin does at exit, the process must end
            leaving.cancel()
        loop.call_soon_threadsafe(loop.stop)
        thread.join(LEAVING)
        if not thread.is_alive():
            loop.close()


def _running(loop: _Tidy) -> None:
    """Run the loop until it is stopped; an exit raised by a plugin's own task does not stop it."""
    with apart():
        while True:
            try:
                loop.run_forever()
            except BaseException as error:
                logger.warning("A plugin of `llm` raised %s in a task of its own.", type(error).__name__)
            else:
                return


async def _left(loop: _Tidy) -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    loop.hang_up()
    await loop.shutdown_asyncgens()


_lasting: dict[str, BackgroundLoop] = {}
"""The loops of this process, by plugin."""


def lasting_of(model: object) -> BackgroundLoop:
    """Return the loop for the models of a plugin."""
    return _lasting.setdefault(type(model).__module__.partition(".")[0], BackgroundLoop())
