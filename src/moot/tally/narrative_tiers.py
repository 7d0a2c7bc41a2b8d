"""Does a sentence give each claim the tier it has, and does it soften any?

A sentence is read in groups: claims and the tier words that belong to them. Words that tell single voters' votes (`two
members approved it`) are no tier words. Outside a tier's own section, a contested or rejected claim is called so in
the sentence that names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.tally.lexicon import NEGATIONS, stem, words_of
from moot.tally.narrative_text import NAMED, Sentence, claims_in
from moot.tally.narrative_words import (
    COUNCIL,
    MAY,
    NUMBER_WORDS,
    SOFTENERS,
    SOFTENING_PHRASES,
    SOMEONE,
    TIER_PHRASES,
    TIER_WORDS,
    VOTE_WORDS,
    VOTERS,
)  # fmt: skip
from moot.vocabulary.claim_findings import Tier

CLAUSE = re.compile(r"(;)|,|\(|\)|\bbut\b|\bwhile\b|\bwhereas\b|\bthough\b|\balthough\b|\band\b|\bunlike\b| - ", re.I)
REACH = 3
GRAVE: tuple[Tier, ...] = ("CONTESTED", "REJECTED")


class Group(Struct, frozen=True):
    """Claims, and what is said of their tier in the same breath."""

    claims: tuple[str, ...]
    """Claims named in it."""
    said: frozenset[Tier]
    """Tiers it gives them."""
    denied: frozenset[Tier]
    """Tiers it says they do not have."""


def said_tiers(
    sentence: Sentence,
    around: Sequence[str],
    tiers: Mapping[str, Tier],
    home: Tier | None,
    known: Mapping[str, set[str]],
) -> list[str]:
    """What is wrong with the tiers a sentence gives; `known` has the stems of each claim."""
    wrong: list[str] = []
    for group in groups_of(sentence, around, known):
        claims = [claim for claim in group.claims or around if claim in tiers]
        true = {tiers[claim] for claim in claims}
        if not claims:
            if home is not None and group.said - {home}:
                wrong.append(f"in the section on {home} claims it speaks of {_first(group.said - {home})}")
            if home is not None and home in group.denied and home in tiers.values():
                wrong.append(f"it says that {home} claims are not {home}")
            continue
        for tier in sorted(group.said - true):
            wrong.append(f"{', '.join(claims)}: called {tier}, though it is {' and '.join(sorted(true))}")
        for claim in claims if group.said and group.claims else ():
            if tiers[claim] not in group.said and not group.said - true:
                wrong.append(f"{claim} is {tiers[claim]}, which the words beside it do not say")
        if group.denied & true:
            wrong.append(f"it denies that {', '.join(claims)} is {_first(group.denied & true)}")
        if len(true) > 1 and len(group.said) > 1:
            wrong.append(f"it does not tell which of {', '.join(claims)} is which")
        if not group.said and group.claims:
            for claim in claims:
                if tiers[claim] in GRAVE and home != tiers[claim]:
                    wrong.append(f"{claim} is {tiers[claim]}, and it is not called so")
                elif home is not None and home != tiers[claim]:
                    wrong.append(f"{claim} is {tiers[claim]} and stands among {home} claims")
    return wrong


def groups_of(sentence: Sentence, around: Sequence[str], known: Mapping[str, set[str]]) -> list[Group]:
    """Claims with the tier words that belong to them.

    A clause that names claims opens a new group once the one before has claims and a tier; a clause of claims alone
    goes on with the list before it, unless what is said of them follows (`claim-04, which is MEDIUM`).
    """
    clauses = _clauses(sentence, around, known)
    groups: list[Group] = []
    for at, clause in enumerate(clauses):
        after = clauses[at + 1] if at + 1 < len(clauses) else None
        told = after is not None and after.relative and bool(after.said or after.denied)
        news = bool(clause.claims) and (clause.apart or told or bool(clause.said or clause.denied) or clause.long)
        last = groups[-1] if groups else None
        if last is None or (last.claims and last.said and news):
            groups.append(Group(clause.claims, clause.said, clause.denied))
        else:
            claims = (*last.claims, *clause.claims)
            groups[-1] = Group(claims, last.said | clause.said, last.denied | clause.denied)
    return groups


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


def _clauses(sentence: Sentence, around: Sequence[str], known: Mapping[str, set[str]]) -> list[Clause]:
    clauses: list[Clause] = []
    apart = False
    for part in CLAUSE.split(sentence.marked):
        if part is None or part == ";":
            apart = apart or part == ";"
            continue
        claims = claims_in(part)
        words = words_of(NAMED.sub(" ", part))
        own = {root for claim in claims or around for root in known.get(claim, ())}
        said, denied = _tiers_in(words, own)
        if claims or said or denied:
            relative = words[:1] in (["which"], ["that"], ["is"], ["was"], ["are"], ["were"])
            clauses.append(Clause(claims, said, denied, len(words) > 2, apart, relative))
            apart = False
    return clauses


def softeners_in(sentence: Sentence, exempt: set[str]) -> list[str]:
    """Words that make it sound better than it stands; words of the claims themselves do not count."""
    words = sentence.words
    found = [word for word in words if word in SOFTENERS and stem(word) not in exempt]
    joined = f" {' '.join(words)} "
    return found + [phrase for phrase in SOFTENING_PHRASES if f" {phrase} " in joined]


def _tiers_in(words: list[str], own: set[str]) -> tuple[frozenset[Tier], frozenset[Tier]]:
    said: set[Tier] = set()
    denied: set[Tier] = set()
    joined = f" {' '.join(words)} "
    for tier, phrases in TIER_PHRASES.items():
        for phrase in phrases:
            if f" {phrase} " in joined:
                said.add(tier)
                joined = joined.replace(f" {phrase} ", " . ")
    left = joined.split()
    for at, word in enumerate(left):
        for tier, names in TIER_WORDS.items():
            if word not in names or (word in VOTE_WORDS and _of_a_voter(left, at)):
                continue
            before = left[max(0, at - REACH) : at]
            if stem(word) in own and (MAY & set(before) or not COUNCIL & set(before)):
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
    return bool(VOTERS & set(after)) or (after[:1] == ["by"] and any(_counts(word) for word in after))


def _counts(word: str) -> bool:
    return word in SOMEONE or word.isdigit() or word in NUMBER_WORDS


def _first(tiers: frozenset[Tier]) -> str:
    return min(tiers)
