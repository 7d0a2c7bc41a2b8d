"""How does a report read that no editor wrote?

It says no more than the tally: every claim in its own words, under its tier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.protocols.claim_vote.findings import Claim, ClaimTally, Tier, Tiers
from moot.protocols.claim_vote.narrative.sections import SECTIONS, TIER_SECTIONS
from moot.protocols.claim_vote.words import SHOWN_ORDER, by_id, could_in_words, figures_of, tier_counts
from moot.reading.unformatted import unformatted
from moot.vocabulary.words.headings import counted

NOTHING = {
    "High-confidence findings": "No claim reached HIGH.",
    "Contested": "No claim is contested.",
    "Rejected": "No claim was rejected.",
    "Risks": "No claim is a risk.",
}
OPEN = {
    "Contested": "No claim is contested by the votes given; some could be with the missing ones.",
    "Rejected": "No claim was rejected by the votes given; some could be with the missing ones.",
}


def template_of(
    claims: Sequence[Claim],
    tiers: Tiers,
    *,
    before: Sequence[str] = (),
    notes: Mapping[str, str] | None = None,
) -> str:
    """The report by template, in the six sections; no tier is said to be empty that a missing vote could fill.

    `before` begins its summary, and `notes` stand beside claims: what holds of what an editor wrote.
    """
    notes = notes or {}

    def item(tally: ClaimTally) -> str:
        note = notes.get(tally.claim, "")
        return item_of(texts[tally.claim], tally) + (f"\n  {note}" if note else "")

    could = {tier for tally in tiers.claims for tier in tally.could_be}
    nothing = {
        name: OPEN[name] if TIER_SECTIONS.get(name) in could and name in OPEN else NOTHING[name] for name in NOTHING
    }
    texts = by_id(claims)
    parts = {
        "Summary": [*before, " ".join([summary_of_counts(tiers), *could_in_words(tiers)])],
        "Risks": [item_of(texts[tally.claim], tally) for tally in tiers.claims if texts[tally.claim].kind == "risk"],
        "How the council voted": [
            *_medium([item(tally) for tally in tiers.claims if tally.tier == "MEDIUM"]),
            f"Counted are the votes of {counted(len(tiers.voters), 'voter')}.",
        ],
    }
    for name, tier in TIER_SECTIONS.items():
        parts[name] = [item(tally) for tally in tiers.claims if tally.tier == tier]
    return "\n\n".join(f"## {name}\n\n" + "\n".join(parts[name] or [nothing[name]]) for name in SECTIONS)


def summary_of_counts(tiers: Tiers) -> str:
    """How many claims are in each tier, in a sentence."""
    counts: Mapping[Tier, int] = tier_counts(tiers.claims)
    said = "; ".join(f"{tier}: {counts[tier]}" for tier in SHOWN_ORDER)
    return f"The council voted on {counted(len(tiers.claims), 'claim')}, by tier: {said}."


def _medium(items: list[str]) -> list[str]:
    return ["MEDIUM:", *items, ""] if items else ["No claim is MEDIUM."]


def item_of(claim: Claim, tally: ClaimTally) -> str:
    """A claim in its own words, with tier and counts."""
    return f"- [{claim.id}] “{unformatted(claim.text)}” {figures_of(tally)}."
