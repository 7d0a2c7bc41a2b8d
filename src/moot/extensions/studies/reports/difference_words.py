"""Format differences between arms for the terminal and the self-contained page."""

from __future__ import annotations

from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.figures import FEWEST, How
from moot.extensions.studies.stats.reach import Reach
from moot.vocabulary.public import counted, rounded

SMALLEST = 0.001
"""The smallest p written as a number."""


def p_words(p: float) -> str:
    """Return `p = 0.041`, or `p < 0.001` for a smaller p."""
    return f"p = {rounded(p, 3)}" if p >= SMALLEST / 2 else f"p < {rounded(SMALLEST, 3)}"


def how_words(how: How) -> str:
    """Return how an interval was made; values without spread have none, which does not mean certainty."""
    return "no spread seen" if how == "did not vary" else how


def test_words(told: ArmDifference) -> str:
    """Return the p and the test: `p = 0.041 by Holm (sign flips)`."""
    return "" if told.p_holm is None else f"{p_words(told.p_holm)} by Holm ({told.test})"


def reach_words(reach: Reach) -> str:
    """Return what a study of this size can show, before it runs."""
    n = counted(reach.questions, "question")
    if reach.questions < FEWEST:
        return f"With fewer than {FEWEST} questions no figure will be told."
    if not reach.tells:
        units = counted(reach.domains, "domain") if reach.domains else n
        return (
            f"{n} cannot tell a difference from chance, however large it is: {units}; the least p is "
            f"{rounded(reach.least_p, 3)}. It takes more {'domains' if reach.domains else 'questions'}."
        )
    if reach.spreads is None:
        return ""
    if reach.domains:
        return f"{n} of {reach.domains} domains can show a difference of {rounded(reach.spreads, 2)} times its " \
               "spread from domain to domain, which is known once answers are there."  # fmt: skip
    return f"{n} can show a difference of {rounded(reach.spreads, 2)} times its spread from question to question, " \
           "which is known once answers are there; this takes questions to be independent of each other."  # fmt: skip


def gaps_words(told: ArmDifference | ClassDifference, n: int) -> str:
    """Return how many of the questions have a degraded or ungraded result; empty if none."""
    parts = [f"{told.degraded} of {n} with a degraded result"] if told.degraded else []
    if isinstance(told, ArmDifference) and told.unread:
        parts.append(f"{told.unread} of {n} with an answer that could be told neither right nor wrong")
    return ", ".join(parts)
