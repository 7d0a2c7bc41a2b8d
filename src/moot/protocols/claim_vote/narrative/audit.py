"""Which sentences of a narrative say what the council voted, and which do not?

Where an editor writes the whole report, each of its sentences is held against the tally as a form's are: it is of a
known form and so, or it is struck. A line as the template has it stands, too. What a section has to tell and does not
is put in by code. Held by reports of many manners, honest and crooked:
`tests/protocols/claim_vote/narrative/narratives/`, `tests/protocols/claim_vote/narrative/reports/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.protocols.claim_vote.findings import MOST_FAULTS, Claim, Fault, Tiers
from moot.protocols.claim_vote.narrative.holding import GRAVE, Known, fault_of, known
from moot.protocols.claim_vote.narrative.sections import TIER_SECTIONS
from moot.protocols.claim_vote.narrative.signs import claims_of, is_claim, sentences_in, signs_in
from moot.protocols.claim_vote.narrative.template import item_of, template_of
from moot.protocols.claim_vote.narrative.text import Block, laid_out

SPACES = {ord("\t"): " ", ord("\r"): " "}
"""One for one, so that everything stays in its place."""


class Strike(Struct, frozen=True):
    """A sentence that does not hold."""

    start: int
    """Where in the narrative it begins."""
    end: int
    """Where it ends."""
    faults: tuple[Fault, ...]
    """Why."""


class Lacking(Struct, frozen=True):
    """Something a section has to give and does not."""

    section: str
    """The section."""
    claim: str
    """The claim whose words are to be put in."""


class Audited(Struct, frozen=True, kw_only=True):
    """What was found in a narrative."""

    sentences: int
    """How many it has."""
    struck: tuple[Strike, ...]
    """The sentences that do not hold, in order."""
    lacking: tuple[Lacking, ...]
    """Claims whose words are missing where they belong."""
    faults: tuple[Fault, ...]
    """All that was found, the first `MOST_FAULTS` of it."""
    ends: dict[str, int]
    """Where each of its sections ends."""

    @property
    def checked(self) -> int:
        """How many stand: each of them was held against the tally."""
        return self.sentences - len(self.struck)


class _Told(Struct):
    """Which claims the standing sentences tell, by section."""

    named: dict[str, set[str]]
    quoted: dict[str, set[str]]

    def add(self, section: str, named: Sequence[str], quoted: Sequence[str]) -> None:
        self.named.setdefault(section, set()).update(named)
        self.quoted.setdefault(section, set()).update(quoted)


def audit(narrative: str, question: str, claims: Sequence[Claim], tiers: Tiers) -> Audited:
    """Every sentence held against the tally."""
    of = known(question, claims, tiers)
    laid = laid_out(narrative)
    lines = _lines(claims, tiers)
    told = _Told({}, {})
    struck: list[Strike] = []
    number = 0
    for block in laid.blocks:
        block_lines = [line.strip() for line in narrative[block.start : block.end].split("\n")]
        if all(line in lines for line in block_lines):
            number += len(block_lines)
            for line in block_lines:
                told.add(block.section, lines[line], lines[line])
            continue
        count, strikes = _sentences(narrative, block, of, told)
        number += count
        struck += strikes
    lacking, missing = _lacking(told, of)
    found = [fault for strike in struck for fault in strike.faults] + missing
    return Audited(
        sentences=number,
        struck=tuple(struck),
        lacking=lacking,
        faults=tuple(found[:MOST_FAULTS]),
        ends=laid.ends,
    )


def _lines(claims: Sequence[Claim], tiers: Tiers) -> Mapping[str, tuple[str, ...]]:
    """The lines of the template, each with the claim that it tells."""
    tallies = {tally.claim: tally for tally in tiers.claims}
    items = {item_of(claim, tallies[claim.id]).removeprefix("- ").strip(): (claim.id,) for claim in claims}
    plain = (line.strip() for line in template_of(claims, tiers).split("\n"))
    return {**{line: () for line in plain if line and not line.startswith(("- ", "#"))}, **items}


def _sentences(narrative: str, block: Block, of: Known, told: _Told) -> tuple[int, list[Strike]]:
    """How many sentences a block has, and those that do not hold."""
    text = narrative[block.start : block.end].translate(SPACES)
    strikes: list[Strike] = []
    sentences = sentences_in(signs_in(text, of.names), text)
    for signs in sentences:
        fault = fault_of(signs, text, of, section=block.section)
        if fault is None:
            own = [f"claim-{sign.said[1:]}" for sign in signs if sign.own and is_claim(sign.said)]
            told.add(block.section, claims_of(signs), own)
        else:
            strikes.append(Strike(block.start + signs[0].start, block.start + signs[-1].end, (fault,)))
    return len(sentences), strikes


def _lacking(told: _Told, of: Known) -> tuple[tuple[Lacking, ...], list[Fault]]:
    """Claims whose words have to be put in, and what is held against the narrative for it."""
    quoted = set[str]().union(*told.quoted.values())
    everywhere = set[str]().union(*told.named.values())
    lacking: list[Lacking] = []
    faults: list[Fault] = []

    def lacks(section: str, claim: str) -> None:
        if Lacking(section, claim) not in lacking:
            lacking.append(Lacking(section, claim))

    for name, tier in TIER_SECTIONS.items():
        for claim in (one.claim for one in of.tallies.values() if one.tier == tier):
            words = told.quoted.get(name, set()) if tier in GRAVE else quoted
            if claim not in told.named.get(name, set()):
                faults.append(Fault(kind="unnamed", says=f"{claim} is {tier} and is not named under “{name}”."))
                lacks(name, claim)
            elif claim not in words:
                says = f"{claim} is {tier} and does not stand in its own words under “{name}”."
                faults += [Fault(kind="unquoted", says=says)] if tier in GRAVE else []
                lacks(name, claim)
    for one in of.claims.values():
        if one.kind == "risk" and one.id not in told.named.get("Risks", set()):
            faults.append(Fault(kind="unnamed", says=f"{one.id} is a risk and is not named under “Risks”."))
            lacks("Risks", one.id)
        if of.tallies[one.id].tier == "MEDIUM" and one.id not in quoted:
            if one.id not in everywhere:
                faults.append(Fault(kind="unnamed", says=f"{one.id} is MEDIUM and is named nowhere."))
            if Lacking("Risks", one.id) not in lacking:
                lacks("How the council voted", one.id)
    return tuple(lacking), faults
