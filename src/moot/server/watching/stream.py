"""Stream a session as server-sent events: `id:` is the event's number; a reconnect continues after it.

Only committed events have an id. A heartbeat comes every 15 seconds, an explicit `end` after the session's end; when
the server stops, the stream closes with a `retry:` and the browser reconnects by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import BadInput, Conflict
from moot.server.admission.connection_limit import ConnectionSlots
from moot.server.watching.frames import Tick
from moot.server.watching.viewers import Viewer, ViewerHub

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
]
BEGINNING = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"
STOPPING = b"retry: 1000\n: the server stops; what runs goes on when it is back\n\n"
TRANSPORT = "moot.transport"
"""Under `extensions` in a scope: the connection itself, so that a frozen reader can be disconnected."""


class EventStream(Response):
    """A session as server-sent events."""

    def __init__(self, viewer_hub: ViewerHub, places: ConnectionSlots, session: str, after: int) -> None:
        super().__init__()
        places.check()
        self._gallery, self._places, self._session, self._after = viewer_hub, places, session, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the session has ended, the viewer has disconnected or the server stops."""
        with self._places.held():
            await self._send(ViewerConnection(scope, send), send)

    async def _send(self, line: ViewerConnection, send: Send) -> None:
        headers = [*HEADERS, (b"moot-session", self._session.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await line.write(BEGINNING)
        seq = self._after

        async def deliver(tick: Tick | None) -> bool:
            nonlocal seq
            seq = seq if tick is None else tick.seq
            return await line.write(HEARTBEAT if tick is None else tick.sse)

        over = await self._gallery.watch(self._session, self._after, line, deliver)
        if over:
            end = msgspec.json.encode({"session": self._session, "seq": seq})
            await line.write(b"event: end\ndata: %b\n\n" % end)
        elif self._gallery.closing:
            await line.write(STOPPING)
        if not line.gone:
            await send({"type": "http.response.body", "body": b""})


class ViewerConnection(Viewer):
    """Connection to one viewer: notices when it has disconnected, and can be cut."""

    def __init__(self, scope: Scope, send: Send) -> None:
        transport = scope.get("extensions", {}).get(TRANSPORT)
        super().__init__(transport.abort if transport is not None else _nothing)
        self._left: Callable[[], bool] = transport.is_closing if transport is not None else _no
        self._send = send
        self._time = asyncio.get_running_loop().time

    async def write(self, data: bytes) -> bool:
        """Send some bytes; return whether the viewer is still connected."""
        if self.gone or self._left():
            self.gone = True
            return False
        self.sending = self._time()
        try:
            await self._send({"type": "http.response.body", "body": data, "more_body": True})
        except OSError:
            self.gone = True
        finally:
            self.sending = 0.0
        return not self.gone


async def starting_point(viewer_hub: ViewerHub, session: str, after: int | None, last_event_id: str | None) -> int:
    """Return the event number after which a viewer continues; raise if the stream cannot continue exactly there."""
    if last_event_id is not None and last_event_id != "":
        if not (last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 16):
            raise BadInput("Last-Event-ID is not an event's number.", "Send the last `id:` you received, or none.")
        after = int(last_event_id)
    after = after or 0
    viewer_hub.admit()
    if not await viewer_hub.knows(session, after):
        raise Conflict(
            f"The session has no event {after} yet.", "Send the last number you received from this session, or none."
        )
    return after


def _nothing() -> None:
    return None


def _no() -> bool:
    return False
