"""Watch sessions: broadcast each to many viewers at the cost of one, and stream it as server-sent events.

A session that is watched has one `WatchedSession`: it follows the transcript, encodes each event once and keeps the
latest frames as shared bytes. A viewer is a cursor into them; nothing is queued for it. A viewer that falls behind
reads the transcript like a new one; one that does not read for five seconds is disconnected. A viewer leaving stops
nothing.

Committed events have their number, which is the `id:` of a server-sent event; a reconnect continues after it. Partial
text (`SeatSpeaking`) has (key, attempt, offset) and no number, so a viewer that reconnects asks for what is committed
and gets one snapshot of the partial text. Vectors are not sent: the export `jsonl` contains them. A heartbeat comes
every 15 seconds, an explicit `end` after the session's end; when the server stops, the stream closes with a `retry:`
and the browser reconnects by itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cached_property, partial

import msgspec
from msgspec.structs import replace
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import BadInput, Conflict, MootError, TooBusy
from moot.exports.event_views import watched
from moot.server.admission.connection_limit import ConnectionSlots
from moot.transcripts.followers import follow
from moot.transcripts.transcript import Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking, SeatSpoke, SeatWaiting, Signal

logger = logging.getLogger("moot.server")

SPACING = 0.03
"""Number of seconds between two messages to viewers. Events that happen in between are sent together."""
KEPT_TICKS = 256
KEPT_BYTES = 8_000_000
"""Maximum number of bytes of a session's events that are kept encoded for viewers. Older events are read from the
transcript.
"""
BEATS_EVERY = 15.0
LINGERS = 3.0
"""Number of seconds for which a session without viewers is still followed, for viewers that reconnect."""
SEND_WITHIN = 5.0
"""Maximum number of seconds for a viewer to read what it is sent."""
MOST_VIEWERS = 10_000
MOST_AT_ONCE = 256_000
"""Maximum number of bytes of earlier events sent to a viewer in one write."""


class ViewerFrame:
    """One event or piece of streamed text for viewers. Its JSON is encoded when the first viewer needs it."""

    def __init__(self, item: Event | Signal) -> None:
        self.item = item
        self.seq = item.seq if isinstance(item, Event) else 0

    @cached_property
    def json(self) -> bytes:
        """Return the event as JSON."""
        return msgspec.json.encode(watched(self.item) if isinstance(self.item, Event) else self.item)

    @property
    def sse(self) -> bytes:
        """Return the event as a server-sent event: its number, if it has one, and one line of JSON."""
        return b"id: %d\ndata: %b\n\n" % (self.seq, self.json) if self.seq else b"data: %b\n\n" % self.json


class Tick:
    """A group of events that are sent together to every viewer of a session."""

    def __init__(self, session: str, seq: int, frames: Sequence[ViewerFrame]) -> None:
        self.session, self.seq, self.frames = session, seq, frames

    @cached_property
    def sse(self) -> bytes:
        """Return the group's events as server-sent events."""
        return b"".join(frame.sse for frame in self.frames)

    @cached_property
    def text(self) -> str:
        """Return the group's events as one message of the WebSocket."""
        events = b",".join(frame.json for frame in self.frames)
        return (b'{"session":%b,"events":[%b]}' % (msgspec.json.encode(self.session), events)).decode()


class ViewerSpeech:
    """The text and reasoning that one call to a model has streamed so far, kept for viewers that connect later."""

    def __init__(self, first: SeatSpeaking) -> None:
        self.first = first
        self.parts: dict[bool, list[str]] = {True: [], False: []}

    def snapshot(self) -> list[ViewerFrame]:
        """Return the text streamed so far, for a viewer that has just connected."""
        return [
            ViewerFrame(replace(self.first, offset=0, text="".join(parts), reasoning=reasoning))
            for reasoning, parts in self.parts.items()
            if parts
        ]


class Speeches:
    """The data that viewers of a running session get besides its events: texts that seats are writing, and why seats
    are waiting.
    """

    def __init__(self) -> None:
        self._live: dict[str, ViewerSpeech] = {}
        self._waits: dict[str, tuple[float, SeatWaiting]] = {}
        self._snapshot: list[ViewerFrame] | None = []

    def heard(self, piece: Signal) -> ViewerFrame:
        """Store a piece of streamed text, or the reason why a seat is waiting. Return it in the form for viewers."""
        if isinstance(piece, SeatWaiting):
            self._waits[piece.key] = (time.monotonic(), piece)
            if not (piece.why or piece.optional):
                del self._waits[piece.key]
            return ViewerFrame(piece)
        self._snapshot = None
        speech = self._live.get(piece.key)
        if speech is None or speech.first.attempt != piece.attempt:
            speech = self._live[piece.key] = ViewerSpeech(piece)
        if piece.offset == 0:
            speech.parts[piece.reasoning] = []
        speech.parts[piece.reasoning].append(piece.text)
        return ViewerFrame(piece)

    def settled(self, event: Event) -> None:
        """Drop a seat's streamed text, because an event now contains the whole text or records a failure."""
        if isinstance(event.body, (SeatSpoke, SeatFailed)):
            self._live.pop(event_keys.call_of(event.key), None)
            self._waits.pop(event.key, None)
            self._snapshot = None

    def snapshot(self) -> list[ViewerFrame]:
        """Return the texts that seats are writing and the reasons why seats are waiting, for a viewer that has just
        connected."""
        if self._snapshot is None:
            self._snapshot = [frame for speech in self._live.values() for frame in speech.snapshot()]
        return [*self._snapshot, *self._waiting()] if self._waits else self._snapshot

    def _waiting(self) -> Iterator[ViewerFrame]:
        now = time.monotonic()
        for told, piece in self._waits.values():
            left = None if piece.seconds is None else round(max(0.0, piece.seconds - (now - told)), 1)
            yield ViewerFrame(replace(piece, seconds=left))


