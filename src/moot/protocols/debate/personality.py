"""Derive traits of a model from its numbers in earlier debates, each with one sentence of fixed wording.

Needs enough debates, and yields no trait for ordinary figures. The sentences are in `protocols/debate/wording.py`; no
model ever writes one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType

from moot.protocols.debate.ballots import Stance
from moot.protocols.debate.findings import Roles, Trait
from moot.vocabulary.history.track_record import Bond, Career, Past
from moot.vocabulary.seats import Seat

ENOUGH_DEBATES = 5
"""Debates a model must have sat in before it gets any trait."""
ENOUGH_REBUTTALS = 3
"""Rebuttals before they count for a trait."""
ENOUGH_MEETINGS = 5
"""Stances towards one other model before that pair counts for a trait."""
MOST_TRAITS = 2
"""Traits named at once, in the order below."""


def traits_from(career: Career | None, present: Collection[str]) -> tuple[Trait, ...]:
    """Return the traits of a model in a council with these other models. Shares are compared without division."""
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


def stood_last(career: Career | None, present: Collection[str]) -> Stance | UnsetType:
    """Return a model's last stance towards the one here it has met most; unset if it was neutral."""
    bonds = [
        (_met(bond), model, bond.last)
        for model, bond in (career.bonds.items() if career is not None else ())
        if model in present and bond.last in ("agree", "disagree")
    ]
    return min(bonds, key=lambda each: (-each[0], each[1]))[2] if bonds else UNSET


def reminders(roles: Roles, seats: Sequence[Seat], past: Past) -> Mapping[str, str]:
    """Describe each member's reminders for people: traits with the figures behind them, and its last stance towards
    another member here. In older debates the figures are computed again."""
    models = {seat.id: seat.model for seat in seats}
    said = {}
    for nudge in roles.nudges:
        model = models[nudge.seat]
        career, present = past.careers.get(model, Career()), {other for other in models.values() if other != model}
        figures = nudge.figures or tuple(figure_of(trait, career, present) for trait in nudge.traits)
        told = [f"{in_plain_words(trait)}, {figure}" for trait, figure in zip(nudge.traits, figures, strict=True)]
        said[nudge.seat] = "; ".join([*told, *([STOOD[nudge.stood]] if nudge.stood else [])])
    return said


STOOD: Mapping[Stance, str] = {
    "agree": "sided with a member here last time",
    "disagree": "opposed a member here last time",
}
"""Text for people on the last stance towards a member that sits here too."""


def in_plain_words(trait: Trait) -> str:
    """Return a trait in words for people."""
    return trait.replace("-", " ")


def figure_of(trait: Trait, career: Career, present: Collection[str]) -> str:
    """Return the figure behind a trait."""
    bonds = [bond for model, bond in sorted(career.bonds.items()) if model in present]
    if trait in ("stands-apart", "goes-along"):
        return f"{career.contrary} of {career.marks} marks far from the others'"
    if trait in ("wins-back", "moves-nobody"):
        return f"{career.comebacks} of {career.rebuttals}"
    if trait == "allied":
        return _clearest((bond.agreed, bond) for bond in bonds)
    if trait == "opposed":
        return _clearest((bond.disagreed, bond) for bond in bonds)
    return f"{career.given_sum / max(1, career.given):.1f} on average"


def _clearest(times: Iterable[tuple[int, Bond]]) -> str:
    """Return the first bond with the trait, as a share of the times they met."""
    return next((f"{each} of {_met(bond)}" for each, bond in times if _mostly(each, bond)), "")


def _met(bond: Bond) -> int:
    return bond.agreed + bond.disagreed + bond.neutral


def _mostly(times: int, bond: Bond) -> bool:
    """Return whether that is four fifths of at least `ENOUGH_MEETINGS`."""
    return _met(bond) >= ENOUGH_MEETINGS and 5 * times >= 4 * _met(bond)
