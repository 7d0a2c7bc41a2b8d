"""Which sentences of a narrative say what the council voted, and which do not?

Each sentence is held against the tally by itself: a claim keeps its tier, its meaning and its figures; a contested or
rejected claim is called so and stands in its own words in its section; nothing is recommended or asserted that no claim
says. What is found is a reason to strike the sentence, never a verdict on the rest, and nothing found is no proof. It
goes by words. Held by reports of many manners, honest and crooked: `tests/protocols/claim_vote/narrative/narratives/`,
`tests/protocols/claim_vote/narrative/reports/`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from moot.protocols.claim_vote.findings import MOST_FAULTS, Claim, Fault, FaultKind, Tier, Tiers
from moot.protocols.claim_vote.narrative.figures import Figures
from moot.protocols.claim_vote.narrative.known import Matter
from moot.protocols.claim_vote.narrative.numbers import wrong_numbers
from moot.protocols.claim_vote.narrative.relating import addressed, carried_by, carrying_stem, limited_itself
from moot.protocols.claim_vote.narrative.retelling import changes_in, turned_round
from moot.protocols.claim_vote.narrative.text import NAMED, Section, Sentence, claims_in, sections_in
from moot.protocols.claim_vote.narrative.tiers import GRAVE, said_tiers, softeners_in
from moot.protocols.claim_vote.narrative.unclaimed import hung_on, unclaimed_in
from moot.protocols.claim_vote.narrative.words import (
    ASKING,
    BESIDE,
    COMMANDS,
    CUE_PHRASES,
    CUES,
    JUDGING,
    NOTING,
    NUMBER_WORDS,
    PROCEDURE,
    STRENGTHENERS,
    TELLING,
    TIER_SECTIONS,
    root,
)  # fmt: skip
from moot.tally.lexicon import LITTLE, NEGATIONS, WORD, words_of

LINK = re.compile(r"https?://|www\.|\]\(|!\[|<\w")
ASKED = re.compile(r"\bwhether\b[^,;:.]*", re.I)
SOMEBODY = re.compile(r"\bseat-[a-z]\b|\badvisor-\w+|\b(?:voter|member|model|answer) [A-Z](?![a-z'])")
"""A single voter by name: the editor is told counts and nobody's vote."""
LABEL = re.compile(r"\W{0,9}([^.:;,⟨⟪⟩⟫]{1,50}):\s")
"""What stands before a claim as its heading."""
SHORT_LABEL = re.compile(r"\A\W{0,9}(?:\w{1,30}\s+){0,2}\w{1,30}:\s")
NOTED = re.compile("|".join(NOTING), re.I)
QUOTATION = re.compile(r'"([^"]*)"')
CUE_STARTS = frozenset(phrase.split()[0] for phrase in CUE_PHRASES)
RECOMMENDING = CUES | CUE_STARTS | COMMANDS
STRENGTHENING = STRENGTHENERS - BESIDE
ABOUT_THE_COUNCIL = PROCEDURE | TELLING
SAME_CLAIM = 0.7
"""A sentence that names no claim speaks of the one of whose carrying words it has this share."""
BRIEF = 6
"""Words of a note such as `No early ack (rejected, claim-09)`, which may have one word of its own."""
ADDED = 6
"""One unknown word is let pass for so many carrying words about claims that are neither contested nor rejected."""


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
    checked: int
    """How many of those that stand were held against the tally word by word."""
    struck: tuple[Strike, ...]
    """The sentences that do not hold, in order."""
    lacking: tuple[Lacking, ...]
    """Claims whose words are missing where they belong."""
    faults: tuple[Fault, ...]
    """All that was found, the first `MOST_FAULTS` of it."""
    sections: tuple[Section, ...]
    """How it is laid out."""
    untraced: frozenset[int] = frozenset()
    """Where sentences begin that stand although not every word of theirs could be traced."""


def audit(narrative: str, question: str, claims: Sequence[Claim], tiers: Tiers) -> Audited:
    """Every sentence held against the tally."""
    return _Audit(narrative, question, claims, tiers).result()


class _Read(Struct, frozen=True):
    """What was found in one sentence."""

    faults: tuple[Fault, ...]
    """Why it does not hold."""
    sure: bool
    """Whether each of its words could be traced to something."""


