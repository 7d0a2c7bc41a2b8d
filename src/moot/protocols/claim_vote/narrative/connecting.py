"""Which of the sentences by which an editor connects claims hold, and how do they stand in the report?

The editor's form is laid out as the report will be, with each claim's id behind what is said of it. A sentence stands
only if it can be derived from the claims and the votes; what cannot is left out and leaves a mark, with what the audit
of narratives finds in it as the reason. A summary that names no contested claim where there are some has them put in.
Held by `tests/protocols/claim_vote/narrative/test_connecting.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import ReportForm
from moot.protocols.claim_vote.findings import MOST_FAULTS, Claim, Fault, NarrativeAudit, Tier, Tiers, VoteGaps
from moot.protocols.claim_vote.narrative.audit import Audited, Strike, audit
from moot.protocols.claim_vote.narrative.derived import Known, derived, known
from moot.protocols.claim_vote.narrative.relating import carried_by
from moot.protocols.claim_vote.narrative.text import ITEM, NAMED, sections_in
from moot.protocols.claim_vote.narrative.unclaimed import wrong_of_all
from moot.protocols.claim_vote.narrative.words import SECTIONS, TIER_SECTIONS
from moot.reading.unformatted import unformatted
from moot.tally.lexicon import words_of
from moot.vocabulary.words.headings import counted

PART = re.compile(r"(?:[,;:]\s|\b(?:and|but|while|whereas|though|although)\b|(?<=[.!?])\s)")
"""Where what is said of one claim may end and what is said of the next begin."""
DRESSING = re.compile(r"\*\*|__|`|^[\s#>|]+")
ESCAPED = re.compile(r"(?<=.)\[(claim-\d+)\\\]")
"""An id before a colon: a link's address only where a line begins with it."""
LAST = ".,;:!?"
ENDED = tuple(".!?")
ONE_LEFT_OUT = "1 sentence was left out"
NOTHING_HELD = "No sentence of the editor's held."
NOT_DERIVED = "It does not follow from the claims and the votes by the forms of sentence that are known."
SUMMARY, VOTED = SECTIONS[0], SECTIONS[-1]


class Held(Struct, frozen=True, kw_only=True):
    """What of a form stands."""

    summary: tuple[str, ...]
    """Its entries, with marks where sentences were left out."""
    notes: dict[str, str]
    """By claim, likewise."""
    reasons: tuple[str, ...]
    """Why each sentence was left out, by the number of its mark."""
    faults: tuple[Fault, ...]
    """All that was found."""
    sentences: int
    """Sentences in all."""
    checked: int
    """Of those that stand, the ones that were derived from the claims and the votes: all of them."""
    names: frozenset[str]
    """Claims that the summary's sentences name, as far as they stand."""
    unnamed: tuple[str, ...]
    """Contested claims among those it does not name."""

    @property
    def standing(self) -> int:
        """Sentences that stand."""
        return self.sentences - len(self.reasons)


class Entry(Struct, frozen=True):
    """A piece of an editor's text, where it will stand."""

    section: str
    """Under which heading."""
    claim: str
    """The claim it is a note on; empty in the summary."""
    text: str
    """On one line, with ids; a note begins with its claim's."""
    foreign: str = ""
    """The first name in it that no claim has."""


