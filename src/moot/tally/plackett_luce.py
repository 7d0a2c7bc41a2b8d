"""How strong is each model, given many rankings of some of them? Plackett–Luce log-strengths, ties as ties.

A ranking is read as choices: the head among all, the next among the rest, and so on. A tie of d is chosen with the
geometric mean of its members' strengths times a prevalence of ties of that size (Davidson 1970 for pairs; Firth,
Kosmidis and Turner 2019 for more), so ties tell that strengths are near without saying how readers come to tie. The
likelihood is concave: found by Newton's method with halved steps. `tests/tally/test_plackett_luce.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Tiers = tuple[tuple[int, ...], ...]
"""A ranking: who was put first, who next; several in one place are a tie. Who is in none was not ranked."""
PSEUDO = 0.5
"""Wins against, and losses to, an imagined one of middling strength, where the rankings alone hold no finite answer."""
STEPS = 100
CLOSE = 1e-10


class Strengths(Struct, frozen=True, kw_only=True):
    """How strong each is."""

    strengths: tuple[float, ...]
    """Log-strengths, centred on 0."""
    errors: tuple[float, ...]
    """Their standard errors, from the curvature of the likelihood."""
    ties: dict[int, float]
    """Size of tie and its prevalence: between two of equal strength a tie of two is this many times as likely as one
    given first place."""
    connected: bool
    """Whether the rankings alone hold an answer. If not, each was also given half a win and half a loss against an
    imagined one."""
    rankings: int
    """Rankings that compared anything."""


class _Choice(Struct, frozen=True):
    """A place on a sheet: who was chosen, among whom."""

    chosen: tuple[int, ...]
    among: tuple[int, ...]


class _Rows(NamedTuple):
    """Choices without ties, a row for each."""

    often: Floats
    there: Floats
    """0 for each that could be chosen, minus infinity for the rest."""
    chosen: NDArray[np.intp]


def strengths_by_choice(size: int, rankings: Sequence[Sequence[Sequence[int]]]) -> Strengths:
    """The strengths of so many, known by number."""
    import numpy as np  # what ranks one session's answers never needs it

    choices = Counter(chain.from_iterable(_choices(tuple(map(tuple, ranking))) for ranking in rankings))
    compared = sum(sum(map(len, ranking)) > 1 for ranking in rankings)
    connected = strongly_connected(_wins(size, choices))
    sizes = [1, *sorted({len(choice.chosen) for choice in choices} - {1})]
    values = np.zeros(size + len(sizes) - 1)
    rows = _rows(choices, size) if len(sizes) == 1 else None

    def likelihood(values: Floats) -> tuple[float, Floats, Floats]:
        found = _with_ties(values, choices, sizes, size) if rows is None else _without_ties(values, rows)
        return _held(*found, values, size, connected, all(len(choice.chosen) > 1 for choice in choices))

    height, slope, curve = likelihood(values)
    for _ in range(STEPS):
        step = np.linalg.solve(curve, slope)
        scale = 1.0
        while True:
            new_height, new_slope, new_curve = likelihood(values + scale * step)
            if new_height >= height - 1e-9 * (1 + abs(height)) or scale < 1e-6:
                break
            scale /= 2
        values, height, slope, curve = values + scale * step, new_height, new_slope, new_curve
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    centred = np.eye(len(values))
    centred[:size, :size] -= 1 / max(1, size)
    spread = centred @ np.linalg.inv(curve) @ centred.T
    strengths = values[:size] - values[:size].mean() if size else values[:0]
    return Strengths(
        strengths=tuple(map(float, strengths)),
        errors=tuple(float(error) for error in np.sqrt(np.clip(np.diag(spread)[:size], 0, None))),
        ties={tied: float(np.exp(values[size + at])) for at, tied in enumerate(sizes[1:])},
        connected=connected,
        rankings=compared,
    )


def _choices(ranking: Tiers) -> list[_Choice]:
    """Choices among one alone say nothing and are left out."""
    left = [one for tier in ranking for one in tier]
    if len(set(left)) != len(left):
        raise ValueError("One stands twice in a ranking.")
    found = []
    for tier in ranking:
        if tier and len(left) > 1:
            found.append(_Choice(tuple(sorted(tier)), tuple(sorted(left))))
        left = [one for one in left if one not in tier]
    return found


def _wins(size: int, choices: Counter[_Choice]) -> list[list[float]]:
    """Who was ever chosen where another was not; a tie goes both ways."""
    wins = [[0.0] * size for _ in range(size)]
    for choice in choices:
        for one in choice.chosen:
            for other in choice.among:
                wins[one][other] += one != other
    return wins


def _held(
    height: float, slope: Floats, curve: Floats, values: Floats, size: int, connected: bool, only_ties: bool
) -> tuple[float, Floats, Floats]:
    """Log-likelihood, its slope and its curvature turned positive, with what keeps the answer unique and finite."""
    import numpy as np  # as above

    if connected:
        curve[:size, :size] += 1 / max(1, size)  # strengths are known only up to their mean, which is held at 0
    at = list(range(size if connected else 0, len(values)))
    if at and (not connected or only_ties):
        chance = 1 / (1 + np.exp(-values[at]))
        height += float(PSEUDO * (np.log(chance) + np.log1p(-chance)).sum())
        slope[at] += PSEUDO * (1 - 2 * chance)
        curve[at, at] += 2 * PSEUDO * chance * (1 - chance)
    return height, slope, curve


def _rows(choices: Counter[_Choice], size: int) -> _Rows:
    import numpy as np  # as above

    there = np.full((len(choices), size), -np.inf)
    for row, choice in enumerate(choices):
        there[row, choice.among] = 0
    chosen = np.array([choice.chosen[0] for choice in choices], dtype=int)
    return _Rows(np.array(list(choices.values()), dtype=float), there, chosen)


def _without_ties(values: Floats, rows: _Rows) -> tuple[float, Floats, Floats]:
    """All choices at once."""
    import numpy as np  # as above

    often, there, chosen = rows
    present = there + values
    highest = present.max(axis=1, initial=-np.inf)
    weight = np.exp(present - highest[:, None])
    total = weight.sum(axis=1)
    shares = weight / total[:, None]
    height = float(often @ (values[chosen] - highest - np.log(total)))
    slope = np.bincount(chosen, weights=often, minlength=len(values)) - often @ shares
    curve = np.diag(often @ shares) - (shares * often[:, None]).T @ shares
    return height, slope, curve


def _with_ties(
    values: Floats, choices: Counter[_Choice], sizes: Sequence[int], size: int
) -> tuple[float, Floats, Floats]:
    import numpy as np  # as above

    height, slope = 0.0, np.zeros(len(values))
    curve = np.zeros((len(values), len(values)))
    for choice, often in choices.items():
        among = np.array(choice.among)
        usable = [tied for tied in sizes if tied <= len(among)]
        wide = np.concatenate([among, [size + sizes.index(tied) - 1 for tied in usable if tied > 1]]).astype(int)
        log_total, mean, second = _alternatives(values, among, usable, sizes, size)
        tied = len(choice.chosen)
        seen = np.zeros(len(wide))
        seen[np.searchsorted(among, choice.chosen)] = 1 / tied
        if tied > 1:
            seen[len(among) + usable.index(tied) - 1] = 1.0
        height += often * float(seen @ values[wide] - log_total)
        slope[wide] += often * (seen - mean)
        curve[np.ix_(wide, wide)] += often * (second - np.outer(mean, mean))
    return height, slope, curve


def _alternatives(
    values: Floats, among: NDArray[np.intp], usable: Sequence[int], sizes: Sequence[int], size: int
) -> tuple[float, Floats, Floats]:
    """All that could have been chosen: log of the total weight, mean and second moment of what is chosen."""
    import numpy as np  # as above

    count, extra = len(among), len(usable) - 1
    highest = values[among].max()
    totals, firsts, seconds = [], [], []
    for tied in usable:
        worth = np.exp((values[among] - highest) / tied)
        prevalence = np.exp(values[size + sizes.index(tied) - 1]) if tied > 1 else 1.0
        whole, single, pair = _symmetric(worth, tied)
        totals.append(prevalence * whole)
        firsts.append(prevalence * single / tied)
        seconds.append(prevalence * pair / tied**2)
    total = sum(totals)
    mean = np.concatenate([sum(firsts) / total, [each / total for each in totals[1:]]])
    second = np.zeros((count + extra, count + extra))
    second[:count, :count] = sum(seconds) / total
    for at in range(extra):
        second[count + at, count + at] = totals[1 + at] / total
        second[:count, count + at] = second[count + at, :count] = firsts[1 + at] / total
    return float(highest + np.log(total)), mean, second


def _symmetric(worth: Floats, tied: int) -> tuple[float, Floats, Floats]:
    """Over all sets of this size: the sum of their products; for each one, and each two, of those that hold them."""
    import numpy as np  # as above

    if tied == 1:
        return float(worth.sum()), worth, np.diag(worth)
    count = len(worth)
    everyone = frozenset(range(count))
    pair = np.zeros((count, count))
    single = np.array([worth[one] * _sum_of_products(worth, everyone - {one}, tied - 1) for one in range(count)])
    for one in range(count):
        pair[one, one] = single[one]
        for other in range(one):
            rest = _sum_of_products(worth, everyone - {one, other}, tied - 2)
            pair[one, other] = pair[other, one] = worth[one] * worth[other] * rest
    return float(single.sum()) / tied, single, pair


def _sum_of_products(worth: Floats, chosen: frozenset[int], tied: int) -> float:
    """The elementary symmetric polynomial, by adding one at a time."""
    sums = [1.0] + [0.0] * tied
    for one in chosen:
        for degree in range(tied, 0, -1):
            sums[degree] += float(worth[one]) * sums[degree - 1]
    return sums[tied]


def strongly_connected(wins: Sequence[Sequence[float]]) -> bool:
    """Whether everyone beat everyone else, if only by way of others."""
    size = len(wins)
    beaten = [sum(1 << other for other in range(size) if row[other]) for row in wins]
    beaters = [sum(1 << other for other in range(size) if wins[other][one]) for one in range(size)]
    return size > 0 and all(_reached(neighbours) == (1 << size) - 1 for neighbours in (beaten, beaters))


def _reached(neighbours: Sequence[int]) -> int:
    reached = fresh = 1
    while fresh:
        lowest = fresh & -fresh
        found = neighbours[lowest.bit_length() - 1] & ~reached
        reached |= found
        fresh = fresh & ~lowest | found
    return reached
