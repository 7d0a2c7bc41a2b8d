"""Draw the chair and the proposer of a debate: the members furthest behind their share.

In every debate each of its n members is due 1/n of a turn. With the same council this is simply "fewest times first";
with changing councils a newcomer does not get the office until it has caught up with members of many years. Ties are
broken by lot. Turns are counted in whole parts, so that nothing drifts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import UNSET

from moot.protocols.debate.careers import figure_of, stood_last, traits_from
from moot.protocols.debate.findings import Nudge, Roles
from moot.vocabulary.history.track_record import PARTS, Career, Past, Turns, holders
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot


def share_of(candidates: int) -> int:
    """Return by how much one debate moves each of `candidates` members towards its next turn as chair or proposer.

    The unit is a fraction of a turn: `PARTS` of them make one turn.
    """
    return PARTS // candidates


def eligible(seats: Sequence[Seat]) -> list[Seat]:
    """Return the members that take turns as chair and proposer: all models. If there are no models, return the
    people."""
    return [seat for seat in seats if not seat.person] or list(seats)


def drawn_from(
    candidates: Mapping[str, str],
    turns: Mapping[str, Turns],
    lot: Lot,
    *,
    proposes: bool,
    able: Collection[str] | None = None,
) -> tuple[str, str | None]:
    """Draw the chair and the proposer of the topic among the members that have had the fewest turns for their share.

    Nobody gets both offices, except a member that alone is furthest behind for both. If nothing is proposed, the
    proposer is `None`.

    Args:
        candidates: The members that may be drawn, each with the name under which its turns are counted.
        turns: The turns so far, by that name.
        able: Members that can be the chair; all of them if it is `None`.
    """
    if not candidates:
        raise ValueError("a rotation needs at least one candidate")
    record = {seat: turns.get(holder, Turns()) for seat, holder in candidates.items()}
    due = {seat: turn.chair_due - turn.chaired * PARTS for seat, turn in record.items()}
    chairs = _first({seat: by for seat, by in due.items() if able is None or seat in able} or due)
    proposers = _first({seat: turn.proposal_due - turn.proposed * PARTS for seat, turn in record.items()})
    if not proposes:
        return lot.pick(chairs), None
    chair = lot.pick(_without(chairs, proposers[0]) if len(proposers) == 1 else chairs)
    return chair, lot.pick(_without(proposers, chair))


def _first(behind: Mapping[str, int]) -> list[str]:
    """Return the seats that are furthest behind their share of turns."""
    most = max(behind.values())
    return [seat for seat, by in behind.items() if by == most]


def _without(seats: Sequence[str], seat: str) -> list[str]:
    """Return the seats without `seat`. If there are no other seats, return the seats unchanged."""
    return [each for each in seats if each != seat] or list(seats)


def roles_from(
    seats: Sequence[Seat],
    past: Past,
    lot: Lot,
    *,
    proposes: bool,
    personalities: bool,
    able: Sequence[Seat] | None = None,
) -> Roles:
    """Return who chairs a debate, who proposes its topic, and what members are reminded of from earlier debates.

    Only the members in `able` take turns as the chair, because the others' contexts cannot hold all that it reads.
    """
    names = dict(zip((seat.id for seat in seats), holders([seat.model for seat in seats]), strict=True))
    candidates = {seat.id: names[seat.id] for seat in eligible(seats)}
    chair, proposer = drawn_from(
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
                    figures=tuple(figure_of(trait, career or Career(), others) for trait in traits),
                    stood=stood,
                )
            )
    return Roles(chair=chair, proposer=proposer, nudges=tuple(nudges))
