"""Write the text of a claim vote's report: the answer, what it rests on, and every claim with its tier and votes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.protocols.claim_vote.findings import Claim, ClaimAnswer, ClaimList, ClaimTally, ProseAudit, Tier, Tiers
from moot.protocols.claim_vote.words import (
    KIND_WORDS,
    SHOWN_ORDER,
    audit_in_words,
    by_id,
    contradicted_in_words,
    could_in_words,
    figures_of,
    missing_in_words,
    pairs_of,
    reasons_in_words,
    tier_counts,
    tier_in_words,
    worth_of,
)
from moot.reading.answer_first import unformatted
from moot.vocabulary.words.headings import Names, counted
from moot.vocabulary.words.standing import filled

SECTIONS: Mapping[str, Tier] = {
    "High-confidence findings": "HIGH",
    "Contested": "CONTESTED",
    "Rejected": "REJECTED",
}
"""Headings of the report's sections, with the tier of the claims in each."""
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


def report_text(
    claims: ClaimList, tiers: Tiers, parts: ClaimAnswer, names: Names, audit: ProseAudit | None = None
) -> str:
    """Return the report as text: six sections, then the votes as a table.

    No tier is called empty if a missing vote could put a claim into it.

    Args:
        claims: The claims that were voted on.
        tiers: The result of the vote.
        parts: The answer, by code.
        names: Name of each voter.
        audit: The editor's checked sentences, if there are any.
    """
    texts = by_id(claims.claims)

    def items(tallies: Sequence[ClaimTally], *, noted: bool = True) -> list[str]:
        return [
            "\n  ".join(
                [
                    item_of(texts[tally.claim], tally),
                    *filter(None, [contradicted_in_words(tally.claim, claims, tiers)] if noted else []),
                ]
            )
            for tally in tallies
        ]

    could = {tier for tally in tiers.claims for tier in tally.could_be}
    medium = items([tally for tally in tiers.claims if tally.tier == "MEDIUM"])
    sections = {
        "Summary": [
            "\n\n".join(
                [
                    *answer_blocks(claims, parts, names, audit),
                    " ".join([counts_in_words(tiers), *could_in_words(tiers)]),
                ]
            )
        ],
        **{name: items([tally for tally in tiers.claims if tally.tier == tier]) for name, tier in SECTIONS.items()},
        "Risks": items([tally for tally in tiers.claims if texts[tally.claim].kind == "risk"], noted=False),
        "How the council voted": [
            *(["MEDIUM:", *medium, ""] if medium else ["No claim is MEDIUM."]),
            f"Counted are the votes of {counted(len(tiers.voters), 'voter')}.",
        ],
    }
    empty = {name: OPEN[name] if SECTIONS.get(name) in could and name in OPEN else NOTHING[name] for name in NOTHING}
    return "\n\n".join(
        [
            *(f"## {name}\n\n" + "\n".join(lines or [empty[name]]) for name, lines in sections.items()),
            votes_table(tiers, names),
            *([] if audit is None else [" ".join(audit_in_words(audit, names))]),
        ]
    )


def answer_blocks(claims: ClaimList, parts: ClaimAnswer, names: Names, audit: ProseAudit | None) -> list[str]:
    """Return the report's part on the answer, in paragraphs: answer, reasons, conditions, conflicts, dissent."""
    texts = {claim.id: f"[{claim.id}] “{unformatted(claim.text)}”" for claim in claims.claims}
    prose = "" if audit is None else unformatted(" ".join(one.text for one in audit.shown))
    lists = {
        "Reasons, as voters gave them": reasons_in_words(parts.reasons, names),
        "Dissent, as voters gave it": reasons_in_words(parts.dissent, names),
        "Conditions: these risks reached HIGH": [texts[claim] for claim in parts.conditions],
        "Conflict: both are HIGH and cannot both be true, says the extractor": [
            f"{texts[pair.one]} and {texts[pair.other]}" for pair in parts.conflicts
        ],
        "What would change it": [filled(line, names) for line in parts.would_change],
    }
    return [
        unformatted((audit.answer if audit is not None else "") or parts.answer),
        *([prose] if prose else []),
        f"Confidence: {parts.confidence}.",
        *(f"{title}:\n\n" + "\n".join(f"- {line}" for line in lines) for title, lines in lists.items() if lines),
    ]


def counts_in_words(tiers: Tiers) -> str:
    """Return how many claims are in each tier (class by votes), in a sentence."""
    counts = tier_counts(tiers.claims)
    said = "; ".join(f"{tier}: {counts[tier]}" for tier in SHOWN_ORDER)
    return f"The council voted on {counted(len(tiers.claims), 'claim')}, by tier: {said}."


def item_of(claim: Claim, tally: ClaimTally) -> str:
    """Return a line on a claim: its text, tier and counts of votes."""
    return f"- [{claim.id}] “{unformatted(claim.text)}” {figures_of(tally)}."


def claims_by_tier(claims: ClaimList, tiers: Tiers) -> str:
    """Return the claims grouped by tier with their figures, as text for an editor's prompt."""
    texts = by_id(claims.claims)
    lines = []
    for tier in SHOWN_ORDER:
        of_tier = [tally for tally in tiers.claims if tally.tier == tier]
        lines.append(f"{tier}: {'none' if not of_tier else ''}".rstrip())
        for tally in of_tier:
            claim = texts[tally.claim]
            words = " ".join(claim.text.split())
            lines.append(f"[{claim.id}] ({KIND_WORDS[claim.kind]}) {words} ({figures_of(tally)})")
    lines += [f"{pair.one} and {pair.other} cannot both be true, says the extractor." for pair in pairs_of(claims)]
    lines.append(f"{len(tiers.claims)} claims, {len(tiers.voters)} voters.")
    return "\n".join(lines)


def lost_votes(tiers: Tiers, names: Names) -> list[str]:
    """Return lines on single votes that could not be read, and on the tiers that claims could have if no vote were
    missing.

    Members who did not vote at all are in the verdict's `missing`.
    """
    return [*missing_in_words(tiers, names)[len(tiers.silent) :], *could_in_words(tiers)]


def votes_table(tiers: Tiers, names: Names) -> str:
    """Return a table with each claim's figures, then lines on missing votes and the quality of the votes.

    Columns for abstentions and for missing votes appear only if there are some.
    """
    more = [("abstained", [tally.abstained for tally in tiers.claims]), ("missing", [t.missing for t in tiers.claims])]
    more = [(name, figures) for name, figures in more if any(figures)]
    heads = ["claim", "tier", "mean", "sd", "++", "+", "0", "−", "−−", *(name for name, _ in more), "k*"]
    rows = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for at, tally in enumerate(tiers.claims):
        changed = "–" if tally.k is None else f"{'' if tally.k_exact else '≥ '}{tally.k}"
        figures = [f"{tally.mean:.2f}", f"{tally.sd:.2f}"] if tally.votes else ["–", "–"]
        counts = [*tally.counts.values(), *(column[at] for _, column in more)]
        cells = [tally.claim, tier_in_words(tally), *figures, *map(str, counts), changed]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*rows, "", worth_of(tiers, names), *missing_in_words(tiers, names)])
