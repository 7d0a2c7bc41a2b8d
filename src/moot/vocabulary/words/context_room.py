"""Compute how much text fits a reader's context and leaves room for its answer.

Lengths are in characters, with a conservative number of characters per token, which depends on the model
(`Abilities.density`). Text that fits is never shortened. Otherwise all texts are cut to one common length, so that
short texts stay whole and no author gets more room than another. Tests: `tests/vocabulary/test_fitting.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from msgspec import UNSET

from moot.vocabulary.seats import Abilities, Seat

LEAST_COPY = 100
"""Minimum length of a shortened text in characters. In a shorter text, the mark of the cut would take most of the
space.
"""
USUAL_DENSITY = 3.0
"""Default number of ASCII characters per token, a low estimate: prose has over four, code about three."""
MANY_TOKENS = 15
"""Logarithm of the vocabulary size with the default density: 2^15 = 32,768. With 256 tokens, each byte is a token."""
USEFUL = 2_048
"""Number of tokens left for an answer, without reasoning."""
OWN_WORDS = 1_400
"""Number of characters of a protocol's own text in a prompt: instructions, the ballot's form, a chat template."""
ENTRY = 130
"""Number of additional characters for each text shown: fences, label, its line in a ballot's form."""
SHORT = 400
"""Number of tokens below which the prompt limits the length of an answer. It applies if an answer must be shorter to
fit later prompts.
"""
FEWEST_WORDS = 30
A_WORD = 6.5
"""Number of characters per word including its space, with a margin for answers longer than requested."""


def density_of(vocabulary: int) -> float:
    """Estimate the characters per token of a model with this many tokens in its vocabulary.

    Measured on Moot's prompts: 1.3 to 1.7 for a vocabulary of 578 tokens, 2.2 to 4.1 for one of 49,152.
    """
    known = min(MANY_TOKENS, max(8.0, log2(max(1, vocabulary))))
    return round(1 + (USUAL_DENSITY - 1) * (known - 8) / (MANY_TOKENS - 8), 2)


def density(able: Abilities) -> float:
    """Return the minimum average number of characters per token of this model, to estimate a prompt's length in
    tokens.
    """
    return USUAL_DENSITY if able.density is UNSET else able.density


def weight(text: str) -> int:
    """Return a text's length for estimates of its tokens, in ASCII characters that need about as many tokens.

    An ASCII character counts 1, a character of two bytes 1.5, a character of three bytes (such as Chinese) 2.
    """
    return len(text) if text.isascii() else len(text) + (len(text.encode("utf-8", "replace")) - len(text)) // 2


def reserved(seat: Seat) -> int:
    """Return how many tokens of a seat's context are kept free for its answer: a useful length, at most a quarter of
    the context, and as much again for a model that reasons first."""
    able = seat.abilities
    wanted = able.max_output if seat.max_output is None else min(seat.max_output, able.max_output)
    return min(wanted, USEFUL, able.context // 4) + min(able.reasoning_floor, able.context // 4)


def room_for_texts(seat: Seat, beside: int, texts: int) -> int:
    """Return how many characters `texts` texts together may have in a prompt to this seat that contains `beside` other
    characters."""
    able = seat.abilities
    return int((able.context - reserved(seat)) * density(able)) - beside - OWN_WORDS - ENTRY * texts


def even_cap(lengths: Sequence[int], room: int, most: int) -> int:
    """Return the length to which texts of these lengths must be cut so that together they fit into `room`.

    If the uncut texts fit, return `most`. The result is never below `LEAST_COPY`.
    """
    left, cap = room, most
    for number, length in enumerate(sorted(lengths)):
        cap = left // (len(lengths) - number)
        if cap < length:
            return max(LEAST_COPY, min(most, cap))
        left -= length
    return most


def cap_for(texts: Sequence[str], room: int, most: int) -> int:
    """Return the number of characters, at most `most`, to which each of these texts must be cut so that all fit into
    `room`."""
    lengths = [min(weight(text), most) for text in texts]
    cap = even_cap(lengths, room, most)
    if cap >= max(lengths, default=0):
        return most
    plain = sum(map(len, texts)) / max(1, sum(map(weight, texts)))
    return max(LEAST_COPY, int(cap * plain))


def overflow(seat: Seat, characters: int) -> int:
    """Return by how many characters a prompt exceeds a seat's context, with room for the answer kept free; zero or less
    if it fits."""
    able = seat.abilities
    return characters - int((able.context - reserved(seat)) * density(able))


def holds(seat: Seat, beside: int, texts: int) -> bool:
    """Return whether a prompt to this seat that contains `beside` other characters has room for `texts` texts of at
    least a few lines each."""
    return seat.person or room_for_texts(seat, beside, texts) >= texts * 2 * LEAST_COPY


def able_to_hold(seats: Sequence[Seat], beside: int, texts: int) -> tuple[Seat, ...]:
    """Return the seats whose context has room for `texts` texts and `beside` other characters.

    If no seat has enough room, return the seats with the most room.
    """
    able = tuple(seat for seat in seats if holds(seat, beside, texts))
    if able or not seats:
        return able
    most = max(room_for_texts(seat, beside, texts) for seat in seats)
    return tuple(seat for seat in seats if room_for_texts(seat, beside, texts) == most)


def words_asked(seats: Sequence[Seat], beside: int, texts: int) -> int | None:
    """Return the word limit that the prompt must set for answers so that even the smallest context can later hold all
    of them; `None` if no limit is needed."""
    models = [seat for seat in seats if not seat.person]
    if not models or not texts:
        return None
    each = min(room_for_texts(seat, beside, texts) / texts for seat in models)
    tokens = min(room_for_texts(seat, beside, texts) / density(seat.abilities) / texts for seat in models)
    return None if tokens >= SHORT else max(FEWEST_WORDS, int(each / A_WORD) // 10 * 10)
