"""Which words, numbers and stops has a clause, and what may its numbers be about?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isnan, nan

from msgspec import Struct

from moot.tally.lexicon import LITTLE, words_of
from moot.tally.narrative_words import NUMBER_WORDS, root
from moot.vocabulary.claim_findings import Claim, ClaimTally, Tiers

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
            claims = [self.claims[claim] for claim in about if claim in self.claims]
            texts = (self.question, *(claim.text for claim in claims))
            stems = frozenset(root(word) for text in texts for word in words_of(text) if word not in LITTLE)
            self._known[key] = Known(_figures_in(*texts, *(span.quote for one in claims for span in one.spans)), stems)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[str, ...], Known]:
        return {}


def tokens_of(text: str) -> list[Token]:
    """A clause, token by token."""
    tokens = []
    for found in TOKEN.finditer(text):
        word = found.group().lower()
        if found.lastgroup == "number":
            plain = word.rstrip("% ").replace(",", "")
            # A version such as 3.11.4 is nobody's count: it equals no figure, and stands only where it was written.
            value = float(plain) if plain.count(".") < 2 else nan
            tokens.append(Token(word, value, len(plain.partition(".")[2])))
        elif found.lastgroup == "word":
            number = NUMBER_WORDS.get(word)
            tokens.append(Token(word, None if number is None else float(number)))
        else:
            tokens.append(Token(word, stop=word not in "/:"))
    return tokens


def _figures_in(*texts: str) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        for token in tokens_of(text):
            if token.value is not None:
                found |= {token.text.replace(" ", ""), *([] if isnan(token.value) else [f"{token.value:g}"])}
    return frozenset(found)
