"""What does a sentence assert that names no claim?

Nobody voted on what it says, so it may only tell of the vote: who voted, on how many claims, how they came out, and
where the report goes on. It may be put together of words for that and of those of the claims named just before it; of
the question's where it says that it was asked. A wish, a plan or a fact takes another word, and one is too many. And
what it says of all claims at once (`no claim is contested`, `all twelve are agreed`) has to be borne out by the votes:
clause by clause, a word that says how many, what it counts, and the tier it gives them. Held by
`tests/protocols/claim_vote/narrative/test_sentences.py`, `tests/protocols/claim_vote/narrative/test_connecting.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from moot.protocols.claim_vote.findings import Claim, Fault, Tier, Tiers
from moot.protocols.claim_vote.narrative.text import Sentence
from moot.protocols.claim_vote.narrative.words import ASKING, JUDGING, NUMBER_WORDS, PROCEDURE, TIER_WORDS, root
from moot.tally.lexicon import NEGATIONS, word_set, words_of

CONNECTING = word_set(
    """decided decides got gets room right attained attains stayed stays text allow allows favourable favorable missing
    least most far take takes took taken people person turnout thing things largest smallest told tells tell bracket
    brackets run runs seriously section page table column row bar line lines each other others both
    either neither between under beside order behind before after more fewer less than same different next now then this
    these those such only also again"""
)
"""Further words in which reports tell of a vote."""
OPENING = word_set("balance brief short")
"""`In short, …` adds nothing to the claim that follows."""
ARTICLES = word_set("a an the its their our his her this that")
TOGETHER = word_set("and or then")
JOINING = word_set(
    "in at by with from to for into near which who because since after before during via is are was were"
)
"""Words behind which something is added to what a claim says."""
MADE_UP = re.compile(
    r"\b(?:second|third|new|another|further|later|earlier|previous|first|repeat(?:ed)?)\s+(?:vote|ballot|round|poll)\b"
    r"|\bvot(?:e|es|ed|ing)\s+(?:twice|again|anew|of (?:no )?confidence)\b"
    r"|\bconfidence in\b|\bbeliev\w* in\b|\bclaims (?:are|were) (?:all )?facts\b"
    r"|\b(?:checked|tested|confirmed|proved|proven|verified) (?:by|against|with)\b|\bnothing (?:is|was|remains) left\b",
    re.I,
)
"""What words for a vote can be made to say though there was one vote, once, and no more is known."""
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


def unclaimed_in(
    sentence: Sentence, carrying: Iterable[tuple[str, str]], known: Collection[str], asked: Collection[str]
) -> list[str]:
    """Its words that tell of no vote; `carrying` has its words with their stems, `known` those of the claims around."""
    asks = sentence.text.rstrip(" \"')").endswith("?") or bool(ASKING & set(sentence.words))
    made_up = MADE_UP.search(sentence.marked)
    found = [made_up[0]] if made_up else []
    return found + [
        word
        for word, stem in carrying
        if word in JUDGING - {"sound", "missing"}
        or not (stem in PROCEDURE or word in CONNECTING or stem in known or (asks and stem in asked))
    ]


def hung_on(unknown: Sequence[str], words: Sequence[str], known: Collection[str]) -> list[str]:
    """Of words that a claim lacks, those that do more than dwell on a word of its own: a place, a time, a second thing.

    One that stands beside a word of the claim, as `older` in `the older pupils`, says how; one behind `in` or `and`,
    which the claim's own words do not follow, says something else.
    """
    found = []
    for at, word in enumerate(words):
        if word not in unknown:
            continue
        before = next((one for one in reversed(words[:at]) if one not in ARTICLES), "")
        behind = words[at + 1] if at + 1 < len(words) else ""
        if word not in OPENING and (before in TOGETHER or (before in JOINING and root(behind) not in known)):
            found.append(word)
    return found


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
