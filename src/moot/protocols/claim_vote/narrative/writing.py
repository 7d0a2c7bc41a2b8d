"""What becomes of an editor's report of a vote, how does one read that no editor wrote, and which figures stand there?

The template says no more than the tally: every claim in its own words, under its tier. Of an editor's report, what does
not hold is struck and listed with the reason, and what is lacking is put in. The table of votes is made by code whoever
wrote the rest, so that figures never depend on an editor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.protocols.claim_vote.findings import (
    AGAIN,
    Claim,
    ClaimList,
    Fault,
    NarrativeAudit,
    Tiers,
)  # fmt: skip
from moot.protocols.claim_vote.narrative.audit import Audited, Strike, audit
from moot.protocols.claim_vote.narrative.sections import SECTIONS
from moot.protocols.claim_vote.narrative.template import item_of, summary_of_counts, template_of
from moot.protocols.claim_vote.narrative.text import heading
from moot.protocols.claim_vote.words import (
    KIND_WORDS,
    SHOWN_ORDER,
    abstained_in_words,
    by_id,
    could_in_words,
    fault_in_words,
    figures_of,
    missing_in_words,
    tier_in_words,
    worth_of,
)  # fmt: skip
from moot.protocols.floor import Floor
from moot.protocols.wording import Wording
from moot.reading.outside_text import fenced
from moot.tally.lexicon import reads_as_english
from moot.vocabulary.statements import Statement
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import Names, counted

EMPTY_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])?\s*")
"""A line of which striking left no word."""
PUT_IN = "Put in by the program:"
NOT_ENGLISH = "The audit of narratives reads English only, and the claims are in another language."


async def narrated(
    floor: Floor,
    claims: ClaimList,
    tiers: Tiers,
    lacking: Sequence[str],
    asked: Wording,
    anew: Wording,
) -> Verdict:
    """The report: an editor's without the sentences that do not hold, or the template's where too little is left."""
    names = {seat.id: f"Answer {number}" for number, seat in enumerate(floor.seats, start=1)}
    told = told_editors(floor, claims, tiers)
    drafts: list[Statement] = []
    found: list[Audited] = []
    english = reads_as_english(" ".join(claim.text for claim in claims.claims))
    writers = {seat.id: seat for seat in floor.writers(floor.office("editor")[0])}
    first = await floor.ask(floor.office("editor")[0], asked, **told) if english else None
    if first is not None:
        drafts, found = [first], [audit(first.text, floor.question.text, claims.claims, tiers)]
        if sent_back(found[0]):
            draft = fenced("report", first.text, floor.lot("draft"))
            listed = "\n".join(f"- {fault_in_words(fault)}" for fault in found[0].faults)
            faults = fenced("faults", listed, floor.lot("faults"))
            again = await floor.ask(writers[first.seat], anew, about=AGAIN, draft=draft, faults=faults, **told)
            if again is not None:
                drafts.append(again)
                found.append(audit(again.text, floor.question.text, claims.claims, tiers))
    best = min(reversed(range(len(found))), key=lambda at: len(sent_back(found[at])), default=None)
    kept = found[best] if best is not None and holds(found[best], claims.claims) else None
    recorded = audit_of(found, best, claims.claims, english=english)
    floor.record(recorded, rests_on=[draft.key for draft in drafts])
    figures = votes_table(tiers, names)
    if best is None or kept is None:
        text, by, key = template_of(claims.claims, tiers), None, None
    else:
        text = mended(drafts[best].text, kept, claims.claims, tiers)
        by, key = writers[drafts[best].seat], drafts[best].key
    return await floor.adopt(
        f"{text}\n\n{figures}\n\n{recorded.seal}",
        by=by,
        key=key,
        reason=" ".join((*([recorded.reason] if recorded.reason else []), *claims.shortfalls)),
        degraded=[*lacking, *lost_votes(tiers, names)],
    )


def told_editors(floor: Floor, claims: ClaimList, tiers: Tiers) -> dict[str, str]:
    """What an editor is told of the vote."""
    return {
        "claims": fenced("claims", listing(claims.claims, tiers), floor.lot("claims")),
        "silent": f"{len(tiers.voters)} of {len(floor.seats)} members voted.",
    }


def lost_votes(tiers: Tiers, names: Names) -> list[str]:
    """What is lost of the vote, and which tiers that could make. Silent members stand in the verdict's `missing`."""
    return [*abstained_in_words(tiers), *missing_in_words(tiers, names)[len(tiers.silent) :], *could_in_words(tiers)]


def sent_back(audited: Audited) -> tuple[Fault, ...]:
    """What an editor is asked to mend; what only lacks a claim's own words is put in by code."""
    return tuple(fault for fault in audited.faults if fault.kind != "unquoted")


