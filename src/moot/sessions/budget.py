"""What may a call cost at the worst? The figure that is set aside before it is sent.

A byte-level tokenizer never makes more tokens than there are bytes, so bytes bound the prompt; the output is bounded by
its limit. What a provider bills beyond that is reported, not hidden. The store compares the sum with the caps in the
transaction that commits the intent (`sessions/transcript.py`).
"""

from __future__ import annotations

from moot.providers.provider import Message
from moot.vocabulary.seats import Price, Seat

NANO = 1_000_000_000
"""Nano-dollars in a dollar."""
MESSAGE_TOKENS = 16
"""Tokens a chat template adds to a message, at most."""
PICTURE_TOKENS = 2_000
"""Tokens one picture costs, at most, with today's models."""


def output_room(seat: Seat, asked: int | None = None) -> int:
    """Most tokens the seat may write in a call, room for thinking included."""
    wanted = asked or seat.max_output or seat.abilities.max_output
    return min(wanted + seat.abilities.reasoning_floor, seat.abilities.max_output + seat.abilities.reasoning_floor)


def worst_price(price: Price | None, messages: tuple[Message, ...], room: int, schema_bytes: int = 0) -> int | None:
    """The most a call at this price can cost in nano-dollars; `None` when nobody knows the price."""
    if price is None:
        return None
    tokens = schema_bytes + sum(
        len(message.text.encode("utf-8", "replace")) + MESSAGE_TOKENS + PICTURE_TOKENS * len(message.pictures)
        for message in messages
    )
    return tokens * price.input + room * price.output


def dollars(nano: int | None) -> float | None:
    """Nano-dollars as dollars, for people and JSON."""
    return None if nano is None else round(nano / NANO, 9)


def nano_dollars(amount: float) -> int:
    """Dollars as nano-dollars."""
    return round(amount * NANO)
