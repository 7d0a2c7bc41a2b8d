"""How far may a vote on claims be believed, in one line? Voters, independent ones, controls, weights, borders."""

from __future__ import annotations

from msgspec import UNSET

from moot.protocols.claim_vote.findings import ControlClaims, TierBounds, Tiers
from moot.protocols.claim_vote.options import ClaimVoteOptions
from moot.protocols.files import Trusted
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import counted

INDEPENDENT_UNKNOWN = "how many are independent is not known yet"
NO_CONTROLS = "no controls"
WEIGHTS_EQUAL = "weights equal"
AS_PUBLISHED = "borders as published (never calibrated)"
SET_BY_HAND = "borders set for this session (never calibrated)"


def trust(state: SessionState) -> tuple[Trusted, ...]:
    """The parts of the line; none where nobody voted."""
    tiers = latest(state, Tiers)
    if tiers is None:
        return ()
    controls = latest(state, ControlClaims)
    return (
        Trusted(about="voters", says=counted(len(tiers.voters), "voter")),
        Trusted(about="pairs", says=independent_in_words(tiers)),
        Trusted(about="controls", says=controls_in_words(controls)),
        Trusted(about="weights", says=WEIGHTS_EQUAL),
        Trusted(about="borders", says=AS_PUBLISHED if is_published(tiers.bounds) else SET_BY_HAND),
    )


def independent_in_words(tiers: Tiers) -> str:
    """How many of them are independent, as far as earlier sessions tell."""
    return INDEPENDENT_UNKNOWN if tiers.independent is UNSET else f"{tiers.independent:.1f} independent"


def controls_in_words(controls: ControlClaims | None) -> str:
    """How many control claims were as expected."""
    if controls is None or not controls.claims:
        return NO_CONTROLS
    return f"controls {sum(claim.expected for claim in controls.claims)} of {len(controls.claims)}"


def is_published(bounds: TierBounds) -> bool:
    """Whether tiers are cut where they are when nobody sets anything."""
    usual = ClaimVoteOptions().bounds
    return all(
        getattr(bounds, name) == getattr(usual, name)
        for name in ("high_mean", "high_sd", "contested_sd", "rejected_mean", "least_votes")
    )
