"""Record of a session beside its events: its state, its lease, and what each call cost.

All of it is derived from the events, except the lease and the title, so it can be rebuilt. The invariant: `spent` and
`reserved` are the sums over the session's reservations, a call is counted once however often its end is reported, and a
copy in a fork is not counted. `tests/sessions/budget/test_money.py` tests it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from moot.errors import BadInput
from moot.transcripts.lease import LeaseHolder, is_dead
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.seats import PRESUMED

IMPORTED = "import"
"""Door of imported sessions: read-only."""
BROWSER = "browser"
"""Door of sessions asked in the web app; the server runs them like its own."""
SPECTATOR = "spectator"
"""Door of debates started to be watched; the server runs these, too."""
BENCH = "bench"
"""Door of sessions that try out a model: listed only on request for this door."""
EXCERPT = 200
"""Characters of a question shown in a list."""
ANSWER = 240
"""Characters of an answer shown in a list."""


class SessionEntry(Struct, kw_only=True):
    """One session as needed for lists, leases and budgets."""

    id: str
    """The session."""
    state: str = "running"
    """Its state; `running` until it ends or waits for a person."""
    title: str = ""
    """Title; empty until it has one."""
    question: str = ""
    """Start of the question, on one line."""
    protocol: str = ""
    """The protocol used."""
    council: str = ""
    """Name of the council, if it has one."""
    door: str = ""
    """Interface it was asked through."""
    scripted: bool = False
    """Whether its text comes from rehearsal voices, not from a language model."""
    created: str = ""
    """Time of its first event."""
    updated: str = ""
    """Time of its last event."""
    head: int = 0
    """Seq of its last event."""
    t: int = 0
    """Running time of its last event, in milliseconds."""
    spent: int = 0
    """Settled or presumed spending, in nano-dollars."""
    presumed: int = 0
    """The presumed part: an upper bound, not a price."""
    reserved: int = 0
    """Reserved for calls in flight, in nano-dollars."""
    unknown: int = 0
    """Calls without a reported price; if one was reserved, the reservation counts."""
    tokens: int = 0
    """Input and output tokens."""
    cap: int | None = None
    """Most it may cost, in nano-dollars."""
    cap_per_call: int | None = None
    """Most one call may cost, in nano-dollars."""
    thread: str | None = None
    """The conversation it belongs to."""
    fork_of: str | None = None
    """The session it was forked from."""
    settled: int = 0
    """Moves settled here, without copies."""
    holder: LeaseHolder | None = None
    """Owner of its lease; `None` when it is free."""
    epoch: int = 0
    """The lease's fencing number."""
    expires: float = 0.0
    """When the lease expires, in seconds since 1970."""
    crashes: int = 0
    """Holders in a row that died without settling a move."""
    members: str = ""
    """Models of the members in seat order, one per line."""
    verdict_class: str = ""
    """The verdict's class, if its protocol has classes."""
    degraded: int = 0
    """Number of ways in which the verdict is incomplete."""
    said_to: int = 0
    """Seq up to which statements are indexed for search; 0 before the first ending."""
    answer: str = ""
    """Start of the answer, on one line, without Markdown."""
    winner: str = ""
    """Seat whose answer the ballots ranked first, if any."""

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models of the members, in seat order."""
        return tuple(self.members.split("\n")) if self.members else ()


class Reservation(Struct, frozen=True, kw_only=True):
    """The money of one call, stored under the key of its intent."""

    reserved: int | None
    """Reserved worst price; `None` when unknown."""
    spent: int = 0
    """What it cost, once it is no longer open."""
    state: Literal["open", "settled", "presumed"] = "open"
    """`open`: in flight. `settled`: its price is known. `presumed`: unknown; a bound counts."""
    unknown: bool = False
    """Whether its cost was not reported."""
    day: str = ""
    """The UTC day it counts for: that of the request."""


class DayChange(Struct, kw_only=True):
    """Amounts in the store's account of one day, or their change by an append."""

    spent: int = 0
    """Settled or presumed spending, in nano-dollars."""
    presumed: int = 0
    """The presumed part: an upper bound, not a price."""
    reserved: int = 0
    """Reserved for calls in flight."""

    def add(self, other: DayChange) -> None:
        """Add another change of that day."""
        self.spent += other.spent
        self.presumed += other.presumed
        self.reserved += other.reserved


class DaySpending(DayChange, kw_only=True):
    """Spending and budget of the whole store on one UTC day."""

    day: str
    """The day, `2031-05-04`."""
    cap: int | None = None
    """Most that may be spent, in nano-dollars; `None` for no budget."""

    @property
    def charged(self) -> int:
        """Return the part with a known price."""
        return self.spent - self.presumed

    @property
    def left(self) -> int | None:
        """Return what is left of its budget; `None` without one."""
        return None if self.cap is None else self.cap - self.spent - self.reserved


