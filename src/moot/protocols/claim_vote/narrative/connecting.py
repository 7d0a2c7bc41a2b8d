"""Which of the sentences by which an editor connects claims hold, and how do they stand in the report?

A sentence stands only if it is of a known form and so by the votes; what stands is told anew by code, with each claim's
whole words beside its id. What does not stand is left out, and listed with the reason below. A summary that
names no contested claim where there are some has them put in. Held by
`tests/protocols/claim_vote/narrative/test_connecting.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.claim_vote.ballots import ReportForm
from moot.protocols.claim_vote.findings import MOST_FAULTS, Claim, Fault, NarrativeAudit, Tiers
from moot.protocols.claim_vote.narrative.holding import Known, fault_of, known
from moot.protocols.claim_vote.narrative.signs import Sign, claims_of, is_claim, sentences_in, signs_in
from moot.reading.unformatted import unformatted
from moot.vocabulary.words.headings import counted

ONE_LEFT_OUT = "1 sentence was left out"
NO_SUCH = "It is about a claim that there is not."
NOTHING_HELD = "No sentence of the editor's held."
TIGHT = frozenset(",;:.")
"""Marks before which no space stands."""


class Held(Struct, frozen=True, kw_only=True):
    """What of a form stands."""

    summary: tuple[str, ...]
    """Its entries that hold."""
    notes: dict[str, str]
    """By claim, likewise."""
    reasons: tuple[str, ...]
    """Why each sentence was left out."""
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


class _Read(Struct):
    """What has been read of a form so far."""

    reasons: list[str]
    faults: list[Fault]
    named: list[str]
    sentences: int = 0


def held(form: ReportForm, question: str, claims: Sequence[Claim], tiers: Tiers) -> Held:
    """Every sentence of the form held against the votes."""
    of = known(question, claims, tiers)
    read = _Read([], [], [])
    summary: list[str] = []
    notes: dict[str, str] = {}
    for part in form.summary:
        if all(claim in of.claims for claim in part.claims):
            summary.append(_told(part.text, of, read))
        else:
            _foreign(part.text, read)
    named = frozenset(read.named)
    order = {claim: at for at, claim in enumerate(of.claims)}
    for note in sorted(form.notes, key=lambda note: order.get(note.claim, len(order))):
        if note.claim in of.claims:
            words = _told(note.text, of, read, note.claim)
            notes[note.claim] = f"{notes[note.claim]} {words}" if note.claim in notes else words
        else:
            _foreign(note.text, read)
    contested = [tally.claim for tally in tiers.claims if tally.tier == "CONTESTED"]
    return Held(
        summary=tuple(filter(None, summary)),
        notes=notes,
        reasons=tuple(read.reasons),
        faults=tuple(read.faults[:MOST_FAULTS]),
        sentences=read.sentences,
        checked=read.sentences - len(read.reasons),
        names=named,
        unnamed=tuple(claim for claim in contested if claim not in named),
    )


def _foreign(text: str, read: _Read) -> None:
    """Leaves out an entry that is about no claim there is; what it called the claim is an editor's words, and not
    told."""
    _left_out(Fault(kind="added", says=NO_SUCH, sentence=" ".join(text.split())), read)


def _left_out(fault: Fault, read: _Read) -> None:
    read.sentences += 1
    read.reasons.append(fault.says)
    read.faults.append(fault)


def _told(text: str, of: Known, read: _Read, note: str = "") -> str:
    """The entry as it stands in the report: its sentences that hold."""
    line = " ".join(text.split())
    parts: list[str] = []
    shown: set[str] = {note}
    for sentence in sentences_in(signs_in(line, of.names), line):
        fault = fault_of(sentence, line, of, note=note)
        if fault is not None:
            _left_out(fault, read)
            continue
        read.sentences += 1
        read.named += claims_of(sentence)
        parts.append(_shown(sentence, line, of, shown))
    return " ".join(parts)


def _shown(sentence: Sequence[Sign], line: str, of: Known, shown: set[str]) -> str:
    """A sentence that holds, with the whole words of each claim beside its id where the entry names it first."""
    words = ""
    for at, sign in enumerate(sentence):
        told = line[sign.start : sign.end]
        if is_claim(sign.said):
            claim = f"claim-{sign.said[1:]}"
            words_of = unformatted(of.claims[claim].text).removesuffix(".")  # a stop inside would end the sentence
            told = f"[{claim}]" if claim in shown else f"“{words_of}” [{claim}]"
            shown.add(claim)
        elif told[0] in "[(":
            told = sign.said  # what joins the ids of a list in brackets
        elif sign.said == "Q":
            told = f"“{unformatted(of.names.question)}”"
        words += told if sign.said in TIGHT or not at else f" {told}"
    return words if words.endswith(".") else f"{words}."


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
