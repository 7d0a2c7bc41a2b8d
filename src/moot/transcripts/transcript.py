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
"""State of a session. A `running` session that no process runs any more is shown as interrupted."""
ENDED: frozenset[str] = frozenset({"verdict", "inconclusive", "failed", "stopped", "out_of_budget"})
FOREVER: frozenset[str] = frozenset({"verdict", "inconclusive"})


class Draft(Struct, frozen=True, kw_only=True):
    """An event that is going to be appended to a session."""

    key: str
    """Key under which the event is stored; unique in the session."""
    body: Body
    """Content of the event."""
    at: str
    """UTC time of the event, for display."""
    t: int
    """Running time of the session in milliseconds. If lower than that of the last event, it is raised to that."""
    origin: CopyOrigin | None = None
    """For an event copied into a fork: the original event. A copy counts in no budget."""


class Once(Struct, frozen=True, kw_only=True):
    """Idempotency key for opening a session. If a key is repeated with the same body, the same session is returned.
    With another body, there is a conflict."""

    key: str
    """Key given by the client, together with the interface through which it came."""
    digest: str
    """Digest of the whole request, with which a different request under the same key is detected."""


class OpenResult(Struct, frozen=True, kw_only=True):
    """Result of opening a session: its id, and the right to run it."""

    session: str
    """Id of the session. If the idempotency key was known, this is an earlier session."""
    lease: Lease | None
    """The right to run the session; `None` if it was opened before."""
    events: tuple[Event, ...] = ()
    """First events of the session, if they were stored just now."""


class HolderRequest(Struct, frozen=True, kw_only=True):
    """A stored request to the process that runs a session: stop, take a person's answer, or go on without a seat."""

    id: int
    """Number of the request in the store; 0 before it is stored."""
    session: str
    """Id of the session."""
    kind: Literal["stop", "answer", "go_on"]
    """Kind of request: `stop` the session, give a person's `answer`, or `go_on` without waiting for a seat."""
    key: str = ""
    """For an answer: the key of the request to the person. For `go_on`: the seat; empty for all seats that may be
    skipped.
    """
    text: str = ""
    """For an answer: the person's words."""


class Balance(Struct, frozen=True, kw_only=True):
    """Spending and budget of a session, together with the day's budget for all sessions. Amounts are
    in nano-dollars.
    """

    spent: int
    """Amount counted as spent: known costs, and upper bounds for calls without a price."""
    reserved: int
    """Money reserved for running calls."""
    cap: int | None
    """Limit on the session's cost; `None` without a budget."""
    unknown: int
    """Number of calls with an unknown price."""
    day_cap: int | None = None
    """Limit on the cost of all sessions today; `None` without such a budget."""
    day_used: int = 0
    """Amount that all sessions have spent and reserved today."""

    def caps(self) -> list[tuple[int, int]]:
        """Return each budget that applies to the session (its own, the day's), as pairs of the budget and the amount
        used.
        """
        own = [] if self.cap is None else [(self.cap, self.spent + self.reserved)]
        return own if self.day_cap is None else [*own, (self.day_cap, self.day_used)]


class Transcript(ABC):
    """Interface to the storage of sessions: their events, prompts, files, leases and budgets."""

    def __init__(self, bell: Bell | None = None) -> None:
        self.bell = bell or Bell()

    def make_room(self) -> bool:
        """Free the disk space kept in reserve for when the disk is full. Return whether there was any."""
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
        """Store a new session's first events, and give the process `holder` the right to run it.

        Args:
            drafts: `SessionOpened` and, in a fork, the copies after it.
            texts: Prompts and other texts, by SHA-256.
            blobs: SHA-256 digests of its attachments.
            once: Idempotency key; a known one returns the earlier session.

        Raises:
            Conflict: The conversation has an unfinished session, or the idempotency key is known with another body.
        """
        opened = await self._open(session, drafts, holder, texts or {}, blobs, once)
        self.bell.ring(opened.session)
        return opened

    async def append(
        self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str] | None = None
    ) -> list[Event]:
        """Store each of these events unless its key exists. Return, for each event in order, the event stored under its
        key.

        Followers are notified only after the commit. If this method raises, no event is stored.

        Raises:
            LeaseLost: Another process has taken the right to run the session since.
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
        """Return a session's events with a number above `after`, in order; raise `UnknownName` if there is no such
        session."""

    @abstractmethod
    async def text(self, digest: str) -> str | None:
        """Return the stored text, such as a prompt, with this SHA-256; `None` if there is none."""

    @abstractmethod
    async def blob(self, digest: str) -> bytes | None:
        """Return the bytes of the attachment with this SHA-256; `None` if there is none."""

    @abstractmethod
    async def keep_blob(self, data: bytes) -> str:
        """Store the bytes of an attachment, and return their SHA-256. If no session uses them, they are deleted
        later."""

    @abstractmethod
    async def take(self, session: str, holder: LeaseHolder, *, force: bool = False) -> Lease:
        """Give the process `holder` the right to run a session that has no verdict. Return that right as a lease with a
        new number.

        If an earlier process never released the session, that counts as one crash. Any progress of the session resets
        the number of crashes to 0.

        Raises:
            SessionBusy: Another running process has the right.
            SessionOver: The session has a verdict.
        """

    @abstractmethod
    async def crashes(self, session: str) -> int:
        """Return how many processes in succession have died while running the session, without any progress."""

    @abstractmethod
    async def renew(self, holder: LeaseHolder, leases: Sequence[Lease]) -> list[str]:
        """Renew the leases of this process before they expire. Return the ids of sessions that another process has
        taken over."""

    @abstractmethod
    async def release(self, lease: Lease, state: Literal["running", "waiting"] | None = None) -> None:
        """Give up the right to run a session, so that others can take it at once; `state` is the session's new state,
        if any."""

    @abstractmethod
    async def wish(self, wish: HolderRequest) -> int:
        """Store a request to the process that runs a session. Return the request's number."""

    @abstractmethod
    async def wishes(self, sessions: Sequence[str]) -> list[HolderRequest]:
        """Return the requests to the processes that run these sessions and have not carried them out yet, oldest
        first."""

    @abstractmethod
    async def grant(self, wish: HolderRequest) -> None:
        """Mark a request as done, after it was carried out."""

    @abstractmethod
    async def balance(self, session: str) -> Balance:
        """Return a session's spending and budget, together with the day's budget."""

    @abstractmethod
    async def grades(self, digests: Sequence[str], grader: str) -> dict[str, str]:
        """Return a grader's stored grades of the answers with these SHA-256 digests, by digest."""

    @abstractmethod
    async def keep_grades(self, session: str, given: Mapping[tuple[str, str], str]) -> None:
        """Store grades of answers, each under the pair of the answer's SHA-256 and the grader. Grades that exist
        already are not replaced."""

    @abstractmethod
    async def sweep(self) -> list[str]:
        """Count money as spent that was reserved by processes that have died. Return the ids of the sessions that those
        processes left unfinished."""

    @abstractmethod
    async def close(self) -> None:
        """Finish running writes and close the storage."""