Deliver = Callable[[Tick | None], Awaitable[bool]]
"""Function that sends events to a viewer, or a heartbeat for `None`, and returns whether the viewer is still
connected.
"""


class WatchedSession:
    """A session that has viewers. Its events are read once and sent to all of them."""

    def __init__(self, transcript: Transcript, session: str, after: int) -> None:
        self.session = session
        self.seq = after
        """Number of the last event sent to viewers that have had all earlier ones."""
        self.over = False
        """Whether the session has ended."""
        self.broken = False
        """Whether reading the session's events has failed."""
        self.viewers = 0
        self._transcript = transcript
        self._speeches = Speeches()
        self._base = after
        self._frames: deque[ViewerFrame] = deque()
        self._held = 0
        self._ticks: deque[Tick | None] = deque(maxlen=KEPT_TICKS)
        self._next = 0
        self._turn = asyncio.Event()
        self.task = asyncio.create_task(self._follow(), name=f"showing {session}")
        self.task.add_done_callback(lambda _: self._turn_over())

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        last = 0.0
        following = follow(self._transcript, self.session, self.seq)
        beats = asyncio.create_task(self._beat())
        try:
            async for batch in following:
                self._show(batch)
                wait = last + SPACING - loop.time()
                if wait > 0:
                    await asyncio.sleep(wait)
                last = loop.time()
            self.over = True
        except MootError as error:
            logger.warning("A session cannot be followed: %s", error)
            self.broken = True
        finally:
            beats.cancel()
            await following.aclose()  # type: ignore[attr-defined]  # it is a generator; its type says iterator only

    async def _beat(self) -> None:
        """Send a heartbeat to all viewers whenever nothing else has been sent for a while."""
        while True:
            before = self._next
            await asyncio.sleep(BEATS_EVERY)
            if self._next == before:
                self._tick(None)

    def _show(self, batch: Sequence[Event | Signal]) -> None:
        frames = []
        for item in batch:
            if isinstance(item, Event):
                frames.append(ViewerFrame(item))
                self._keep(frames[-1])
                self.seq = item.seq
                self._speeches.settled(item)
            else:
                frames.append(self._speeches.heard(item))
        self._tick(Tick(self.session, self.seq, frames))

    def _keep(self, frame: ViewerFrame) -> None:
        self._frames.append(frame)
        self._held += len(frame.json)
        while self._held > KEPT_BYTES and self._frames:
            self._held -= len(self._frames.popleft().json)
            self._base += 1

    def _tick(self, tick: Tick | None) -> None:
        self._ticks.append(tick)
        self._next += 1
        self._turn_over()

    def _turn_over(self) -> None:
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()

    async def _backlog(self, after: int) -> Tick:
        """Return the committed events after number `after`, but no more than are sent at a time."""
        frames: list[ViewerFrame] = []
        size = 0
        if after >= self._base:
            kept: Sequence[ViewerFrame] = [self._frames[n] for n in range(after - self._base, len(self._frames))]
        else:
            events = await self._transcript.read(self.session, after, 200)
            kept = [ViewerFrame(event) for event in events if event.seq <= self.seq]  # later ones come as ticks
        for frame in kept:
            frames.append(frame)
            size += len(frame.json)
            if size > MOST_AT_ONCE:
                break
        return Tick(self.session, frames[-1].seq, frames)

    async def watch(self, after: int, deliver: Deliver) -> bool:
        """Send the session to one viewer, beginning after event number `after`.

        `deliver` sends a group of events to the viewer. Returns whether the viewer got the session's end.
        """
        while after > self.seq and not self.task.done():
            await self._turn.wait()  # the viewer comes from another watch and has more than this one has read
        while True:
            while after < self.seq:
                tick = await self._backlog(after)
                after = tick.seq
                if not await deliver(tick):
                    return False
            place, said = self._next, self._speeches.snapshot()  # no gap: nothing runs between these two
            if said and not await deliver(Tick(self.session, after, said)):
                return False
            while place >= self._next - len(self._ticks):
                if place == self._next:
                    if self.task.done():
                        return self.over
                    await self._turn.wait()
                    continue
                now = self._ticks[place - self._next]
                place += 1
                if not await deliver(now):
                    return False
                after = now.seq if now is not None else after


