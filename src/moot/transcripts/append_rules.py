"""Decide whether drafts may be committed, and what they change: the rules of every transcript, without storage.

The invariant: a refusal changes nothing. Drafts are checked on copies, in order, as one: fence, existing keys, what may
follow an ending, then money; the caller writes the result or drops it. `tests/transcripts/test_transcript.py` tests it
for every implementation.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from moot.errors import Conflict, LeaseLost, OutOfBudget, ProtocolWrong, SessionBusy, SessionOver, Whose
from moot.transcripts.lease import LASTS, LeaseHolder
from moot.transcripts.session_record import (
    IMPORTED,
    DayChange,
    DaySpending,
    Reservation,
    SessionEntry,
    Till,
    beginning_of,
    is_held,
    record_from,
)
from moot.transcripts.transcript import ENDED, FOREVER, Balance, Draft, HolderRequest
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    Event,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    VerdictReached,
)
from moot.vocabulary.tools import ToolAnswered, ToolAsked, ToolsRequested

MOST_WISHES = 1000
"""Maximum number of stored requests from other processes that may wait in one session."""


class Admission(Struct, kw_only=True):
    """The changes that an accepted append of events makes. They are not written to the store yet."""

    record: SessionEntry
    """The session's record after the append; a separate copy."""
    stands: list[Event]
    """For each submitted event, in order, the event stored under its key: an earlier event, if the key was used
    before.
    """
    fresh: list[Event]
    """The new events, numbered."""
    money: dict[str, Reservation]
    """New state of the money of calls, by the key of the event that announced the call."""
    days: dict[str, DayChange]
    """Changes of the store's spending, by UTC day."""


def admitted(
    record: SessionEntry,
    epoch: int,
    drafts: Sequence[Draft],
    standing: Mapping[str, Event],
    money: Mapping[str, Reservation],
    purse: DaySpending,
) -> Admission:
    """Check whether events may be appended to a session. Return the changes that they make, or raise.

    Args:
        record: The session's record before.
        epoch: Number of the lease under which they are submitted.
        standing: Events that exist already under their keys.
        money: What is reserved for or was spent on each call so far, by the key of the event that announced it.
        purse: What all sessions have spent on this day.
    """
    if epoch != record.epoch:
        raise LeaseLost(f"Session {record.id} was taken over by another process.")
    record = copy.copy(record)
    till = Till(record, money, purse.day)
    fresh: dict[str, Event] = {}
    stands: list[Event] = []
    for draft in drafts:
        event = standing.get(draft.key) or fresh.get(draft.key)
        if event is None:
            event = fresh[draft.key] = _next_event(record, draft)
            _count(record, draft, till)
        stands.append(event)
    if till.asked:
        _check_caps(record, till, purse)
    return Admission(record=record, stands=stands, fresh=list(fresh.values()), money=till.changed, days=till.days)


def opening(session: str, drafts: Sequence[Draft], holder: LeaseHolder, now: float, purse: DaySpending) -> Admission:
    """Check the first events of a new session, and return the changes that they make.

    The first event must be `SessionOpened`. In a fork, copied events follow.
    """
    first = drafts[0].body if drafts else None
    if not isinstance(first, SessionOpened) or drafts[0].key != event_keys.OPENED:
        raise ProtocolWrong(f"Session {session} does not begin with SessionOpened under {event_keys.OPENED!r}.")
    record = record_from(session, first)
    record.created = drafts[0].at
    record.epoch, record.holder, record.expires = 1, holder, now + LASTS
    return admitted(record, 1, drafts, {}, {}, purse)


def taken(record: SessionEntry, holder: LeaseHolder, now: float, *, force: bool) -> SessionEntry:
    """Return the session's record after the process `holder` has taken the lease (the right to run the session).

    Raise if the session has a verdict or was imported. Also raise if another running process has the lease, unless
    `force` is set.
    """
    if record.state in FOREVER:
        raise SessionOver(f"Session {record.id} has its verdict.")
    _check_ours(record)
    if record.holder is not None and record.holder != holder and not force and is_held(record, now):
        raise SessionBusy(
            f"Session {record.id} runs in process {record.holder.pid} ({record.holder.door}) "
            f"on {record.holder.host.partition('/')[0]}."
        )
    record = copy.copy(record)
    record.crashes += record.holder is not None
    record.holder, record.epoch, record.expires = holder, record.epoch + 1, now + LASTS
    if record.state == "waiting":
        record.state = "running"
    return record


def released(record: SessionEntry, epoch: int, state: str | None) -> SessionEntry | None:
    """Return the session's record after its process gives up the lease (the right to run it); `None` if another process
    has taken the session over."""
    if record.epoch != epoch or record.holder is None:
        return None
    record = copy.copy(record)
    record.holder, record.epoch, record.expires = None, record.epoch + 1, 0.0
    if state is not None and record.state not in ENDED:
        record.state = "waiting" if state == "waiting" else "running"
    return record


def check_wish(record: SessionEntry, wish: HolderRequest, waiting: int) -> None:
    """Raise if a request to the process that runs a session cannot be stored, because the session has ended or was
    imported, or because too many requests (`waiting`) are already stored for it."""
    if record.state in FOREVER or (wish.kind != "answer" and record.state in ENDED):
        raise SessionOver(f"Session {record.id} has ended.")
    _check_ours(record)
    if waiting >= MOST_WISHES:
        raise Conflict(f"{waiting} wishes already wait in session {record.id}.")