def held(form: ReportForm, question: str, claims: Sequence[Claim], tiers: Tiers, gaps: VoteGaps | None = None) -> Held:
    """Every sentence of the form held against the votes."""
    texts = {claim.id: claim.text for claim in claims}
    entries = entries_of(form, texts, {tally.claim: tally.tier for tally in tiers.claims})
    laid = Laid(entries)
    found = audit(laid.text, question, claims, tiers)
    strikes = all_strikes(found, question, claims, known(claims, tiers, gaps), laid.notes(entries, texts))
    summary: list[str] = []
    notes: dict[str, str] = {}
    faults: list[Fault] = []
    reasons: list[str] = []
    for at, entry in enumerate(entries):
        start, end = laid.places[at]
        gone = [strike for strike in strikes if start <= strike.start < end]
        if entry.foreign:
            says = f"{entry.foreign} is named, and there is no such claim."
            faults.append(Fault(kind="added", says=says, sentence=entry.text))
            reasons.append(says)
            words = mark_of(len(reasons))
        else:
            parts, last = [], start
            for strike in gone:
                parts.append(_shown(laid.text[last : strike.start]))
                reasons.append(" ".join(fault.says for fault in strike.faults))
                faults += strike.faults
                parts.append(mark_of(len(reasons)))
                last = strike.end
            parts.append(_shown(laid.text[last:end]))
            words = " ".join(part for part in parts if part)
        if entry.claim in texts:
            shown = words.removeprefix(f"[{entry.claim}]").removeprefix(f"\\[{entry.claim}]").strip()
            notes[entry.claim] = f"{notes[entry.claim]} {shown}" if entry.claim in notes else shown
        elif not entry.claim:
            summary.append(words)
    foreign = sum(bool(entry.foreign) for entry in entries)
    gone_at = {strike.start for strike in strikes}
    names = frozenset(
        claim
        for section in found.sections
        if section.name == SUMMARY
        for sentence in section.sentences
        if sentence.start not in gone_at
        for claim in sentence.claims
    )
    contested = [tally.claim for tally in tiers.claims if tally.tier == "CONTESTED"]
    return Held(
        summary=tuple(summary),
        notes=notes,
        reasons=tuple(reasons),
        faults=tuple(faults[:MOST_FAULTS]),
        sentences=found.sentences + foreign,
        checked=found.sentences - len(strikes),
        names=names,
        unnamed=tuple(claim for claim in contested if claim not in names),
    )


def all_strikes(
    found: Audited, question: str, claims: Sequence[Claim], votes: Known, notes: Mapping[tuple[int, int], str]
) -> list[Strike]:
    """The sentences that cannot be derived, each with what the audit finds in it; `notes` tells which are notes."""
    struck = {strike.start: strike for strike in found.struck}
    strikes: list[Strike] = []
    for section in found.sections:
        place = (-1, -1)
        before: tuple[str, ...] = ()
        for sentence in section.sentences:
            here = next((one for one in notes if one[0] <= sentence.start < one[1]), (-1, -1))
            note = notes.get(here, "")
            if here != place:
                place, before = here, ((note,) if note else ())
            if derived(sentence, votes, question, before, note):
                before = sentence.claims or before
                continue
            before = (note,) if note else ()
            strike = struck.get(sentence.start)
            faults = list(strike.faults if strike is not None else wrong_of_all(sentence, claims, votes.tiers))
            if not faults:
                faults.append(Fault(kind="added", says=NOT_DERIVED, sentence=sentence.text))
            strikes.append(Strike(sentence.start, sentence.end, tuple(faults)))
    return strikes


def mark_of(number: int) -> str:
    """What stands in a sentence's place."""
    return f"[left out {number}]"


def entries_of(form: ReportForm, texts: Mapping[str, str], tiers: Mapping[str, Tier]) -> list[Entry]:
    """The form's pieces in the order in which the report tells them; notes on no claim come last."""
    sections = {tier: name for name, tier in TIER_SECTIONS.items()}
    entries = []
    for part in form.summary:
        foreign = next((claim for claim in part.claims if claim not in texts), "")
        entries.append(Entry(SUMMARY, "", attached(_plain(part.text), part.claims, texts), foreign))
    order = {name: at for at, name in enumerate(SECTIONS)}
    places = {claim: (order[sections.get(tiers[claim], VOTED)], at) for at, claim in enumerate(texts)}
    for note in sorted(form.notes, key=lambda note: places.get(note.claim, (len(order), 0))):
        section = sections.get(tiers[note.claim], VOTED) if note.claim in texts else ""
        foreign = "" if note.claim in texts else note.claim or "A claim without a name"
        entries.append(Entry(section, note.claim or "-", f"[{note.claim}] {_plain(note.text)}", foreign))
    return entries


