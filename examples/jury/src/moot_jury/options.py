"""What can be set for a jury?"""

from __future__ import annotations

from moot.protocols.public import Options
from moot_jury.findings import Rule

MOST_ROUNDS = 4


class JuryOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be set for a jury."""

    rounds: int = 2
    """Votes at most, 1 to 4: before each after the first, jurors read the others' reasons. All of one mind end it."""
    rule: Rule = "majority"
    """Jurors who must agree, of all who sit: every one (`unanimous`), `two-thirds`, or more than half (`majority`)."""

    def troubles(self) -> tuple[str, ...]:
        own = (
            (f"`rounds` must be 1 to {MOST_ROUNDS}, not {self.rounds}.",) if not 1 <= self.rounds <= MOST_ROUNDS else ()
        )
        return (*super().troubles(), *own)
