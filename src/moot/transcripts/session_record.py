"""What does the store know of a session beside its events? Where it stands, who holds it, and what each call cost.

All of it follows from the events, except the lease and the title, so it can be built again. The invariant: `spent` and
`reserved` are the sums over the session's reservations, a call is counted once however often its end is told, and a
copy in a fork counts nowhere. `tests/sessions/budget/test_money.py` holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from moot.errors import BadInput
from moot.transcripts.lease import LeaseHolder, is_dead
from moot.transcripts.transcript import State
from moot.vocabulary import keys
from moot.vocabulary.events import SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.seats import PRESUMED

IMPORTED = "import"
"""The door of sessions that came from elsewhere: they are read, and nothing is added to them."""
BROWSER = "browser"
"""The door of sessions that were asked in the web app; the server runs them, as it runs its own."""
SPECTATOR = "spectator"
"""The door of debates that were started to be watched; the server runs these too."""
BENCH = "bench"
"""The door of sessions in which a model is tried out: no list shows them unless it asks for this door."""
EXCERPT = 200
"""Characters of a question that a list shows."""
ANSWER = 240
"""Characters of an answer that a list shows."""


class SessionEntry(Struct, kw_only=True):
    """One session as a list, a lease and a budget see it."""

    id: str
    """The session."""
    state: State = "running"
    """Where it stands; `running` until it ends or waits for a person."""
    title: str = ""
    """What people call it; empty until somebody names it."""
    question: str = ""
    """The beginning of the question, on one line."""
    protocol: str = ""
    """The protocol it deliberates by."""
    council: str = ""
    """The council's name, when it had one."""
    door: str = ""
    """The door it came through."""
    scripted: bool = False
    """True when rehearsal voices sit in it: its words come from no language model."""
    created: str = ""
    """Wall clock of its first event."""
    updated: str = ""
    """Wall clock of its last event."""
    head: int = 0
    """The seq of its last event."""
    t: int = 0
    """Running time of its last event, in milliseconds."""
    spent: int = 0
    """Settled or presumed spent, in nano-dollars."""
    presumed: int = 0
    """How much of that is presumed: a bound, not a price."""
    reserved: int = 0
    """Set aside for calls in flight, in nano-dollars."""
    unknown: int = 0
    """Calls whose price nobody reported; where one had been reserved, the reservation is counted for it."""
    tokens: int = 0
    """Tokens read and written."""
    cap: int | None = None
    """Most it may come to, in nano-dollars."""
    cap_per_call: int | None = None
    """Most one call may come to, in nano-dollars."""
    thread: str | None = None
    """The conversation it belongs to."""
    fork_of: str | None = None
    """The session it was branched off."""
    settled: int = 0
    """Moves settled here, copies not counted."""
    holder: LeaseHolder | None = None
    """Who holds its lease; `None` when anyone may take it."""
    epoch: int = 0
    """The lease's fencing number."""
    expires: float = 0.0
    """When the lease runs out, in seconds since 1970."""
    crashes: int = 0
    """Holders in a row that died without settling a move."""
    members: str = ""
    """Models of the members in seat order, one a line."""
    verdict_class: str = ""
    """The verdict's class, where its protocol has classes."""
    degraded: int = 0
    """In how many ways the verdict is less than a full one."""
    said_to: int = 0
    """The seq up to which what was said can be searched; 0 before the first ending."""
    answer: str = ""
    """The beginning of the answer, on one line, without marks of Markdown."""
    winner: str = ""
    """The seat whose answer the ballots put first, where there is one."""


class Reservation(Struct, frozen=True, kw_only=True):
    """The money of one call, kept under the key of its intent."""

    reserved: int | None
    """Worst price set aside; `None` when nobody knew one."""
    spent: int = 0
    """What it came to, once it is no longer open."""
    state: Literal["open", "settled", "presumed"] = "open"
    """`open`: in flight. `settled`: its price is known. `presumed`: nobody tells it; a bound counts."""
    unknown: bool = False
    """True when nobody reported what it came to."""
    day: str = ""
    """The UTC day it counts for: the day it was asked."""


class DayChange(Struct, kw_only=True):
    """What an append changes in the store's account of one day."""

    spent: int = 0
    """Nano-dollars more spent, or presumed spent."""
    presumed: int = 0
    """Nano-dollars more presumed."""
    reserved: int = 0
    """Nano-dollars more set aside."""

    def add(self, other: DayChange) -> None:
        """Takes in what else changed on that day."""
        self.spent += other.spent
        self.presumed += other.presumed
        self.reserved += other.reserved


