"""How much may a reader be shown, so that a prompt fits it and leaves room for its answer?

Characters are reckoned with, rather too dear than too cheap: a few of them make a token, how many depends on the model
(`Abilities.density`). Nothing is shortened that fits. What does not is shortened to one length for all, so that short
texts stay whole and no author is given more than another. Held by `tests/vocabulary/test_fitting.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from msgspec import UNSET

from moot.vocabulary.seats import Abilities, Seat

LEAST_COPY = 100
"""Characters below which the mark of a cut would be most of a shortened text."""
USUAL_DENSITY = 3.0
"""Characters of ASCII a token stands for, rather too few: prose has over four, code about three."""
MANY_TOKENS = 15
"""A vocabulary of two to this power, 32,768, has the usual density. One of 256 has a token for each byte."""
USEFUL = 2_048
"""Tokens an answer is left, thinking aside."""
OWN_WORDS = 1_400
"""Characters of a protocol's own words in a prompt: what is asked, how a ballot is given, what a template adds."""
ENTRY = 130
"""Characters beside each text that is shown: its fences, its label, the line on it in a ballot's form."""
SHORT = 400
"""Tokens: where an answer must be shorter than this for later prompts to hold it, its length is asked for."""
FEWEST_WORDS = 30
A_WORD = 6.5
"""Characters of a word with the space after it, and what is written beyond the number that was asked for."""


def density_of(vocabulary: int) -> float:
    """Characters a token stands for, by how many tokens a model knows. Measured on prompts of ours: 578 tokens 1.3 to
    1.7, 49,152 tokens 2.2 to 4.1."""
    known = min(MANY_TOKENS, max(8.0, log2(max(1, vocabulary))))
    return round(1 + (USUAL_DENSITY - 1) * (known - 8) / (MANY_TOKENS - 8), 2)


def density(able: Abilities) -> float:
    """Characters a token of this model stands for."""
    return USUAL_DENSITY if able.density is UNSET else able.density


def weight(text: str) -> int:
    """A text's length in characters of ASCII: other scripts take two bytes a token, not three."""
    return len(text) if text.isascii() else len(text) + (len(text.encode("utf-8", "replace")) - len(text)) // 2


def reserved(seat: Seat) -> int:
    """Tokens kept free for what a reader writes: a useful answer, but no more than a quarter of its context, and as
    much again where it thinks first."""
    able = seat.abilities
    wanted = able.max_output if seat.max_output is None else min(seat.max_output, able.max_output)
    return min(wanted, USEFUL, able.context // 4) + min(able.reasoning_floor, able.context // 4)


def room_for_texts(seat: Seat, beside: int, texts: int) -> int:
    """Characters of so many texts that a reader can be shown, with `beside` characters of the question and the like."""
    able = seat.abilities
    return int((able.context - reserved(seat)) * density(able)) - beside - OWN_WORDS - ENTRY * texts


def even_cap(lengths: Sequence[int], room: int, most: int) -> int:
    """The longest that each text may be for all to fit: `most` where they do, and never less than a copy needs."""
    left, cap = room, most
    for number, length in enumerate(sorted(lengths)):
        cap = left // (len(lengths) - number)
        if cap < length:
            return max(LEAST_COPY, min(most, cap))
        left -= length
    return most


def cap_for(texts: Sequence[str], room: int, most: int) -> int:
    """The longest copy of each of these texts, in its own characters, for all to fit."""
    lengths = [min(weight(text), most) for text in texts]
    cap = even_cap(lengths, room, most)
    if cap >= max(lengths, default=0):
        return most
    plain = sum(map(len, texts)) / max(1, sum(map(weight, texts)))
    return max(LEAST_COPY, int(cap * plain))


def overflow(seat: Seat, characters: int) -> int:
    """By how many characters a prompt of so many leaves its reader too little room for an answer."""
    able = seat.abilities
    return characters - int((able.context - reserved(seat)) * density(able))


def holds(seat: Seat, beside: int, texts: int) -> bool:
    """Whether a reader can be shown that many texts at all, a few lines of each."""
    return seat.person or room_for_texts(seat, beside, texts) >= texts * 2 * LEAST_COPY


def able_to_hold(seats: Sequence[Seat], beside: int, texts: int) -> tuple[Seat, ...]:
    """Those who can be shown that many texts; where none can, those who come nearest to it."""
    able = tuple(seat for seat in seats if holds(seat, beside, texts))
    if able or not seats:
        return able
    most = max(room_for_texts(seat, beside, texts) for seat in seats)
    return tuple(seat for seat in seats if room_for_texts(seat, beside, texts) == most)


def words_asked(seats: Sequence[Seat], beside: int, texts: int) -> int | None:
    """Words an answer is asked to have at most, so that the smallest reader can be shown all of them; `None` where
    there is room enough."""
    models = [seat for seat in seats if not seat.person]
    if not models or not texts:
        return None
    each = min(room_for_texts(seat, beside, texts) / texts for seat in models)
    tokens = min(room_for_texts(seat, beside, texts) / density(seat.abilities) / texts for seat in models)
    return None if tokens >= SHORT else max(FEWEST_WORDS, int(each / A_WORD) // 10 * 10)
