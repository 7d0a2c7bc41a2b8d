"""What is a vote worth? As much as ballots of its voter could be read before, and never below a third of another.

Weights are settled when a session opens and stand in its first event, so that nothing known later changes it.
"""

from __future__ import annotations

from msgspec import Struct


class VoterWeight(Struct, frozen=True, kw_only=True):
    """What the votes of one seat weigh."""

    seat: str
    """The seat."""
    voter: str
    """The voter's fingerprint; empty for a person, of whom nothing is kept and who weighs 1."""
    model: str
    """Its model. A seat that is given another one in a fork is weighed no more, and nor is anybody beside it."""
    weight: float
    """0.334 to 1; the greatest is 1."""
    valid: int = 0
    """Ballots of its last ten sessions that could be read, at once or after a second asking."""
    spoiled: int = 0
    """Those that could not."""


class MovedTier(Struct, frozen=True, kw_only=True):
    """A claim of an earlier session whose tier would be another with weights."""

    session: str
    """The session."""
    claim: str
    """The claim's id."""
    equal: str
    """Its tier with equal votes."""
    weighted: str
    """Its tier with weights."""


class CouncilWeights(Struct, frozen=True, kw_only=True):
    """What votes of a council weigh, or would, and what that would have changed."""

    council: str
    """The council: by its name, or where it has none by its members."""
    in_force: bool
    """Whether votes were weighed in its last session."""
    voters: list[VoterWeight]
    """What the votes of its last session's voters would weigh in a session that opens now."""
    waiting: list[str]
    """Why they would weigh the same: who has voted in fewer than ten sessions. None where weights can be used."""
    sessions: int
    """Earlier sessions that were looked at, at most ten."""
    claims: int
    """Claims in them."""
    moved: list[MovedTier]
    """Those of which the tier would have been another."""
