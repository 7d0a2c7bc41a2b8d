"""Keep transcripts in memory, by the rules of the store, when nothing has to outlive the process.

It implements everything a transcript does (numbers, keys, fences, caps, requests, crash counts) for tests, rehearsals
and programs without a file. Blobs stay until it is closed. `tests/transcripts/test_transcript.py` tests it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import Conflict, UnknownName
from moot.transcripts.append_rules import (
    Admission,
    admitted,
    balance_of,
    check_thread,
    check_wish,
    opening,
    purse_of,
    released,
    taken,
    wall_clock,
)
from moot.transcripts.lease import LASTS, Lease, LeaseHolder
from moot.transcripts.session_record import DayChange, DaySpending, Reservation, SessionEntry, Till, is_held
from moot.transcripts.transcript import ENDED, FOREVER, Balance, Draft, HolderRequest, Once, OpenResult, Transcript
from moot.transcripts.wake_followers import Bell
from moot.vocabulary.events import Event


class MemorySession(Struct, kw_only=True):
    """One session whose events are kept only in memory."""

    record: SessionEntry
    """The session's record."""
    events: list[Event] = []
    """Events of the session in order: number n at index n - 1."""
    by_key: dict[str, Event] = {}
    """Events of the session by their key."""
    money: dict[str, Reservation] = {}
    """Reserved and actual cost of each call, by the key of the event that announced the call."""


