"""How alike would two voters vote, if each only told the worth of a claim as well as it can?

Take a vote as worth times a loading of the voter, plus noise of its own. Then two voters correlate as the product of
their loadings, whatever the noise of each: precise voters vote alike, and copy nobody. Loadings are fitted by least
squares to the correlations of all other two, this one left out, so that it is not held against itself. With three
voters nothing is left over to test by, and nothing is told; so it is wherever the others do not fix the product, which
takes an odd circle of voters who met. What is above the product is told as a share of the noise of the two, 1 where it
is the same.

How sure that is follows by the delta method: how the excess moves with every correlation (the implicit function
theorem at the fit), and each correlation with every claim. Claims are summed up one by one and by session, and the
larger error is taken: by session alone ten would leave nine degrees of freedom, one by one alone votes of a session
that hang together would pass as many. Held by `tests/tally/upkeep/test_pairs.py` against voters who are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 200
"""Rounds of the fit at most."""
CLOSE = 1e-7
"""A change of loadings that is none."""
LEAST_NOISE = 0.05
"""Share of a voter's votes that is taken to be noise at least: votes in whole steps are never exact."""
SHARE_OF_SESSIONS = 0.5
"""Share of the sessions of two in which two others must have met to be held beside them."""


class Votes(NamedTuple):
    """Votes less what the voter votes on average in that session."""

    left: NDArray[np.float64]
    """A row for each claim, a column for each voter; 0 where it did not vote."""
    there: NDArray[np.bool_]
    """Where it did."""
    session: NDArray[np.int64]
    """The session of each claim."""


class Excess(NamedTuple):
    """How far two voters vote alike beyond what the others explain."""

    correlation: float
    """Of their votes."""
    above: float
    """How far that is above what the others explain."""
    error: float
    """Standard error of that."""
    noise: float
    """What both have of noise, in the same measure."""


def excess_of(votes: Votes, one: int, other: int, left_out: NDArray[np.bool_]) -> Excess | None:
    """That of these two; nothing where the others do not tell. Two who are left out are held against nobody."""
    import numpy as np  # takes a tenth of a second, which only these figures need

    met = np.unique(votes.session[votes.there[:, one] & votes.there[:, other]])
    chosen = np.isin(votes.session, met)
    x, there, session = votes.left[chosen], votes.there[chosen].astype(np.float64), votes.session[chosen]
    squares = (x * x).T @ there
    scale = np.sqrt(squares * squares.T)
    known = scale > 1e-9
    r = np.divide(x.T @ x, scale, out=np.zeros_like(scale), where=known)
    attended = np.array([there[session == each].max(axis=0) for each in met])
    used = known & (attended.T @ attended >= SHARE_OF_SESSIONS * len(met)) & ~left_out
    np.fill_diagonal(used, val=False)
    used[one, other] = used[other, one] = False
    if not known[one, other] or not (_fixed(used, one) and _fixed(used, other)):
        return None
    kept = np.flatnonzero([_fixed(used, each) for each in range(len(used))])
    place = {int(each): at for at, each in enumerate(kept)}
    i, j = place[one], place[other]
    x, there, squares, r = x[:, kept], there[:, kept], squares[np.ix_(kept, kept)], r[np.ix_(kept, kept)]
    used, root = used[np.ix_(kept, kept)].astype(np.float64), scale[np.ix_(kept, kept)]
    loadings = _fitted(r, used)
    if loadings is None:
        return None
    slopes = _slopes(r, used, loadings, i, j)
    if slopes is None:
        return None
    slopes[i, j] = slopes[j, i] = 0.5  # each two stands twice in the matrix
    half = np.divide(slopes, root, out=np.zeros_like(root), where=root > 0)
    own = np.divide(slopes * r, squares, out=np.zeros_like(root), where=squares > 0)
    moved = ((x @ half) * x).sum(axis=1) - (x * x * (there @ own.T)).sum(axis=1)
    by_session = np.bincount(session, weights=moved)
    claims, sessions = len(moved), len(met)
    error = max(
        float(moved @ moved) * claims / max(1, claims - sessions),
        float(by_session @ by_session) * sessions / max(1, sessions - 1),
    )
    noise = [max(LEAST_NOISE, 1 - float(loadings[each]) ** 2) for each in (i, j)]
    above = float(r[i, j] - loadings[i] * loadings[j])
    return Excess(float(r[i, j]), above, error**0.5, (noise[0] * noise[1]) ** 0.5)


def _fixed(used: NDArray[np.bool_], voter: int) -> bool:
    """Is a voter's loading fixed? Those it met, and those they met, must not be two camps that only met each other."""
    side, waiting = {voter: 0}, [voter]
    while waiting:
        at = waiting.pop()
        for other in map(int, used[at].nonzero()[0]):
            if other not in side:
                side[other] = 1 - side[at]
                waiting.append(other)
            elif side[other] == side[at]:
                return True
    return False


def _fitted(r: NDArray[np.float64], used: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Loadings by least squares, one after the other until none moves."""
    import numpy as np  # as above

    wanted, loadings = r * used, np.full(len(r), 0.7)
    for _ in range(ROUNDS):
        before = loadings.copy()
        for at in range(len(r)):
            loadings[at] = wanted[at] @ loadings / max(1e-9, float(used[at] @ loadings**2))
        if np.abs(loadings - before).max() < CLOSE:
            break
    return loadings if np.isfinite(loadings).all() else None


def _slopes(
    r: NDArray[np.float64], used: NDArray[np.float64], loadings: NDArray[np.float64], i: int, j: int
) -> NDArray[np.float64] | None:
    """How the excess moves with each correlation it was explained by."""
    import numpy as np  # as above

    bent = used * (2 * np.outer(loadings, loadings) - r)
    bent[np.diag_indices_from(bent)] = used @ loadings**2
    at = np.zeros(len(r))
    at[i], at[j] = loadings[j], loadings[i]
    try:
        turned = np.linalg.solve(bent.T, at)
    except np.linalg.LinAlgError:
        return None
    slopes: NDArray[np.float64] = -0.5 * used * (np.outer(turned, loadings) + np.outer(loadings, turned))
    return slopes
