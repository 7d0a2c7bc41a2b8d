"""Compute a reply's score: weighted axes, times the penalty for broken form, plus conviction.

An axis that could not be read is missing, neither zero nor average: the others are scaled up to the full weight, and
with less than half of the weight read there is no score. If a rubric names a neutral score it is used instead. Either
way the score is flagged, and a ruling uses the score's bounds, not the filled-in value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from moot.protocols.adjudication.findings import ReplyScore
from moot.protocols.adjudication.measures import DIGITS, Bounds, Flip, flaw_of
from moot.vocabulary.rubrics import Rubric

ENOUGH = 0.5
"""Share of the weight that must have been read for a score."""
LEAST, MOST = 1, 5
"""Range of an axis score."""


def axis_score(given: Sequence[float]) -> float | None:
    """Return the median of several adjudicators' scores; `None` if none could be read."""
    return float(median(given)) if given else None


def weighted_score(
    rubric: Rubric, seat: str, axes: Mapping[str, float | None], *, compliant: bool = True, conviction: float = 0.0
) -> ReplyScore:
    """Compute the weighted score of a seat's reply from its axis scores, by axis name."""
    unread = tuple(axis.name for axis in rubric.axes if axes.get(axis.name) is None)
    total = sum(axis.weight for axis in rubric.axes)
    summed = read = 0.0
    for axis in rubric.axes:
        score = axes.get(axis.name)
        if score is None:
            score = rubric.neutral
        if score is not None:
            summed += score * axis.weight
            read += axis.weight
    penalty = 1.0 if compliant else rubric.penalty
    stands_in = rubric.neutral is not None
    if len(unread) == len(rubric.axes) or read < ENOUGH * total:
        base = None
    elif unread and not stands_in:
        base = summed * total / read
    else:
        base = summed  # nothing is scaled, so the sum is exact
    return ReplyScore(
        seat=seat,
        score=None if base is None else round(base * penalty + conviction, DIGITS),
        base=base,
        penalty=penalty,
        conviction=conviction,
        compliant=compliant,
        missing=() if stands_in else unread,
        neutral=unread if stands_in else (),
    )


def conviction(rubric: Rubric, flip: Flip, labels: tuple[str, ...], *, labelled: bool, unread: int = 0) -> float:
    """Return a member's gain or loss: keeping a position counts only for a labelled reply without fault."""
    if flip == "cited":
        return rubric.conviction.cited
    if flip == "uncited":
        return rubric.conviction.uncited
    if flip == "none" and labelled and flaw_of(rubric, labels, unread) is False:
        return rubric.conviction.held
    return 0.0


def bounds_of(
    rubric: Rubric,
    score: ReplyScore,
    off: Mapping[str, tuple[float, float]],
    flip: Flip,
    labels: tuple[str, ...],
    *,
    labelled: bool,
    unread: int = 0,
) -> Bounds | None:
    """Return the bounds of this score if everything had been read; `None` if it is exact.

    `off` is how far the axes with some unread adjudicators may be lower or higher.
    """
    if score.base is None:
        return None
    flawed = flaw_of(rubric, labels, unread) if labelled else None
    gains = [score.conviction]
    if flip in ("none", "unread") and flawed is None:
        gains += [0.0, rubric.conviction.held]
    if flip == "unread":
        gains += [0.0 if flawed else rubric.conviction.held, rubric.conviction.cited, rubric.conviction.uncited]
    blank = sum(axis.weight for axis in rubric.axes if axis.name in (*score.missing, *score.neutral))
    total = sum(axis.weight for axis in rubric.axes)
    read = score.base * (total - blank) / total if score.missing else score.base - blank * (rubric.neutral or 0.0)
    less = sum(axis.weight * off[axis.name][0] for axis in rubric.axes if axis.name in off)
    more = sum(axis.weight * off[axis.name][1] for axis in rubric.axes if axis.name in off)
    low = round((read - less + LEAST * blank) * score.penalty + min(gains), DIGITS)
    high = round((read + more + MOST * blank) * score.penalty + max(gains), DIGITS)
    return Bounds(low, high) if low < high else None
