"""Stream a session to a page without a line buffer: each event must arrive in one piece.

Such a page parses each piece it reads by itself, so an event that arrives in two pieces is lost. An event longer than
`FITS` is therefore first sent short, each long text ending early with a mark, and after a pause at the length that a
browser on this machine reads at once (`BROWSER`). The page shows the last one it could parse, and the whole text when
the conversation is opened again. No more than `FITS` bytes are sent without a pause, so that an event begins a piece
of its own. Every event is ASCII JSON in one write, and a stream always ends with `complete` or `error`.
`tests/extensions/compat/three_stage/test_page.py` reads it in pieces of several sizes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import MootError
from moot.extensions.compat.three_stage import view
from moot.server.public import HEARTBEAT, Backend, Tick, ViewerConnection
from moot.vocabulary.public import Event, SessionState, fold

STOPPING = "The server is stopping. The council goes on when it is back; reload the conversation then."
FITS = 16_000
"""Maximum number of bytes of an event that arrive in one piece wherever the page is, because tunnels forward 16 KiB at
once.
"""
BROWSER = 60_000
"""Number of bytes that Chromium, on this machine, reads as one piece: it reads 64 KiB of its socket at once."""
PAUSE = 0.05
"""Number of seconds between events, for the page to read what was sent."""
LONG_PAUSE = 0.3
"""Number of seconds before and after an event that is too long for one piece."""
CUT = "\n\n*(Cut here for its length: open the conversation again to read all of it.)*"


class StageStream(Response):
    """HTTP response that streams a session as the events of the three-stage council."""

    def __init__(self, backend: Backend, session: str, *, first: bool) -> None:
        super().__init__()
        self._backend, self._session, self._first = backend, session, first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as they come, each in one write."""
        line = ViewerConnection(scope, send)
        headers = [
            (b"content-type", b"text/event-stream"),
            (b"cache-control", b"no-cache"),
            (b"moot-session", self._session.encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        telling, writer = ThreeStageStream(first=self._first), PacedWriter(line)

        async def deliver(tick: Tick | None) -> bool:
            if tick is None:
                return await line.write(HEARTBEAT)
            for frame in tick.frames:
                if isinstance(frame.item, Event):
                    for told in telling.told(frame.item):
                        if not await writer.write(told):
                            return False
            return True

        try:
            with self._backend.places.held():
                over = await self._backend.viewer_hub.watch(self._session, 0, line, deliver)
        except MootError as error:
            await writer.write({"type": "error", "message": f"{error}"})
        else:
            if not over:
                await writer.write({"type": "error", "message": STOPPING})
        if not line.gone:
            await send({"type": "http.response.body", "body": b""})


class PacedWriter:
    """Sends events to a page that does not buffer lines, so that each event arrives in one piece."""

    def __init__(self, line: ViewerConnection) -> None:
        self._line = line
        self._since = 0

    async def write(self, told: view.Plain) -> bool:
        """Send one event, and return whether the page is still connected. If the event is long, a shortened form is
        sent first."""
        whole = encoded(told)
        if len(whole) <= FITS:
            return await self._put(whole, PAUSE)
        if not await self._put(encoded(shortened(told, FITS)), PAUSE):
            return False
        longer = whole if len(whole) <= BROWSER else encoded(shortened(told, BROWSER))
        return await self._put(longer, LONG_PAUSE)

    async def _put(self, data: bytes, pause: float) -> bool:
        if self._since and self._since + len(data) > FITS:
            await asyncio.sleep(max(pause, LONG_PAUSE if self._since > FITS else PAUSE))
            self._since = 0
        self._since += len(data)
        return await self._line.write(data)


class ThreeStageStream:
    """Turns a session's events into those of the three-stage council: each stage begins and ends, then the stream
    ends."""

    def __init__(self, *, first: bool) -> None:
        self._first = first
        self._state = SessionState()
        self._begun: set[int] = set()
        self._done: set[int] = set()

    def told(self, event: Event) -> Iterable[view.Plain]:
        """Process the session's next event, and yield the three-stage events to send for that event, if any."""
        self._state = state = fold(self._state, event)
        if view.OPINIONS in state.entered:
            yield from self._begins(1)
        if view.REVIEW in state.entered or state.ended_at:
            yield from self._completes(1, data=view.stage1(state))
        if view.REVIEW in state.entered:
            yield from self._begins(2)
        if view.SYNTHESIS in state.entered or state.ended_at:
            yield from self._completes(2, data=view.stage2(state), metadata=view.metadata(state))
            yield from self._begins(3)
        if not state.ended_at:
            return
        yield from self._completes(3, data=view.stage3(state))  # without a verdict, its text gives the reason
        if self._first:
            yield {"type": "title_complete", "data": {"title": view.title_of(state)}}
        yield {"type": "complete"}

    def _begins(self, stage: int) -> Iterable[view.Plain]:
        if stage not in self._begun:
            self._begun.add(stage)
            yield {"type": f"stage{stage}_start"}

    def _completes(self, stage: int, **fields: Any) -> Iterable[view.Plain]:
        if stage not in self._done:
            yield from self._begins(stage)
            self._done.add(stage)
            yield {"type": f"stage{stage}_complete", **fields}


def encoded(told: view.Plain) -> bytes:
    """Return the event as a server-sent event: one `data:` line of JSON, then a blank line."""
    return b"data: " + json.dumps(told, ensure_ascii=True).encode("ascii") + b"\n\n"


def shortened(told: view.Plain, fits: int) -> view.Plain:
    """Cut an event's longest texts until the event has at most `fits` bytes as sent, and return it. Names and ranks are
    not cut."""
    longest = max(map(len, _texts(told)), default=0)
    low, high = 0, longest
    while low < high:
        middle = (low + high + 1) // 2
        if len(encoded(_cut(told, middle))) <= fits:
            low = middle
        else:
            high = middle - 1
    return _cut(told, low)


def _texts(told: view.Plain) -> list[str]:
    data = told.get("data")
    items = data if isinstance(data, list) else [data] if isinstance(data, dict) else []
    return [item[name] for item in items for name in ("response", "ranking") if isinstance(item.get(name), str)]


def _cut(told: view.Plain, most: int) -> view.Plain:
    def item(given: view.Plain) -> view.Plain:
        return {
            name: value[:most].rstrip() + CUT
            if name in ("response", "ranking") and isinstance(value, str) and len(value) > most
            else value
            for name, value in given.items()
        }

    data = told["data"]
    return {**told, "data": [item(each) for each in data] if isinstance(data, list) else item(data)}
