"""What do the numbers of earlier debates say of a model? A few traits, each with one sentence of fixed wording.

Nothing is said before there are enough debates, and nothing of a model whose figures are ordinary. The sentences
stand in `protocols/debate/wording.py`; no model ever writes one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from moot.protocols.debate.findings import Roles, Trait
from moot.vocabulary.earlier.track_record import Bond, Career, Past
from moot.vocabulary.seats import Seat

ENOUGH_DEBATES = 5
"""Debates a model must have sat in before anything is said of it."""
ENOUGH_REBUTTALS = 3
"""Rebuttals before anything is said of them."""
ENOUGH_MEETINGS = 5
"""Stances towards one other model before anything is said of that pair."""
MOST_TRAITS = 2
"""Traits named at once, in the order below."""


def traits_from(career: Career | None, present: Collection[str]) -> tuple[Trait, ...]:
    """The traits of a model, at a table where these other models sit. Shares are compared without division."""
    if career is None or career.debates < ENOUGH_DEBATES:
        return ()
    found: list[Trait] = []
    if career.marks and 2 * career.contrary >= career.marks:
        found.append("stands-apart")
    elif career.marks and 20 * career.contrary <= career.marks:
        found.append("goes-along")
    if career.rebuttals >= ENOUGH_REBUTTALS:
        if 2 * career.comebacks >= career.rebuttals:
            found.append("wins-back")
        elif not career.comebacks:
            found.append("moves-nobody")
    bonds = [bond for model, bond in sorted(career.bonds.items()) if model in present]
    if any(_mostly(bond.agreed, bond) for bond in bonds):
        found.append("allied")
    if any(_mostly(bond.disagreed, bond) for bond in bonds):
        found.append("opposed")
    if career.given and career.given_sum <= 4 * career.given:
        found.append("marks-strictly")
    elif career.given and career.given_sum >= 8 * career.given:
        found.append("marks-generously")
    return tuple(found[:MOST_TRAITS])


def reminders(roles: Roles, seats: Sequence[Seat], past: Past) -> Mapping[str, str]:
    """What each member that speaks with a nudge is reminded of, for people: traits with the figures behind them."""
    models = {seat.id: seat.model for seat in seats}
    said = {}
    for nudge in roles.nudges:
        model = models[nudge.seat]
        career, present = past.careers.get(model, Career()), {other for other in models.values() if other != model}
        said[nudge.seat] = "; ".join(_with_figure(trait, career, present) for trait in nudge.traits)
    return said


def _with_figure(trait: Trait, career: Career, present: Collection[str]) -> str:
    bonds = [bond for model, bond in sorted(career.bonds.items()) if model in present]
    if trait in ("stands-apart", "goes-along"):
        figure = f"{career.contrary} of {career.marks} marks far from the others'"
    elif trait in ("wins-back", "moves-nobody"):
        figure = f"{career.comebacks} of {career.rebuttals}"
    elif trait == "allied":
        figure = _clearest((bond.agreed, bond) for bond in bonds)
    elif trait == "opposed":
        figure = _clearest((bond.disagreed, bond) for bond in bonds)
    else:
        figure = f"{career.given_sum / max(1, career.given):.1f} on average"
    return f"{trait.replace('-', ' ')}, {figure}"


def _clearest(times: Iterable[tuple[int, Bond]]) -> str:
    """The first bond that makes the trait, as a share of the times they met."""
    return next((f"{each} of {_met(bond)}" for each, bond in times if _mostly(each, bond)), "")


def _met(bond: Bond) -> int:
    return bond.agreed + bond.disagreed + bond.neutral


def _mostly(times: int, bond: Bond) -> bool:
    """Whether that is four fifths of at least `ENOUGH_MEETINGS`."""
    return _met(bond) >= ENOUGH_MEETINGS and 5 * times >= 4 * _met(bond)
