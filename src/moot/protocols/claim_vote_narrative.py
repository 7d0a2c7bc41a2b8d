"""How does the report of a vote read that no editor wrote, and which figures stand under every one?

The template says no more than the tally: every claim in its own words, under its tier. The table of votes is made by
code whoever wrote the rest, so that figures never depend on an editor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.tally.narrative_words import SECTIONS, TIER_SECTIONS
from moot.vocabulary.claim_findings import Claim, ClaimTally, GapKind, Tier, Tiers, VoteGaps
from moot.vocabulary.claim_words import KIND_WORDS, SHOWN_ORDER, by_id, figures_of, tier_counts

NOTHING = {
    "High-confidence findings": "No claim reached HIGH.",
    "Contested": "No claim is contested.",
    "Rejected": "No claim was rejected.",
    "Risks": "No claim is a risk.",
}
GAPS: Mapping[GapKind, str] = {"abstained": "abstained", "unread": "not read"}
"""How the columns of the table are called."""


def template_of(claims: Sequence[Claim], tiers: Tiers) -> str:
    """The report by template, in the six sections."""
    texts = by_id(claims)
    parts = {
        "Summary": [_summary(tiers)],
        "Risks": [_item(texts[tally.claim], tally) for tally in tiers.claims if texts[tally.claim].kind == "risk"],
        "How the council voted": [_medium(tiers), f"Counted are the votes of {_count(len(tiers.voters), 'voter')}."],
    }
    for name, tier in TIER_SECTIONS.items():
        parts[name] = [_item(texts[tally.claim], tally) for tally in tiers.claims if tally.tier == tier]
    return "\n\n".join(f"## {name}\n\n" + "\n".join(parts[name] or [NOTHING[name]]) for name in SECTIONS)


def listing(claims: Sequence[Claim], tiers: Tiers) -> str:
    """Claims by tier with their kind and figures, for an editor."""
    texts = by_id(claims)
    lines = []
    for tier in SHOWN_ORDER:
        of_tier = [tally for tally in tiers.claims if tally.tier == tier]
        lines.append(f"{tier}: {'none' if not of_tier else ''}".rstrip())
        for tally in of_tier:
            claim = texts[tally.claim]
            lines.append(f"[{claim.id}] ({KIND_WORDS[claim.kind]}) {_flat(claim.text)} ({figures_of(tally)})")
    lines.append(f"{len(tiers.claims)} claims, {len(tiers.voters)} voters.")
    return "\n".join(lines)


def votes_table(tiers: Tiers, gaps: VoteGaps, lacking: Sequence[str], worth: str) -> str:
    """The figures under a report: every claim, whose opinion it lacks, and how much the votes are worth.

    Columns for abstentions and votes that could not be read stand there only where there are some.
    """
    told = [(how, name) for how, name in GAPS.items() if any(gap.how == how for gap in gaps.gaps)]
    heads = ["claim", "tier", "mean", "sd", "++", "+", "0", "−", "−−", *(name for _, name in told), "k*"]
    rows = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for tally in tiers.claims:
        changed = "–" if tally.k is None else f"{'' if tally.k_exact else '≥ '}{tally.k}"
        figures = [f"{tally.mean:.2f}", f"{tally.sd:.2f}"] if tally.votes else ["–", "–"]
        counts = [*tally.counts.values()]
        counts += [sum(gap.claim == tally.claim and gap.how == how for gap in gaps.gaps) for how, _ in told]
        cells = [tally.claim, tally.tier, *figures, *map(str, counts), changed]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*rows, "", worth, *lacking])


def _summary(tiers: Tiers) -> str:
    counts: Mapping[Tier, int] = tier_counts(tiers.claims)
    said = "; ".join(f"{tier}: {counts[tier]}" for tier in SHOWN_ORDER)
    return f"The council voted on {_count(len(tiers.claims), 'claim')}. By tier: {said}."


def _medium(tiers: Tiers) -> str:
    named = ", ".join(f"[{tally.claim}]" for tally in tiers.claims if tally.tier == "MEDIUM")
    return f"MEDIUM: {named}." if named else "No claim is MEDIUM."


def _item(claim: Claim, tally: ClaimTally) -> str:
    return f"- [{claim.id}] “{_flat(claim.text)}” {figures_of(tally)}."


def _flat(text: str) -> str:
    return " ".join(text.split())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
