"""Compute how many tokens a call may write, and its worst-case cost, which is reserved before it starts.

A byte-level tokenizer never makes more tokens than there are bytes, so bytes bound the price of a prompt; the output
limit bounds the rest. Anything a provider bills beyond that is reported. The store compares the sum with the limits in
the transaction that commits the intent (`transcripts/transcript.py`).

Compared with a context, bytes would leave no room at all: there `likely_tokens` is the estimate and `fewest_tokens` the
certain minimum.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.providers.provider import CallMessage
from moot.vocabulary.seats import NANO, Price, Seat, ServiceSearch
from moot.vocabulary.words.context_room import USUAL_DENSITY, density

MESSAGE_TOKENS = 16
"""Maximum number of tokens that a chat template adds to a message."""
PICTURE_TOKENS = 2_000
"""Maximum number of tokens assumed for one picture in a prompt."""
USEFUL = 2_048
"""Number of tokens that an answer needs, without thinking. If the safe estimate of a prompt's size (its bytes) leaves
fewer in the model's context, the likely size is used instead.
"""
_WIDE = bytes(range(128, 256))
"""All byte values that occur in UTF-8 only in characters beyond ASCII."""
LEAST_SENT = 16
"""Minimum output limit that is sent. If a prompt leaves less, the service has to refuse the call."""


def output_room(seat: Seat, messages: Sequence[CallMessage] = (), asked: int | None = None) -> int:
    """Return how many tokens a seat may write in a call, thinking included.

    This is the smallest of three numbers: what the seat's model can write, what the prompt leaves of the model's
    context, and the wanted number. The wanted number is `asked` or, if that is not given, the seat's own limit.
    """
    able = seat.abilities
    wanted = asked or seat.max_output
    most = able.max_output if wanted is None else min(wanted + able.reasoning_floor, able.max_output)
    return room_beside(messages, able.context, most, USEFUL + able.reasoning_floor, density(able))


def room_beside(
    messages: Sequence[CallMessage], context: int, most: int, useful: int, a_token: float = USUAL_DENSITY
) -> int:
    """Return how many tokens, at most `most`, an answer may have beside this prompt in a context of `context` tokens.

    The prompt's bytes are first taken as its number of tokens, which is never too low. If that leaves fewer than
    `useful` tokens, the number of tokens is estimated instead, with `a_token` characters to a token.
    """
    surely = context - most_tokens(messages)
    if surely >= most:
        return most
    likely = context - round(likely_tokens(messages) * USUAL_DENSITY / a_token)
    return min(most, max(surely, min(likely, useful), LEAST_SENT))


def most_tokens(messages: Sequence[CallMessage]) -> int:
    """Return the largest number of tokens that these messages can have together: one per byte, plus what a chat
    template adds."""
    return sum(len(message.words.encode("utf-8", "replace")) + _beside(message) for message in messages)


def likely_tokens(messages: Sequence[CallMessage]) -> int:
    """Estimate how many tokens these messages have, rounded up generously.

    The estimate is one token for every three ASCII characters, and one for every two bytes of other characters. Prose
    has over four characters to a token and code about three. Long runs of digits may have fewer.
    """
    total = 0
    for message in messages:
        data = message.words.encode("utf-8", "replace")
        plain = len(data.translate(None, _WIDE))
        total += -(-plain // 3) + -(-(len(data) - plain) // 2) + _beside(message)
    return total


def fewest_tokens(messages: Sequence[CallMessage], context: int = 0) -> int:
    """Return the smallest number of tokens that these messages can have together. This is the number of words, because
    no tokenizer joins two words.

    If the texts are so short that they cannot have more words than `context`, return 0 without counting.
    """
    if sum(len(message.words) // 2 + 1 for message in messages) <= context:
        return 0
    return sum(len(message.words.split()) for message in messages)


def _beside(message: CallMessage) -> int:
    return MESSAGE_TOKENS + PICTURE_TOKENS * len(message.pictures)


def worst_price(
    price: Price | None,
    messages: Sequence[CallMessage],
    room: int,
    schema_bytes: int = 0,
    search: ServiceSearch | None = None,
) -> int | None:
    """Return the highest possible cost, in nano-dollars, of a call with these messages and at most `room` output
    tokens, for which the service makes a web search if `search` is given; `None` if the price is unknown. This much of
    the budget is reserved before the call starts."""
    if price is None:
        return None
    prompt, cost = schema_bytes + most_tokens(messages), price.beside(pictures_in(messages))
    if search is not None:
        prompt, cost = search.read(prompt), cost + search.cost
    return worst_of(price, prompt, room) + cost


def pictures_in(messages: Sequence[CallMessage]) -> int:
    """Count the pictures in these messages."""
    return sum(len(message.pictures) for message in messages)


def worst_of(price: Price, prompt: int, room: int) -> int:
    """Return the highest possible cost, in nano-dollars, of a call that reads at most `prompt` tokens and writes at
    most `room`. If the price rises with the prompt's length, the highest price within that length is used."""
    dearest = price.within(prompt)
    return prompt * dearest.input + room * dearest.output


def nano_dollars(amount: float) -> int:
    """Convert dollars to nano-dollars."""
    return round(amount * NANO)
