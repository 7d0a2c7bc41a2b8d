"""What does a sentence assert that names no claim?

Nobody voted on what it says, so it may only tell of the vote: who voted, on how many claims, how they came out, and
where the report goes on. It may be put together of words for that and of those of the claims named just before it; of
the question's where it says that it was asked. A wish, a plan or a fact takes another word, and one is too many. Held
by `tests/protocols/claim_vote/narrative/test_sentences.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from moot.protocols.claim_vote.narrative.text import Sentence
from moot.protocols.claim_vote.narrative.words import ASKING, JUDGING, PROCEDURE, root
from moot.tally.lexicon import word_set

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
