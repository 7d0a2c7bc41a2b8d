"""Does a sentence give each claim the tier it has, and does it soften any?

A sentence is read in groups: claims and the tier words that belong to them. Words that tell single voters' votes (`two
members approved it`) are no tier words. Outside a tier's own section, a contested or rejected claim is called so in
the sentence that names it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.claim_vote.findings import Tier
from moot.protocols.claim_vote.narrative.known import Matter
from moot.protocols.claim_vote.narrative.text import NAMED, Sentence, claims_in
from moot.protocols.claim_vote.narrative.words import (
    COUNCIL,
    MAY,
    NUMBER_WORDS,
    SOFTENERS,
    SOFTENING_PHRASES,
    SOMEONE,
    TIER_NAMES,
    TIER_PHRASES,
    TIER_WORDS,
    VOTE_WORDS,
    VOTERS,
    root,
)  # fmt: skip
from moot.tally.lexicon import NEGATIONS, words_of

CLAUSE = re.compile(
    r"(;|,|\(|\)|\bbut\b|\bwhile\b|\bwhereas\b|\bthough\b|\balthough\b|\bas well as\b|\band\b|\bunlike\b| - )", re.I
)
JOINTS = (";", ",", "(", ")", "but", "while", "whereas", "though", "although", "as well as", "and", "unlike", " - ")
CAPITALS = re.compile(r"\b(?:HIGH|MEDIUM|CONTESTED|REJECTED)\b")
ASIDE = re.compile(r"(?<=⟩)\s*\((HIGH|MEDIUM|CONTESTED|REJECTED)\b([^()]*)\)", re.I)
"""`claim-03 (HIGH)` says what it is."""
REACH = 3
MARK = "claimhere"
BREAK = re.compile(rf"{NAMED.pattern}|:")
SAYING = frozenset(("is", "are", "was", "were", "remains", "remain", "council", "it", "they", "stays", "be", "been"))
PHRASED = re.compile("|".join(f" {re.escape(phrase)} " for phrases in TIER_PHRASES.values() for phrase in phrases))
TIER_NAMING = frozenset(TIER_NAMES).union(*TIER_WORDS.values())
PHRASE_WORDS = frozenset(phrase.split()[0] for phrases in TIER_PHRASES.values() for phrase in phrases)
NO_TIERS: tuple[frozenset[Tier], frozenset[Tier]] = (frozenset(), frozenset())
GRAVE: tuple[Tier, ...] = ("CONTESTED", "REJECTED")


class Group(Struct, frozen=True):
    """Claims, and what is said of their tier in the same breath."""

    claims: tuple[str, ...]
    """Claims named in it."""
    said: frozenset[Tier]
    """Tiers it gives them."""
    denied: frozenset[Tier]
    """Tiers it says they do not have."""
    before: frozenset[Tier] = frozenset()
    """Tiers of the group it goes on with: `rejected are A and B`."""


def said_tiers(
    sentence: Sentence,
    around: tuple[str, ...],
    tiers: Mapping[str, Tier],
    home: Tier | None,
    matter: Matter,
) -> list[str]:
    """What is wrong with the tiers a sentence gives."""
    wrong: list[str] = []
    for group in groups_of(sentence, around, matter):
        claims = [claim for claim in group.claims or around if claim in tiers]
        true = {tiers[claim] for claim in claims}
        if not claims:
            if home is not None and group.said - {home}:
                wrong.append(f"in the section on {home} claims it speaks of {_first(group.said - {home})}")
            if home is not None and home in group.denied and home in tiers.values():
                wrong.append(f"it says that {home} claims are not {home}")
            continue
        loose = {"MEDIUM"} if group.said & true else set[Tier]()  # `one big one and a medium one`
        for tier in sorted(group.said - true - loose):
            wrong.append(f"{', '.join(claims)}: called {tier}, though it is {' and '.join(sorted(true))}")
        for claim in claims if group.said and group.claims else ():
            if tiers[claim] not in group.said and not group.said - true:
                wrong.append(f"{claim} is {tiers[claim]}, which the words beside it do not say")
        if group.denied & true:
            wrong.append(f"it denies that {', '.join(claims)} is {_first(group.denied & true)}")
        if len(true) > 1 and len(group.said - loose) > 1:
            wrong.append(f"it does not tell which of {', '.join(claims)} is which")
        if not group.said and group.claims:
            for claim in claims:
                if tiers[claim] in GRAVE and home != tiers[claim] and tiers[claim] not in group.before:
                    wrong.append(f"{claim} is {tiers[claim]}, and it is not called so")
                elif home is not None and home != tiers[claim]:
                    wrong.append(f"{claim} is {tiers[claim]} and stands among {home} claims")
    return wrong


def groups_of(sentence: Sentence, around: tuple[str, ...], matter: Matter) -> list[Group]:
    """Claims with the tier words that belong to them.

    A clause that names claims opens a new group once the one before has claims and a tier; a clause of claims alone
    goes on with the list before it, unless what is said of them follows (`claim-04, which is MEDIUM`).
    """
    clauses = _clauses(sentence, around, matter)
    groups: list[Group] = []
    listed: list[list[str]] = []  # the claims of each group, which a list of many goes on with one by one
    for at, clause in enumerate(clauses):
        after = clauses[at + 1] if at + 1 < len(clauses) else None
        told = after is not None and after.relative and bool(after.said or after.denied)
        news = bool(clause.claims) and (clause.apart or told or bool(clause.said or clause.denied) or clause.long)
        last = groups[-1] if groups else None
        if last is None or (listed[-1] and news and (last.said or clause.leads)):
            goes_on = last is not None and clause.joined and not clause.said
            groups.append(Group((), clause.said, clause.denied, _told(last) if last and goes_on else frozenset()))
            listed.append(list(clause.claims))
        else:
            listed[-1] += clause.claims
            if clause.said or clause.denied:
                groups[-1] = Group((), last.said | clause.said, last.denied | clause.denied, last.before)
    return [replace(group, claims=tuple(claims)) for group, claims in zip(groups, listed, strict=True)]


def _told(group: Group) -> frozenset[Tier]:
    return group.said | group.before


class Clause(Struct, frozen=True):
    """A part of a sentence between commas, brackets or words that join sentences."""

    claims: tuple[str, ...]
    """Claims named in it."""
    said: frozenset[Tier]
    """Tiers it names."""
    denied: frozenset[Tier]
    """Tiers it denies."""
    long: bool
    """Whether it has more words than a list has between its members."""
    apart: bool
    """Whether a semicolon stands before it."""
    relative: bool
    """Whether it says something of what stands before it."""
    joined: bool
    """Whether `and` or a comma joins it to what stands before it."""
    leads: bool
    """Whether it says the tier before it names a claim: `and it is contested whether …`."""
    counted: bool
    """Whether it counts claims and names none: `three are HIGH`."""


def _clauses(sentence: Sentence, around: tuple[str, ...], matter: Matter) -> list[Clause]:
    clauses: list[Clause] = []
    apart, joined = False, False
    marked = CAPITALS.sub(lambda found: f"tier{found[0].lower()}", ASIDE.sub(r" is \1 \2, ", sentence.marked))
    for part in CLAUSE.split(marked):
        if part in JOINTS:
            apart = apart or part == ";"
            joined = part in (",", "and", "as well as")
            continue
        claims = claims_in(part)
        words = words_of(BREAK.sub(f" {MARK} ", part))
        own = matter.about(claims or around).known
        said, denied = _tiers_in(words, own)
        if claims or said or denied:
            relative = [word for word in words if word != MARK][:1] in (
                ["which"],
                ["that"],
                ["is"],
                ["was"],
                ["are"],
                ["were"],
            )
            counted = not claims and any(_counts(word) for word in words)
            words = [word for word in words if word != MARK]
            ahead = words_of(part[: NAMED.search(part).start()]) if claims and (said or denied) else []  # type: ignore[union-attr]
            leads = len(ahead) > 1 and any(_tiers_in(ahead, own)) and bool(SAYING & set(ahead))
            clauses.append(Clause(claims, said, denied, len(words) > 2, apart, relative, joined, leads, counted))
            apart = joined = False
    if any(clause.claims and (clause.said or clause.denied) for clause in clauses):
        # `three are HIGH, and MEDIUM is claim-06`: what is counted is no list's heading
        clauses = [
            clause
            for at, clause in enumerate(clauses)
            if clause.claims or not clause.counted or clause.relative or not _free(clauses, at)
        ]
    return clauses


def _free(clauses: Sequence[Clause], at: int) -> bool:
    """Whether the next clause that names claims says their tier itself, so that this one need not."""
    following = next((clause for clause in clauses[at + 1 :] if clause.claims), None)
    return following is not None and bool(following.said)


def softeners_in(sentence: Sentence, exempt: Collection[str]) -> list[str]:
    """Words that make it sound better than it stands; words of the claims themselves do not count."""
    words = sentence.words
    found = [word for word in words if word in SOFTENERS and root(word) not in exempt and not _idle(word, words)]
    joined = f" {' '.join(words)} "
    return found + [phrase for phrase in SOFTENING_PHRASES if f" {phrase} " in joined]


def _idle(word: str, words: Sequence[str]) -> bool:
    """Whether a softener softens nothing here: `worse still`, `the only claim`."""
    joined = f" {' '.join(words)} "
    return (word == "still" and " worse still " in joined) or (word == "only" and " the only " in joined)


def _tiers_in(words: list[str], own: Collection[str]) -> tuple[frozenset[Tier], frozenset[Tier]]:
    if TIER_NAMING.isdisjoint(words) and PHRASE_WORDS.isdisjoint(words):
        return NO_TIERS
    said: set[Tier] = set()
    denied: set[Tier] = set()
    joined = f" {' '.join(words)} "
    for tier, phrases in TIER_PHRASES.items() if PHRASED.search(joined) else ():
        for phrase in phrases:
            if f" {phrase} " in joined:
                if not any(f" {none} {phrase} " in joined for none in ("nobody", "none", "not", "never", "one")):
                    said.add(tier)
                joined = joined.replace(f" {phrase} ", " . ")
    left = joined.split()
    for at, word in enumerate(left):
        for tier, names in TIER_WORDS.items() if word in TIER_NAMING else ():
            capital = TIER_NAMES.get(word) == tier
            if not capital and (word not in names or (word in VOTE_WORDS and _of_a_voter(left, at))):
                continue
            before = left[max(0, at - REACH) : at]
            before = before[len(before) - before[::-1].index(MARK) :] if MARK in before else before
            if root(word) in own and (MAY & set(before) or not COUNCIL & set(before)):
                continue  # a claim may itself speak of a split or of support
            if any(near in NEGATIONS or near.endswith("n't") for near in before):
                denied.add(tier)
            else:
                said.add(tier)
    return frozenset(said), frozenset(denied)


def _of_a_voter(words: list[str], at: int) -> bool:
    """Whether a word such as `approved` tells a voter's vote: a number or a voter stands beside it."""
    before, after = words[max(0, at - REACH) : at], words[at + 1 : at + 1 + REACH]
    if "strongly" in before[-1:]:
        return True
    if "claims" in (*before, *after):
        return False
    if any(_counts(word) for word in before):
        return True
    if after[:2] in (["by", "everyone"], ["by", "everybody"], ["by", "all"]):
        return False
    return bool(VOTERS & set(after)) or (after[:1] == ["by"] and any(_counts(word) for word in after))


def _counts(word: str) -> bool:
    return word in SOMEONE or word.isdigit() or word in NUMBER_WORDS


def _first(tiers: frozenset[Tier]) -> str:
    return min(tiers)
