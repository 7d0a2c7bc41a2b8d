"""What does a model cost that was taken to be free, once a bill has come? What its bills of this session bound.

A bill speaks against a price of nothing: from then on the session's calls to that model are set aside by what it was
billed, and those to other models there of which nobody tells a price by the dearest that is known. A bill does not say
how it is made up; by the token neither side of it can have cost more than all of it. `tests/floor/calls/test_bills.py`
holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moot.providers.directory import Directory
from moot.providers.models.prices import LOCAL, cost_of, worst_known_price
from moot.providers.provider import Reply
from moot.transcripts.log import Log
from moot.vocabulary.events import SeatAsked, SeatFailed, SeatSpoke
from moot.vocabulary.seats import PRESUMED, Price, Seat
from moot.vocabulary.statements import Usage

BILLED = "provider"
"""Who says what a call cost, where its service billed it."""


class Bills:
    """The bills of one session, told as they come, and before that as its record has them."""

    def __init__(self, log: Log, directory: Directory, known: Sequence[Price] = ()) -> None:
        self._log = log
        self._directory = directory
        self._known = tuple(price for price in known if not price.free)
        self._bounds: dict[str, Price] | None = None

    def priced(self, seat: Seat) -> Seat:
        """The seat as its bills price it, where it was taken to be free; else as it is."""
        if seat.price is None or not seat.price.free:
            return seat
        bounds = self._all()
        price = bounds.get(seat.model)
        if price is None and seat.price.source == LOCAL.source:
            there = f"{seat.model.partition('/')[0]}/"
            beside = [bound for model, bound in bounds.items() if model.startswith(there)]
            price = worst_known_price([*self._known, *beside]) if beside else None
        return seat if price is None else replace(seat, price=price)

    def note(self, model: str, reply: Reply) -> None:
        """A call has ended, with a bill perhaps."""
        if reply.cost and reply.cost_source == BILLED:
            bounds = self._all()
            bounds[model] = bound_by(bounds.get(model), reply.usage, reply.cost)
            self._directory.charged(model.partition("/")[0])

    def _all(self) -> dict[str, Price]:
        """What was billed, by model; read from the record once, which a session that is resumed has already."""
        if self._bounds is not None:
            return self._bounds
        models: dict[str, str] = {}
        bounds = self._bounds = {}
        for event in self._log.events():
            body = event.body
            if isinstance(body, SeatAsked):
                models[body.seat] = body.model
            elif isinstance(body, SeatSpoke | SeatFailed) and body.cost and body.cost_source == BILLED:
                model = models.get(body.seat, "")
                bounds[model] = bound_by(bounds.get(model), body.usage, body.cost)
        return bounds


def bound_by(before: Price | None, usage: Usage, cost: int) -> Price:
    """The most a token read and a token written cost after one more bill: as little as the bills allow together."""
    read, written = -(-cost // max(1, usage.input)), -(-cost // max(1, usage.output))
    if before is not None:
        choose = min if cost_of(usage, before) >= cost else max  # a bill above the bound shows that it was none
        read, written = choose(read, before.input), choose(written, before.output)
    return Price(input=read, output=written, source=PRESUMED)
