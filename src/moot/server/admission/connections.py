"""Limit the number of open connections; further ones wait in the socket's backlog.

asyncio accepts connections until no file is left, and then neither the store nor a call to a model can open one. Here
the listener pauses while the server is full: connections without a request are closed first, and a waiting one is
accepted as soon as another has closed. A process that has run out of files all the same retries after a pause instead
of spinning. Tested by `tests/server/admission/test_connection_limit.py`.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Collection

from moot.egress.open_files import in_use
from moot.server.admission.connection_limit import FileAllowance
from moot.server.admission.wire import HttpWire

logger = logging.getLogger("moot.server")

AT_ONCE = 64
"""Maximum number of connections accepted in a row before other tasks of the event loop run."""
LOOKS_AGAIN = 0.02
"""Seconds between two checks whether a connection has closed."""
WITHOUT_FILES = 0.5
"""Seconds between two attempts to accept a connection while the process can open no more files."""
IDLE = 1.0
"""Number of seconds without another request after which a connection is closed in favour of a waiting connection."""
SILENT = 4.0
"""Number of seconds without any request after which a new connection is closed in favour of a waiting connection."""
SAID_AGAIN = 60.0
"""Number of seconds before the same warning is logged again."""
EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Doorway:
    """A listening socket that limits how many connections are open. Further connections wait in the operating system's
    backlog."""

    def __init__(
        self,
        listener: socket.socket,
        make: Callable[[], asyncio.Protocol],
        inside: Collection[object],
        room: FileAllowance,
    ) -> None:
        self._listener, self._make, self._inside, self._room = listener, make, inside, room
        self._loop = asyncio.get_running_loop()
        self._entering: set[asyncio.Task[None]] = set()
        self._again: asyncio.TimerHandle | None = None
        self._said = float("-inf")
        self._closed = False

    def open(self) -> None:
        """Begin, or begin again, to accept connections."""
        self._again = None
        if not self._closed:
            self._loop.add_reader(self._listener, self._take_in)

    def close(self) -> None:
        """Accept no more connections."""
        if self._closed:
            return
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        self._loop.remove_reader(self._listener)

    async def wait_closed(self) -> None:
        """Do nothing and return. uvicorn calls this method on every listening socket when it stops."""

    def _take_in(self) -> None:
        for _ in range(AT_ONCE):
            if self._is_full():
                self._shut(LOOKS_AGAIN)
                return
            try:
                line, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                self._say(f"No connection can be taken in: {error.strerror}.")
                self._shut(WITHOUT_FILES)
                return
            line.setblocking(False)
            task = self._loop.create_task(self._let_in(line))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)

    async def _let_in(self, line: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._make, line)
        except OSError as error:  # it closed while it was accepted
            line.close()
            logger.debug("A connection was lost as it came in: %s", error)

    def _is_full(self) -> bool:
        inside = len(self._inside) + len(self._entering)
        # Sessions may use more files than are reserved for them; the last ones are for them alone.
        return inside >= self._room.connections or in_use() >= self._room.files - self._room.working // 4

    def _shut(self, seconds: float) -> None:
        self._loop.remove_reader(self._listener)
        self._again = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Accept connections again if there is room. Otherwise, close idle connections to make room."""
        if self._is_full():
            now = self._loop.time()
            idle = [line for line in self._inside if isinstance(line, HttpWire) and _is_idle(line, now)]
            idle.sort(key=lambda line: -line.idle_for(now))
            quiet = [line for line in idle[:AT_ONCE] if line.is_quiet()]
            for line in quiet:
                line.hang_up()
            if not quiet:
                self._say(f"{len(self._inside):,} are connected, which is as many as there is room for.")
            self._again = self._loop.call_later(LOOKS_AGAIN * 5, self._look)
            return
        self.open()

    def _say(self, line: str) -> None:
        now = self._loop.time()
        if now - self._said > SAID_AGAIN:
            self._said = now
            logger.warning("%s This process may open %s files (`ulimit -n`).", line, f"{self._room.files:,}")


def _is_idle(line: HttpWire, now: float) -> bool:
    return line.idle_for(now) > (IDLE if line.was_asked else SILENT)
