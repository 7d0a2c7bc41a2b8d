"""Which claims say the same in almost the same words?

Two claims are one when they are of one kind, share nearly all the words that carry what they say, and neither negate
nor reverse nor number anything differently. What is merged is said. Claims alike in meaning alone stay apart: both are
voted on, which costs a vote and hides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.tally.lexicon import negations_in, opposed, stems_of, words_of
from moot.vocabulary.claim_findings import Claim

SHARED = 0.8
"""Two claims are alike when they share this much of all their carrying words."""
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def likeness(one: str, other: str) -> float:
    """The share of carrying words both have, of those either has."""
    left, right = set(stems_of(one)), set(stems_of(other))
    return len(left & right) / len(left | right) if left | right else float(words_of(one) == words_of(other))


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether the second adds nothing to the first."""
    words, others = words_of(one.text), words_of(other.text)
    if words == others:
        return one.kind == other.kind
    return (
        one.kind == other.kind
        and likeness(one.text, other.text) >= SHARED
        and negations_in(words) == negations_in(others)
        and sorted(FIGURE.findall(one.text)) == sorted(FIGURE.findall(other.text))
        and opposed(words, others) is None
    )


def first_alike(claim: Claim, earlier: Sequence[Claim]) -> int | None:
    """The place of the first claim that already says it."""
    for place, known in enumerate(earlier):
        if same_claim(known, claim):
            return place
    return None
