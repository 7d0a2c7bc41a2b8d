"""Estimate the price of a model that was taken to be free, from the bills of this session.

After a bill, a price of zero no longer counts: the session's calls to that model are priced by its bills, and calls to
other unpriced models of the endpoint by the highest known bill. A bill has no breakdown, so its whole amount bounds the
price of both input and output tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moot.providers.directory import Directory
from moot.providers.models.prices import LOCAL, cost_of, worst_known_price
from moot.providers.provider import CallReply
from moot.transcripts.log import Log
from moot.vocabulary.events import SeatAsked, SeatFailed, SeatSpoke
from moot.vocabulary.seats import PRESUMED, Price, Seat
from moot.vocabulary.statements import Usage

BILLED = "provider"
"""Value that marks a cost as taken from the provider's bill instead of computed from a price."""


class Bills:
    """Estimates the prices of models that were believed to be free but charged for calls, from the bills in one
    session."""

    def __init__(self, log: Log, directory: Directory, known: Sequence[Price] = ()) -> None:
        self._log = log
        self._directory = directory
        self._known = tuple(price for price in known if not price.free)
        self._bounds: dict[str, Price] | None = None

    def priced(self, seat: Seat) -> Seat:
        """Return the seat with a price estimated from bills if its model was wrongly believed to be free; otherwise
        unchanged.

        A price is estimated if the model itself charged. It is also estimated if the model was only assumed to be free,
        and another model of the same endpoint charged.
        """
        if seat.price is None or not seat.price.free:
            return seat
        bounds = self._all()
        price = bounds.get(seat.model)
        if price is None and seat.price.source == LOCAL.source:
            there = f"{seat.model.partition('/')[0]}/"
            beside = [bound for model, bound in bounds.items() if model.startswith(there)]
            price = worst_known_price([*self._known, *beside]) if beside else None
        return seat if price is None else replace(seat, price=price)

    def note(self, model: str, reply: CallReply) -> None:
        """Learn from a reply how much the provider charged for it, if the reply says so."""
        if reply.cost and reply.cost_source == BILLED:
            bounds = self._all()
            bounds[model] = bound_by(bounds.get(model), reply.usage, reply.cost)
            self._directory.charged(model.partition("/")[0])

    def _all(self) -> dict[str, Price]:
        """Return the prices estimated from bills, by model. The first call computes them from the recorded events, e.g.
        those before a resume."""
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
    """Return an upper bound for a model's price per token (for input and output alike), from the earlier bound and one
    more bill.

    Args:
        before: The estimate from earlier bills; `None` before the first.
        usage: Tokens of the call that the bill is for.
        cost: What was charged for it, in nano-dollars.
    """
    read, written = -(-cost // max(1, usage.input)), -(-cost // max(1, usage.output))
    if before is not None:
        choose = min if cost_of(usage, before) >= cost else max  # a bill above the bound proves the bound wrong
        read, written = choose(read, before.input), choose(written, before.output)
    return Price(input=read, output=written, source=PRESUMED)
