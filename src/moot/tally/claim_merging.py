"""Which claims say the same in almost the same words?

Two claims are one when they are of one kind and made of the same carrying words (endings apart) in the same order but
for one of them, and neither negate nor number nor name anything differently. One other word is enough to keep them
apart: they are then both voted on, which costs a vote and hides nothing. What is merged is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.tally.lexicon import negations_in, stems_of, words_of
from moot.vocabulary.claim_findings import Claim

FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
COMPOUND = re.compile(r"[^\W_]+(?:-[^\W_]+)+")
"""Words such as `seat-a`, in which a single letter may make all the difference."""


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether the second adds nothing to the first."""
    if one.kind != other.kind:
        return False
    words, others = words_of(one.text), words_of(other.text)
    return words == others or (
        _in_order(stems_of(one.text), stems_of(other.text))
        and negations_in(words) == negations_in(others)
        and sorted(FIGURE.findall(one.text)) == sorted(FIGURE.findall(other.text))
        and sorted(COMPOUND.findall(one.text.lower())) == sorted(COMPOUND.findall(other.text.lower()))
    )


def first_alike(claim: Claim, earlier: Sequence[Claim]) -> int | None:
    """The place of the first claim that already says it."""
    for place, known in enumerate(earlier):
        if same_claim(known, claim):
            return place
    return None


def _in_order(one: list[str], other: list[str]) -> bool:
    """Whether two lists hold the same words, of which at most one has moved: who does what to whom stays as it is."""
    if not one or sorted(one) != sorted(other):
        return False
    start = next((at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]), None)
    if start is None:
        return True
    for left, right in ((one, other), (other, one)):
        moved = left[:start] + left[start + 1 :]
        back = right.index(left[start], start)
        if moved == right[:back] + right[back + 1 :]:
            return True
    return False
