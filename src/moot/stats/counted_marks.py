"""Mean and adjusted mark of each model, with intervals, from the sums of counted sessions.

The **mean** is the sum of the marks that count over their number. The **adjusted** mark makes marks of strict and
generous readers comparable. The model is: mark = middle of the session + skill of the author - strictness of the
reader. Skill and strictness are fitted to the first marks by least squares with a ridge of 1 (without it, models that
rarely meet would get arbitrary values); the adjusted mark is the mean of all first marks plus the skill. The middle of
a session is free and drops out: within each session, marks are taken minus their mean, and the normal equations need
only products of counts, which add up over sessions. Both of two seats of one model count. The standard error is that of
the fit: residuals over the remaining degrees of freedom.

An **interval** is a bootstrap over sessions, 2.5 to 97.5 %: sessions are drawn with replacement, so that the correlated
marks of one session stay together. Sessions with the same marks are interchangeable, so the number of each kind is
enough. `tests/stats/test_counted_sums.py` compares with brute force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

from moot.stats.leaderboard import Interval
from moot.vocabulary.history.session_counts import ALL, Of, Sum, histogram

RIDGE = 1.0
"""Strength of the ridge on skill and strictness."""
DRAWS = 1_000
"""Number of draws in one bootstrap."""
SEED = 20_310_504
"""Seed of the bootstrap: the same sums give the same interval."""
MOST_DRAWN = 200
"""Number of sessions above which a normal approximation replaces draws. The two agree to a hundredth of a mark."""
FEWEST_DRAWN = 2
"""Minimum number of sessions for a bootstrap. With fewer, there is no interval."""
REACH = NormalDist().inv_cdf(0.975)
"""Number of standard errors between the middle and an end of a 95 % interval."""
PROVISIONAL = 10
"""Minimum number of sessions for figures that are not provisional."""


class MarkWeight(NamedTuple):
    """A group of sessions in which a model got equally many marks with the same sum, and the number of
    these sessions.
    """

    times: int
    """Number of sessions in the group."""
    number: int
    """Number of marks that the model got in each of these sessions."""
    total: float
    """Sum of these marks in each of these sessions."""


def means_of(sum_: Mapping[str, int]) -> list[MarkWeight]:
    """Group a model's sessions, from its stored totals, by the number and sum of the marks it received, and return the
    groups.
    """
    found = []
    for name, times in sorted(histogram(sum_, "mean").items()):
        number, _, total = name.partition("/")
        found.append(MarkWeight(times, int(number), int(total)))
    return found


def apart_in(sum_: Mapping[str, int], *, turned: bool = False) -> list[MarkWeight]:
    """Return the distances between the mean marks of two models in their common sessions, from the stored totals of
    the pair.

    Returns: A group of sessions for each difference: the first model's mean minus the second's, or the reverse if
    `turned`.
    """
    kinds = sorted(histogram(sum_, "apart").items())
    return [MarkWeight(times, 1, float(Fraction(name)) * (-1 if turned else 1)) for name, times in kinds]


def mean_of(kinds: Sequence[MarkWeight]) -> float | None:
    """Return the mean mark over all sessions of these groups; `None` without marks."""
    number = sum(kind.times * kind.number for kind in kinds)
    return sum(kind.times * kind.total for kind in kinds) / number if number else None


def interval_of(kinds: Sequence[MarkWeight]) -> Interval | None:
    """Return the 95 % interval of the mean mark, by a bootstrap; `None` for fewer than `FEWEST_DRAWN` sessions.

    For more than `MOST_DRAWN` sessions, the normal approximation is used instead of drawing.
    """
    sessions = sum(kind.times for kind in kinds)
    mean = mean_of(kinds)
    if sessions < FEWEST_DRAWN or mean is None:
        return None
    if sessions > MOST_DRAWN:
        missed = fsum(kind.times * (kind.total - mean * kind.number) ** 2 for kind in kinds)
        reach = REACH * sqrt(missed) / sum(kind.times * kind.number for kind in kinds)
        return Interval(mean - reach, mean + reach)
    import numpy as np  # takes a tenth of a second, which only statistics pages need

    each = np.repeat(np.array([(kind.number, kind.total) for kind in kinds]), [kind.times for kind in kinds], axis=0)
    drawn = np.random.default_rng(SEED).integers(0, sessions, size=(DRAWS, sessions))
    low, high = np.quantile(each[:, 1][drawn].sum(axis=1) / each[:, 0][drawn].sum(axis=1), (0.025, 0.975))
    return Interval(float(low), float(high))


class Strictness(NamedTuple):
    """A model's mark, adjusted for how strict its readers are, and its own strictness as a reader, fitted to all
    marks."""

    adjusted: float
    """Mark that the model would get as an author if all readers were equally strict."""
    strict: float
    """How far below others the model marks as a reader, in marks."""
    error: float | None
    """Standard error of the adjusted mark, if marks err independently; `None` with too few marks."""

    @property
    def low(self) -> float | None:
        """Return the lower end of the adjusted mark's 95 % interval."""
        return self.adjusted - REACH * self.error if self.error is not None else None

    @property
    def high(self) -> float | None:
        """Return the upper end of the adjusted mark's 95 % interval."""
        return self.adjusted + REACH * self.error if self.error is not None else None


