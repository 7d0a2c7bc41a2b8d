"""Does a narrative say what the council voted, and nothing else?

Held against the tally, sentence by sentence: the six sections stand in order; every claim is named, contested, rejected
and high ones in their own section and risks among the risks; outside it a contested or rejected claim is called so in
the same breath; no sentence gives a claim another tier, softens one, turns one round, or recommends or adds what no
claim says; every number is the tally's. It goes by words and errs on the side of finding fault: a narrative sent back
costs a call, one that misleads costs the council its use. Held by a corpus of true and untrue narratives:
`tests/tally/narratives/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from moot.tally.lexicon import LITTLE, NEGATIONS, negations_in, opposed, stem, stems_of, words_of
from moot.tally.narrative_numbers import Figures, wrong_numbers
from moot.tally.narrative_text import NAMED, Section, Sentence, claims_in, sections_in
from moot.tally.narrative_tiers import GRAVE, said_tiers, softeners_in
from moot.tally.narrative_words import (
    ASKING,
    COMMANDS,
    CUE_PHRASES,
    CUES,
    LIMITERS,
    MAYBE,
    NUMBER_WORDS,
    OF_THE_VOTE,
    PROCEDURE,
    SECTIONS,
    STRENGTHENERS,
    SURELY,
    TIER_SECTIONS,
    VOTE_WORDS,
)  # fmt: skip
from moot.vocabulary.claim_findings import Claim, Fault, FaultKind, Tier, Tiers

LINK = re.compile(r"https?://|www\.|\]\(|!\[|<\w")
ASKED = re.compile(r"\bwhether\b[^,;:.]*", re.I)
MOST = 40
"""Faults that are told; a narrative with more is no better known by them."""
RETOLD = 0.5
"""A sentence retells a claim when it has this share of the claim's carrying words."""
ADDED = {"cue": 6, "cited": 5, "free": 6}
"""One unknown word is let pass for so many carrying words: in advice, about named claims, and elsewhere. None is let
pass beside a claim's own words, nor about what is contested or rejected."""


def audit(narrative: str, question: str, claims: Sequence[Claim], tiers: Tiers) -> tuple[Fault, ...]:
    """What is wrong with it, in the order of the text, the first `MOST` of it; nothing when it is true."""
    return tuple(islice(_Audit(narrative, question, claims, tiers).faults(), MOST))


