"""What do the question and the claims say that a sentence is about: their words, their stems, the beginnings of words?

Gathered once for every claim and once for every set of claims that sentences are about, so that a narrative of a
hundred sentences on thirty claims does not read the claims a hundred times.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from moot.protocols.claim_vote.findings import Claim
from moot.protocols.claim_vote.narrative.relating import carried_by
from moot.tally.lexicon import words_of

LEAST_SHORT, MOST_SHORT = 3, 3
"""A word cut short has so many letters at least, and lacks so many at least: `ack`, `config`."""


class About(Struct, frozen=True):
    """What some claims say together."""

    known: frozenset[str]
    """Stems of their words and of the passages they were drawn from."""
    spoken: frozenset[str]
    """Their words."""
    begun: frozenset[str]
    """Beginnings of their words, for words that are cut short."""


class Matter:
    """What can be known of the question and the claims."""

    def __init__(self, question: str, claims: Sequence[Claim]) -> None:
        self.question = frozenset(carried_by(words_of(question)))
        self.carried = {claim.id: carried_by(words_of(claim.text)) for claim in claims}
        self.known = {
            claim.id: self.carried[claim.id].union(*(carried_by(words_of(span.quote)) for span in claim.spans))
            for claim in claims
        }
        self._spoken = {claim.id: frozenset(words_of(claim.text)) for claim in claims}
        self._sets: dict[tuple[str, ...], About] = {}
        self._place = {claim.id: at for at, claim in enumerate(claims)}
        self._naming: dict[str, list[str]] = {}
        for claim, carried in self.carried.items():
            for stem in carried if len(carried) > 2 else ():
                self._naming.setdefault(stem, []).append(claim)

    def about(self, claims: tuple[str, ...]) -> About:
        """What these claims say together; those that are unknown say nothing."""
        found = self._sets.get(claims)
        if found is None:
            spoken = frozenset[str]().union(*(self._spoken.get(claim, ()) for claim in claims))
            found = self._sets[claims] = About(
                known=frozenset[str]().union(*(self.known.get(claim, ()) for claim in claims)),
                spoken=spoken,
                begun=frozenset(
                    word[:end] for word in spoken for end in range(LEAST_SHORT, len(word) - MOST_SHORT + 1)
                ),
            )
        return found

    def retold(self, words: Collection[str], share: float) -> str | None:
        """The first claim of whose carrying words these stems have this share."""
        had: dict[str, int] = {}
        for word in words:
            for claim in self._naming.get(word, ()):
                had[claim] = had.get(claim, 0) + 1
        enough = [claim for claim, number in had.items() if number >= share * len(self.carried[claim])]
        return min(enough, key=self._place.__getitem__, default=None)
