"""Does a sentence that names no claim say of all of them at once what the votes bear out?

`No claim is contested`, `one claim was rejected`, `all twelve are agreed`, `fourteen claims`: clause by clause, a word
that says how many, what it counts, and the tier it gives them. It goes by words, as the audit of narratives does, and
knows no more than these. Held by `tests/protocols/claim_vote/narrative/test_connecting.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from moot.protocols.claim_vote.findings import Claim, Fault, Tier, Tiers
from moot.protocols.claim_vote.narrative.text import Sentence
from moot.protocols.claim_vote.narrative.words import NUMBER_WORDS, TIER_WORDS
from moot.tally.lexicon import NEGATIONS, word_set, words_of

CLAUSES = re.compile(r"[;,.:()]|\b(?:and|but|while|whereas|though|although)\b", re.I)
NONE, WHOLE = word_set("no none nothing neither zero"), word_set("all every each everything")
TENS = (
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty",
    "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "dozen", "dozens", "hundreds", "thousand", "thousands",
)  # fmt: skip
AMOUNTS = {name: number for number, name in enumerate(TENS[:8], start=13)} | {"thirty": 30, "dozen": 12}
CLAIM_WORDS = word_set("claim claims point points statement statements finding findings item items thing things")
KIND_STARTS = {"recommend": "recommendation", "risk": "risk", "fact": "factual_claim", "opportun": "opportunity"}
UNITED = word_set("agreement consensus unanimous unanimously united unity accord harmony")
"""Words for agreement that, said of the council as a whole, leave no room for a claim it did not agree on."""
PERSONS = word_set("member members voter voters council")
EVERYBODY = word_set("everybody everyone unanimous unanimously")
REACH = 3
"""So many words behind a word that says how many, what it counts may stand."""


def wrong_of_all(sentence: Sentence, claims: Sequence[Claim], tiers: Tiers) -> list[Fault]:
    """What such a sentence says of how many claims stand where, as far as the tally does not bear it out."""
    if sentence.claims:
        return []
    kinds = {claim.id: claim.kind for claim in claims}
    of = {tally.claim: tally.tier for tally in tiers.claims}
    wrong: list[str] = []
    for clause in CLAUSES.split(sentence.marked):
        words = words_of(clause)
        wrong += _in_clause(words, kinds, of, len(tiers.voters) + len(tiers.silent))
        wrong += [] if sentence.around else _of_all_voters(words, of)
    return [
        Fault(kind="number", says=f"“{word}” is not what the tally says of the claims.", sentence=sentence.text)
        for word in dict.fromkeys(wrong)
    ]


def _in_clause(words: list[str], kinds: Mapping[str, str], of: Mapping[str, Tier], members: int) -> list[str]:
    said = {tier for word in words for tier, names in TIER_WORDS.items() if word in names}
    denied = any(word in NEGATIONS and word not in NONE for word in words)
    wrong: list[str] = []
    for at, word in enumerate(words):
        behind = words[at + 1 : at + 1 + REACH]
        if word in TENS and AMOUNTS.get(word) not in (len(of), members):
            wrong.append(word)
        kind = next((kind for one in behind for start, kind in KIND_STARTS.items() if one.startswith(start)), "")
        counted = [claim for claim in of if not kind or kinds[claim] == kind]
        about_claims = bool(kind) or bool(CLAIM_WORDS & set(behind)) or word in ("nothing", "none", "everything")
        if denied or not about_claims:
            continue
        there = {tier: sum(of[claim] == tier for claim in counted) for tier in said}
        if word in NONE and any(there.values()):
            wrong.append(word)
        number = next((NUMBER_WORDS[one] for one in behind if one in NUMBER_WORDS), len(counted))
        if word in WHOLE and len(said) == 1 and number not in there.values():
            wrong.append(word)
        if word == "one" and "of" not in behind[:1] and len(said) == 1 and 1 not in there.values():
            wrong.append(word)
    return wrong


def _of_all_voters(words: list[str], of: Mapping[str, Tier]) -> list[str]:
    """What speaks of an agreement of all where not every claim is agreed on."""
    here = set(words)
    said = any(here & names for names in TIER_WORDS.values())
    united = UNITED & here if PERSONS & here else EVERYBODY & here if said else frozenset()
    if not united or here & (NEGATIONS | NONE) or not set(of.values()) - {"HIGH"}:
        return []
    return [next(word for word in words if word in united)]
