"""Convert a finished debate to rows (members, marks, stances, achievements), and sum earlier ones up by model.

The sums of earlier debates are the careers of a council's models: totals and streaks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moot.protocols.debate.ballots import Stance
from moot.protocols.debate.findings import (
    TITLES,
    Alliances,
    Awards,
    DebateFigures,
    Deeds,
    Nudge,
    Scoreboard,
    Topic,
    Trait,
)
from moot.protocols.debate.scoreboard import counts, others_in
from moot.protocols.files import SessionCounting
from moot.vocabulary.findings import Attendance, Finding, SeatAttendance
from moot.vocabulary.history.session_counts import (
    CountedAward,
    CountedMark,
    CountedSeat,
    CountedTie,
    SessionCounts,
)
from moot.vocabulary.history.track_record import Bond, Career, Past, Turns

ENOUGH_DEBATES = 5
"""Minimum number of debates in which a model took part before it gets any trait."""
ENOUGH_REBUTTALS = 3
"""Minimum number of rebuttals before a model gets a trait based on rebuttals."""
ENOUGH_MEETINGS = 5
"""Minimum number of stances towards another model before they count for a trait."""
MOST_TRAITS = 2
"""Maximum number of traits named at once."""


def traits_from(career: Career | None, present: Collection[str]) -> tuple[Trait, ...]:
    """Return a model's traits, computed from its record in earlier debates.

    Traits that concern other models are returned only if these are `present`.
    """
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
    """Return a model's last stance towards one of the present models: the model that it has met most often.

    Models towards which its last stance was neutral are left out. If no model remains, the result is unset.
    """
    bonds = [
        (_met(bond), model, bond.last)
        for model, bond in (career.bonds.items() if career is not None else ())
        if model in present and bond.last in ("agree", "disagree")
    ]
    return min(bonds, key=lambda each: (-each[0], each[1]))[2] if bonds else UNSET


def reminder(nudge: Nudge) -> str:
    """Return, as text for people, what a member is reminded of: its traits with figures, and its last stance towards
    another member."""
    told = [f"{trait.replace('-', ' ')}, {figure}" for trait, figure in zip(nudge.traits, nudge.figures, strict=True)]
    return "; ".join([*told, *([STOOD[nudge.stood]] if nudge.stood else [])])


STOOD: Mapping[Stance, str] = {
    "agree": "sided with a member here last time",
    "disagree": "opposed a member here last time",
}
"""Text for people about a model's last stance towards another model that takes part in this debate."""


def figure_of(trait: Trait, career: Career, present: Collection[str]) -> str:
    """Return in words the figure from earlier debates that justifies a model's trait."""
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
    """Return the share of meetings for the first bond that shows the trait, as text such as `8 of 10`; empty if none
    does."""
    return next((f"{each} of {_met(bond)}" for each, bond in times if _mostly(each, bond)), "")


def _met(bond: Bond) -> int:
    return bond.agreed + bond.disagreed + bond.neutral


def _mostly(times: int, bond: Bond) -> bool:
    """Return whether two models met often enough, and whether at least four fifths of these meetings count
    (`times`)."""
    return _met(bond) >= ENOUGH_MEETINGS and 5 * times >= 4 * _met(bond)


def past_with_careers(sessions: Sequence[Sequence[Finding]], models: Collection[str], past: Past) -> Past:
    """Return the statistics of earlier sessions (`past`) with these models' records in debates added.

    `sessions` are the findings of each session, in the order the sessions were opened.
    """
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
        unwon=0 if any(deed.won for deed in deeds) else career.unwon + 1,
        bonds=dict(sorted(bonds.items())),
    )


F = TypeVar("F", bound=Finding)


def counted_from(findings: Mapping[str, Finding]) -> SessionCounts | None:
    """Return a finished debate's contribution to the statistics, computed from its findings; `None` if it has no
    scoreboard."""
    deeds, board = _last(findings, Deeds), _last(findings, Scoreboard)
    if deeds is None or board is None:
        return None
    topic, alliances, awards = _last(findings, Topic), _last(findings, Alliances), _last(findings, Awards)
    cells = others_in(board)
    attendance = _last(findings, Attendance)
    attended = {each.seat: each for each in (attendance.seats if attendance is not None else ())}
    seats = tuple(_seat(deed, board, attended.get(deed.seat)) for deed in deeds.deeds)
    return SessionCounts(
        topic=topic.text if topic is not None else "",
        seats=seats,
        ranked=sum(seat.place > 0 for seat in seats),
        marks=tuple(
            CountedMark(reader=cell.reader, author=cell.seat, first=cell.score, counts=counts(cell)) for cell in cells
        ),
        ties=tuple(
            CountedTie(reader=tie.reader, about=tie.seat, side=tie.stance)
            for tie in (alliances.ties if alliances is not None else ())
        ),
        awards=tuple(
            CountedAward(name=award.name, title=TITLES[award.name], seats=award.seats, because=award.because)
            for award in (awards.awards if awards is not None else ())
        ),
        told=_key(findings, awards),
    )


def _levels(board: Scoreboard) -> dict[str, float]:
    """Return the score of each opinion. An opinion without a score, marked only by its author, is left out."""
    return {row.seat: row.score for row in board.places if isinstance(row.score, float)}


def _key(findings: Mapping[str, Finding], finding: Finding | None) -> str:
    return next((key for key, each in findings.items() if each is finding), "")


def _seat(deed: DebateFigures, board: Scoreboard, attended: SeatAttendance | None) -> CountedSeat:
    stands_by = _levels(board)
    mine = stands_by.get(deed.seat) if board.rankable else None
    firsts = [cell.score for cell in others_in(board) if cell.seat == deed.seat]
    return CountedSeat(
        seat=deed.seat,
        model=deed.model,
        place=0 if mine is None else 1 + sum(other > mine for other in stands_by.values()),
        won=deed.won,
        received=deed.received,
        received_sum=deed.received_sum,
        first=len(firsts),
        first_sum=sum(firsts),
        given=deed.given,
        given_sum=deed.given_sum,
        compared=deed.marks,
        contrary=deed.contrary,
        chaired=deed.chaired,
        proposed=deed.proposed,
        rebutted=deed.rebutted,
        comeback=deed.comeback,
        asked=attended.asked if attended is not None else 0,
        readable=attended.read if attended is not None else 0,
        repaired=attended.repaired if attended is not None else 0,
    )


def _last(findings: Mapping[str, Finding], kind: type[F]) -> F | None:
    return next((each for each in reversed([*findings.values()]) if isinstance(each, kind)), None)


COUNTING = SessionCounting(count=counted_from, traits=traits_from, awards=TITLES)
