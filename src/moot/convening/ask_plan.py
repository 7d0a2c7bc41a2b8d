"""Decide how many members of a council are asked first, and in which order.

`auto` decides for a council that Moot chose itself: by the members' record on questions with a known answer, else by
the form of the question. A council that somebody named is asked whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from moot.errors import BadInput
from moot.protocols import registry
from moot.request import Ask
from moot.sessions.budget.estimate import Estimate, estimate_of, first_answers_kept
from moot.sessions.session_attempt import options_of
from moot.stats.evidence.known_answers import CommonRecord
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import AskPlan, When
from moot.vocabulary.seats import Seat

Pricing = Callable[..., Estimate]
"""Type of functions that estimate a session and take the arguments of `estimate_of`."""
FEWEST = 3
"""Minimum number of members of a council of which only two can be asked first."""
ONE_MAKER = "Everyone is asked: all members are from one maker, so that their agreement would show little."
TOO_FEW = "Everyone is asked: the council has fewer than three members."
AUDIT = "Everyone is asked, to keep the record fair; only some sessions do this."


def reader_plan(opened: SessionOpened, record: CommonRecord | None) -> AskPlan:
    """Return the order in which members are asked, for a protocol in which one member reads the others' answers.

    The reader is first. This is the member most often right on questions with a known answer. If there is no record of
    that, the reader is the cheapest member.
    """
    best, *_ = order = _order(opened.roster.seats, record)
    known = "no member has a record, and it is the cheapest."
    if record is not None:
        share = _share(record.right[best.model], record.questions)
        known = f"right {share} of the time; from {record.questions} known answers."
    why = f"{best.model} reads the others' answers: {known}"
    return AskPlan(why=why, order=tuple(seat.id for seat in order))


def may_ask_fewer(ask: Ask, opened: SessionOpened) -> bool:
    """Return whether the session may first ask only some of its members: the protocol can stop early, and the request
    allows it.

    Raises:
        BadInput: The request asks for fewer members, and the protocol always asks all.
    """
    protocol = registry.find(opened.protocol)
    stops = protocol.stops_early
    able = stops is not None and stops(options_of(opened), bool(opened.question.options))
    if ask.when in ("selective", "one") and not able:
        raise BadInput(
            f"{opened.protocol} asks all members here, so `when` cannot be {ask.when!r}.",
            "Leave `when` out, or ask by peer-review or fusion.",
        )
    named = not ask.unnamed or bool(opened.council) or any(seat.person for seat in opened.roster.seats)
    return able and ask.when != "always" and not (ask.when == "auto" and named)


def plan_of(
    ask: Ask,
    opened: SessionOpened,
    record: CommonRecord | None,
    *,
    session: str,
    share: float,
    price: Pricing = estimate_of,
) -> AskPlan | None:
    """Return how many members are asked first and in which order; `None` if all are asked and no reason has to be
    shown.

    Args:
        ask: The request; `may_ask_fewer` is true for it.
        opened: The session's opening event, with its members and protocol.
        record: The members' record on questions with a known answer, if there is one.
        session: The session's id; empty for an estimate.
        share: Share of the sessions in which everyone is asked anyway, so that the record stays fair.
        price: Estimates a session; by default without attached files and earlier sessions.
    """
    when = ask.when if ask.when != "auto" else _by_record(opened, record)
    if when == "always":
        return None
    order = _order(opened.roster.seats, record)
    makers = len({maker_of(seat) for seat in order[:2]})
    if when == "selective" and len(order) < FEWEST:
        return AskPlan(why=TOO_FEW)
    if when == "selective" and makers < 2:
        return AskPlan(why=ONE_MAKER)
    if ask.when != "one" and is_audited(session, share):
        return AskPlan(why=AUDIT)
    names = tuple(seat.id for seat in order)
    kept = first_answers_kept(opened, names[: 1 if when == "one" else 2])
    plan = AskPlan(
        when=when,
        order=names,
        makers=makers,
        typical=_typical(opened, price),
        rest=_typical(replace(opened, titled=False), price, kept=kept),
    )
    return replace(plan, why=_why(replace(opened, plan=plan), record, share if ask.when != "one" else 0, price))


def maker_of(seat: Seat) -> str:
    """Return the maker of a seat's model.

    If the model's family is known, return the family. If not, return the vendor in its name. If its name has no vendor,
    return its endpoint, because two unknown models of one endpoint may be from the same maker.
    """
    *_, before, _ = ("", *seat.model.lower().split("/"))
    return seat.abilities.family or before


def is_audited(session: str, share: float) -> bool:
    """Return whether all members are asked in this session although fewer would do, so that the members' record stays
    fair.

    The digest of a session's id decides whether it belongs to the given share of sessions.
    """
    return bool(session) and int.from_bytes(sha256(session.encode()).digest()[:8]) < share * 2**64


def _by_record(opened: SessionOpened, record: CommonRecord | None) -> When:
    if record is not None:
        return "one" if record.leader else "selective"
    return "selective" if opened.question.options else "always"


def _order(seats: Sequence[Seat], record: CommonRecord | None) -> list[Seat]:
    """Return the seats in the order in which they are asked: the best or cheapest, then one of another maker, then by
    price."""
    by_price = sorted(seats, key=lambda seat: (seat.price is None, _price(seat)))
    if record is not None:
        by_price.sort(key=lambda seat: -record.right[seat.model])
    first, *rest = by_price
    rest.sort(key=lambda seat: (seat.price is None, _price(seat)))
    second = next((seat for seat in rest if maker_of(seat) != maker_of(first)), None)
    return [first, *([second] if second else []), *(seat for seat in rest if seat is not second)]


def _price(seat: Seat) -> int:
    return seat.price.input + seat.price.output if seat.price is not None else 0


def _typical(opened: SessionOpened, price: Pricing, **more: Any) -> int | None:
    return price(opened, registry.find(opened.protocol), options_of(opened), **more).typical


def _why(opened: SessionOpened, record: CommonRecord | None, share: float, price: Pricing) -> str:
    """Return the reason why only some members are asked first, in one line."""
    plan = opened.asks
    audit = f" In {100 * share:.0f} % of such sessions everyone is asked, to keep the record fair." if share else ""
    if plan.when == "one":
        model = opened.roster.seat(plan.order[0]).model
        alone = _typical(opened, price)
        times = f", {round(plan.typical / alone)} times the price" if plan.typical and alone else ""
        if record is None:
            return f"Only {model} is asked. Ask the council with `--when always`{times.replace(',', ':')}."
        parts = [f"{model} alone {_share(record.right[model], record.questions)}"]
        parts += [f"council {_share(*record.council)}"] if record.council[1] else []
        return (
            f"{', '.join(parts)}{times}; from {record.questions} known answers. Ask the council: `--when always`."
            + audit
        )
    why = "Two members are asked first, and the others only if the two answers differ."
    if record is not None:
        low, high = min(record.right.values()), max(record.right.values())
        why += f" Alone, members were right {_share(low, record.questions)} to {_share(high, record.questions)}"
        why += f" of the time; from {record.questions} known answers."
    return why + audit


def _share(right: int, of: int) -> str:
    return f"{100 * right / of:.0f} %"
