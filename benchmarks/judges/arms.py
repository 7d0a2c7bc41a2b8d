"""Which rules are compared? Each takes ballots and gives every answer a score; the highest wins.

An arm says on which sheets ballots are cast and what becomes of them. `MODEL` and `PAST` are the rule of
`moot.tally.judging`, in numpy for many councils at once; `tests/tally/test_judging_simulated.py` holds the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.judges.councils import Bools, Floats, Sheets, places
from moot.tally.judging import PULL
from moot.tally.judging_past import LEAST_VARIANCE, LIFTS
from moot.vocabulary.priors import Prior


class Ballots(NamedTuple):
    """What was cast: marks or what stands for them, whose ballots are there, and each reader's known habit."""

    seen: Floats
    there: Bools
    lift: Floats


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
    """Places with what does not count as not a number."""
    return np.where(ballots.there[:, :, None], places(ballots.seen, own=own), np.nan)


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


def pulled(ballots: Ballots, own_weight: float, pull: float = float(PULL), lifted: bool = False, own: bool = True) -> Floats:
    """Mean of places, those further than `pull` from their median pulled in to that distance."""
    given = _counted(ballots, own)
    each = _own(given.shape[2])
    if lifted:
        given = given - np.where(each, ballots.lift[:, :, None], 0.0)
    middle = np.nanmedian(given, axis=1)[:, None, :]
    kept = np.clip(given, middle - pull, middle + pull)
    weight = np.where(np.isnan(given), 0.0, np.where(each, own_weight, 1.0))
    return np.nansum(kept * weight, axis=1) / weight.sum(axis=1)


def raw_marks(ballots: Ballots, own: bool) -> Floats:
    """Mean mark as it was given."""
    counted = ballots.there[:, :, None] & (own | ~_own(ballots.seen.shape[2]))
    return np.where(counted, ballots.seen, 0.0).sum(axis=1) / np.maximum(counted.sum(axis=1), 1)


def lifts(sessions: list[Floats], there: Bools) -> Floats:
    """Readers' habits from earlier sessions' ballots, as `moot.tally.judging_past` finds them."""
    found = []
    for seen in sessions:
        given = np.where(there[:, :, None], places(seen, own=True), np.nan)
        each = _own(given.shape[2])
        others = np.nanmean(np.where(each, np.nan, given), axis=1)
        found.append(np.diagonal(given, axis1=1, axis2=2) - others)
    found_in = np.array(found)
    of_mean = np.maximum(found_in.var(axis=0), LEAST_VARIANCE) / len(found_in)
    told: Floats = np.nan_to_num(np.round(found_in.mean(axis=0) * LIFTS / (LIFTS + of_mean), 2))
    return told


HALF = Prior().own_weight / 100
KNOWN = Prior().known_own_weight / 100

ORIGINAL = Arm("original", "one order for all, own answer counted, mean rank", "same", lambda b: mean(b, own=True))
MODEL = Arm("model", "the model, no past", "neighbours", lambda b: pulled(b, HALF))
PAST = Arm("model, past", "the model, 20 earlier sessions", "neighbours", lambda b: pulled(b, KNOWN, lifted=True), past=True)
ARMS = (
    ORIGINAL,
    Arm("others, robust", "others' answers only, median rank", "others", lambda b: robust(b)),
    Arm("others, mean", "others' answers only, mean rank", "others", lambda b: mean(b, own=False)),
    Arm("cyclic, mean", "cyclic, own answer counted, mean rank", "cyclic", lambda b: mean(b, own=True)),
    Arm("mean", "balanced neighbours, own counted, mean rank", "neighbours", lambda b: mean(b, own=True)),
    Arm("mean, half", "the same, own vote half", "neighbours", lambda b: mean(b, own=True, own_weight=0.5)),
    Arm("mean, none", "own on the sheet, its vote left out", "neighbours", lambda b: mean(b, own=True, own_weight=0.0)),
    Arm("robust", "own counted, median rank", "neighbours", lambda b: robust(b, own=True)),
    Arm("pulled, whole", "the model's rule, own vote whole", "neighbours", lambda b: pulled(b, 1.0)),
    MODEL,
    PAST,
)
