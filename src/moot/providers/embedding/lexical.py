"""Compute embeddings from words alone, without a model: similarity of words, not of meaning.

Always available, offline, free, the same on every machine. Each word, and each four letters within a longer one, so
that forms of a word are similar, adds to one of 512 numbers, up or down, by its digest. Short words count little: they
are in all texts. Two texts with the same meaning in other words are far apart, and "safe" and "not safe" are near.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator
from functools import lru_cache
from hashlib import blake2b
from math import log, sqrt

from moot.egress.api_keys import Secret
from moot.errors import CallFailed
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallReport, EmbeddingVectors, Piece, Provider, StreamEnd
from moot.vocabulary.statements import Usage

MODEL = "words"
WIDTH = 512
WORTH = {1: 0.1, 2: 0.15, 3: 0.3, 4: 0.7}
"""Weight of a word by its number of letters; longer words, and numbers, have weight 1."""
PART = 4
"""Number of letters in each part into which a word is split."""
PARTS_WORTH = 1.0
"""Weight of all parts of a word together, in addition to the weight of the word itself."""
LONGEST_WORD = 64
_WORD = re.compile(r"\w+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\U00020000-\U0003ffff]")
"""Pattern of letters in scripts without spaces between words. Such letters are taken in pairs."""


class LexicalEmbedder(Provider):
    """Computes embeddings from the words in a text, without a model."""

    speaks = False
    measures = True

    def __init__(self, row: Endpoint, key: Secret | None) -> None:
        """Create the embedder. The row and the key are not used."""

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yield the embeddings of the call's texts."""
        if call.seat.model.partition("/")[2] != MODEL:
            raise CallFailed("error", f"There is only {MODEL!r} to measure words with.", error="not_found")
        rows = await asyncio.to_thread(lambda: tuple(vector_of(text) for text in call.texts))
        yield EmbeddingVectors(rows)
        yield CallReport(usage=Usage(input=sum(len(text) // 4 for text in call.texts), calls=1))
        yield StreamEnd("ok", "measured")

    async def models(self) -> list[str]:
        """Return the name of the only model."""
        return [MODEL]


def vector_of(text: str) -> tuple[float, ...]:
    """Return the vector of a text, computed from its words, of length 1 (0 for a text without words). Texts that share
    many words have similar vectors."""
    words = Counter(_words(unicodedata.normalize("NFKC", text).casefold()))
    total = [0.0] * WIDTH
    for word, times in words.items():
        often = 1.0 + log(times)
        for place, worth in _parts(word):
            total[place] += often * worth
    length = sqrt(sum(number * number for number in total))
    return tuple(number / length for number in total) if length else tuple(total)


def _words(text: str) -> list[str]:
    found: list[str] = []
    for word in _WORD.findall(text):
        if _UNSPACED.search(word):
            found += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
        else:
            found.append(word[:LONGEST_WORD])
    return found


@lru_cache(maxsize=20_000)
def _parts(word: str) -> tuple[tuple[int, float], ...]:
    whole = any(letter.isdigit() for letter in word) or _UNSPACED.search(word)
    worth = 1.0 if whole else WORTH.get(len(word), 1.0)
    parts = [_hashed(word, worth)]
    if not whole and len(word) > PART:
        edged = f"<{word}>"
        pieces = [edged[at : at + PART] for at in range(len(edged) - PART + 1)]
        parts += [_hashed(piece, PARTS_WORTH / sqrt(len(pieces))) for piece in pieces]
    return tuple(parts)


def _hashed(word: str, worth: float) -> tuple[int, float]:
    """Return the index of the number that a word, or a part of a word, changes in the vector, and the change (`worth`
    or its negative).
    """
    drawn = int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return drawn % WIDTH, worth if drawn >> 63 else -worth
