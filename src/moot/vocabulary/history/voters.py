"""What does a finished session show of its voters? Each one's ballot, its votes, and the control claims it met.

A voter is a model with its settings: what answers alike has one fingerprint, in whatever council it sits. Of people
nothing is kept.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct, structs

from moot.vocabulary.seats import Seat

BallotCame = Literal["valid", "repaired", "spoiled", "missing"]
"""What came of a ballot: read at once, after it was asked for once more, not at all, or never given."""
SHORT = 16
"""Characters of a fingerprint."""


class VoterIdentity(Struct, frozen=True, kw_only=True):
    """Who votes: a model, and all that decides how it is asked."""

    model: str
    """The model, as `endpoint/model`."""
    temperature: float | None = None
    """Its sampling temperature; null leaves it to its service."""
    reasoning: str | None = None
    """How hard it is asked to think; null leaves it to its service."""
    max_output: int | None = None
    """Most tokens of one answer; null is the model's own limit."""
    form: str = ""
    """How it is given the form of a ballot."""
    told: str = ""
    """Digest of what it is told before everything else; empty where it is told nothing."""

    @property
    def fingerprint(self) -> str:
        """The same for all that is asked alike, and for nothing else."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:SHORT]

    @property
    def settings(self) -> dict[str, str]:
        """Settings that are not left to its service, in words."""
        told = {
            name: value for name, value in structs.asdict(self).items() if name != "model" and value not in (None, "")
        }
        return {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in told.items()}


class ControlMet(Struct, frozen=True, kw_only=True):
    """What a voter made of a control claim."""

    key: str
    """Which one."""
    hit: bool
    """Whether it voted as it should."""


class VoterShown(Struct, frozen=True, kw_only=True):
    """What a session shows of one voter."""

    seat: str
    """Where it sat."""
    voter: VoterIdentity
    """Who it is."""
    ballot: BallotCame
    """What came of its ballot."""
    votes: dict[str, int] = {}
    """Claim, by a key that is the same in each session, and vote, -2 to 2; no abstentions, no control claims."""
    controls: tuple[ControlMet, ...] = ()
    """Control claims it voted on."""
    cost: int | None = None
    """What its ballot cost, in nano-dollars; null where nobody knows."""
    first_ms: int = 0
    """Milliseconds to the ballot's first word."""
    total_ms: int = 0
    """Milliseconds to its last, a second asking included."""
    tokens: int = 0
    """Tokens read and written for it."""


def voter_in(seat: Seat, system: str = "") -> VoterIdentity:
    """Who sits there; `system` is what every seat is told."""
    words = "\n\n".join(filter(None, (system, seat.system, seat.persona.text if seat.persona is not None else "")))
    return VoterIdentity(
        model=seat.model,
        temperature=seat.temperature,
        reasoning=seat.reasoning,
        max_output=seat.max_output,
        form=seat.abilities.schema,
        told=sha256(words.encode()).hexdigest()[:SHORT] if words else "",
    )
