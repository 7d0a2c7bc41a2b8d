"""Log of a running session: its transcript, read once, what it has added since, and its clock.

A session writes only through the log. What protocols compute without waiting (sheets, findings) is pending and
committed, in order, before the next entry. Lookups return what is committed: after every commit the log contains the
store's result, never the intended one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter

from msgspec.structs import replace

from moot.errors import StorageFailed
from moot.transcripts.lease import Lease
from moot.transcripts.transcript import Draft, Transcript
from moot.vocabulary.events import Body, CopyOrigin, Event, SeatSpoke, SessionStopped, VerdictReached


def wall_now() -> str:
    """Return the current UTC time to the millisecond, as text."""
    second, ms = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_to_the_second(second)}.{ms:03d}Z"


@lru_cache(maxsize=2)
def _to_the_second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).replace(tzinfo=None).isoformat()


class RunningClock:
    """Measures how long a session has been running in all its runs, without pauses."""

    def __init__(
        self,
        base: int = 0,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], str] = wall_now,
    ) -> None:
        self._base = base
        self._monotonic = monotonic
        self._started = monotonic()
        self.wall = wall
        self.changed: Callable[[], None] | None = None
        """Called whenever the clock is paused or resumed."""
        self._holds = 0
        self._held_at = 0.0

    @property
    def is_held(self) -> bool:
        """Return whether the clock is paused."""
        return self._holds > 0

    def now(self) -> int:
        """Return how many milliseconds the session has been running, without pauses."""
        at = self._held_at if self._holds else self._monotonic()
        return self._base + int((at - self._started) * 1000)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Pause the clock during a `with` block, e.g. while the session waits for a person."""
        if not self._holds:
            self._held_at = self._monotonic()
        self._holds += 1
        self._tell()
        try:
            yield
        finally:
            self._holds -= 1
            if not self._holds:
                self._started += self._monotonic() - self._held_at
            self._tell()

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()


Entry = tuple[str, Body]
"""An event's key and its content."""


class Log:
    """The events of a session that runs in this process. The recorded events are read once, and new ones are
    appended."""

    def __init__(self, transcript: Transcript, lease: Lease, events: Iterable[Event], clock: RunningClock) -> None:
        self.transcript = transcript
        self.lease = lease
        self.clock = clock
        self._events: dict[str, Event] = {event.key: event for event in events}
        self._pending: list[Draft] = []
        self._finished = 0
        """Number of pending drafts that belong to finished stages."""
        self._leaving: list[Draft] = []
        self._under_way: set[asyncio.Future[None]] = set()
        self._texts: dict[str, str] = {}
        self._full: StorageFailed | None = None
        """Set once the reserve was used: from then on nothing is started, so that its purpose can still use it."""
        self.patience: Callable[[], Iterator[float]] = lambda: iter(())
        """Seconds between attempts while nothing can be written.

        Paid answers are kept in memory meanwhile, nothing is started, and the time does not count.
        """

    @property
    def session(self) -> str:
        """Return the session's id."""
        return self.lease.session

    def events(self) -> list[Event]:
        """Return all recorded events, in order."""
        return sorted(self._events.values(), key=attrgetter("seq"))

    def body(self, key: str) -> Body | None:
        """Return the content of the event under a key, recorded or still to be recorded; `None` if there is none."""
        event = self._events.get(key)
        if event is not None:
            return event.body
        for draft in (*self._leaving, *self._pending):
            if draft.key == key:
                return draft.body
        return None

    def origin(self, key: str) -> CopyOrigin | None:
        """Return the session and number of the event of which the one under this key is a copy; `None` if it is no
        copy."""
        event = self._events.get(key)
        return event.origin if event is not None else None

    def pend(self, key: str, body: Body) -> None:
        """Add an event that need not be recorded at once. The next commit records this event."""
        self._pending.append(self._draft(key, body))

    def forget_pending(self) -> None:
        """Drop the events of the unfinished stage that are not recorded yet. A resumed session computes these events
        again."""
        del self._pending[self._finished :]
        self._texts = {}

    async def finish_stage(self) -> None:
        """Wait for running writes at the end of a stage. Events not recorded yet are now safe from `forget_pending`,
        and are recorded with the next commit."""
        self._finished = len(self._pending)
        await asyncio.gather(*self._under_way)

    def keep_text(self, digest: str, text: str) -> None:
        """Store a text, such as a prompt, with the next events; `digest` is its SHA-256."""
        self._texts[digest] = text

    async def commit(self, *entries: Entry) -> list[Body]:
        """Record these events after the pending events. Return the content stored under each of their keys.

        If there is nothing to record, wait for running writes. On return, everything recorded is in `events()`.
        """
        return await self._commit([self._draft(key, body) for key, body in entries])

    async def copy(self, events: Iterable[Event]) -> None:
        """Record copies of another session's events, each with a reference to the original."""
        copies = [
            replace(self._draft(event.key, event.body), origin=CopyOrigin(session=event.session, seq=event.seq))
            for event in events
        ]
        if copies:
            await self._commit(copies)

    async def _commit(self, own: Sequence[Draft]) -> list[Body]:
        pending, texts = self._pending, self._texts
        drafts = [*pending, *own]
        if not drafts:
            await asyncio.gather(*self._under_way)
            return []
        finished = self._finished
        self._pending, self._texts, self._finished = [], {}, 0
        self._leaving += pending
        done = asyncio.get_running_loop().create_future()
        self._under_way.add(done)
        try:
            stands = await self._append(drafts, texts)
        except BaseException:
            # A caller's own entries may be refused alone; what was pending belongs to the protocol.
            self._pending = [*pending, *self._pending]
            self._texts = {**texts, **self._texts}
            self._finished += finished
            raise
        finally:
            left = {id(draft) for draft in pending}
            self._leaving = [draft for draft in self._leaving if id(draft) not in left]
            self._under_way.discard(done)
            done.set_result(None)
        return [event.body for event in stands[len(stands) - len(own) :]]

    async def _append(self, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        waits = self.patience()
        if self._full is not None and not _worth_the_reserve(drafts):
            raise StorageFailed(self._full.message, self._full.remedy)
        while True:
            try:
                stands = await self.transcript.append(self.lease, drafts, texts)
                break
            except StorageFailed as error:
                wait = next(waits, None)
                if wait is None:
                    if not (_worth_the_reserve(drafts) and self.transcript.make_room()):
                        raise
                    self._full = error
            try:
                with self.clock.held():
                    await asyncio.sleep(wait or 0)
            except asyncio.CancelledError:  # stopped, or the server ends: what is paid for is kept, if possible
                if _worth_the_reserve(drafts) and self.transcript.make_room():
                    with suppress(StorageFailed):
                        await self.transcript.append(self.lease, drafts, texts)
                raise
        for event in stands:
            self._events[event.key] = event
        return stands

    def _draft(self, key: str, body: Body) -> Draft:
        return Draft(key=key, body=body, at=self.clock.wall(), t=self.clock.now())


def _worth_the_reserve(drafts: Sequence[Draft]) -> bool:
    """Return whether one of these events is an answer or ends the session. These may use the disk space kept in
    reserve."""
    return any(isinstance(draft.body, SeatSpoke | SessionStopped | VerdictReached) for draft in drafts)
