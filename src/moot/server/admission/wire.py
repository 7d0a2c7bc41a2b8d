"""Limit headers in uvicorn's HTTP protocol, and pass each connection on to the application.

uvicorn limits neither the size of headers nor the time they take, and gives the application no access to the
connection, which it needs to cut off a reader that has frozen. Two small subclasses of its protocols do both.
"""

from __future__ import annotations

import asyncio
from array import array
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from moot.server.watching.stream import TRANSPORT

try:
    from fcntl import ioctl
    from termios import FIONREAD
except ImportError:  # a system without it
    ioctl = None  # type: ignore[assignment]

HEADERS_WITHIN = 20.0
"""Maximum number of seconds for a request's headers to arrive."""
MOST_DROPPED = 16_000_000
"""Maximum number of bytes of a body that are read and dropped after the response. Then the connection is closed."""
MOST_HEADERS = 64_000
"""Maximum number of bytes of a request's address and headers."""


class HttpWire(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 connection, with limits on the size of headers and the time they take."""

    _late: asyncio.TimerHandle | None = None
    _size = 0
    _dropped = 0
    _idle_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        extensions: Any = {TRANSPORT: self.transport}
        self.scope["extensions"] = extensions
        self._size = self._dropped = 0
        if self._late is None:
            self._expect_headers()

    def on_url(self, url: bytes) -> None:
        self._weigh(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._weigh(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._expect_nothing()
        self._idle_since = None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if self.cycle.response_complete:
            self._dropped += len(body)
            if self._dropped > MOST_DROPPED:
                self.transport.close()

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:
            self._idle_since = None  # the next request has already arrived

    def idle_for(self, now: float) -> float:
        """Return the seconds from the end of this connection's last request to `now`; 0 during a request."""
        return 0.0 if self._idle_since is None else now - self._idle_since

    @property
    def was_asked(self) -> bool:
        """Return whether this connection has received a request."""
        return self.cycle is not None

    def is_quiet(self) -> bool:
        """Return whether no received bytes are waiting to be read on this connection, so that it may be closed as
        idle."""
        line = self.transport.get_extra_info("socket")
        if ioctl is None or line is None or line.fileno() < 0:
            return True
        waiting = array("i", [0])
        try:
            ioctl(line.fileno(), FIONREAD, waiting)
        except OSError:
            return True
        return waiting[0] == 0

    def hang_up(self) -> None:
        """Close this idle connection, to make room for another client."""
        self.transport.close()

    def _weigh(self, size: int) -> None:
        self._size += size + 32
        if self._size > MOST_HEADERS:
            raise ValueError("too many headers")  # the parser makes a 400 of it

    def _expect_headers(self) -> None:
        self._late = self.loop.call_later(HEADERS_WITHIN, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class SocketWire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket connection, which also gives its transport to the application. The application needs the
    transport to cut off a client that reads nothing."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][TRANSPORT] = self.transport