def holds(audited: Audited, claims: Sequence[Claim]) -> bool:
    """Whether enough of a draft is left to be somebody's report: half its sentences, half the claims named."""
    gone = {fault.says.partition(" ")[0] for fault in audited.faults if fault.kind == "unnamed"}
    return 2 * len(audited.struck) <= audited.sentences and 2 * len(gone) <= len(claims)


def audit_of(found: Sequence[Audited], best: int | None, claims: Sequence[Claim], *, english: bool) -> NarrativeAudit:
    """What is recorded of the audit."""
    if best is None:
        why = NOT_ENGLISH if not english else "No editor could write."
        return NarrativeAudit(
            narrator="template",
            drafts=0,
            reason=f"The report is by template. {why}",
            seal=f"This report was put together by rule. {why}",
        )
    kept = found[best]
    put_in = tuple(sorted({lack.claim for lack in kept.lacking}))
    first = found[0].faults if len(found) > 1 else ()
    struck, stands = len(kept.struck), holds(kept, claims)
    if not stands:
        sentences = counted(kept.sentences, "sentence")
        why = f"Too little of the editor's held: {struck} of {sentences} would have been struck."
        put_in = ()
    return NarrativeAudit(
        narrator="editor" if stands else "template",
        drafts=len(found),
        faults=kept.faults,
        first_faults=first,
        reason="" if stands else f"The report is by template. {why}",
        sentences=kept.sentences,
        checked=kept.checked,
        put_in=put_in,
        seal=seal_from(kept, put_in) if stands else f"This report was put together by rule. {why}",
    )


def seal_from(audited: Audited, put_in: Sequence[str]) -> str:
    """What is said under an editor's report: what was looked for and found, and never that it is true."""
    struck, left = len(audited.struck), audited.sentences - len(audited.struck)
    checked = f"{audited.checked} of {counted(left, 'sentence')} checked word by word"
    if not audited.faults and not put_in:
        return f"No fault found by rules: {checked}."
    parts = [f"{counted(struck, 'sentence')} struck by the audit"] if struck else []
    if put_in:
        whose = "its" if len(put_in) == 1 else "their"
        parts.append(f"{counted(len(put_in), 'claim')} put in by the program in {whose} own words")
    return f"{'; '.join(parts)}; {checked if not struck else f'{checked} among the rest'}.".capitalize()


def mended(narrative: str, audited: Audited, claims: Sequence[Claim], tiers: Tiers) -> str:
    """The narrative with what does not hold struck, what is lacking put in, and a list of what was struck and why."""
    texts, tallies = by_id(claims), {tally.claim: tally for tally in tiers.claims}
    changes = [(strike.start, strike.end, "") for strike in audited.struck]
    sections = audited.ends
    added: dict[str, list[str]] = {}
    for lack in audited.lacking:
        added.setdefault(lack.section, []).append(item_of(texts[lack.claim], tallies[lack.claim]))
    for name, items in added.items():
        if name in sections:
            changes.append((sections[name], sections[name], "\n\n" + "\n".join([PUT_IN, *items]) + "\n"))
    text = narrative
    for start, end, words in sorted(changes, reverse=True):
        text = f"{text[:start]}{words}{text[end:]}"
    parts = [_with_summary(text, tiers) if audited.struck else text.strip()]
    for name in SECTIONS:
        if name in added and name not in sections:
            parts.append("\n".join([f"## {name}", "", PUT_IN, *added[name]]))
    if audited.struck:
        parts.append("## Struck by the audit")
        parts.append("\n".join(_struck(at, strike) for at, strike in enumerate(audited.struck, start=1)))
    return "\n\n".join(parts)


def _with_summary(text: str, tiers: Tiers) -> str:
    """The text without the list items that striking left empty, and with the counts where no summary is left."""
    lines = [line for line in text.strip().split("\n") if not line.strip() or not EMPTY_ITEM.fullmatch(line)]
    for at, line in enumerate(lines):
        below = next((other for other in lines[at + 1 :] if other.strip()), "#")
        if heading(line) == "Summary" and (below.startswith("#") or heading(below) is not None):
            lines[at + 1 : at + 1] = ["", summary_of_counts(tiers)]
    return "\n".join(lines)


def _struck(number: int, strike: Strike) -> str:
    reasons = " ".join(fault.says for fault in strike.faults)
    return f"{number}. “{strike.faults[0].sentence}” {reasons}"


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


def votes_table(tiers: Tiers, names: Names) -> str:
    """The figures under a report: every claim, whose votes it lacks, and how much the votes are worth.

    Columns for abstentions and for missing votes are there only where there are some.
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


def _flat(text: str) -> str:
    return " ".join(text.split())
