"""On which side of a claim do words put a vote, and how many votes stand there?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.protocols.claim_vote.ballots import VoteLevel
from moot.protocols.claim_vote.findings import ClaimTally
from moot.protocols.claim_vote.narrative.words import VOTERS

SIDES: tuple[tuple[str, str], ...] = (
    ("approv", "approve"), ("favour", "approve"), ("favor", "approve"), ("support", "approve"), ("back", "approve"),
    ("accept", "approve"), ("agree", "approve"), ("endors", "approve"), ("reject", "reject"), ("oppos", "reject"),
    ("against", "reject"), ("disapprov", "reject"), ("disagree", "reject"), ("oppon", "reject"), ("dissent", "reject"),
    ("object", "reject"), ("neutral", "neutral"), ("undecided", "neutral"), ("abstain", "neutral"),
    ("between", "neutral"),    ("like", "approve"), ("want", "approve"), ("prefer", "approve"),
)  # fmt: skip
STARTS = tuple(start for start, _ in SIDES)
SAID = frozenset(("say", "says", "said", "voted", "vote", "votes", "are", "is", "were", "was"))
"""Before `for`, `yes` or `no`: a side, and not a little word."""
LEVEL: dict[tuple[str, bool], VoteLevel] = {
    ("approve", True): "strongly_approve", ("approve", False): "approve", ("neutral", False): "neutral",
    ("neutral", True): "neutral", ("reject", False): "reject", ("reject", True): "strongly_reject",
}  # fmt: skip
FAVOUR = re.compile(r"approv|accept|support|back|favou?r|endors|agree|believe|think|\bfor\b")
REJECTION = re.compile(r"reject|oppos|against")
STRONGLY: dict[str, VoteLevel] = {"approve": "strongly_approve", "reject": "strongly_reject"}


def side_in(words: Sequence[str], *, backwards: bool = False) -> tuple[str, bool] | None:
    """The level the words speak of: its side, and whether strongly."""
    for at, word in enumerate(words):
        earlier = words[at + 1 : at + 2] if backwards else words[max(0, at - 1) : at]
        last = at == 0 if backwards else at + 1 == len(words)
        if word in ("for", "yes", "no") and ((not earlier and not backwards and last) or SAID & set(earlier)):
            return ("reject" if word == "no" else "approve"), False
        if word.startswith(STARTS) and word not in ("likewise", "likely", "unlike"):
            side = next(side for start, side in SIDES if word.startswith(start))
            return side, "strongly" in words[max(0, at - 2) : at + 3]
    return None


def of_side(tally: ClaimTally, side: str, strongly: bool, *, exact: bool) -> list[float]:
    """Votes of one level; where levels are not told apart, also those of a whole side."""
    level = float(tally.counts.get(LEVEL[side, strongly], 0))
    return [level] if exact else [level, float(side_count(tally, side))]


def side_count(tally: ClaimTally, side: str) -> int:
    return sum(
        tally.counts.get(LEVEL[side, strongly], 0) for strongly in ((True, False) if side != "neutral" else (True,))
    )


def one_sided(tally: ClaimTally) -> bool:
    return any(side_count(tally, side) == tally.votes for side in ("approve", "reject", "neutral"))


def everyone_on(word: str, after: list[str]) -> bool:
    """Whether it says that every voter stands on that side."""
    if word == "all" and (side_in(after[:1]) or after[:1] == ["strongly"]):
        return True
    return word in ("everyone", "everybody") or (word in ("all", "every", "each") and bool(VOTERS & set(after[:2])))


def side_said(text: str) -> tuple[str, bool]:
    """The side a known construction speaks of, and whether strongly."""
    side = "reject" if REJECTION.search(text) else "approve" if FAVOUR.search(text) else "neutral"
    return side, bool(re.search(r"\bstrong(?:ly)?\b", text))


def number_said(quantity: str, votes: int, everybody: int) -> int | None:
    """The count that is said; -1 for a share, and nothing where its whole is wrong. Who abstained, or whose vote could
    not be read, is a voter too: `all` and `most` are told of everybody."""
    numbers = [int(one) for one in re.findall(r"\d+", quantity)]
    first = quantity.split()[0]
    if " of " in quantity and len(numbers) == 2:
        return numbers[0] if numbers[1] == votes else None
    if first in ("all", "every", "each", "everyone", "everybody"):
        return votes if votes == everybody and (not numbers or numbers == [votes]) else None
    if first in ("no", "none", "nobody", "not"):
        return 0
    if quantity.startswith("a majority of") and numbers:
        return -1 if numbers == [everybody] else None
    return numbers[0] if numbers else -1


def share_holds(quantity: str, real: int, everybody: int) -> bool:
    """Whether so many are half of everybody or more, as it says."""
    return 2 * real == everybody if quantity.startswith("half") else 2 * real > everybody