class _Audit:
    def __init__(self, narrative: str, question: str, claims: Sequence[Claim], tiers: Tiers) -> None:
        self.narrative = narrative
        self.claims = {claim.id: claim for claim in claims}
        self.tier: dict[str, Tier] = {tally.claim: tally.tier for tally in tiers.claims}
        self.figures = Figures({tally.claim: tally for tally in tiers.claims}, self.claims, tiers, question)
        self.sections = sections_in(narrative, {claim.id: claim.text for claim in claims})
        self.matter = Matter(question, claims)
        self.carried = self.matter.carried
        self.read: dict[tuple[str, str, str, tuple[str, ...]], _Read] = {}
        self.numbers: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        """What was found in a sentence and in a clause already: what stands a thousand times is read once."""

    def result(self) -> Audited:
        checked = 0
        struck: list[Strike] = []
        untraced: set[int] = set()
        standing: list[tuple[Section, Sentence]] = []
        sentences = [(section, sentence) for section in self.sections for sentence in section.sentences]
        for section, sentence in sentences:
            read = self._sentence(section, sentence)
            if read.faults:
                struck.append(Strike(sentence.start, sentence.end, read.faults))
            else:
                standing.append((section, sentence))
                checked += read.sure
                untraced |= set() if read.sure else {sentence.start}
        lacking, missing = self._lacking(standing)
        found = [fault for strike in struck for fault in strike.faults] + missing
        return Audited(
            sentences=len(sentences),
            checked=checked,
            struck=tuple(struck),
            lacking=lacking,
            faults=tuple(found[:MOST_FAULTS]),
            sections=tuple(self.sections),
            untraced=frozenset(untraced),
        )

    # --- what has to stand somewhere ------------------------------------------------------------------------------

    def _lacking(self, standing: Sequence[tuple[Section, Sentence]]) -> tuple[tuple[Lacking, ...], list[Fault]]:
        named: dict[str, set[str]] = {}
        verbatim: dict[str, set[str]] = {}
        told: set[str] = set()
        for section, sentence in standing:
            if not sentence.claims:
                continue
            named.setdefault(section.name, set()).update(sentence.claims)
            verbatim.setdefault(section.name, set()).update(sentence.verbatim)
            told.update(claim for claim in sentence.claims if claim in self.claims and self._tells(sentence, claim))
        everywhere = set[str]().union(*named.values())
        quoted = set[str]().union(*verbatim.values())
        lacking: list[Lacking] = []
        faults: list[Fault] = []
        for name, tier in TIER_SECTIONS.items():
            for claim_id in (one for one in self.tier if self.tier[one] == tier):
                words = verbatim.get(name, set()) if tier in GRAVE else quoted | told
                if claim_id not in named.get(name, set()):
                    faults.append(_fault("unnamed", f"{claim_id} is {tier} and is not named under “{name}”."))
                elif claim_id not in words and tier in GRAVE:
                    says = f"{claim_id} is {tier} and does not stand in its own words under “{name}”."
                    faults.append(_fault("unquoted", says))
                if claim_id not in words or claim_id not in named.get(name, set()):
                    lacking.append(Lacking(name, claim_id))
        for claim in self.claims.values():
            if claim.kind == "risk" and claim.id not in named.get("Risks", set()):
                faults.append(_fault("unnamed", f"{claim.id} is a risk and is not named under “Risks”."))
                lacking.append(Lacking("Risks", claim.id))
            if self.tier.get(claim.id) == "MEDIUM" and claim.id not in quoted:
                if claim.id not in everywhere:
                    faults.append(_fault("unnamed", f"{claim.id} is MEDIUM and is named nowhere."))
                if Lacking("Risks", claim.id) not in lacking:
                    lacking.append(Lacking("How the council voted", claim.id))
        return tuple(lacking), faults

    def _tells(self, sentence: Sentence, claim: str) -> bool:
        """Whether a reader learns from the sentence what the claim says."""
        return len(self.carried[claim] & carried_by(sentence.words)) >= 0.6 * len(self.carried[claim])

    # --- one sentence ---------------------------------------------------------------------------------------------

    def _sentence(self, section: Section, sentence: Sentence) -> _Read:
        key = (section.name, sentence.text, sentence.marked, sentence.around)
        read = self.read.get(key)
        if read is None:
            self.sure = True
            faults = tuple(
                Fault(kind=kind, says=f"{says[0].upper()}{says[1:]}.", sentence=sentence.text)
                for kind, says in self._reasons(section, sentence)
            )
            read = self.read[key] = _Read(faults, self.sure)
        return read

    def _reasons(self, section: Section, sentence: Sentence) -> Iterator[tuple[FaultKind, str]]:
        home = TIER_SECTIONS.get(section.name)
        unknown_ids = sorted(set(sentence.claims) - self.claims.keys())
        if unknown_ids:
            yield "added", f"{', '.join(unknown_ids)} is named, and there is no such claim"
        if LINK.search(sentence.marked):
            yield "added", "there is a link, a picture or markup that no claim holds"
        if SOMEBODY.search(sentence.marked):
            yield "added", "it names a single voter, and only the counts were told"
        claims = tuple(claim for claim in sentence.claims if claim in self.claims)
        meant = () if claims else self._meant(sentence)
        around = claims or meant or tuple(claim for claim in sentence.around if claim in self.claims)
        own = self.matter.about(around).known
        for why in said_tiers(sentence, around, self.tier, home, self.matter):
            yield "tier", why
        for claim in meant:
            if (
                self.tier[claim] in GRAVE
                and home != self.tier[claim]
                and self.tier[claim].lower() not in sentence.words
            ):
                yield "tier", f"it tells {claim}, which is {self.tier[claim]}, and does not call it so"
        if any(self.tier.get(claim) in GRAVE for claim in around) or home in GRAVE:
            for word in softeners_in(sentence, own):
                yield "softened", f"“{word}” softens what was voted"
        for clause, about in _clauses(sentence):
            for number in self._wrong_numbers(clause, about or around):
                yield "number", f"“{number}” is not what the tally says"
        yield from self._grounds(sentence, around, bare=not claims and not meant)
        for claim in (*claims, *meant):
            if claim not in sentence.verbatim:
                label = self.tier[claim] in GRAVE
                for change in changes_in(
                    _part_about(sentence, claim, self.carried), self.claims[claim], self.tier[claim], label=label
                ):
                    yield "flipped", f"{claim} {change}"
        rejected = all(self.tier.get(claim) == "REJECTED" for claim in sentence.verbatim)
        if sentence.verbatim and turned_round(sentence.marked) and not rejected:
            yield "flipped", "a claim's own words are turned round"
        if sentence.verbatim and (word := limited_itself(sentence.marked)):
            yield "flipped", f"“{word}” limits a claim's own words"

    def _wrong_numbers(self, clause: str, about: tuple[str, ...]) -> list[str]:
        key = (clause, about)
        if key not in self.numbers:
            self.numbers[key] = wrong_numbers(clause, about, self.figures)
        return self.numbers[key]

    def _meant(self, sentence: Sentence) -> tuple[str, ...]:
        """The claim a sentence tells without naming it."""
        if "whether" in sentence.words:
            return ()
        told = self.matter.retold(carried_by(sentence.words), SAME_CLAIM)
        return () if told is None else (told,)

    def _grounds(self, sentence: Sentence, around: tuple[str, ...], *, bare: bool) -> Iterator[tuple[FaultKind, str]]:
        """Whether it recommends or asserts anything that stands in no claim; a `bare` one names and retells none."""
        words = sentence.words
        about = self.matter.about(around)
        known, asked = about.known, self.matter.question
        carrying = [(word, _root(word)) for word in words if _carries(word)]
        unknown = [
            word
            for word, base in carrying
            if not (base in known or base in asked or base in PROCEDURE or base in TELLING or word in about.begun)
        ]
        asks = sentence.text.rstrip(" \"')").endswith("?")
        cue = _cue_in(sentence, about.spoken)
        if cue and not around and not asks:
            yield "added", f"it recommends (“{cue}”) without naming a claim"
        if not around and (self._answers(words) or "yes" in words) and not asks:
            yield "added", "it answers the question without naming a claim"
        strong = [each for each in words if each in STRENGTHENING and root(each) not in known | asked]
        if not BESIDE.isdisjoint(words):
            strong += [
                word
                for one, other in pairwise(words)
                for word, near in ((one, other), (other, one))
                if word in BESIDE and (_root(near) in known or _root(near) in asked) and near not in TELLING
            ]
        if strong:
            yield "added", f"“{strong[0]}” stands in no claim it names"
        if around and (whom := addressed(words, known | about.spoken)):
            yield "added", f"it says who is to do it, “{whom}”, which no claim says"
        not_known = set(unknown)
        quoted = [
            word
            for part in QUOTATION.findall(sentence.marked)
            for word in words_of(NAMED.sub(" . ", part))
            if word in not_known
        ]
        if unknown:
            self.sure = False
        unknown = self._unlabelled(sentence, unknown)
        room = self._room(sentence, around, len(carrying), cue, asks=asks)
        if bare:
            unknown, room = unclaimed_in(sentence, carrying, known | about.begun, asked), 0
        elif beyond := hung_on(unknown, words, known):
            unknown, room = beyond, 0
        if len(unknown) > room or quoted:
            where = "the claims it names" if around else "the question, and it names no claim"
            listed = ", ".join(f"“{word}”" for word in dict.fromkeys(quoted or unknown))
            yield "added", f"{listed} does not stand in {where}"

    def _room(self, sentence: Sentence, around: Sequence[str], carrying: int, cue: str, *, asks: bool) -> int:
        """How many unknown words are let pass."""
        if asks:
            return carrying // 2
        if any(self.tier.get(claim) in GRAVE for claim in around) or (sentence.verbatim and not cue):
            named = {tier.lower() for claim in around if (tier := self.tier.get(claim)) in GRAVE and tier}
            brief = len(sentence.words) <= BRIEF and bool(named & set(sentence.words)) and not sentence.verbatim
            return int(brief and not JUDGING & set(sentence.words))
        return carrying // ADDED

    def _unlabelled(self, sentence: Sentence, unknown: list[str]) -> list[str]:
        """Without the words of a heading of a claim, unless one of them judges it."""
        found = LABEL.match(sentence.marked) if sentence.claims else None
        named = words_of(found[1]) if found else []
        if not named or len(named) > 4 or JUDGING & set(named):
            return unknown
        return [word for word in unknown if word not in named]

    def _answers(self, words: Sequence[str]) -> bool:
        """Whether it says something of the question's matter, rather than that it was asked."""
        told = [_root(word) for word in words if _carries(word) and root(word) not in ABOUT_THE_COUNCIL]
        about = [root for root in told if root in self.matter.question]
        return len(about) >= 2 and 2 * len(about) >= len(told) and not ASKING & set(words)