class _Audit:
    def __init__(self, narrative: str, question: str, claims: Sequence[Claim], tiers: Tiers) -> None:
        self.narrative = narrative
        self.claims = {claim.id: claim for claim in claims}
        self.tier: dict[str, Tier] = {tally.claim: tally.tier for tally in tiers.claims}
        self.figures = Figures({tally.claim: tally for tally in tiers.claims}, self.claims, tiers, question)
        self.sections = sections_in(narrative, {claim.id: claim.text for claim in claims})
        self.question = set(stems_of(question))
        self.known = {
            claim.id: set(stems_of(claim.text)) | {one for span in claim.spans for one in stems_of(span.quote)}
            for claim in claims
        }

    def faults(self) -> Iterator[Fault]:
        yield from self._layout()
        yield from self._naming()
        for section in self.sections:
            for sentence in section.sentences:
                yield from self._sentence(section, sentence)

    # --- the whole ------------------------------------------------------------------------------------------------

    def _layout(self) -> Iterator[Fault]:
        names = [section.name for section in self.sections]
        for wanted in SECTIONS:
            if names.count(wanted) != 1:
                how = "is missing" if wanted not in names else "stands more than once"
                yield _fault("section", f"The section “{wanted}” {how}.")
        for section in self.sections:
            if section.name not in SECTIONS:
                what = f"the section “{section.name}”" if section.name else "text before the first section"
                yield _fault("section", f"There is {what}, which is none of the six.")
            elif not section.sentences:
                yield _fault("section", f"The section “{section.name}” is empty.")
        if [name for name in names if name in SECTIONS] != [name for name in SECTIONS if name in names]:
            yield _fault("section", f"The sections do not stand in this order: {', '.join(SECTIONS)}.")
        if LINK.search(self.narrative):
            yield _fault("added", "There is a link, a picture or markup that no claim holds.")

    def _naming(self) -> Iterator[Fault]:
        named = {section.name: section.claims for section in self.sections}
        everywhere = frozenset(claim for claims in named.values() for claim in claims)
        for name, tier in TIER_SECTIONS.items():
            for claim_id in self.tier:
                if self.tier[claim_id] == tier and claim_id not in named.get(name, frozenset()):
                    yield _fault("unnamed", f"{claim_id} is {tier} and is not named under “{name}”.")
        for claim in self.claims.values():
            if claim.kind == "risk" and claim.id not in named.get("Risks", frozenset()):
                yield _fault("unnamed", f"{claim.id} is a risk and is not named under “Risks”.")
            if self.tier.get(claim.id) == "MEDIUM" and claim.id not in everywhere:
                yield _fault("unnamed", f"{claim.id} is MEDIUM and is named nowhere.")
        for claim_id in sorted(everywhere - self.claims.keys()):
            yield _fault("added", f"{claim_id} is named, and there is no such claim.")

    # --- one sentence ---------------------------------------------------------------------------------------------

    def _sentence(self, section: Section, sentence: Sentence) -> Iterator[Fault]:
        home = TIER_SECTIONS.get(section.name)
        claims = tuple(claim for claim in sentence.claims if claim in self.claims)
        around = tuple(claim for claim in sentence.around if claim in self.claims)
        own = {root for claim in around for root in self.known[claim]}
        for why in said_tiers(sentence, around, self.tier, home, self.known):
            yield _fault("tier", f"{why}: {_short(sentence)}")
        grave = [claim for claim in around if self.tier.get(claim) in GRAVE]
        if grave or home in ("CONTESTED", "REJECTED"):
            for word in softeners_in(sentence, own):
                yield _fault("softened", f"“{word}” softens what was voted: {_short(sentence)}")
        for clause, about in _clauses(sentence):
            for number in wrong_numbers(clause, about or around, self.figures):
                yield _fault("number", f"“{number}” is not what the tally says: {_short(sentence)}")
        yield from self._grounds(sentence, around)
        for claim in claims:
            if claim not in sentence.verbatim:
                yield from self._retelling(sentence, self.claims[claim], alone=len(claims) == 1)
        if sentence.verbatim and _turned(sentence):
            yield _fault("flipped", f"A claim's own words are turned round: {_short(sentence)}")

    def _grounds(self, sentence: Sentence, around: Sequence[str]) -> Iterator[Fault]:
        """Whether it recommends or asserts anything that stands in no claim."""
        words = sentence.words
        known = set(self.question).union(*(self.known[claim] for claim in around))
        carrying = [(word, stem(word)) for word in words if _carries(word)]
        unknown = [word for word, root in carrying if root not in known and root not in PROCEDURE]
        cue = _cue(
            words_of(ASKED.sub(" ", NAMED.sub(" . ", sentence.marked))),
            {word for claim in around for word in words_of(self.claims[claim].text)},
        )
        if cue and not around:
            yield _fault("added", f"It recommends (“{cue}”) without naming a claim: {_short(sentence)}")
        if not around and self._answers(words):
            yield _fault("added", f"It answers the question without naming a claim: {_short(sentence)}")
        strong = [word for word in words if word in STRENGTHENERS and stem(word) not in known]
        if strong:
            yield _fault("added", f"“{strong[0]}” stands in no claim it names: {_short(sentence)}")
        grave = any(self.tier.get(claim) in GRAVE for claim in around)
        room = (
            0 if grave or sentence.verbatim else len(carrying) // ADDED["cue" if cue else "cited" if around else "free"]
        )
        if len(unknown) > room:
            listed = ", ".join(f"“{word}”" for word in dict.fromkeys(unknown))
            where = "the claims it names" if around else "the question, and it names no claim"
            yield _fault("added", f"{listed} does not stand in {where}: {_short(sentence)}")

    def _answers(self, words: Sequence[str]) -> bool:
        """Whether it says something of the question's matter, rather than that it was asked."""
        told = [stem(word) for word in words if _carries(word) and stem(word) not in PROCEDURE]
        about = [root for root in told if root in self.question]
        return len(about) >= 2 and 2 * len(about) >= len(told) and not ASKING & set(words)

    def _retelling(self, sentence: Sentence, claim: Claim, *, alone: bool) -> Iterator[Fault]:
        """Whether a claim told in other words is still the same claim."""
        words, others = _plain_words(sentence.words), words_of(claim.text)
        carried = set(stems_of(claim.text))
        shared = carried & {stem(word) for word in words}
        if not carried or len(shared) < RETOLD * len(carried):
            return
        pair = opposed(others, [word for word in words if word not in VOTE_WORDS])
        if pair:
            yield _fault("flipped", f"{claim.id} says “{pair[0]}”, not “{pair[1]}”: {_short(sentence)}")
        if alone and "whether" not in words and (negations_in(words) > 0) != (negations_in(others) > 0):
            yield _fault("flipped", f"{claim.id} is negated where it is not, or the reverse: {_short(sentence)}")
        if MAYBE & set(others) and SURELY & set(words) and not MAYBE & set(words):
            yield _fault(
                "flipped", f"{claim.id} says “{min(MAYBE & set(others))}”, not for certain: {_short(sentence)}"
            )
        left_out = (LIMITERS & set(others)) - set(words)
        if left_out:
            yield _fault("flipped", f"{claim.id} says “{min(left_out)}”, which is left out: {_short(sentence)}")


def _clauses(sentence: Sentence) -> list[tuple[str, tuple[str, ...]]]:
    """The sentence cut at semicolons, each part with the claims it names and without them."""
    parts = []
    for part in sentence.marked.split(";"):
        parts.append((NAMED.sub(" ; ", part), claims_in(part)))
    return parts


def _carries(word: str) -> bool:
    return not (
        word in LITTLE
        or word in NEGATIONS
        or word in CUES
        or word in NUMBER_WORDS
        or word[0].isdigit()
        or len(word) < 2
    )


def _cue(words: Sequence[str], claimed: set[str]) -> str:
    """The word that recommends something. A word of the claim itself, such as its `should`, recommends nothing new."""
    for word in words:
        if word in CUES and word not in claimed:
            return word
    joined = " ".join(words)
    for phrase in CUE_PHRASES:
        if f" {phrase} " in f" {joined} ":
            return phrase
    return words[0] if words and words[0] in COMMANDS and words[0] not in claimed else ""


def _plain_words(words: Sequence[str]) -> list[str]:
    """Without negations that speak of the vote: `did not accept`, `no agreement`."""
    kept = []
    for at, word in enumerate(words):
        if (word in NEGATIONS or word.endswith("n't")) and any(near in OF_THE_VOTE for near in words[at + 1 : at + 4]):
            continue
        kept.append("-" if word == "against" else word)
    return kept


def _turned(sentence: Sentence) -> bool:
    """Whether the editor's own words deny what the claim says."""
    return negations_in(_plain_words(sentence.words)) > 0


def _short(sentence: Sentence) -> str:
    return f"“{sentence.text}”" if len(sentence.text) <= 160 else f"“{sentence.text[:157]}…”"


def _fault(kind: FaultKind, says: str) -> Fault:
    return Fault(kind=kind, says=says)
