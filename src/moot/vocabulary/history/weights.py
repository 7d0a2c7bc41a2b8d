"""Weights of votes: proportional to the voter's rate of readable ballots, at least a third of the greatest.

Weights are fixed in the session's first event when it opens, so that later data does not change them.
"""

from __future__ import annotations

from msgspec import Struct


class VoterWeight(Struct, frozen=True, kw_only=True):
    """Weight of one seat's votes."""

    seat: str
    """The seat."""
    voter: str
    """The voter's fingerprint; empty for a person, who always weighs 1."""
    model: str
    """Its model. If a fork replaces it, no seat is weighted any more."""
    weight: float
    """0.334 to 1; the greatest is 1."""
    valid: int = 0
    """Ballots of its last ten sessions that could be parsed, at once or after a repair."""
    spoiled: int = 0
    """Ballots of them that could not be parsed."""


class MovedTier(Struct, frozen=True, kw_only=True):
    """A claim of an earlier session that weights would move to another tier."""

    session: str
    """The session."""
    claim: str
    """The claim's id."""
    equal: str
    """Its tier with equal votes."""
    weighted: str
    """Its tier with weights."""


class CouncilWeights(Struct, frozen=True, kw_only=True):
    """Current and possible weights of a council's voters, and their effect on earlier sessions."""

    council: str
    """The council's name, or its members if it has none."""
    in_force: bool
    """Whether votes were weighted in its last session."""
    voters: list[VoterWeight]
    """Weights of its last session's voters for a session that opens now."""
    waiting: list[str]
    """Why all weights are equal: the voters with fewer than ten sessions. Empty if weights can be used."""
    sessions: int
    """Number of earlier sessions examined, at most ten."""
    claims: int
    """Number of claims in them."""
    moved: list[MovedTier]
    """Claims whose tier would change."""
