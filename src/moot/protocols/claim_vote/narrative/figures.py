"""Which words, numbers and stops has a clause, and what may its numbers be about?"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import isnan, nan

from msgspec import Struct

from moot.protocols.claim_vote.findings import Claim, ClaimTally, Tiers
from moot.protocols.claim_vote.narrative.words import NUMBER_WORDS, root
from moot.tally.lexicon import LITTLE, words_of

TOKEN = re.compile(
    r"(?P<number>(?<![\w.])[-+]?\d+(?:[.,]\d+)*\s?%?)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<stop>[;,.()/:])"
)


class Token(Struct, frozen=True):
    """A word, a number or a stop."""

    text: str
    """As written, words in lower case."""
    value: float | None = None
    """What a number amounts to."""
    decimals: int = 0
    """How many decimals it has."""
    stop: bool = False
    """Whether a thought may end here."""


class Known(Struct, frozen=True):
    """What the question and the claims that a clause is about say themselves."""

    figures: frozenset[str]
    """Their numbers."""
    stems: frozenset[str]
    """Stems of their words."""


class Figures(Struct, frozen=True, dict=True):
    """What numbers may be about."""

    tallies: Mapping[str, ClaimTally]
    """By claim id."""
    claims: Mapping[str, Claim]
    """By id."""
    tiers: Tiers
    """The whole tally."""
    question: str
    """What was asked."""

    def known(self, about: Sequence[str]) -> Known:
        """What is said there already; many clauses are about the same claims."""
        key = tuple(about)
        if key not in self._known:
            parts = [self._said_in(""), *(self._said_in(claim) for claim in key if claim in self.claims)]
            self._known[key] = Known(
                frozenset[str]().union(*(part.figures for part in parts)),
                frozenset[str]().union(*(part.stems for part in parts)),
            )
        return self._known[key]

    def near(self, claims: tuple[str, ...], token: Token, read: Callable[[ClaimTally], list[float]]) -> list[float]:
        """What is read of these claims, or of all where none is named, as far as a number may stand for it."""
        if (claims, read) not in self._values:
            tallies = [self.tallies[claim] for claim in claims] or self.tiers.claims
            self._values[claims, read] = sorted({value for tally in tallies for value in read(tally)})
        values = self._values[claims, read]
        assert token.value is not None
        return values[bisect_left(values, token.value - 1) : bisect_right(values, token.value + 1)]

    def _said_in(self, claim: str) -> Known:
        """What one claim says itself; the question under an empty name."""
        if claim not in self._single:
            text = self.claims[claim].text if claim else self.question
            quotes = [span.quote for span in self.claims[claim].spans] if claim else []
            stems = frozenset(root(word) for word in words_of(text) if word not in LITTLE)
            self._single[claim] = Known(_figures_in(text, *quotes), stems)
        return self._single[claim]

    @cached_property
    def _known(self) -> dict[tuple[str, ...], Known]:
        return {}

    @cached_property
    def _values(self) -> dict[tuple[tuple[str, ...], Callable[[ClaimTally], list[float]]], list[float]]:
        return {}

    @cached_property
    def _single(self) -> dict[str, Known]:
        return {}


def tokens_of(text: str) -> list[Token]:
    """A clause, token by token."""
    return [_token(found.group().lower(), found.lastgroup or "") for found in TOKEN.finditer(text)]


@lru_cache(maxsize=16_384)
def _token(word: str, kind: str) -> Token:
    if kind == "number":
        plain = word.rstrip("% ").replace(",", "")
        # A version such as 3.11.4 is nobody's count: it equals no figure, and stands only where it was written.
        value = float(plain) if plain.count(".") < 2 else nan
        return Token(word, value, len(plain.partition(".")[2]))
    if kind == "word":
        number = NUMBER_WORDS.get(word)
        return Token(word, None if number is None else float(number))
    return Token(word, stop=word not in "/:")


def _figures_in(*texts: str) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        for token in tokens_of(text):
            if token.value is not None:
                found |= {token.text.replace(" ", ""), *([] if isnan(token.value) else [f"{token.value:g}"])}
    return frozenset(found)