def _root(word: str) -> str:
    return carrying_stem(word) or word


def _clauses(sentence: Sentence) -> list[tuple[str, tuple[str, ...]]]:
    """The sentence cut at semicolons, each part with the claims it names and without them."""
    return [(NAMED.sub(" ; ", part), claims_in(part)) for part in sentence.marked.split(";") if WORD.search(part)]


def _part_about(sentence: Sentence, claim: str, carried: dict[str, set[str]]) -> str:
    """Of a sentence that names several claims, the stretch beside this one's id that has most of its words."""
    if len(sentence.claims) < 2:
        pieces = [part for part in sentence.marked.split(";") if claim in claims_in(part)]
        return NAMED.sub(" . ", ";".join(pieces) or sentence.marked)
    parts = NAMED.split(sentence.marked)  # text, id, words, text, id, words, …
    beside = [
        part
        for at in range(1, len(parts), 3)
        if claim == f"claim-{parts[at] or parts[at + 1]}"
        for part in (parts[at - 1], parts[at + 2])
    ]
    return max(beside, key=lambda part: len(carried[claim] & carried_by(words_of(part))), default="")


@lru_cache(maxsize=16_384)
def _carries(word: str) -> bool:
    return not (
        word in LITTLE
        or word in NEGATIONS
        or word in CUES
        or word in NUMBER_WORDS
        or word[0].isdigit()
        or len(word) < 2
    )


def _cue_in(sentence: Sentence, claimed: Collection[str]) -> str:
    """The word that recommends something, outside of names, of notes and of what was asked."""
    if RECOMMENDING.isdisjoint(sentence.words):
        return ""
    marked = NAMED.sub(" . ", SHORT_LABEL.sub("", sentence.marked))
    return _cue(words_of(NOTED.sub(" ", ASKED.sub(" ", marked))), claimed)


def _cue(words: Sequence[str], claimed: Collection[str]) -> str:
    """The word that recommends something. A word of the claim itself, such as its `should`, recommends nothing new."""
    for word in words:
        if word in CUES and word not in claimed:
            return word
    if not CUE_STARTS.isdisjoint(words):
        joined = f" {' '.join(words)} "
        for phrase in CUE_PHRASES:
            if f" {phrase} " in joined:
                return phrase
    return words[0] if words and words[0] in COMMANDS and words[0] not in claimed else ""


def _fault(kind: FaultKind, says: str) -> Fault:
    return Fault(kind=kind, says=says)
