"""Which rules are compared? Each takes ballots and gives every answer a score; the highest wins.

An arm says on which sheets ballots are cast and what becomes of them. `MODEL` and `PAST` are the rule of
`moot.stats.judging.ranking_rule`, for many councils at once; `tests/stats/judging/test_judging_simulated.py` holds the
two equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.judges.assumed import places, scores
from benchmarks.judges.councils import Bools, Floats, Sheets
from moot.stats.judging.ballot_votes import PULL, PULL_MARKS
from moot.stats.judging.standing import LEAST_VARIANCE, LIFTS
from moot.vocabulary.history.track_record import Prior


class Ballots(NamedTuple):
    """What was cast: marks or what stands for them, whose ballots are there, and each reader's known habit."""

    seen: Floats
    there: Bools
    lift: Floats
    marks: bool = False


class Arm(NamedTuple):
    """One rule."""

    name: str
    told: str
    sheets: Sheets
    score: Callable[[Ballots], Floats]
    past: bool = False
    """Whether it knows earlier sessions."""


def _own(seats: int) -> Bools:
    return np.eye(seats, dtype=bool)


def _counted(ballots: Ballots, own: bool) -> Floats:
    """Places, or marks as they were given, with what does not count as not a number."""
    given = ballots.seen if ballots.marks else places(ballots.seen, own=own)
    left_out = ~ballots.there[:, :, None] | (_own(given.shape[2]) & (not own))
    return np.where(left_out, np.nan, given)


def votes(ballots: Ballots, own: bool = True) -> Floats:
    """The votes of the model: places, or marks as shares of the scale, less what their reader marks on average."""
    given = _counted(ballots, own)
    if ballots.marks:
        given = (given - 1) / 9
        given = given - np.nanmean(given, axis=2, keepdims=True) + 0.5
    return given


def mean(ballots: Ballots, own: bool, own_weight: float = 1.0) -> Floats:
    """Mean place."""
    given = _counted(ballots, own)
    weight = np.where(np.isnan(given), 0.0, np.where(_own(given.shape[2]), own_weight, 1.0))
    return np.nansum(given * weight, axis=1) / weight.sum(axis=1)


def robust(ballots: Ballots, own: bool = False) -> Floats:
    """Median place, ties by the mean without the best and the worst."""
    given = np.sort(_counted(ballots, own), axis=1)
    counted = (~np.isnan(given)).sum(axis=1)
    ends = np.where(counted > 2, np.nanmax(given, axis=1) + np.nanmin(given, axis=1), 0.0)
    trimmed = (np.nansum(given, axis=1) - ends) / np.where(counted > 2, counted - 2, counted)
    return np.nanmedian(given, axis=1) * 1_000 + trimmed


def pulled(ballots: Ballots, own_weight: float, pull: float | None = None, lifted: bool = False) -> Floats:
    """Mean of votes, those further than `pull` from their median pulled in to that distance."""
    given = votes(ballots)
    each = _own(given.shape[2])
    if lifted:
        given = given - np.where(each, ballots.lift[:, :, None], 0.0)
    far = float(PULL_MARKS if ballots.marks else PULL) if pull is None else pull
    return scores(given, own=own_weight, pull=far)


def lifts(sessions: Sequence[Ballots]) -> Floats:
    """Readers' habits from earlier sessions' ballots, as `moot.stats.judging.standing` finds them."""
    found = []
    for ballots in sessions:
        given = votes(ballots)
        others = np.nanmean(np.where(_own(given.shape[2]), np.nan, given), axis=1)
        found.append(np.diagonal(given, axis1=1, axis2=2) - others)
    of_mean = np.maximum(np.var(found, axis=0), LEAST_VARIANCE) / len(found)
    told: Floats = np.round(np.mean(found, axis=0) * LIFTS / (LIFTS + of_mean), 2)
    return told


HALF = Prior().own_weight / 100
KNOWN = Prior().known_own_weight / 100

ORIGINAL = Arm("original", "one order for all, own vote counted, mean", "same", lambda b: mean(b, own=True))
MODEL = Arm("model", "the model, without a past", "neighbours", lambda b: pulled(b, HALF))
PAST = Arm(
    "model, past", "the model after 20 sessions", "neighbours", lambda b: pulled(b, KNOWN, lifted=True), past=True
)
OTHERS = Arm("others, mean", "own answer on no sheet, mean", "others", lambda b: mean(b, own=False))
ARMS = (
    ORIGINAL,
    Arm("others, median", "own answer on no sheet, median", "others", lambda b: robust(b)),
    OTHERS,
    Arm("cyclic, mean", "cyclic order, own vote counted, mean", "cyclic", lambda b: mean(b, own=True)),
    Arm("mean", "neighbours balanced too, own vote counted, mean", "neighbours", lambda b: mean(b, own=True)),
    Arm("mean, half", "the same, own vote half", "neighbours", lambda b: mean(b, own=True, own_weight=0.5)),
    Arm("mean, none", "the same, own vote left out", "neighbours", lambda b: mean(b, own=True, own_weight=0.0)),
    Arm("median", "neighbours balanced too, own vote counted, median", "neighbours", lambda b: robust(b, own=True)),
    Arm("pulled, whole", "the model's rule with own votes whole", "neighbours", lambda b: pulled(b, 1.0)),
    MODEL,
    Arm("whole, past", "the same, habits taken off", "neighbours", lambda b: pulled(b, 1.0, lifted=True), past=True),
    PAST,
)
