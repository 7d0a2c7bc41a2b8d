"""Assign the offices and reminders of a debate, from the record, with the same result at every replay."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from moot.protocols.debate.findings import Nudge, Roles
from moot.protocols.debate.member_figures import eligible
from moot.protocols.debate.personality import figure_of, stood_last, traits_from
from moot.protocols.debate.rotation import RotationCandidate, drawn_from
from moot.vocabulary.history.track_record import Career, Past, holders
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot


def roles_from(
    seats: Sequence[Seat],
    past: Past,
    lot: Lot,
    *,
    proposes: bool,
    personalities: bool,
    able: Sequence[Seat] | None = None,
) -> Roles:
    """Return the roles of a debate. Only `able` members take turns as the chair: others could not be shown all it
    reads."""
    names = dict(zip((seat.id for seat in seats), holders([seat.model for seat in seats]), strict=True))
    candidates = [RotationCandidate(seat=seat.id, holder=names[seat.id]) for seat in eligible(seats)]
    drawn = drawn_from(
        candidates, past.turns, lot, proposes=proposes, able=None if able is None else {seat.id for seat in able}
    )
    nudges = []
    for seat in seats if personalities else ():
        others = {other.model for other in seats if other.model != seat.model}
        career = past.careers.get(seat.model) if not seat.person else None
        traits, stood = traits_from(career, others), stood_last(career, others)
        if traits or stood is not UNSET:
            nudges.append(
                Nudge(
                    seat=seat.id,
                    traits=traits,
                    figures=tuple(figure_of(trait, career or Career(), others) for trait in traits) or UNSET,
                    stood=stood,
                )
            )
    return Roles(chair=drawn.chair, proposer=drawn.proposer, nudges=tuple(nudges))
