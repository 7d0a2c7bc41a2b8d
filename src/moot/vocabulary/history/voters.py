"""Record of the voters in a finished session: each one's ballot, votes and control claims.

A voter is a model with its settings; the same model and settings have one fingerprint in every council. Nothing is
stored about people.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct, structs

from moot.vocabulary.seats import Seat

BallotCame = Literal["valid", "repaired", "spoiled", "missing"]
"""Result of a ballot: parsed at once, parsed after a repair, not parsed, or never received."""
SHORT = 16
"""Length of a fingerprint in characters."""


class VoterIdentity(Struct, frozen=True, kw_only=True):
    """A voter: a model and every setting that affects its calls."""

    model: str
    """The model, as `endpoint/model`."""
    temperature: float | None = None
    """Its sampling temperature; null for the provider's default."""
    reasoning: str | None = None
    """Its reasoning effort; null for the provider's default."""
    max_output: int | None = None
    """Maximum tokens of one answer; null for the model's own limit."""
    form: str = ""
    """How the ballot's schema is sent to it."""
    told: str = ""
    """Digest of its system prompt; empty for none."""

    @property
    def fingerprint(self) -> str:
        """Return a hash of the model and settings."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:SHORT]

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings that differ from the provider's defaults, as text."""
        told = {
            name: value for name, value in structs.asdict(self).items() if name != "model" and value not in (None, "")
        }
        return {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in told.items()}


class ControlMet(Struct, frozen=True, kw_only=True):
    """A voter's vote on a control claim."""

    key: str
    """The claim's key."""
    hit: bool
    """Whether it voted right."""


class VoterShown(Struct, frozen=True, kw_only=True):
    """A session's record of one voter."""

    seat: str
    """Its seat."""
    voter: VoterIdentity
    """The voter."""
    ballot: BallotCame
    """Result of its ballot."""
    votes: dict[str, int] = {}
    """Vote per claim, -2 to 2; claims have the same key in every session. Without abstentions and control claims."""
    controls: tuple[ControlMet, ...] = ()
    """Control claims it voted on."""
    cost: int | None = None
    """Cost of its ballot, in nano-dollars; null if unknown."""
    first_ms: int = 0
    """Milliseconds to the ballot's first text."""
    total_ms: int = 0
    """Milliseconds to its last text, a repair included."""
    tokens: int = 0
    """Input and output tokens of its ballot."""


def voter_in(seat: Seat, system: str = "") -> VoterIdentity:
    """Return the voter in a seat; `system` is the system prompt of every seat."""
    words = "\n\n".join(filter(None, (system, seat.system, seat.persona.text if seat.persona is not None else "")))
    return VoterIdentity(
        model=seat.model,
        temperature=seat.temperature,
        reasoning=seat.reasoning,
        max_output=seat.max_output,
        form=seat.abilities.schema,
        told=sha256(words.encode()).hexdigest()[:SHORT] if words else "",
    )
