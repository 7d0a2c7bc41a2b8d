"""What is a council of this size worth? Every figure of `moot evidence`, each with how many councils it was counted in
and its standard error.

Nothing here is a promise about one question: a figure says how often something happens in councils like those assumed.
What the chair writes from the answers is not in it; the answer that comes first is what a council is taken to give.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.evidence.councils import AssumedCouncil, best_wins, drawn, winners
from moot.vocabulary.history.priors import SHARED_ERRORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST, MOST = 3, 12
"""Seats figures are made for: below three nothing is ranked, and beyond twelve little changes."""
COUNCILS = 20_000
"""Councils drawn for the figures of the size asked for."""


class EvidenceFigure(Struct, frozen=True, kw_only=True):
    """A figure and how exact the drawing makes it."""

    value: float
    """The figure; shares from 0 to 1."""
    error: float
    """Its standard error: it would come out this far off, or less, in two of three drawings."""


class Assumption(Struct, frozen=True, kw_only=True):
    """An assumption and where it comes from."""

    value: float
    """What is assumed."""
    low: float
    """The least it may well be."""
    high: float
    """The most it may well be."""
    sessions: int = 0
    """Sessions, or questions, it was measured in; 0 where it is a stated one."""


class BesideBest(Struct, frozen=True, kw_only=True):
    """The council's answer beside that of its best member, if one asked that one alone and knew which it is."""

    better: EvidenceFigure
    """How often the council's answer is better."""
    same: EvidenceFigure
    """How often it is that member's."""
    worse: EvidenceFigure
    """How often it is worse."""


class CouncilFigures(Struct, frozen=True, kw_only=True):
    """What is known of councils like one."""

    seats: int
    """Members."""
    agreement: Assumption
    """How alike two readers see answers."""
    authors: Assumption
    """How much of the differences between answers lies in who wrote them."""
    shared: Assumption
    """How much of what readers agree on is an error they share."""
    best: EvidenceFigure
    """How often the best answer comes first."""
    beside_best: BesideBest
    """How its answer stands beside its best member's."""
    councils: int
    """Councils drawn."""


STATED_AGREEMENT = Assumption(value=0.45, low=0.2, high=0.75)
"""Stands in until a store has ballots enough: what the rule takes for likely before it knows a council."""
STATED_AUTHORS = Assumption(value=0.2, low=0.0, high=0.5)
"""Stands in until models have met often enough."""
STATED_SHARED = Assumption(value=SHARED_ERRORS / 100, low=0.5, high=0.8)
"""Stands in until questions with known answers are enough."""


def evidence_for(
    seats: int,
    agreement: Assumption = STATED_AGREEMENT,
    authors: Assumption = STATED_AUTHORS,
    shared: Assumption = STATED_SHARED,
    *,
    scale: float = 1.0,
) -> CouncilFigures:
    """Compute every figure for a council of so many seats. `scale` draws fewer councils, for coarse figures."""
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
    """Seats that figures can be made for."""
    if not FEWEST <= seats <= MOST:
        raise BadInput(
            f"There are no figures for a council of {seats}.",
            f"Ask for {FEWEST} to {MOST} seats: fewer rank nothing, and beyond them little changes.",
        )
    return seats


def _taken(worth: NDArray[np.float32], which: NDArray[np.intp]) -> NDArray[np.float32]:
    import numpy as np  # heavy to load; the terminal's help never needs it

    return worth[np.arange(len(which)), which]


def _share(so: NDArray[np.bool_]) -> EvidenceFigure:
    value = float(so.mean())
    return EvidenceFigure(value=value, error=sqrt(value * (1 - value) / len(so)))