def _check_ours(record: SessionEntry) -> None:
    if record.door == IMPORTED:
        raise SessionOver(f"Session {record.id} came from elsewhere and can only be read here.")


def check_thread(unfinished: str | None) -> None:
    """Raise if a conversation has an unfinished session (its id is `unfinished`), because a second session cannot be
    opened beside it.
    """
    if unfinished is not None:
        raise Conflict(
            f"Session {unfinished} of this conversation has not ended.", "Wait for it, stop it, or resume it first."
        )


def purse_of(now: float, cap: int | None) -> DaySpending:
    """Return an account for the UTC day of `now`, with nothing spent yet and the day's budget `cap`."""
    return DaySpending(day=datetime.fromtimestamp(now, UTC).date().isoformat(), cap=cap)


def balance_of(record: SessionEntry, purse: DaySpending) -> Balance:
    """Return a session's spending and budget, together with the day's spending and budget."""
    return Balance(
        spent=record.spent,
        reserved=record.reserved,
        cap=record.cap,
        unknown=record.unknown,
        day_cap=purse.cap,
        day_used=purse.spent + purse.reserved,
    )


def dollars(nano: int) -> str:
    """Return an amount in nano-dollars as text in dollars, exact and without trailing zeros beyond the cent."""
    sign, nano = ("-" if nano < 0 else ""), abs(nano)
    whole, rest = divmod(nano, 1_000_000_000)
    decimals = f"{rest:09d}".rstrip("0").ljust(2, "0")
    return f"{sign}${whole}.{decimals}"


def wall_clock() -> float:
    """Return the seconds since 1970. Leases and daily budgets need a clock that all processes share."""
    return time.time()


def _next_event(record: SessionEntry, draft: Draft) -> Event:
    body = draft.body
    if record.state in FOREVER:
        raise SessionOver(f"Session {record.id} has its verdict; {draft.key!r} cannot follow it.")
    if record.state in ENDED and not isinstance(body, SessionResumed):
        raise SessionOver(
            f"Session {record.id} has stopped ({record.state}); {draft.key!r} cannot follow.",
            "Resume the session with `moot sessions resume`.",
        )
    if isinstance(body, SessionOpened) and record.head:
        raise ProtocolWrong(f"Session {record.id} is open; it cannot be opened again under {draft.key!r}.")
    record.head += 1
    record.t = max(record.t, draft.t)
    record.updated = draft.at
    return Event(
        session=record.id,
        seq=record.head,
        key=draft.key,
        at=draft.at,
        t=record.t,
        kind=body.kind,
        version=body.version,
        body=body,
        origin=draft.origin,
    )


def _count(record: SessionEntry, draft: Draft, till: Till) -> None:
    """Update the session's record, and what it has reserved and spent, for one new event.

    Events copied into a fork are not counted.
    """
    body = draft.body
    if draft.origin is not None:
        return
    if isinstance(body, SeatAsked):
        _check_call(record, draft.key, body)
        till.reserve(draft.key, body.reserved)
    elif isinstance(body, ToolAsked):
        till.reserve(draft.key, body.reserved)
    elif isinstance(body, ToolAnswered):
        till.settle_tool(draft.key.removesuffix(":result"), body)
    elif isinstance(body, SeatSpoke | SeatFailed | ToolsRequested):
        record.tokens += body.usage.input + body.usage.output
        till.settle(draft.key, body)
        if draft.key == event_keys.call_of(draft.key) and (not isinstance(body, SeatFailed) or body.final):
            record.settled += 1
            record.crashes = 0
    elif isinstance(body, VerdictReached):
        till.presume()
        record.state = body.verdict.outcome
        record.verdict_class = body.verdict.ruling.verdict_class if body.verdict.ruling is not None else ""
        record.degraded = len(body.verdict.degraded)
        record.answer, record.winner = beginning_of(body.verdict.text or ""), body.verdict.winner or ""
        record.holder, record.expires = None, 0.0  # nothing can follow, so nothing needs a lease
    elif isinstance(body, SessionStopped):
        till.presume()
        record.state = body.outcome
    elif isinstance(body, SessionResumed):
        till.presume()
        record.state = "running"
        record.cap = body.cap if body.cap is not None else record.cap


def _check_call(record: SessionEntry, key: str, body: SeatAsked) -> None:
    if record.cap_per_call is not None and (body.reserved or 0) > record.cap_per_call:
        raise OutOfBudget(
            f"{key!r} may cost {dollars(body.reserved or 0)}, more than the budget for one call, "
            f"{dollars(record.cap_per_call)}.",
            whose="call",
            asked=body.reserved or 0,
            needs=body.reserved or 0,
        )


def _check_caps(record: SessionEntry, till: Till, purse: DaySpending) -> None:
    today = till.days.get(purse.day) or DayChange()
    _check_cap("session", record.cap, record.spent, record.presumed, record.reserved, till.asked)
    spent, presumed = purse.spent + today.spent, purse.presumed + today.presumed
    _check_cap("day", purse.cap, spent, presumed, purse.reserved + today.reserved, till.asked)


def _check_cap(whose: Whose, cap: int | None, spent: int, presumed: int, reserved: int, asked: int) -> None:
    if cap is not None and spent + reserved > cap:
        raise OutOfBudget(
            f"{dollars(asked)} more does not fit under the {whose}'s budget of {dollars(cap)}: "
            f"{dollars(spent - presumed)} is charged, {dollars(presumed)} may still be charged, and "
            f"{dollars(reserved - asked)} is set aside.",
            whose=whose,
            asked=asked,
            needs=spent + reserved,
        )
