"""What is a council of this size worth? Every figure of `moot evidence`, each with how many councils it was counted in
and its standard error.

Nothing here is a promise about one question: a figure says how often something happens in councils like those assumed.
What the chair writes from the answers is not in it; the answer that comes first is what a council is taken to give.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput
from moot.tally.evidence.councils import Assumed, Drawn, above, best_wins, drawn, winners
from moot.vocabulary.earlier.priors import SHARED_ERRORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST, MOST = 3, 12
"""Seats figures are made for: below three nothing is ranked, and beyond twelve little changes."""
COUNCILS = 20_000
"""Councils drawn for the figures of the size asked for."""
FEWER = 5_000
"""Councils drawn for each row of a table; of the size asked for, as many as for its other figures."""
MORE_BALLOTS = 3
"""Ballots beyond one a seat that are looked at."""
LEADS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)
"""Leads of one member over equal others, in standard deviations of its answers."""


class Share(Struct, frozen=True, kw_only=True):
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


class BallotRow(Struct, frozen=True, kw_only=True):
    """How often the best answer wins with so many ballots on the same answers."""

    ballots: int
    """Ballots. One more than there are seats comes from a reader without an answer of its own."""
    best: Share
    """How often the best answer comes first."""
    more: Share | None
    """What the last of these ballots adds; `None` for the first."""


class SizeRow(Struct, frozen=True, kw_only=True):
    """A council of so many seats beside its best member and a member taken at random."""

    seats: int
    """Members, each with an answer and a ballot."""
    calls: int
    """Calls such a review takes: an answer and a ballot for each seat, and the chair's text."""
    best: Share
    """How often the best of the answers comes first."""
    council: Share
    """Of all answers of such members, the share that the council's is better than, on the average."""
    member: Share
    """The same of its best member, if one asked that one alone and knew which it is. A member taken at random: 0.5."""
    better: Share
    """How often the council's answer is better than its best member's."""
    same: Share
    """How often it is that member's."""
    worse: Share
    """How often it is worse."""


class LeadRow(Struct, frozen=True, kw_only=True):
    """A council in which one member is better than the others, who are equals."""

    writes_best: Share
    """How often that member's answer is the best of all."""
    better: Share
    """How often the council's answer is better than that member's."""
    worse: Share
    """How often it is worse."""
    gain: Share
    """By how much the council's answer stands higher, as a share of all answers of the other members."""


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
    best: Share
    """How often the best answer comes first."""
    ballots: tuple[BallotRow, ...]
    """What each ballot more buys."""
    sizes: tuple[SizeRow, ...]
    """Councils of other sizes."""
    leads: tuple[LeadRow, ...]
    """What becomes of it if one member is better than the others."""
    alone: Share | None
    """One member alone is the better choice once its answer is the best of all more often than this; `None` where no
    such point was found."""
    councils: int
    """Councils drawn for the figures of this size."""
    councils_a_row: int
    """Councils drawn for each row of a table."""


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
    many, few = max(200, int(COUNCILS * scale)), max(200, int(FEWER * scale))
    assumed = Assumed(seats=seats, agreement=agreement.value, authors=authors.value, shared=shared.value)
    base = drawn(assumed, many, readers=seats + MORE_BALLOTS)
    own = base._replace(votes=base.votes[:, :seats])
    leads = _leads(assumed, few)
    return CouncilFigures(
        seats=seats,
        agreement=agreement,
        authors=authors,
        shared=shared,
        best=_share(best_wins(own, winners(own.votes))),
        ballots=_ballots(seats, base),
        sizes=tuple(
            _size(each, own if each == seats else drawn(replace(assumed, seats=each), few))
            for each in range(FEWEST, MOST + 1)
        ),
        leads=leads,
        alone=_crossing(leads),
        councils=many,
        councils_a_row=few,
    )


def checked_seats(seats: int) -> int:
    """Seats that figures can be made for."""
    if not FEWEST <= seats <= MOST:
        raise BadInput(
            f"There are no figures for a council of {seats}.",
            f"Ask for {FEWEST} to {MOST} seats: fewer rank nothing, and beyond them little changes.",
        )
    return seats


def _ballots(seats: int, found: Drawn) -> tuple[BallotRow, ...]:
    import numpy as np  # heavy to load; the terminal's help never needs it

    rows: list[BallotRow] = []
    before: NDArray[np.bool_] | None = None
    for ballots in range(1, seats + MORE_BALLOTS + 1):
        won = best_wins(found, winners(found.votes[:, :ballots]))
        more = _mean(won.astype(np.float32) - before.astype(np.float32)) if before is not None else None
        rows.append(BallotRow(ballots=ballots, best=_share(won), more=more))
        before = won
    return tuple(rows)


def _size(seats: int, found: Drawn) -> SizeRow:
    first = winners(found.votes)
    council, member = _taken(found, first), _taken(found, found.best_member)
    return SizeRow(
        seats=seats,
        calls=2 * seats + 1,
        best=_share(best_wins(found, first)),
        council=_mean(above(council)),
        member=_mean(above(member)),
        better=_share(council > member),
        same=_share(council == member),
        worse=_share(council < member),
    )


def _leads(assumed: Assumed, councils: int) -> tuple[LeadRow, ...]:
    rows = []
    for lead in LEADS:
        found = drawn(replace(assumed, lead=lead), councils)
        first = winners(found.votes)
        council, member = _taken(found, first), found.worth[:, 0]
        rows.append(
            LeadRow(
                writes_best=_share(found.worth.argmax(axis=1) == 0),
                better=_share(council > member),
                worse=_share(council < member),
                gain=_mean(above(council) - above(member)),
            )
        )
    return tuple(rows)


def _crossing(leads: Sequence[LeadRow]) -> Share | None:
    """How often the member's answer is the best where the gain falls through nothing, on a line between two rows; only
    a gain that lies clearly below nothing counts."""
    for one, other in pairwise(leads):
        if one.gain.value > 0 >= other.gain.value and any(_clearly_below(row) for row in leads):
            fall = one.gain.value - other.gain.value
            part = one.gain.value / fall
            steep = (other.writes_best.value - one.writes_best.value) / fall
            error = sqrt(
                ((1 - part) * one.gain.error * steep) ** 2
                + (part * other.gain.error * steep) ** 2
                + one.writes_best.error**2
            )
            return Share(
                value=one.writes_best.value + part * (other.writes_best.value - one.writes_best.value), error=error
            )
    return None


def _clearly_below(row: LeadRow) -> bool:
    return row.gain.value < -2 * row.gain.error


def _taken(found: Drawn, which: NDArray[np.intp]) -> NDArray[np.float32]:
    import numpy as np  # as above

    return found.worth[np.arange(len(which)), which]


def _share(so: NDArray[np.bool_]) -> Share:
    value = float(so.mean())
    return Share(value=value, error=sqrt(value * (1 - value) / len(so)))


def _mean(values: NDArray[np.float32]) -> Share:
    import numpy as np  # as above

    return Share(value=float(values.mean(dtype=np.float64)), error=float(values.std()) / sqrt(len(values)))
