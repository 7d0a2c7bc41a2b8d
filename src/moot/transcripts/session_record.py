"""Record of a session beside its events: its state, its lease, and what each call cost.

All of it is derived from the events, except the lease and the title, so it can be rebuilt. The invariant: `spent` and
`reserved` are the sums over the session's reservations, a call is counted once however often its end is reported, and a
copy in a fork is not counted. `tests/sessions/budget/test_money.py` tests it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput
from moot.transcripts.lease import LeaseHolder, is_dead
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.seats import PRESUMED
from moot.vocabulary.tools import ToolAnswered, ToolsRequested

IMPORTED = "import"
"""Interface recorded for imported sessions, which are read-only."""
BROWSER = "browser"
"""Interface recorded for sessions asked in the web app; the server runs them like its own."""
SPECTATOR = "spectator"
"""Interface recorded for debates started to be watched; the server runs these, too."""
BENCH = "bench"
"""Interface recorded for sessions that try out a model; lists show them only on request."""
EXCERPT = 200
"""Maximum number of characters of a question in lists."""
ANSWER = 240
"""Maximum number of characters of an answer in lists."""


class SessionEntry(Struct, kw_only=True):
    """A summary of a session, stored beside its events: state, lease, cost, and what lists show."""

    id: str
    """Id of the session."""
    state: str = "running"
    """State of the session; `running` until it ends or waits for a person."""
    title: str = ""
    """Title; empty until it has one."""
    question: str = ""
    """Beginning of the question, on one line."""
    protocol: str = ""
    """Name of the protocol."""
    council: str = ""
    """Name of the council, if it has one."""
    door: str = ""
    """Interface through which the session was opened."""
    scripted: bool = False
    """Whether the session's text comes from scripted demo voices, not from a language model."""
    created: str = ""
    """Time of the session's first event."""
    updated: str = ""
    """Time of the session's last event."""
    head: int = 0
    """Number of the session's last event."""
    t: int = 0
    """Running time of the session's last event, in milliseconds."""
    spent: int = 0
    """Amount counted as spent, in nano-dollars: known costs, and upper bounds for calls without a price."""
    presumed: int = 0
    """The part of `spent` that is an upper bound instead of a known cost, in nano-dollars."""
    reserved: int = 0
    """Money reserved for running calls, in nano-dollars."""
    unknown: int = 0
    """Number of calls without a reported price. Money reserved for such a call counts as spent."""
    tokens: int = 0
    """Number of input and output tokens."""
    cap: int | None = None
    """Limit on the session's cost, in nano-dollars."""
    cap_per_call: int | None = None
    """Limit on the cost of one call, in nano-dollars."""
    thread: str | None = None
    """Id of the session's conversation."""
    fork_of: str | None = None
    """Id of the session from which this session was forked."""
    settled: int = 0
    """Number of the session's requests that have an outcome, without those copied from another session."""
    holder: LeaseHolder | None = None
    """The process that has the right to run the session; `None` if none has."""
    epoch: int = 0
    """Number of the session's lease, which grows each time a process takes the session."""
    expires: float = 0.0
    """When the lease expires, in seconds since 1970."""
    crashes: int = 0
    """Number of consecutive processes that died while running the session, without any request getting its outcome."""
    members: str = ""
    """Models of the members in seat order, one per line."""
    verdict_class: str = ""
    """The verdict's class, e.g. `unanimous` or `contested`; empty if its protocol has no classes."""
    degraded: int = 0
    """Number of ways in which the verdict is incomplete."""
    said_to: int = 0
    """Number of the last event whose text the search can find; 0 before the session first ends."""
    answer: str = ""
    """Beginning of the answer, on one line, without Markdown."""
    winner: str = ""
    """Seat whose answer the ballots ranked first, if any."""

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models of the members, in seat order."""
        return tuple(self.members.split("\n")) if self.members else ()


class Reservation(Struct, frozen=True, kw_only=True):
    """Money reserved for one call, or spent on it."""

    reserved: int | None
    """Highest possible cost of the call, reserved before it started; `None` if the price is unknown."""
    spent: int = 0
    """Actual cost of the call, once it has ended."""
    state: Literal["open", "settled", "presumed"] = "open"
    """State of the call's money: `open`, the call is running; `settled`, its cost is known; `presumed`, the cost is
    unknown and its upper bound counts.
    """
    unknown: bool = False
    """Whether the call's cost was not reported."""
    day: str = ""
    """UTC day in whose budget the call counts: the day on which it was sent."""


