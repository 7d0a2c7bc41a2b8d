"""Summarise the quality of a claim vote in one line: voters, independent ones, controls, weights, borders."""

from __future__ import annotations

from msgspec import UNSET

from moot.protocols.claim_vote.findings import ControlClaims, TierBounds, Tiers
from moot.protocols.files import TrustPart
from moot.protocols.replies import latest
from moot.vocabulary.history.track_record import same_votes_in_words
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import counted

INDEPENDENT_UNKNOWN = "independence not known yet"
NO_CONTROLS = "no controls"
WEIGHTS_EQUAL = "weights equal"
AS_PUBLISHED = "borders as published (never calibrated)"
SET_BY_HAND = "borders set for this session (never calibrated)"


def trust(state: SessionState) -> tuple[TrustPart, ...]:
    """Return the parts of the line; empty if there was no vote."""
    tiers = latest(state, Tiers)
    if tiers is None:
        return ()
    controls = latest(state, ControlClaims)
    return (
        TrustPart(about="voters", says=counted(len(tiers.voters), "voter")),
        TrustPart(about="pairs", says=independent_in_words(tiers)),
        TrustPart(about="controls", says=controls_in_words(controls)),
        TrustPart(about="weights", says=weights_in_words(tiers)),
        TrustPart(about="borders", says=borders_in_words(tiers.bounds)),
    )


def independent_in_words(tiers: Tiers) -> str:
    """Describe how many voters are independent, from earlier sessions."""
    if tiers.same_votes is not UNSET:
        return same_votes_in_words(tiers.same_votes)
    return INDEPENDENT_UNKNOWN if tiers.independent is UNSET else f"at most {tiers.independent:.1f} independent"


def controls_in_words(controls: ControlClaims | None) -> str:
    """Describe how many control claims were as expected."""
    if controls is None or not controls.claims:
        return NO_CONTROLS
    return f"controls {sum(claim.expected for claim in controls.claims)} of {len(controls.claims)}"


def weights_in_words(tiers: Tiers) -> str:
    """Describe the weights of the votes."""
    if tiers.weights is UNSET:
        return WEIGHTS_EQUAL
    return f"weights {min(tiers.weights.values()):.2f} to {max(tiers.weights.values()):.2f}"


def borders_in_words(bounds: TierBounds) -> str:
    """Describe the source of the tiers' borders."""
    if bounds.calibrated is not UNSET:
        return f"borders by calibration ({bounds.calibrated})"
    usual = TierBounds(least_votes=bounds.least_votes)
    return AS_PUBLISHED if bounds == usual else SET_BY_HAND
