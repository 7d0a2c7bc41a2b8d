"""How is a difference between arms told? In the same words at a terminal and on the page that needs nothing else."""

from __future__ import annotations

from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.figures import FEWEST, How
from moot.extensions.studies.stats.reach import Reach
from moot.vocabulary.public import counted, rounded

SMALLEST = 0.001
"""The smallest p that is written with its figures."""


def p_words(p: float) -> str:
    """`p = 0.041`, `p < 0.001`: no p is none."""
    return f"p = {rounded(p, 3)}" if p >= SMALLEST / 2 else f"p < {rounded(SMALLEST, 3)}"


def how_words(how: How) -> str:
    """How an interval was made; what shows no spread has none, which is no sureness."""
    return "no spread seen" if how == "did not vary" else how


def test_words(told: ArmDifference) -> str:
    """Return its p and the test: `p = 0.041 by Holm (sign flips)`."""
    return "" if told.p_holm is None else f"{p_words(told.p_holm)} by Holm ({told.test})"


def reach_words(reach: Reach) -> str:
    """What a study of a size can show, before anything is asked."""
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
    """Return on how many of its questions a result is degraded or unread; empty where none is."""
    parts = [f"{told.degraded} of {n} with a degraded result"] if told.degraded else []
    if isinstance(told, ArmDifference) and told.unread:
        parts.append(f"{told.unread} of {n} with an answer that could be told neither right nor wrong")
    return ", ".join(parts)
