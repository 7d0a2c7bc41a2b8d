"""Tell who sits where once a member's model refused for good and a stand-in was given its seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from moot.vocabulary.events import Body, Event, SeatAsked, SessionOpened
from moot.vocabulary.seats import Roster, Seat


def unseated(roster: Roster) -> tuple[Seat, ...]:
    """The stand-ins that may take a member's seat: those whose model has none."""
    seated = {seat.model for seat in roster.seats}
    return tuple(seat for seat in roster.stand_ins() if seat.model not in seated)


def taken_over(seat: Seat, other: Seat) -> Seat:
    """The seat with another's model, and everything that depends on it."""
    return replace(
        seat, model=other.model, scripted=other.scripted, abilities=other.abilities, price=other.price, person=False
    )


def reseated(seats: Sequence[Seat], others: Sequence[Seat], body: Body) -> tuple[Seat, ...]:
    """The seats after an event: when the model of one of `others` is asked at a seat, it has taken that seat."""
    if isinstance(body, SeatAsked):
        for at, seat in enumerate(seats):
            if seat.id == body.seat and seat.model != body.model:
                other = next((each for each in others if each.model == body.model), None)
                return (*seats[:at], taken_over(seat, other), *seats[at + 1 :]) if other is not None else tuple(seats)
    return tuple(seats)


def as_seated(opened: SessionOpened, events: Iterable[Event]) -> SessionOpened:
    """The opening with the members that were asked in the end.

    Args:
        opened: How the session was opened.
        events: Its events; only `SeatAsked` is looked at.
    """
    seats, others = opened.roster.seats, unseated(opened.roster)
    for event in events if others else ():
        seats = reseated(seats, others, event.body)
    return opened if seats is opened.roster.seats else replace(opened, roster=replace(opened.roster, seats=seats))
