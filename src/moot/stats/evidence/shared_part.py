"""Fit how many errors readers share to a store's questions with known answers.

Votes cannot show an error that all readers share: it looks like worth. Questions with known answers can. The fitted
share is the one at which simulated councils put a right answer first as often as this store's councils did, each with
as many answers, and as many right ones among them. `tests/stats/evidence/test_shared_part.py` recovers known shares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from msgspec import Struct

from moot.stats.evidence.councils import AssumedCouncil, drawn, scores, winners
from moot.stats.evidence.figures import FEWEST, MOST, STATED_SHARED, Assumption

ENOUGH = 40
"""Minimum number of questions for the fit."""
COUNCILS = 2_000
"""Councils simulated for each number of answers and each share."""
SHARES = tuple(step / 20 for step in range(20))
"""Shares that are tried; values between them are interpolated."""
WIDE = 1.959964


class RankedAnswers(Struct, frozen=True, kw_only=True):
    """Graded answers to a question with a known answer, with the readers' rankings."""

    ranks: Mapping[str, Mapping[str, float]]
    """Per reader, the rank of each author's answer: lower is better, equal is a tie."""
    right: Mapping[str, bool]
    """Grade per author; ungraded answers are left out."""


def fitted_share(questions: Iterable[RankedAnswers], agreement: float) -> Assumption:
    """Fit the share of the readers' agreement that is a common error.

    Args:
        questions: Questions with known answers. Only those with right and wrong answers count.
        agreement: Share of a vote that two readers have in common.

    Returns:
        The share with its 95 % interval, or `STATED_SHARED` for fewer than `ENOUGH` questions.
    """
    kinds: Counter[tuple[int, int]] = Counter()
    came = 0.0
    for each in questions:
        first = _right_first(each)
        if first is not None:
            came += first
            kinds[len(each.right), sum(each.right.values())] += 1
    number = kinds.total()
    if number < ENOUGH:
        return STATED_SHARED
    expected = [_expected(kinds, agreement, share) for share in SHARES]
    rate = came / number
    wide = WIDE * sqrt(rate * (1 - rate) / number)
    value, low, high = (_share_at(each, expected) for each in (rate, rate + wide, rate - wide))
    return Assumption(value=value, low=low, high=high, sessions=number)


def _right_first(question: RankedAnswers) -> float | None:
    """Return the share of the answers tied for first that are right; `None` if the question has no information on
    readers."""
    import numpy as np  # slow to load, and `--help` never needs it

    authors = list(question.right)
    if not FEWEST <= len(authors) <= MOST or len(set(question.right.values())) < 2:
        return None
    rows = []
    for reader in (*authors, *(each for each in question.ranks if each not in question.right)):
        ranks = {name: rank for name, rank in question.ranks.get(reader, {}).items() if name in question.right}
        rows.append([_place(ranks, name) for name in authors])
    votes = np.array([rows])
    if np.isnan(votes).all():
        return None
    score = np.round(scores(votes)[0], 5)
    return float(
        np.mean([question.right[name] for name, each in zip(authors, score, strict=True) if each == max(score)])
    )


def _place(ranks: Mapping[str, float], name: str) -> float:
    """Return the share of other answers on a ballot that are below this one; NaN if it is not on it."""
    others = [rank for other, rank in ranks.items() if other != name]
    if name not in ranks or not others:
        return float("nan")
    return sum((ranks[name] < rank) + (ranks[name] == rank) / 2 for rank in others) / len(others)


def _expected(kinds: Mapping[tuple[int, int], int], agreement: float, shared: float) -> float:
    """Return how often simulated councils put a right answer first."""
    total = 0.0
    for size in {size for size, _ in kinds}:
        found = drawn(AssumedCouncil(seats=size, agreement=agreement, shared=shared), COUNCILS)
        first = winners(found.votes)
        better = (found.worth > found.worth[range(COUNCILS), first][:, None]).sum(axis=1)
        total += sum(number * float((better < right).mean()) for (of, right), number in kinds.items() if of == size)
    return total / sum(kinds.values())


def _share_at(rate: float, expected: Sequence[float]) -> float:
    """Return the share at which the simulated rate falls to this one."""
    for at in range(1, len(SHARES)):
        if rate > expected[at]:
            fall = expected[at - 1] - expected[at]
            part = min(1.0, max(0.0, (expected[at - 1] - rate) / fall)) if fall > 0 else 0.0
            return SHARES[at - 1] + part * (SHARES[at] - SHARES[at - 1])
    return SHARES[-1]
