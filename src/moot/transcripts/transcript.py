"""How is a session written down? Append once by key, read after a position; nothing is ever changed.

The invariant: (session, seq) and (session, key) are unique, seq runs 1..n without a gap, and of two appends under one
key the first commit wins while both callers are told what stands there. Appends are fenced by the lease's epoch and
priced in the same transaction: money is set aside with `SeatAsked`, settled with `SeatSpoke` or `SeatFailed`, and what
is still open when the session ends counts as spent. `tests/transcripts/test_transcript.py` holds every implementation
to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.transcripts.lease import Lease, LeaseHolder
from moot.transcripts.notify import Bell
from moot.vocabulary.events import Body, CopyOrigin, Event

State = Literal["running", "waiting", "verdict", "inconclusive", "failed", "stopped", "out_of_budget"]
"""Where a session stands. A `running` one whose lease is dead is shown as interrupted."""
ENDED: frozenset[str] = frozenset({"verdict", "inconclusive", "failed", "stopped", "out_of_budget"})
FOREVER: frozenset[str] = frozenset({"verdict", "inconclusive"})


class Draft(Struct, frozen=True, kw_only=True):
    """An event that wants to be committed."""

    key: str
    """What it settles or records."""
    body: Body
    """What happened."""
    at: str
    """Wall clock, for display."""
    t: int
    """Running time in milliseconds; raised to the last event's where it is behind."""
    origin: CopyOrigin | None = None
    """Where it is copied from, in a fork. A copy counts in no budget."""


class Once(Struct, frozen=True, kw_only=True):
    """Makes opening a session idempotent: same key and same body give the same session, another body a conflict."""

    key: str
    """The client's key, with the door it came through."""
    digest: str
    """Digest of everything that was asked for."""


class OpenResult(Struct, frozen=True, kw_only=True):
    """What opening brought."""

    session: str
    """The session; an earlier one when the idempotency key was known."""
    lease: Lease | None
    """The right to run it; `None` when it was opened before."""
    events: tuple[Event, ...] = ()
    """What it begins with, where that was committed just now."""


class HolderRequest(Struct, frozen=True, kw_only=True):
    """Something asked of whoever holds the session."""

    id: int
    """Its number in the store; 0 before it is stored."""
    session: str
    """The session."""
    kind: Literal["stop", "answer", "go_on"]
    """`stop`, a person's `answer`, or to `go_on` without waiting for a seat."""
    key: str = ""
    """For an answer: the move it settles. To go on: the seat; empty for all that need not be waited for."""
    text: str = ""
    """For an answer: the person's words."""


class Balance(Struct, frozen=True, kw_only=True):
    """Where a session's money is, in nano-dollars."""

    spent: int
    """Settled or presumed spent."""
    reserved: int
    """Set aside for calls in flight."""
    cap: int | None
    """Most it may come to."""
    unknown: int
    """Calls whose price nobody knows."""
    day_cap: int | None = None
    """Most all sessions may come to today."""
    day_used: int = 0
    """What they have spent and set aside today."""

    def caps(self) -> list[tuple[int, int]]:
        """Every budget in force, with what is used of it."""
        own = [] if self.cap is None else [(self.cap, self.spent + self.reserved)]
        return own if self.day_cap is None else [*own, (self.day_cap, self.day_used)]


class Transcript(ABC):
    """Where sessions are written down."""

    def __init__(self, bell: Bell | None = None) -> None:
        self.bell = bell or Bell()

    def make_room(self) -> bool:
        """Frees what is kept in reserve for what must be written on a full disk; whether there was any."""
        return False

    async def open(
        self,
        session: str,
        drafts: Sequence[Draft],
        holder: LeaseHolder,
        *,
        texts: Mapping[str, str] | None = None,
        blobs: Sequence[str] = (),
        once: Once | None = None,
    ) -> OpenResult:
        """Commits `SessionOpened` and, in a fork, the copies after it; gives the lease to `holder`.

        In one transaction it also refuses (`Conflict`) a second unfinished session of one conversation and a known
        idempotency key with another body.
        """
        opened = await self._open(session, drafts, holder, texts or {}, blobs, once)
        self.bell.ring(opened.session)
        return opened

    async def append(
        self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str] | None = None
    ) -> list[Event]:
        """Commits what is new and returns, for each draft in order, the event that stands under its key.

        Raises `LeaseLost` when a later epoch stands, `OutOfBudget` when the reservations of these drafts do not fit
        under a budget together, `SessionOver` after a verdict, `StorageFailed` when nothing can be written; then none
        of the drafts is committed. Followers are rung only after the commit.
        """
        events = await self._append(lease, drafts, texts or {})
        self.bell.ring(lease.session)
        return events

    @abstractmethod
    async def _open(
        self,
        session: str,
        drafts: Sequence[Draft],
        holder: LeaseHolder,
        texts: Mapping[str, str],
        blobs: Sequence[str],
        once: Once | None,
    ) -> OpenResult: ...

    @abstractmethod
    async def _append(self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]: ...

    @abstractmethod
    async def read(self, session: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """Events with a seq above `after`, in order; `UnknownName` for a session nobody opened."""

    @abstractmethod
    async def text(self, digest: str) -> str | None:
        """A prompt or a drawn text stored under its digest."""

    @abstractmethod
    async def blob(self, digest: str) -> bytes | None:
        """The bytes of an attachment."""

    @abstractmethod
    async def keep_blob(self, data: bytes) -> str:
        """Stores the bytes of an attachment under their SHA-256, which it returns. Unreferenced ones go in time."""

    @abstractmethod
    async def take(self, session: str, holder: LeaseHolder, *, force: bool = False) -> Lease:
        """The lease of an unfinished or stopped session, with a new epoch.

        `SessionBusy` when somebody else holds it and lives, `SessionOver` after a verdict. Taking over from a holder
        that never let go counts one crash; a settled move sets that count back to 0.
        """

    @abstractmethod
    async def crashes(self, session: str) -> int:
        """How often in a row a holder has died without settling a single move."""

    @abstractmethod
    async def renew(self, holder: LeaseHolder, leases: Sequence[Lease]) -> list[str]:
        """Renews these leases; returns the sessions whose lease is lost."""

    @abstractmethod
    async def release(self, lease: Lease, state: Literal["running", "waiting"] | None = None) -> None:
        """Lets go, so that anyone may take it at once; `state` marks one that waits for a person."""

    @abstractmethod
    async def wish(self, wish: HolderRequest) -> int:
        """Stores a wish and returns its number."""

    @abstractmethod
    async def wishes(self, sessions: Sequence[str]) -> list[HolderRequest]:
        """Wishes not yet granted for these sessions, oldest first."""

    @abstractmethod
    async def grant(self, wish: HolderRequest) -> None:
        """Marks a wish as dealt with."""

    @abstractmethod
    async def balance(self, session: str) -> Balance:
        """Where the session's money is."""

    @abstractmethod
    async def grades(self, digests: Sequence[str], grader: str) -> dict[str, str]:
        """Return what this grader said of answers with these digests, as it was kept."""

    @abstractmethod
    async def keep_grades(self, session: str, given: Mapping[tuple[str, str], str]) -> None:
        """Keep grades by digest and grader; one that is kept already stays."""

    @abstractmethod
    async def sweep(self) -> list[str]:
        """Presumes the open reservations of dead holders spent; returns the sessions they left unfinished."""

    @abstractmethod
    async def close(self) -> None:
        """Commits what is under way and lets go of the file."""