class DayChange(Struct, kw_only=True):
    """Amounts that the whole store has spent and reserved on one day, or the change of these amounts by an append."""

    spent: int = 0
    """Amount counted as spent, in nano-dollars: known costs, and upper bounds for calls without a price."""
    presumed: int = 0
    """The part of `spent` that is an upper bound instead of a known cost, in nano-dollars."""
    reserved: int = 0
    """Money reserved for running calls, in nano-dollars."""

    def add(self, other: DayChange) -> None:
        """Add the amounts of another change of the same day to this one."""
        self.spent += other.spent
        self.presumed += other.presumed
        self.reserved += other.reserved


class DaySpending(DayChange, kw_only=True):
    """What all sessions of the store have spent on one UTC day, and the day's budget."""

    day: str
    """The UTC day, such as `2031-05-04`."""
    cap: int | None = None
    """Limit on the spending, in nano-dollars; `None` for no budget."""

    @property
    def charged(self) -> int:
        """Return the known charges, in nano-dollars. Calls whose price is not known are left out."""
        return self.spent - self.presumed

    @property
    def left(self) -> int | None:
        """Return the remainder of the day's budget, in nano-dollars; `None` without a budget."""
        return None if self.cap is None else self.cap - self.spent - self.reserved


class Till:
    """Computes what new events of a session reserve and spend, before they are written.

    If it does not fit the budget, nothing changes.
    """

    def __init__(self, record: SessionEntry, known: Mapping[str, Reservation], today: str) -> None:
        self._record, self._known, self._today = record, known, today
        self.changed: dict[str, Reservation] = {}
        self.days: dict[str, DayChange] = {}
        self.asked = 0

    def reserve(self, key: str, amount: int | None) -> None:
        """Reserve money for a call.

        Args:
            key: Key of the event that announces the call.
            amount: Its highest possible cost in nano-dollars; `None` if its price is unknown.
        """
        if amount is not None and amount < 0:
            raise BadInput(f"{key!r} reserves a negative amount ({amount}).", "Correct the price of its model.")
        self.asked += amount or 0
        self._put(key, Reservation(reserved=amount, day=self._today))

    def settle(self, key: str, body: SeatSpoke | SeatFailed | ToolsRequested) -> None:
        """Count what a call cost, according to the event that records its end. If the end is recorded several times,
        the first event with a price counts."""
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
        elif not isinstance(body, SeatFailed):
            ended = _presumed(reserved, day)
        elif known is None or known.state == "presumed":
            return
        elif body.spent:
            ended = _presumed(reserved, day)
        else:
            ended = Reservation(reserved=reserved, state="settled", day=day)
        self._put(intent, ended)

    def settle_tool(self, key: str, body: ToolAnswered) -> None:
        """Count what a tool call cost; `key` is that of the event recorded before it was made."""
        known = self._find(key)
        if known is not None and known.state != "settled" and body.error != "lost":
            self._put(key, replace(known, spent=body.cost, state="settled"))

    def presume(self) -> None:
        """Count every call that is still open at its highest possible cost, because its end will not be recorded any
        more."""
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
    """Return the money of a call whose actual cost is unknown: the amount that was reserved counts as spent."""
    return Reservation(reserved=reserved, spent=reserved or 0, state="presumed", unknown=reserved is None, day=day)


def record_from(session: str, body: SessionOpened) -> SessionEntry:
    """Return the record of a new session from the event that opens it."""
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
    """Return the beginning of an answer on one line, without Markdown, for lists."""
    plain = answer[: ANSWER * 4].replace("**", "").replace("`", "").replace("#", "")
    return " ".join(plain.split())[:ANSWER]


def is_held(record: SessionEntry, now: float) -> bool:
    """Return whether a process that is still running has the lease of the session, as far as this machine can tell."""
    return record.holder is not None and record.expires > now and not is_dead(record.holder)


KEY = event_keys.move("title", "chair")
"""Key of the event with the title that the chair wrote."""
LONGEST = 60


def first_words(question: str) -> str:
    """Return the first words of a question, as a title for its session."""
    line = " ".join(question.split())
    if len(line) <= LONGEST:
        return line or "New conversation"
    return line[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def title_from(text: str, question: str) -> str:
    """Make a title from a model's answer, or from the question's first words if the answer contains nothing usable."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.strip("\"'`*#“”‘’ .").split())
    if not line or len(line) > 2 * LONGEST:
        return first_words(question)
    return first_words(line)
