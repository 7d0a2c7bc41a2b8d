"""How strong is each answer, given who beat whom? Bradley–Terry log-strengths, a tie counting as half a win each way.

The likelihood has a finite maximum exactly when the graph of wins is strongly connected (Ford 1957); that maximum is
then found as it is. Otherwise, and only then, each answer is also given one tie against an imagined answer of strength
0, so that an undefeated or unranked one gets a finite strength too.

Found by Newton's method, which here needs five steps or so where the classical MM iteration needs hundreds. The step is
damped to ln(1 + r) / r of its length r, which makes it converge from anywhere (Sun and Tran-Dinh 2019, logistic case).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log1p
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

GHOST_WIN = 0.5
HEAD_START = 0.25  # softens the log-odds of wins it starts from: a good start halves the steps and changes no result
STEPS = 200
CLOSE = 1e-6  # convergence is quadratic: the step after this one would be near 1e-12


def strengths_from(wins: Sequence[Sequence[float]], connected: bool | None = None) -> list[float]:
    """Log-strengths, centred on 0; `wins[i][j]` is how often i beat j. Whoever knows whether the graph of wins is
    strongly `connected` may say so."""
    size = len(wins)
    ghost = 0.0 if (strongly_connected(wins) if connected is None else connected) else GHOST_WIN
    won = [sum(row) + ghost for row in wins]
    met = [
        (one, other, games)
        for one in range(size)
        for other in range(one)
        if (games := wins[one][other] + wins[other][one])
    ]
    lost = [sum(column) + ghost for column in zip(*wins, strict=True)]
    strengths = [log((up + HEAD_START) / (down + HEAD_START)) for up, down in zip(won, lost, strict=True)]
    # ghost or not, the curvature must be invertible: without it, strengths are only known up to their mean
    anchor = 0.0 if ghost else 1.0
    for _ in range(STEPS):
        worth = [exp(strength) for strength in strengths]
        slope = won.copy()
        curve = [[anchor] * size for _ in range(size)]
        for one, other, games in met:
            chance = worth[one] / (worth[one] + worth[other])
            slope[one] -= games * chance
            slope[other] -= games * (1 - chance)
            bend = games * chance * (1 - chance)
            curve[one][one] += bend
            curve[other][other] += bend
            curve[one][other] -= bend
        if ghost:
            for one in range(size):
                chance = worth[one] / (worth[one] + 1)
                slope[one] -= 2 * ghost * chance
                curve[one][one] += 2 * ghost * chance * (1 - chance)
        step = _solution(curve, slope)
        length = max(0.0, *step) - min(0.0, *step) if step else 0.0
        damping = log1p(length) / length if length else 1.0
        strengths = [strength + damping * part for strength, part in zip(strengths, step, strict=True)]
        if length < CLOSE:
            break
    mean = sum(strengths) / max(1, size)
    return [strength - mean for strength in strengths]


def _solution(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solves a symmetric positive definite system, of which only the lower triangle is read (and overwritten)."""
    size = len(right)
    result = right.copy()
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = matrix[row][pivot] / matrix[pivot][pivot]
            if factor:
                for column in range(pivot + 1, row + 1):
                    matrix[row][column] -= factor * matrix[column][pivot]
                result[row] -= factor * result[pivot]
    for row in range(size - 1, -1, -1):
        total = result[row]
        for below in range(row + 1, size):
            total -= matrix[below][row] * result[below]
        result[row] = total / matrix[row][row]
    return result


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


def strengths_of_many(wins: NDArray[float64]) -> NDArray[float64]:
    """The same for many tables of wins at once, `wins[sample, i, j]`; pays from about seven answers on."""
    import numpy as np  # heavy to load, and small councils never need it

    size = wins.shape[1]
    reach = (wins > 0) | np.eye(size, dtype=bool)
    for _ in range(size.bit_length()):
        reach = np.matmul(reach.astype(np.float32), reach.astype(np.float32)) > 0
    ghost = np.where(reach.all(axis=(1, 2)), 0.0, GHOST_WIN)[:, None]
    games = wins + wins.transpose(0, 2, 1)
    won = wins.sum(axis=2) + ghost
    anchor = np.where(ghost == 0, 1.0, 0.0)[:, :, None]
    strengths = np.log((won + HEAD_START) / (wins.sum(axis=1) + ghost + HEAD_START))
    own = np.arange(size)
    for _ in range(STEPS):
        worth = np.exp(strengths)
        chance = worth[:, :, None] / (worth[:, :, None] + worth[:, None, :])
        against_ghost = worth / (worth + 1)
        slope = won - (games * chance).sum(axis=2) - 2 * ghost * against_ghost
        bend = games * chance * (1 - chance)
        curve = anchor - bend
        curve[:, own, own] += bend.sum(axis=2) + 2 * ghost * against_ghost * (1 - against_ghost)
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        length = np.maximum(step.max(axis=1), 0) - np.minimum(step.min(axis=1), 0)
        strengths += step * (np.log1p(length) / np.where(length > 0, length, 1.0) + (length == 0))[:, None]
        if length.max() < CLOSE:
            break
    centred: NDArray[float64] = strengths - strengths.mean(axis=1, keepdims=True)
    return centred
