"""Of which sections does a report consist, and of which tier does each tell?"""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.claim_vote.findings import Tier

SECTIONS = ("Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted")
TIER_SECTIONS: Mapping[str, Tier] = {
    "High-confidence findings": "HIGH",
    "Contested": "CONTESTED",
    "Rejected": "REJECTED",
}