def attached(text: str, listed: Sequence[str], texts: Mapping[str, str]) -> str:
    """The text with the id of each listed claim behind what is said of it, where it does not stand there already."""
    marked = [sentence.marked for section in sections_in(text, texts) for sentence in section.sentences]
    named = {f"claim-{found[1]}" for words in marked for found in NAMED.finditer(words) if found[1]}
    wanted = [claim for claim in dict.fromkeys(listed) if claim in texts and claim not in named]
    if not wanted:
        return text
    carried = {claim: carried_by(words_of(texts[claim])) for claim in wanted}
    ends: dict[str, int] = {}
    start = 0
    for stop in [*(found.start() for found in PART.finditer(text)), len(text)]:
        told = carried_by(words_of(text[start:stop]))
        shared = {claim: len(told & carried[claim]) for claim in wanted}
        most = max(shared.values())
        for claim in wanted if most else ():
            if shared[claim] == most:
                ends[claim] = stop
        start = stop
    placed: dict[int, list[str]] = {}
    for claim in wanted:
        placed.setdefault(ends.get(claim, len(text)), []).append(f"[{claim}]")
    for stop in sorted(placed, reverse=True):
        cut = stop
        while cut and (text[cut - 1].isspace() or text[cut - 1] in LAST):
            cut -= 1
        text = f"{text[:cut]} {' '.join(placed[stop])}{text[cut:]}"
    return text


class Laid:
    """The entries as a narrative under the report's headings, and where each stands in it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        parts: list[str] = []
        self.places: list[tuple[int, int]] = []
        section, length = "", 0
        for entry in entries:
            if entry.foreign:
                self.places.append((length, length))
                continue
            head = "" if entry.section == section else f"## {entry.section}\n\n"
            section = entry.section
            self.places.append((length + len(head), length + len(head) + len(entry.text)))
            parts.append(f"{head}{entry.text}\n\n")
            length += len(parts[-1])
        self.text = "".join(parts)

    def notes(self, entries: Sequence[Entry], texts: Mapping[str, str]) -> dict[tuple[int, int], str]:
        """Where the entries stand, with the claim that each is a note on; nothing for the summary's."""
        return {
            place: entry.claim if entry.claim in texts else ""
            for place, entry in zip(self.places, entries, strict=True)
            if not entry.foreign
        }


def seal_of_form(found: Held) -> str:
    """What is said under the report: what was looked for and found, and never that it is true."""
    left = len(found.reasons)
    held_so = (
        f"{counted(found.standing, 'sentence')} of the editor's, of a known form, held against the claims and the votes"
    )
    if not left and not found.unnamed:
        return f"No fault found by rules: {held_so}."
    parts = [ONE_LEFT_OUT if left == 1 else f"{left} sentences were left out"] if left else []
    if found.unnamed:
        parts.append(
            f"{counted(len(found.unnamed), 'contested claim')} put in by the program, which the summary did not name"
        )
    return f"{'; '.join(parts)}; what stands is {held_so}."


def audit_of_form(found: Held | None, why: str) -> NarrativeAudit:
    """What is recorded of it; `why` is said where no editor's words stand."""
    if found is None or not found.standing:
        why = why if found is None else NOTHING_HELD
        return NarrativeAudit(
            narrator="template",
            drafts=int(found is not None),
            faults=found.faults if found is not None else (),
            reason=f"The report is by template. {why}",
            sentences=found.sentences if found is not None else 0,
            seal=f"This report was put together by rule. {why}",
        )
    return NarrativeAudit(
        narrator="editor",
        drafts=1,
        faults=found.faults,
        sentences=found.sentences,
        checked=found.checked,
        put_in=found.unnamed,
        seal=seal_of_form(found),
    )


def _plain(text: str) -> str:
    """On one line that ends as a sentence does, without what would make a heading, a list or emphasis of it."""
    line = DRESSING.sub("", " ".join(text.split())).strip()
    while (begins := ITEM.match(line)) is not None and begins.end() < len(line):
        line = line[begins.end() :]
    line = line.lstrip("#>|-*+• ")
    return line if line.rstrip("\"')]”’»").endswith(ENDED) else f"{line.rstrip(' ,;:')}."


def _shown(text: str) -> str:
    line = text.strip()
    return ESCAPED.sub(r"[\1]", unformatted(line)) if line.strip(" .,;:!?") else ""