class MemoryTranscript(Transcript):
    """Stores sessions in memory only. They are lost when the process ends."""

    def __init__(
        self, bell: Bell | None = None, *, day_cap: int | None = None, clock: Callable[[], float] = wall_clock
    ) -> None:
        super().__init__(bell)
        self._clock = clock
        self._day_cap = day_cap
        self._shelves: dict[str, MemorySession] = {}
        self._days: dict[str, DayChange] = {}
        self._known: dict[str, tuple[Once, str]] = {}
        self._texts: dict[str, str] = {}
        self._blobs: dict[str, bytes] = {}
        self._wishes: dict[int, HolderRequest] = {}
        self._last_wish = 0
        self._grades: dict[tuple[str, str], str] = {}

    async def _open(
        self,
        session: str,
        drafts: Sequence[Draft],
        holder: LeaseHolder,
        texts: Mapping[str, str],
        blobs: Sequence[str],
        once: Once | None,
    ) -> OpenResult:
        if once is not None and once.key in self._known:
            before, opened = self._known[once.key]
            if before.digest != once.digest:
                raise Conflict(f"The idempotency key {once.key!r} was used for something else.", "Use a new key.")
            return OpenResult(session=opened, lease=None)
        if session in self._shelves:
            raise Conflict(f"There is a session {session} already.")
        admission = opening(session, drafts, holder, self._clock(), self._purse())
        check_thread(self._unfinished_in(admission.record.thread))
        self._keep_texts(texts)
        self._shelves[session] = MemorySession(record=admission.record)
        self._write(admission)
        if once is not None:
            self._known[once.key] = (once, session)
        lease = Lease(session=session, holder=holder, epoch=1)
        return OpenResult(session=session, lease=lease, events=tuple(admission.stands))

    async def _append(self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        shelf = self._shelf(lease.session)
        admission = admitted(shelf.record, lease.epoch, drafts, shelf.by_key, shelf.money, self._purse())
        self._keep_texts(texts)
        self._write(admission)
        return admission.stands

    async def read(self, session: str, after: int = 0, limit: int | None = None) -> list[Event]:
        events = self._shelf(session).events
        first = max(after, 0)
        return events[first:] if limit is None else events[first : first + limit]

    async def text(self, digest: str) -> str | None:
        return self._texts.get(digest)

    async def blob(self, digest: str) -> bytes | None:
        return self._blobs.get(digest)

    async def keep_blob(self, data: bytes) -> str:
        digest = sha256(data).hexdigest()
        self._blobs[digest] = bytes(data)
        return digest

    async def take(self, session: str, holder: LeaseHolder, *, force: bool = False) -> Lease:
        shelf = self._shelf(session)
        shelf.record = taken(shelf.record, holder, self._clock(), force=force)
        self._presume(shelf)
        return Lease(session=session, holder=holder, epoch=shelf.record.epoch)

    async def crashes(self, session: str) -> int:
        return self._shelf(session).record.crashes

    async def renew(self, holder: LeaseHolder, leases: Sequence[Lease]) -> list[str]:
        lost = []
        for lease in leases:
            shelf = self._shelves.get(lease.session)
            if shelf is None or shelf.record.epoch != lease.epoch or shelf.record.holder != holder:
                lost.append(lease.session)
            else:
                shelf.record.expires = self._clock() + LASTS
        return lost

    async def release(self, lease: Lease, state: Literal["running", "waiting"] | None = None) -> None:
        shelf = self._shelf(lease.session)
        shelf.record = released(shelf.record, lease.epoch, state) or shelf.record

    async def wish(self, wish: HolderRequest) -> int:
        check_wish(self._shelf(wish.session).record, wish, len(await self.wishes([wish.session])))
        self._last_wish += 1
        self._wishes[self._last_wish] = replace(wish, id=self._last_wish)
        return self._last_wish

    async def wishes(self, sessions: Sequence[str]) -> list[HolderRequest]:
        wanted = set(sessions)
        return [wish for wish in self._wishes.values() if wish.session in wanted]

    async def grant(self, wish: HolderRequest) -> None:
        self._wishes.pop(wish.id, None)

    async def balance(self, session: str) -> Balance:
        return balance_of(self._shelf(session).record, self._purse())

    async def grades(self, digests: Sequence[str], grader: str) -> dict[str, str]:
        return {each: self._grades[each, grader] for each in digests if (each, grader) in self._grades}

    async def keep_grades(self, session: str, given: Mapping[tuple[str, str], str]) -> None:
        self._grades = {**given, **self._grades}

    async def sweep(self) -> list[str]:
        now = self._clock()
        left = []
        for session, shelf in self._shelves.items():
            if shelf.record.state not in ENDED and not is_held(shelf.record, now):
                self._presume(shelf)
                if shelf.record.state == "running":
                    left.append(session)
        return left

    async def close(self) -> None:
        """Do nothing, because there is no work in progress and no file."""

    def _shelf(self, session: str) -> MemorySession:
        shelf = self._shelves.get(session)
        if shelf is None:
            raise UnknownName("session", session)
        return shelf

    def _purse(self) -> DaySpending:
        purse = purse_of(self._clock(), self._day_cap)
        day = self._days.get(purse.day) or DayChange()
        purse.spent, purse.reserved, purse.presumed = day.spent, day.reserved, day.presumed
        return purse

    def _write(self, admission: Admission) -> None:
        shelf = self._shelves[admission.record.id]
        ended = bool(admission.fresh) and admission.record.state in ENDED
        shelf.record = admission.record
        for event in admission.fresh:
            shelf.events.append(event)
            shelf.by_key[event.key] = event
        self._count(shelf, admission.money, admission.days)
        if ended:
            self._drop_wishes(shelf.record)

    def _presume(self, shelf: MemorySession) -> None:
        till = Till(shelf.record, shelf.money, self._purse().day)
        till.presume()
        self._count(shelf, till.changed, till.days)

    def _count(self, shelf: MemorySession, money: Mapping[str, Reservation], days: Mapping[str, DayChange]) -> None:
        shelf.money.update(money)
        for day, change in days.items():
            self._days.setdefault(day, DayChange()).add(change)

    def _drop_wishes(self, record: SessionEntry) -> None:
        """Delete stored requests to stop, which must not affect a later run. If the session is over for good, delete
        people's answers too."""
        for number, wish in list(self._wishes.items()):
            if wish.session == record.id and (wish.kind == "stop" or record.state in FOREVER):
                del self._wishes[number]

    def _keep_texts(self, texts: Mapping[str, str]) -> None:
        for digest, text in texts.items():
            self._texts.setdefault(digest, text)

    def _unfinished_in(self, thread: str | None) -> str | None:
        own = (shelf.record for shelf in self._shelves.values() if thread is not None and shelf.record.thread == thread)
        return next((record.id for record in own if record.state not in ENDED), None)
