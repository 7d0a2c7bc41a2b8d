"""How is a difference between arms told? In the same words at a terminal and on the page that needs nothing else."""

from __future__ import annotations

from moot.tally.studies.arms import ArmDifference, ClassDifference, HeldBack, Says
from moot.tally.studies.figures import FEWEST, How
from moot.tally.studies.noise import Least
from moot.tally.studies.reach import Reach
from moot.vocabulary.words.headings import counted
from moot.vocabulary.words.sums import rounded

SMALLEST = 0.001
"""The smallest p that is written with its figures."""
SAYS: dict[Says, str] = {
    "beyond": "beyond noise",
    "within": "not beyond noise",
    "untold": "cannot be told",
    "exploratory": "exploratory",
    "degraded": "too few whole results to be called beyond noise",
    "unread": "too few answers that could be told right or wrong to be called beyond noise",
    "few": "too few questions",
    "unmeasured": "noise not measured",
}
"""What a difference is called."""


HELD_BACK: dict[HeldBack, str] = {
    "": "",
    "noise": "noise alone gives as much",
    "whole": "questions without a degraded result do not show it by themselves",
    "read": "questions with answers that could be told under both do not show it by themselves",
}
"""What keeps a difference with a small p from being called more than noise."""


def p_words(p: float) -> str:
    """`p = 0.041`, `p < 0.001`: no p is none."""
    return f"p = {rounded(p, 3)}" if p >= SMALLEST / 2 else f"p < {rounded(SMALLEST, 3)}"


def how_words(how: How) -> str:
    """How an interval was made; what shows no spread has none, which is no sureness."""
    return "no spread seen" if how == "did not vary" else how


def called(told: ArmDifference) -> str:
    """What a difference is called, with the reason where nothing can be told, or where its p alone would say more."""
    reason = reason_words(told.p_least, told.domains, told.difference.n) if told.says == "untold" else ""
    reason = reason or HELD_BACK[told.held_back]
    return f"{SAYS[told.says]}: {reason}" if reason else SAYS[told.says]


def reason_words(least: float | None, domains: int, questions: int) -> str:
    """Why nothing can be told from chance: `4 domains; the least p is 0.125`. Empty where it can."""
    if least is None:
        return ""
    units = counted(domains, "domain") if domains else counted(questions, "question")
    return f"{units}; the least p is {rounded(least, 3)}"


def test_words(told: ArmDifference) -> str:
    """Its p, by which test, and where so few questions cannot come to less."""
    if told.p_holm is None:
        return ""
    least = "" if told.says == "untold" else reason_words(told.p_least, told.domains, told.difference.n)
    return f"{p_words(told.p_holm)} by Holm ({told.test}{'; ' if least else ''}{least})"


def reach_words(reach: Reach) -> str:
    """What a study of a size can show, before anything is asked."""
    n = counted(reach.questions, "question")
    if reach.questions < FEWEST:
        return f"With fewer than {FEWEST} questions no figure will be told."
    if not reach.tells:
        reason = reason_words(reach.least_p, reach.domains, reach.questions)
        return f"{n} cannot tell a difference from chance, however large it is: {reason}. It takes more " \
               f"{'domains' if reach.domains else 'questions'}."  # fmt: skip
    if reach.spreads is None:
        return ""
    if reach.domains:
        return f"{n} of {reach.domains} domains can show a difference of {rounded(reach.spreads, 2)} times its " \
               "spread from domain to domain, which is known once answers are there."  # fmt: skip
    return f"{n} can show a difference of {rounded(reach.spreads, 2)} times its spread from question to question, " \
           "which is known once answers are there; this takes questions to be independent of each other."  # fmt: skip


def least_words(least: Least | None, sign: str = "", *, points: bool = False) -> str:
    """What such a study finds."""
    if least is None:
        return ""
    by = " by the judge's noise" if least.by == "noise" else ""
    shown = f"{rounded(100 * least.shown, 1)} points" if points else rounded(least.shown, 2)
    return f"four of five such studies find {sign}{shown} or more{by}"


def gaps_words(told: ArmDifference | ClassDifference, n: int) -> str:
    """How many questions are missing, and on how many a result is degraded; empty where neither is so."""
    parts = [f"{n} of {told.planned} questions"] if n < told.planned else []
    if told.degraded:
        parts.append(f"{told.degraded} of {n} with a degraded result")
    if isinstance(told, ArmDifference) and told.unread:
        parts.append(f"{told.unread} of {n} with an answer that could be told neither right nor wrong")
    return ", ".join(parts)