class Viewer:
    """One viewer of a session, and the time since which it has not read a message."""

    def __init__(self, put_out: Callable[[], None]) -> None:
        self.put_out = put_out
        self.sending = 0.0
        self.gone = False


class ViewerHub:
    """All viewers of the server, and the sessions they watch."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._showings: dict[str, WatchedSession] = {}
        self._viewers: set[Viewer] = set()
        self._usher: asyncio.Task[None] | None = None
        self.closing = False
        self.put_out = 0
        """Viewers disconnected because they did not read what they were sent."""

    def admit(self) -> None:
        """Raise `TooBusy` if the server already has as many viewers as it allows."""
        if len(self._viewers) >= MOST_VIEWERS:
            raise TooBusy(f"{MOST_VIEWERS:,} are watching already.", "Come back in a moment.")

    @property
    def viewers(self) -> int:
        """Return the number of current viewers."""
        return len(self._viewers)

    async def knows(self, session: str, seq: int) -> bool:
        """Return whether a viewer can continue after event number `seq`: the session has that event, or `seq` is 0."""
        return bool(await self._transcript.read(session, max(0, seq - 1), 1)) or seq == 0

    async def watch(self, session: str, after: int, viewer: Viewer, deliver: Deliver) -> bool:
        """Send a session to a viewer until it ends, the viewer disconnects or the server stops.

        `deliver` sends a group of events to the viewer, beginning after event number `after`. Returns whether the
        session's end was sent.
        """
        if len(self._viewers) >= MOST_VIEWERS:
            viewer.gone = True
            return False
        showing = self._showings.get(session)
        if showing is None or showing.task.done():
            showing = self._showings[session] = WatchedSession(self._transcript, session, after)
            showing.task.add_done_callback(partial(self._drop, showing))
        showing.viewers += 1
        self._viewers.add(viewer)
        if self._usher is None or self._usher.done():
            self._usher = asyncio.create_task(self._usher_out(), name="gallery")
        try:
            return await showing.watch(after, deliver)
        finally:
            self._viewers.discard(viewer)
            showing.viewers -= 1
            if not showing.viewers:
                asyncio.get_running_loop().call_later(LINGERS, self._leave_empty, showing)

    def _leave_empty(self, showing: WatchedSession) -> None:
        if not showing.viewers:
            showing.task.cancel()

    def _drop(self, showing: WatchedSession, _: asyncio.Task[None]) -> None:
        if self._showings.get(showing.session) is showing:
            del self._showings[showing.session]

    async def _usher_out(self) -> None:
        """Disconnect viewers that do not read what they are sent. Run this as long as there are viewers."""
        loop = asyncio.get_running_loop()
        while self._viewers:
            await asyncio.sleep(1.0)
            now = loop.time()
            for viewer in [v for v in self._viewers if v.sending and now - v.sending > SEND_WITHIN]:
                self.put_out += 1
                viewer.gone = True
                viewer.put_out()

    def close(self) -> None:
        """End every viewer's stream because the server is stopping. The sessions are not ended by this."""
        self.closing = True
        for showing in list(self._showings.values()):
            showing.task.cancel()


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
]
BEGINNING = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"
STOPPING = b"retry: 1000\n: the server stops; what runs goes on when it is back\n\n"
TRANSPORT = "moot.transport"
"""Key under `extensions` in a request's scope for the transport of its connection, so that the connection can be
closed.
"""


class EventStream(Response):
    """The response that streams a session to one viewer as server-sent events."""

    def __init__(self, viewer_hub: ViewerHub, places: ConnectionSlots, session: str, after: int) -> None:
        super().__init__()
        places.check()
        self._gallery, self._places, self._session, self._after = viewer_hub, places, session, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the session's events until it has ended, the viewer has disconnected, or the server stops."""
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
    """The HTTP connection to one viewer. It detects that the viewer has disconnected, and can be cut off."""

    def __init__(self, scope: Scope, send: Send) -> None:
        transport = scope.get("extensions", {}).get(TRANSPORT)
        super().__init__(transport.abort if transport is not None else lambda: None)
        self._left: Callable[[], bool] = transport.is_closing if transport is not None else lambda: False
        self._send = send
        self._time = asyncio.get_running_loop().time

    async def write(self, data: bytes) -> bool:
        """Send some bytes to the viewer, and return whether the viewer is still connected."""
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
    """Return the number of the event after which a viewer's stream begins.

    Raises if the session has no such event, or if no more viewers are admitted.
    """
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
