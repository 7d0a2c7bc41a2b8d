"""Broadcast a session to many viewers at little more than the cost of one.

A session that is watched has one `WatchedSession`: it follows the transcript, encodes each event once and keeps the
latest frames as shared bytes. A viewer is a cursor into them; nothing is queued for it. A viewer that falls behind
reads the transcript like a new one; one that does not read for five seconds is disconnected. A viewer leaving stops
nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from moot.errors import MootError, TooBusy
from moot.server.watching.frames import MOST_AT_ONCE, Speeches, Tick, ViewerFrame
from moot.transcripts.followers import follow
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import Event
from moot.vocabulary.signals import Signal

logger = logging.getLogger("moot.server")

SPACING = 0.03
"""Seconds between two ticks: frames in between are sent together."""
KEPT_TICKS = 256
KEPT_BYTES = 8_000_000
"""Bytes of committed frames kept encoded for one session; older ones are read from the transcript."""
HEARTBEAT = 15.0
LINGERS = 3.0
"""Seconds a watched session is kept without viewers, for those who reconnect."""
SEND_WITHIN = 5.0
"""Seconds a viewer may take to read what it is sent."""
MOST_VIEWERS = 10_000

Deliver = Callable[[Tick | None], Awaitable[bool]]
"""Send a tick, or a heartbeat; return whether the viewer is still connected."""


class WatchedSession:
    """One session that is being watched."""

    def __init__(self, transcript: Transcript, session: str, after: int) -> None:
        self.session = session
        self.seq = after
        """Sequence number of the last committed event sent to viewers who have caught up."""
        self.over = False
        """Whether the session has ended."""
        self.broken = False
        """Whether it can no longer be followed."""
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
        """Send a heartbeat when nothing else is sent, once for all viewers."""
        while True:
            before = self._next
            await asyncio.sleep(HEARTBEAT)
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
        """Return the committed events after a number the viewer has, as many as are sent in one write."""
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
        """Send the session to one viewer, from after an event it has; return whether the session's end was sent."""
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
    """A viewer, with the time since which a write has not been read."""

    def __init__(self, put_out: Callable[[], None]) -> None:
        self.put_out = put_out
        self.sending = 0.0
        self.gone = False


class ViewerHub:
    """All viewers of the server."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._showings: dict[str, WatchedSession] = {}
        self._viewers: set[Viewer] = set()
        self._usher: asyncio.Task[None] | None = None
        self.closing = False
        self.put_out = 0
        """Viewers disconnected because they did not read what they were sent."""

    def admit(self) -> None:
        """Raise if no more viewers are admitted."""
        if len(self._viewers) >= MOST_VIEWERS:
            raise TooBusy(f"{MOST_VIEWERS:,} are watching already.", "Come back in a moment.")

    @property
    def viewers(self) -> int:
        """Return the number of viewers."""
        return len(self._viewers)

    async def knows(self, session: str, seq: int) -> bool:
        """Return whether the session has an event of this number; raise for an unknown session."""
        return bool(await self._transcript.read(session, max(0, seq - 1), 1)) or seq == 0

    async def watch(self, session: str, after: int, viewer: Viewer, deliver: Deliver) -> bool:
        """Send a session to a viewer until it ends, the viewer disconnects or the server closes."""
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
        """Disconnect viewers that do not read; runs while there are any."""
        loop = asyncio.get_running_loop()
        while self._viewers:
            await asyncio.sleep(1.0)
            now = loop.time()
            for viewer in [v for v in self._viewers if v.sending and now - v.sending > SEND_WITHIN]:
                self.put_out += 1
                viewer.gone = True
                viewer.put_out()

    def close(self) -> None:
        """End every watch: the server stops, the sessions do not."""
        self.closing = True
        for showing in list(self._showings.values()):
            showing.task.cancel()
