"""What may a call write, and what may it cost at the worst? The room a call has, and the figure set aside before it.

A byte-level tokenizer never makes more tokens than there are bytes, so bytes bound a prompt's price; the output is
bounded by its limit. What a provider bills beyond that is reported, not hidden. The store compares the sum with the
caps in the transaction that commits the intent (`transcripts/transcript.py`).

Where a prompt is held against a context, bytes would leave no room at all: `likely_tokens` is what is reckoned with
then, and `fewest_tokens` what is certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.providers.provider import Message
from moot.vocabulary.seats import NANO, Price, Seat
from moot.vocabulary.words.fitting import USUAL_DENSITY, density

MESSAGE_TOKENS = 16
"""Tokens a chat template adds to a message, at most."""
PICTURE_TOKENS = 2_000
"""Tokens one picture costs, at most, with today's models."""
USEFUL = 2_048
"""Tokens an answer is left, thinking aside, as long as the prompt is likely to leave them: where bytes alone leave
less, a prompt is reckoned as it is likely to be."""
_WIDE = bytes(range(128, 256))
"""Bytes of characters beyond ASCII."""
LEAST_SENT = 16
"""The smallest limit that is sent; a prompt that leaves less is its service's to refuse, in words."""


def output_room(seat: Seat, messages: Sequence[Message] = (), asked: int | None = None) -> int:
    """Most tokens the seat may write in a call, room for thinking included: never above what its model writes, nor
    above what the prompt leaves of its context."""
    able = seat.abilities
    wanted = asked or seat.max_output
    most = able.max_output if wanted is None else min(wanted + able.reasoning_floor, able.max_output)
    return room_beside(messages, able.context, most, USEFUL + able.reasoning_floor, density(able))


def room_beside(
    messages: Sequence[Message], context: int, most: int, useful: int, a_token: float = USUAL_DENSITY
) -> int:
    """What a prompt leaves of a context, up to `most`. A limit that bytes allow is refused by no tokenizer; below what
    is useful the prompt is taken for as long as it is likely to be."""
    surely = context - most_tokens(messages)
    if surely >= most:
        return most
    likely = context - round(likely_tokens(messages) * USUAL_DENSITY / a_token)
    return min(most, max(surely, min(likely, useful), LEAST_SENT))


def most_tokens(messages: Sequence[Message]) -> int:
    """Tokens of a prompt at the most: one a byte, and what a chat template adds."""
    return sum(len(message.text.encode("utf-8", "replace")) + _beside(message) for message in messages)


def likely_tokens(messages: Sequence[Message]) -> int:
    """Tokens of a prompt, rather too many than too few: three ASCII characters a token, two bytes of other scripts.

    Prose has over four, code about three; long runs of digits may be denser.
    """
    total = 0
    for message in messages:
        data = message.text.encode("utf-8", "replace")
        plain = len(data.translate(None, _WIDE))
        total += -(-plain // 3) + -(-(len(data) - plain) // 2) + _beside(message)
    return total


def fewest_tokens(messages: Sequence[Message], context: int = 0) -> int:
    """Tokens of a prompt at the least: no tokenizer joins two words. Where there are too few characters for more words
    than the `context` holds, they are not counted: then it is 0."""
    if sum(len(message.text) // 2 + 1 for message in messages) <= context:
        return 0
    return sum(len(message.text.split()) for message in messages)


def _beside(message: Message) -> int:
    return MESSAGE_TOKENS + PICTURE_TOKENS * len(message.pictures)


def worst_price(price: Price | None, messages: Sequence[Message], room: int, schema_bytes: int = 0) -> int | None:
    """The most a call at this price can cost in nano-dollars; `None` when nobody knows the price."""
    if price is None:
        return None
    return worst_of(price, schema_bytes + most_tokens(messages), room) + price.beside(pictures_in(messages))


def pictures_in(messages: Sequence[Message]) -> int:
    """How many pictures are shown."""
    return sum(len(message.pictures) for message in messages)


def worst_of(price: Price, prompt: int, room: int) -> int:
    """The most the tokens of a call can cost whose prompt has so many at the most: by the dearest tier it may reach."""
    dearest = price.within(prompt)
    return prompt * dearest.input + room * dearest.output


def nano_dollars(amount: float) -> int:
    """Dollars as nano-dollars."""
    return round(amount * NANO)
