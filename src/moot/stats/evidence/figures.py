"""Simulated reliability of a council by its size: the figures of `moot evidence`, with standard errors.

A figure is how often something happens in councils like the assumed one, not a promise about one question. The chair's
text is not simulated; the council's answer is the one ranked first.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.evidence.councils import AssumedCouncil, CouncilShares, best_wins, drawn, winners
from moot.vocabulary.history.priors import SHARED_ERRORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST, MOST = 3, 12
"""Range of seats: below three nothing is ranked, and beyond twelve little changes."""
COUNCILS = 20_000
"""Number of councils simulated for the requested size."""


class EvidenceFigure(Struct, frozen=True, kw_only=True):
    """A simulated figure with its standard error."""

    value: float
    """The figure; shares are from 0 to 1."""
    error: float
    """Its standard error."""


class Assumption(Struct, frozen=True, kw_only=True):
    """An assumption with its range and source."""

    value: float
    """The assumed value."""
    low: float
    """Lower end of its range."""
    high: float
    """Upper end of its range."""
    sessions: int = 0
    """Number of sessions or questions it was measured in; 0 if not measured."""


class BesideBest(Struct, frozen=True, kw_only=True):
    """The council's answer compared with its best member's, as if that member were known."""

    better: EvidenceFigure
    """Share of councils with a better answer."""
    same: EvidenceFigure
    """Share with the same answer."""
    worse: EvidenceFigure
    """Share with a worse answer."""


class CouncilFigures(CouncilShares[Assumption], frozen=True, kw_only=True):
    """Figures of councils of one kind."""

    seats: int
    """Number of members."""
    best: EvidenceFigure
    """How often the best answer is first."""
    beside_best: BesideBest
    """The council's answer compared with its best member's."""
    councils: int
    """Number of councils simulated."""


STATED_AGREEMENT = Assumption(value=0.45, low=0.2, high=0.75)
"""Used until a store has enough ballots: the ranking rule's prior mean."""
STATED_AUTHORS = Assumption(value=0.2, low=0.0, high=0.5)
"""Used until models have met often enough."""
STATED_SHARED = Assumption(value=SHARED_ERRORS / 100, low=0.5, high=0.8)
"""Used until there are enough questions with known answers."""


def evidence_for(
    seats: int,
    agreement: Assumption = STATED_AGREEMENT,
    authors: Assumption = STATED_AUTHORS,
    shared: Assumption = STATED_SHARED,
    *,
    scale: float = 1.0,
) -> CouncilFigures:
    """Compute all figures for a council.

    Args:
        seats: Number of members.
        scale: Factor on the number of simulated councils; below 1 for coarse figures.
    """
    checked_seats(seats)
    many = max(200, int(COUNCILS * scale))
    found = drawn(
        AssumedCouncil(seats=seats, agreement=agreement.value, authors=authors.value, shared=shared.value), many
    )
    first = winners(found.votes)
    council, member = _taken(found.worth, first), _taken(found.worth, found.best_member)
    return CouncilFigures(
        seats=seats,
        agreement=agreement,
        authors=authors,
        shared=shared,
        best=_share(best_wins(found, first)),
        beside_best=BesideBest(
            better=_share(council > member), same=_share(council == member), worse=_share(council < member)
        ),
        councils=many,
    )


def checked_seats(seats: int) -> int:
    """Return the number of seats unchanged if figures can be computed for it."""
    if not FEWEST <= seats <= MOST:
        raise BadInput(
            f"There are no figures for a council of {seats}.",
            f"Ask for {FEWEST} to {MOST} seats: fewer rank nothing, and beyond them little changes.",
        )
    return seats


def _taken(worth: NDArray[np.float32], which: NDArray[np.intp]) -> NDArray[np.float32]:
    import numpy as np  # slow to load, and `--help` never needs it

    return worth[np.arange(len(which)), which]


def _share(so: NDArray[np.bool_]) -> EvidenceFigure:
    value = float(so.mean())
    return EvidenceFigure(value=value, error=sqrt(value * (1 - value) / len(so)))