class Till:
    """A session's money while an append is weighed: nothing is changed before all of it is found to fit."""

    def __init__(self, record: SessionEntry, known: Mapping[str, Reservation], today: str) -> None:
        self._record, self._known, self._today = record, known, today
        self.changed: dict[str, Reservation] = {}
        self.days: dict[str, DayChange] = {}
        self.asked = 0

    def reserve(self, key: str, amount: int | None) -> None:
        """Sets money aside for the call whose intent is `key`."""
        if amount is not None and amount < 0:
            raise BadInput(f"{key!r} reserves a negative amount ({amount}).", "Correct the price of its model.")
        self.asked += amount or 0
        self._put(key, Reservation(reserved=amount, day=self._today))

    def settle(self, key: str, body: SeatSpoke | SeatFailed) -> None:
        """Counts a call that has ended. Of several tellings of one end the first that knows its price stands."""
        if body.cost is not None and body.cost < 0:
            raise BadInput(f"{key!r} claims a negative cost ({body.cost}).", "Correct the price of its model.")
        if isinstance(body, SeatFailed) and body.failed in ("late", "budget"):
            return  # a late call may still be in flight, and one the budget refused was never sent
        intent = keys.intent(keys.call_of(key), body.attempt)
        known = self._find(intent)
        if known is not None and known.state == "settled":
            return
        reserved = known.reserved if known is not None else None
        day = known.day if known is not None else self._today
        worst = reserved or 0
        if body.cost is not None:
            told: Literal["settled", "presumed"] = "presumed" if body.cost_source == PRESUMED else "settled"
            ended = Reservation(reserved=reserved, spent=body.cost, state=told, day=day)
        elif isinstance(body, SeatSpoke):
            ended = Reservation(reserved=reserved, spent=worst, state="presumed", unknown=reserved is None, day=day)
        elif known is None or known.state == "presumed":
            return
        elif body.spent:
            ended = Reservation(reserved=reserved, spent=worst, state="presumed", unknown=reserved is None, day=day)
        else:
            ended = Reservation(reserved=reserved, state="settled", day=day)
        self._put(intent, ended)

    def presume(self) -> None:
        """Counts every call that is still open at its worst price: nobody will settle it any more."""
        for key in {**self._known, **self.changed}:
            one = self._find(key)
            if one is not None and one.state == "open":
                worst, unknown = one.reserved or 0, one.reserved is None
                self._put(
                    key,
                    Reservation(reserved=one.reserved, spent=worst, state="presumed", unknown=unknown, day=one.day),
                )

    def _find(self, key: str) -> Reservation | None:
        return self.changed.get(key) or self._known.get(key)

    def _put(self, key: str, new: Reservation) -> None:
        old = self._find(key)
        if old is not None:
            self._count(old, -1)
        self._count(new, 1)
        self.changed[key] = new

    def _count(self, one: Reservation, sign: int) -> None:
        day = self.days.get(one.day)
        if day is None:
            day = self.days[one.day] = DayChange()
        if one.state == "open":
            self._record.reserved += sign * (one.reserved or 0)
            day.reserved += sign * (one.reserved or 0)
        else:
            self._record.spent += sign * one.spent
            day.spent += sign * one.spent
            if one.state == "presumed":
                self._record.presumed += sign * one.spent
                day.presumed += sign * one.spent
            self._record.unknown += sign * one.unknown


def record_from(session: str, body: SessionOpened) -> SessionEntry:
    """The record of a session that is being opened, before its first event is counted."""
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
    """How an answer begins, on one line."""
    plain = answer[: ANSWER * 4].replace("**", "").replace("`", "").replace("#", "")
    return " ".join(plain.split())[:ANSWER]


def is_held(record: SessionEntry, now: float) -> bool:
    """Whether somebody holds its lease and lives, as far as this host can tell."""
    return record.holder is not None and record.expires > now and not is_dead(record.holder)


class DaySpending(Struct, frozen=True, kw_only=True):
    """What the whole store has spent on one UTC day."""

    day: str
    """The day."""
    spent: int
    """Nano-dollars of calls whose price is known."""
    presumed: int
    """Most that calls may have cost on top whose price nobody tells."""
    reserved: int
    """Set aside for calls in flight."""
    cap: int | None
    """Most it may come to."""

    @property
    def left(self) -> int | None:
        """What its budget leaves; `None` without one."""
        return None if self.cap is None else self.cap - self.spent - self.presumed - self.reserved
