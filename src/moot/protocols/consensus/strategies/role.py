"""Role strategy: each seat answers the question from its own role, the same in every round.

Roles are assigned in seat order. Seats beyond the number of roles get a manner drawn from the session's seed, or none.
"""

from __future__ import annotations

from moot.protocols.consensus.findings import Parts
from moot.protocols.consensus.strategies.strategy import Strategy, StrategyOptions
from moot.protocols.floor_interface import Floor
from moot.protocols.prompt_template import PromptTemplate

TRAITS = (
    "scepticism",
    "creativity",
    "defensiveness",
    "precision",
    "candour",
    "lateral thinking",
    "pessimism",
    "optimism",
)
"""Traits of the manner drawn for a seat without a role. Each trait gets a number from 1 to 20."""
MOST_TRAIT = 20
MOST_PART = 2_000
"""Maximum number of characters in the text of one role."""


class Role(Strategy):
    """Strategy that gives every seat a role from which it answers."""

    title = "every seat plays a part of its own"
    uses = frozenset(("roles", "use_dynamic_personalities"))

    def troubles(self, options: StrategyOptions) -> tuple[str, ...]:
        return tuple(
            f"Part {number} of `roles` {what}."
            for number, part in enumerate(options.parts, start=1)
            for what, wrong in (("is empty", not part.strip()), ("is too long", len(part) > MOST_PART))
            if wrong
        )

    def manners(self, floor: Floor, options: StrategyOptions) -> dict[str, str]:
        parts: dict[str, str] = {}
        given = options.parts or DEFAULT_PARTS
        for number, seat in enumerate(floor.seats):
            if number < len(given):
                parts[seat.id] = given[number].strip()
            elif options.use_dynamic_personalities:
                lot = floor.lot(f"part/{seat.id}")
                traits = ", ".join(f"{trait} {lot.number(MOST_TRAIT) + 1}" for trait in TRAITS)
                parts[seat.id] = DRAWN_PART.filled({"most": str(MOST_TRAIT), "traits": traits})
        stands = floor.record(Parts(parts=parts))
        return {seat: PART.filled({"part": part}) for seat, part in stands.parts.items()}


ROLE = Role()
"""Instance of the role strategy."""

DEFAULT_PARTS = (
    "You solve the problem straightforwardly: find the most direct correct answer and give it plainly.",
    "You are the devil's advocate: doubt the obvious answer, look for what would make it wrong, and only then commit.",
    "You check facts and edge cases: test each claim and each boundary before you rely on it.",
)
"""Roles used if none are configured."""

PART = PromptTemplate(
    "part",
    """
In this council you play a part. Keep to it in every round; it takes precedence over other advice on manner, but never
over being right.
Your part: $part
""",
    uses="part",
)

DRAWN_PART = PromptTemplate(
    "drawn-part",
    """
Your temperament, each trait on a scale from 1 (hardly any) to $most (very strong): $traits. Let it shape how you look
at the question.
""",
    uses="most traits",
)
