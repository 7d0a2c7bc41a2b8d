"""Who holds which office in a debate, and who is reminded of what? Drawn from the record, alike at every replay."""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.debate.findings import Nudge, Roles
from moot.protocols.debate.member_figures import eligible
from moot.protocols.debate.personality import traits_from
from moot.protocols.debate.rotation import Candidate, drawn_from
from moot.vocabulary.earlier.track_record import Past, holders
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
    """The roles of a debate. Only `able` members take turns at the chair: others could not be shown what it reads."""
    names = dict(zip((seat.id for seat in seats), holders([seat.model for seat in seats]), strict=True))
    candidates = [Candidate(seat=seat.id, holder=names[seat.id]) for seat in eligible(seats)]
    drawn = drawn_from(
        candidates, past.turns, lot, proposes=proposes, able=None if able is None else {seat.id for seat in able}
    )
    nudges = []
    for seat in seats if personalities else ():
        others = {other.model for other in seats if other.model != seat.model}
        traits = traits_from(past.careers.get(seat.model), others) if not seat.person else ()
        if traits:
            nudges.append(Nudge(seat=seat.id, traits=traits))
    return Roles(chair=drawn.chair, proposer=drawn.proposer, nudges=tuple(nudges))
