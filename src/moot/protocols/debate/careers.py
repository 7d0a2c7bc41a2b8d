"""Sum up the findings of earlier debates as careers of a council's models: sums and streaks only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from moot.protocols.debate.findings import DebateFigures, Deeds
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.track_record import Bond, Career, Past, Turns


def past_with_careers(sessions: Sequence[Sequence[Finding]], models: Collection[str], past: Past) -> Past:
    """Return the past with the careers of these models, from the findings of sessions in the order they were opened."""
    careers: dict[str, Career] = {}
    turns: dict[str, Turns] = {}
    for session in sessions:
        left = next((finding for finding in session if isinstance(finding, Deeds)), None)
        if left is None:
            continue
        by_model: dict[str, list[DebateFigures]] = defaultdict(list)
        for deed in left.deeds:
            by_model[deed.model].append(deed)
            turns[deed.holder] = _turned(turns.get(deed.holder, Turns()), deed, left.proposals)
        model_of = {deed.seat: deed.model for deed in left.deeds}
        for model, deeds in by_model.items():
            if model in models:
                careers[model] = _went_on(careers.get(model, Career()), deeds, model_of, models)
    return replace(
        past,
        careers=dict(sorted(careers.items())),
        turns={holder: turn for holder, turn in sorted(turns.items()) if holder.partition(" (")[0] in models},
    )


def _turned(turns: Turns, deed: DebateFigures, proposals: bool) -> Turns:
    return Turns(
        chaired=turns.chaired + deed.chaired,
        chair_due=turns.chair_due + deed.share,
        proposed=turns.proposed + deed.proposed,
        proposal_due=turns.proposal_due + (deed.share if proposals else 0),
    )


def _went_on(
    career: Career, deeds: Sequence[DebateFigures], model_of: dict[str, str], models: Collection[str]
) -> Career:
    bonds = dict(career.bonds)
    for deed in deeds:
        for seat, stance in deed.towards.items():
            other = model_of.get(seat, deed.model)
            if other == deed.model or other not in models:
                continue
            bond = bonds.get(other, Bond())
            bonds[other] = replace(
                bond,
                agreed=bond.agreed + (stance == "agree"),
                disagreed=bond.disagreed + (stance == "disagree"),
                neutral=bond.neutral + (stance == "neutral"),
                last=stance,
            )
    return Career(
        debates=career.debates + 1,
        won=career.won + any(deed.won for deed in deeds),
        marks=career.marks + sum(deed.marks for deed in deeds),
        contrary=career.contrary + sum(deed.contrary for deed in deeds),
        rebuttals=career.rebuttals + sum(deed.rebutted for deed in deeds),
        comebacks=career.comebacks + sum(deed.comeback for deed in deeds),
        given=career.given + sum(deed.given for deed in deeds),
        given_sum=career.given_sum + sum(deed.given_sum for deed in deeds),
        received=career.received + sum(deed.received for deed in deeds),
        received_sum=career.received_sum + sum(deed.received_sum for deed in deeds),
        full=career.full + 1 if all(deed.full for deed in deeds) else 0,
        unwon=0 if any(deed.won for deed in deeds) else (career.unwon or 0) + 1,
        bonds=dict(sorted(bonds.items())),
    )
