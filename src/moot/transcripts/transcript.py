"""Interface `Transcript`: append once by key, read after a position; nothing is ever changed.

It is implemented in memory (`in_memory.py`) and on SQLite (`sql/transcript.py`).

The invariant: (session, seq) and (session, key) are unique, seq runs 1..n without a gap, and of two appends under one
key the first commit wins while both callers receive the stored event. Appends are fenced by the lease's epoch and
priced in the same transaction: money is reserved with `SeatAsked`, settled with `SeatSpoke` or `SeatFailed`, and what
is still open when the session ends counts as spent. `tests/transcripts/test_transcript.py` tests every implementation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.transcripts.lease import Lease, LeaseHolder
from moot.transcripts.wake_followers import Bell
from moot.vocabulary.events import Body, CopyOrigin, Event

State = Literal["running", "waiting", "verdict", "inconclusive", "failed", "stopped", "out_of_budget"]
"""State of a session. A `running` one whose lease is dead is shown as interrupted."""
ENDED: frozenset[str] = frozenset({"verdict", "inconclusive", "failed", "stopped", "out_of_budget"})
FOREVER: frozenset[str] = frozenset({"verdict", "inconclusive"})


class Draft(Struct, frozen=True, kw_only=True):
    """An event to commit."""

    key: str
    """Key that it settles or records."""
    body: Body
    """Content of the event."""
    at: str
    """Time, for display."""
    t: int
    """Running time in milliseconds; raised to the last event's if lower."""
    origin: CopyOrigin | None = None
    """Origin of a copy in a fork. A copy counts in no budget."""


class Once(Struct, frozen=True, kw_only=True):
    """Idempotency key for opening a session: same key and body return the same session, another body is a conflict."""

    key: str
    """The client's key, with its interface."""
    digest: str
    """Digest of the whole request."""


class OpenResult(Struct, frozen=True, kw_only=True):
    """Result of opening a session."""

    session: str
    """The session; an earlier one when the idempotency key was known."""
    lease: Lease | None
    """The right to run it; `None` when it was opened before."""
    events: tuple[Event, ...] = ()
    """Its first events, if they were committed just now."""


class HolderRequest(Struct, frozen=True, kw_only=True):
    """A request to the holder of the session."""

    id: int
    """Its number in the store; 0 before it is stored."""
    session: str
    """The session."""
    kind: Literal["stop", "answer", "go_on"]
    """`stop`, a person's `answer`, or to `go_on` without waiting for a seat."""
    key: str = ""
    """For an answer: the move it settles. For `go_on`: the seat; empty for all that may be skipped."""
    text: str = ""
    """For an answer: the person's words."""


class Balance(Struct, frozen=True, kw_only=True):
    """A session's money, in nano-dollars."""

    spent: int
    """Settled or presumed spending."""
    reserved: int
    """Reserved for calls in flight."""
    cap: int | None
    """Most it may cost."""
    unknown: int
    """Calls with unknown price."""
    day_cap: int | None = None
    """Most all sessions may cost today."""
    day_used: int = 0
    """What they have spent and reserved today."""

    def caps(self) -> list[tuple[int, int]]:
        """Return every budget in force, with the amount used."""
        own = [] if self.cap is None else [(self.cap, self.spent + self.reserved)]
        return own if self.day_cap is None else [*own, (self.day_cap, self.day_used)]


class Transcript(ABC):
    """Storage of sessions."""

    def __init__(self, bell: Bell | None = None) -> None:
        self.bell = bell or Bell()

    def make_room(self) -> bool:
        """Free the space reserved for writes on a full disk; return whether there was any."""
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
        """Commit `SessionOpened` and, in a fork, the copies after it; give the lease to `holder`.

        Raises:
            Conflict: The conversation has an unfinished session, or the idempotency key is known with another body.
        """
        opened = await self._open(session, drafts, holder, texts or {}, blobs, once)
        self.bell.ring(opened.session)
        return opened

    async def append(
        self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str] | None = None
    ) -> list[Event]:
        """Commit new drafts and return, for each draft in order, the event stored under its key.

        Followers are notified only after the commit. If it raises, none of the drafts is committed.

        Raises:
            LeaseLost: There is a later epoch.
            OutOfBudget: The reservations of these drafts together do not fit a budget.
            SessionOver: The session has a verdict.
            StorageFailed: Nothing can be written.
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
        """Return events with a seq above `after`, in order; raise `UnknownName` if there is no such session."""

    @abstractmethod
    async def text(self, digest: str) -> str | None:
        """Return a prompt or a drawn text stored under its digest."""

    @abstractmethod
    async def blob(self, digest: str) -> bytes | None:
        """Return the bytes of an attachment."""

    @abstractmethod
    async def keep_blob(self, data: bytes) -> str:
        """Store the bytes of an attachment; return their SHA-256. Unreferenced ones are deleted later."""

    @abstractmethod
    async def take(self, session: str, holder: LeaseHolder, *, force: bool = False) -> Lease:
        """Return the lease of an unfinished or stopped session, with a new epoch.

        Taking over from a holder that never released it counts one crash; a settled move resets that count to 0.

        Raises:
            SessionBusy: Another running process owns it.
            SessionOver: The session has a verdict.
        """

    @abstractmethod
    async def crashes(self, session: str) -> int:
        """Return how often in a row a holder has died without settling a single move."""

    @abstractmethod
    async def renew(self, holder: LeaseHolder, leases: Sequence[Lease]) -> list[str]:
        """Renew these leases; return the ids of sessions that another process has taken over."""

    @abstractmethod
    async def release(self, lease: Lease, state: Literal["running", "waiting"] | None = None) -> None:
        """Release the lease, so that others can take it at once; `state` is the session's new state, if any."""

    @abstractmethod
    async def wish(self, wish: HolderRequest) -> int:
        """Store a request and return its number."""

    @abstractmethod
    async def wishes(self, sessions: Sequence[str]) -> list[HolderRequest]:
        """Return requests not yet granted for these sessions, oldest first."""

    @abstractmethod
    async def grant(self, wish: HolderRequest) -> None:
        """Mark a request as done."""

    @abstractmethod
    async def balance(self, session: str) -> Balance:
        """Return the session's balance."""

    @abstractmethod
    async def grades(self, digests: Sequence[str], grader: str) -> dict[str, str]:
        """Return this grader's stored grades of answers with these digests."""

    @abstractmethod
    async def keep_grades(self, session: str, given: Mapping[tuple[str, str], str]) -> None:
        """Store grades by digest and grader; existing ones are kept."""

    @abstractmethod
    async def sweep(self) -> list[str]:
        """Count the open reservations of dead holders as spent; return the sessions they left unfinished."""

    @abstractmethod
    async def close(self) -> None:
        """Finish running commits and close the file."""