class Equations:
    """Least-squares equations for the adjusted marks of these models, to which the totals of sessions are added."""

    def __init__(self, models: Sequence[str]) -> None:
        import numpy as np  # as above

        self.models = list(models)
        self._at = {model: place for place, model in enumerate(self.models)}
        size = len(self.models)
        self._left, self._right = np.zeros((2 * size, 2 * size)), np.zeros(2 * size)
        self._every: dict[str, float] = dict.fromkeys(("marks", "marks_sum", "marked", "within"), 0.0)
        self._seen: set[str] = set()

    def add(self, sums: Mapping[Of, Mapping[str, int]]) -> None:
        """Add the totals of some sessions to the equations."""
        size, at, left, right = len(self.models), self._at, self._left, self._right
        products = _products_of(map(int, histogram(sums.get(ALL, {}), "tt")))
        for of, sum_ in sums.items():
            if not of.one:
                for name in ("marks", "marks_sum", "marked"):
                    self._every[name] += sum_.get(name, 0)
                over = sum(total / int(number) for number, total in histogram(sum_, "tt").items())
                self._every["within"] += sum_.get("squares", 0) - over
                continue
            if of.one not in at or (of.other and of.other not in at):
                continue
            i, j = at[of.one], at[of.other or of.one]
            per = _per_session(sum_, products)
            ww, rr, wr = per["ww"], per["rr"], per["wr"]
            if not of.other:
                if _marked(sum_):
                    self._seen.add(of.one)
                left[i, i] += sum_.get("wrote", 0) - ww
                left[size + i, size + i] += sum_.get("read", 0) - rr
                _both(left, i, size + i, wr - sum_.get("both", 0))
                right[i] += sum_.get("wrote_sum", 0) - per["wy"]
                right[size + i] -= sum_.get("read_sum", 0) - per["ry"]
            else:
                _both(left, i, j, -ww)
                _both(left, size + i, size + j, -rr)
                # the first as author and the second as reader, then the other way round
                _both(left, i, size + j, wr - sum_.get("from:marks", 0))
                _both(left, size + i, j, per["rw"] - sum_.get("to:marks", 0))

    def fitted(self) -> dict[str, Strictness]:
        """Return the adjusted mark and the strictness of each model that received or gave marks."""
        import numpy as np  # as above

        if not self._every["marks"]:
            return {}
        size = len(self.models)
        turned = np.linalg.inv(self._left + RIDGE * np.eye(2 * size))
        solved = turned @ self._right
        middle = self._every["marks_sum"] / self._every["marks"]
        missed = float(self._every["within"] - 2 * solved @ self._right + solved @ self._left @ solved)
        left_over = self._every["marks"] - self._every["marked"] - float(np.trace(turned @ self._left))
        spread = np.diag(turned @ self._left @ turned)
        return {
            model: Strictness(
                adjusted=middle + float(solved[i]),
                strict=float(solved[size + i]),
                error=sqrt(max(0.0, missed / left_over * float(spread[i]))) if left_over >= 1 else None,
            )
            for i, model in enumerate(self.models)
            if model in self._seen
        }


def adjusted_marks(sums: Mapping[Of, Sum]) -> dict[str, Strictness]:
    """Return, from the totals of sessions, the adjusted mark and the strictness of each model that received or gave
    marks.
    """
    equations = Equations(sorted(of.one for of in sums if of.one and not of.other))
    equations.add(sums)
    return equations.fitted()


class Ranks(NamedTuple):
    """The best and the worst place that a model may have, given the intervals of all."""

    low: int
    """Best possible place: one more than the number of models surely above this model."""
    high: int
    """Worst possible place: the number of all models without those surely below this model."""


def ranks_of(intervals: Sequence[Interval | None]) -> list[Ranks]:
    """Return the best and the worst possible rank of each model, from the intervals of the models' means.

    One model certainly ranks below another only if their intervals do not overlap. If a model has no interval, it may
    have any rank.
    """
    known = [each for each in intervals if each is not None]
    return [
        Ranks(
            1 + sum(other.low > each.high for other in known) if each is not None else 1,
            len(intervals) - (sum(other.high < each.low for other in known) if each is not None else 0),
        )
        for each in intervals
    ]


def still_needed(first: Sequence[MarkWeight], second: Sequence[MarkWeight]) -> int | None:
    """Estimate how many more sessions would separate two overlapping intervals if the means stay.

    Intervals narrow with the square root of the number of sessions.

    Returns:
        0 if they are separate; `None` if there is no estimate.
    """
    mine, theirs = interval_of(first), interval_of(second)
    one, two = mean_of(first), mean_of(second)
    if mine is None or theirs is None or one is None or two is None or one == two:
        return None
    upper, lower = (mine, theirs) if one > two else (theirs, mine)
    if upper.low > lower.high:
        return 0
    gap = abs(one - two)
    reach = (max(one, two) - upper.low) + (lower.high - min(one, two))
    fewest = min(sum(kind.times for kind in kinds) for kinds in (first, second))
    return max(1, ceil(fewest * ((reach / gap) ** 2 - 1)))


def _marked(sum_: Mapping[str, int]) -> bool:
    return bool(sum_.get("wrote") or sum_.get("read"))


def _products_of(numbers: Iterable[int]) -> dict[str, tuple[str, int]]:
    """Return the stored totals' names `KIND:NUMBER` (products of counts over sessions with NUMBER marks), each with its
    kind and number."""
    return {f"{kind}:{number}": (kind, number) for number in sorted(numbers) for kind in PRODUCTS}


def _per_session(sum_: Mapping[str, int], products: Mapping[str, tuple[str, int]]) -> dict[str, float]:
    """Return, for each kind, the sum of the stored products, each divided by the number of marks in its sessions."""
    found = dict.fromkeys(PRODUCTS, 0.0)
    for name in filter(products.__contains__, sum_):
        kind, number = products[name]
        found[kind] += sum_[name] / number
    return found


PRODUCTS = ("ww", "rr", "wr", "rw", "wy", "ry")


def _both(matrix: object, row: int, column: int, value: float) -> None:
    matrix[row, column] += value  # type: ignore[index]
    matrix[column, row] += value  # type: ignore[index]