class Till:
    """A session's money while an append is checked: nothing is changed before all of it fits."""

    def __init__(self, record: SessionEntry, known: Mapping[str, Reservation], today: str) -> None:
        self._record, self._known, self._today = record, known, today
        self.changed: dict[str, Reservation] = {}
        self.days: dict[str, DayChange] = {}
        self.asked = 0

    def reserve(self, key: str, amount: int | None) -> None:
        """Reserve money for the call whose intent is `key`."""
        if amount is not None and amount < 0:
            raise BadInput(f"{key!r} reserves a negative amount ({amount}).", "Correct the price of its model.")
        self.asked += amount or 0
        self._put(key, Reservation(reserved=amount, day=self._today))

    def settle(self, key: str, body: SeatSpoke | SeatFailed) -> None:
        """Count a call that has ended. If its end is reported several times, the first report with a price counts."""
        if body.cost is not None and body.cost < 0:
            raise BadInput(f"{key!r} claims a negative cost ({body.cost}).", "Correct the price of its model.")
        if isinstance(body, SeatFailed) and body.failed in ("late", "budget"):
            return  # a late call may still be in flight, and one the budget refused was never sent
        intent = event_keys.intent(event_keys.call_of(key), body.attempt)
        known = self._find(intent)
        if known is not None and known.state == "settled":
            return
        reserved = known.reserved if known is not None else None
        day = known.day if known is not None else self._today
        if body.cost is not None:
            told: Literal["settled", "presumed"] = "presumed" if body.cost_source == PRESUMED else "settled"
            ended = Reservation(reserved=reserved, spent=body.cost, state=told, day=day)
        elif isinstance(body, SeatSpoke):
            ended = _presumed(reserved, day)
        elif known is None or known.state == "presumed":
            return
        elif body.spent:
            ended = _presumed(reserved, day)
        else:
            ended = Reservation(reserved=reserved, state="settled", day=day)
        self._put(intent, ended)

    def presume(self) -> None:
        """Count every open call at its worst price: none will be settled any more."""
        for key in {**self._known, **self.changed}:
            one = self._find(key)
            if one is not None and one.state == "open":
                self._put(key, _presumed(one.reserved, one.day))

    def _find(self, key: str) -> Reservation | None:
        return self.changed.get(key) or self._known.get(key)

    def _put(self, key: str, new: Reservation) -> None:
        old = self._find(key)
        if old is not None:
            self._count(old, -1)
        self._count(new, 1)
        self.changed[key] = new

    def _count(self, one: Reservation, sign: int) -> None:
        for account in (self._record, self.days.setdefault(one.day, DayChange())):
            if one.state == "open":
                account.reserved += sign * (one.reserved or 0)
            else:
                account.spent += sign * one.spent
            if one.state == "presumed":
                account.presumed += sign * one.spent
        if one.state != "open":
            self._record.unknown += sign * one.unknown


def _presumed(reserved: int | None, day: str) -> Reservation:
    """Return the money of a call whose price is not known: its worst price counts."""
    return Reservation(reserved=reserved, spent=reserved or 0, state="presumed", unknown=reserved is None, day=day)


def record_from(session: str, body: SessionOpened) -> SessionEntry:
    """Return the record of a session being opened, before its first event is counted."""
    return SessionEntry(
        id=session,
        question=" ".join(body.question.text[: EXCERPT * 4].split())[:EXCERPT],
        protocol=body.protocol,
        council=body.council,
        door=body.door,
        scripted=any(seat.scripted for seat in (*body.roster.seats, *body.roster.offices)),
        cap=body.cap,
        cap_per_call=body.cap_per_call,
        thread=body.thread,
        fork_of=body.fork.session if body.fork is not None else None,
        members="\n".join(seat.model for seat in body.roster.seats),
    )


def beginning_of(answer: str) -> str:
    """Return the start of an answer, on one line."""
    plain = answer[: ANSWER * 4].replace("**", "").replace("`", "").replace("#", "")
    return " ".join(plain.split())[:ANSWER]


def is_held(record: SessionEntry, now: float) -> bool:
    """Return whether a running process owns its lease, judged from this host."""
    return record.holder is not None and record.expires > now and not is_dead(record.holder)


KEY = event_keys.move("title", "chair")
"""Key of the chair's title."""
LONGEST = 60


def first_words(question: str) -> str:
    """Return a title for a session: the start of its question."""
    line = " ".join(question.split())
    if len(line) <= LONGEST:
        return line or "New conversation"
    return line[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def title_from(text: str, question: str) -> str:
    """Return a title from a model's text, or the question's first words if nothing in it is usable."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.strip("\"'`*#“”‘’ .").split())
    if not line or len(line) > 2 * LONGEST:
        return first_words(question)
    return first_words(line)
