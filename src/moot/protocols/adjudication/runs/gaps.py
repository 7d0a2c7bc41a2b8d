"""Find what is missing from a row of a run's files, and which models judged it; mark degraded rows.

A reply is degraded by every failed move about it: its author's own, and an adjudicator's. Several adjudicators keep
their own numbers beside the merged ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from moot.protocols.adjudication.runs.replies import JudgedReply, JudgedSession
from moot.protocols.adjudication.runs.rows import AdjudicatorAxisRow, JudgeRow, MissingRow
from moot.vocabulary import event_keys
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.state import SessionState

REASONS = {"none": "no_change", "cited": "cited_rebuttal", "uncited": "uncited"}
OFFICES = ("adjudicator", "arbiter", "editor", "extractor", "chair")
"""Offices that judge without being members; the first of these that a council has is named as its adjudicator."""
ABOUT = {
    "flip": "whether it changed its position",
    "labels": "its labels",
    "check": "whether a doubtful label stands",
    "axis": "its score on {axis}",
}


def judges_of(roster: Roster) -> tuple[Seat, ...]:
    """Return the seats that judge."""
    return next((seats for office in OFFICES if (seats := roster.office(office))), ())


def judge_names(seats: tuple[Seat, ...]) -> dict[str, str]:
    """Return the name of each judging seat: its model, or with its office if several have the same."""
    often = Counter(seat.model for seat in seats)
    return {seat.id: seat.model if often[seat.model] == 1 else f"{seat.model} ({seat.id})" for seat in seats}


class _LostPart(Struct, frozen=True, kw_only=True):
    """A move that failed."""

    key: str
    seat: str
    spoiled: bool
    cause: str

    @property
    def about(self) -> tuple[str, str]:
        """Return which part of judging, and whose reply; empty for a member's move about its own."""
        part, _, seat = event_keys.who_of(self.key).partition("#")[2].partition(".")
        return part, seat


def _lost(state: SessionState) -> Iterator[_LostPart]:
    for move in state.moves.values():
        if move.state in ("failed", "late") and move.stage != "title" and "+" not in move.key:
            yield _LostPart(key=move.key, seat=move.seat, spoiled=False, cause=move.cause)
    for ballot in state.ballots.values():
        if ballot.spoiled:
            yield _LostPart(key=event_keys.move_of(ballot.key), seat=ballot.reader, spoiled=True, cause=ballot.spoiled)


def degraded_reply(
    state: SessionState, judged: JudgedSession, reply: JudgedReply, rubric: Rubric | None, judges: dict[str, str]
) -> list[str]:
    """Describe each way in which one reply's row is incomplete."""
    lines = []
    for lost in _lost(state):
        part, about = lost.about
        if about == reply.seat and lost.seat in judges:
            what = _part(part, rubric)
            how = "could not be read" if lost.spoiled else "never came"
            lines.append(f"What {judges[lost.seat]} was asked, {what}, {how}: {lost.cause}")
        elif lost.seat == reply.seat:
            what = "could not be read" if lost.spoiled else "failed"
            lines.append(f"Its part in {event_keys.stage_of(lost.key)} {what}: {lost.cause}")
    unread = [axis.axis for axis in reply.axes if axis.score is None]
    if unread:
        stands = "the rubric's neutral score stands" if reply.score and reply.score.neutral else "the others are scaled"
        lines.append(f"Nobody's score could be read on {', '.join(unread)}; {stands}.")
    if reply.score is not None and reply.score.score is None:
        lines.append("Too little could be read for a score.")
    if reply.labels is not None and not reply.labels.read:
        lines.append("Nobody's labels could be read.")
    unlabelled = sum(not each.label for each in reply.labels.labels) if reply.labels is not None else 0
    if unlabelled:
        lines.append(f"{unlabelled} of its labels could not be read.")
    if reply.flip is not None and reply.flip.change == "unread":
        lines.append("Whether it changed its position is not known.")
    if reply.flip is not None and reply.flip.change == "untested":
        lines.append("Whether it holds its position was not tested.")
    return lines


def missing_rows(state: SessionState, judged: JudgedSession, judges: dict[str, str]) -> list[MissingRow]:
    """Return the seats whose part is missing from the result."""
    return [
        MissingRow(
            model=judged.names.get(lost.seat) or judges.get(lost.seat, lost.seat),
            stage=lost.stage,
            failed=lost.failed,
            cause=lost.cause,
            seat=lost.seat,
        )
        for lost in state.missing
    ]


def judge_rows(reply: JudgedReply, judges: dict[str, str]) -> list[JudgeRow]:
    """Return each judge's values for a reply; missing values are left out of its row."""
    rows = []
    for seat, name in judges.items():
        row = JudgeRow(
            judge=name,
            axis_scores={
                axis.axis: AdjudicatorAxisRow(axis=axis.axis, score=axis.given[seat], reason=axis.reasons.get(seat, ""))
                for axis in reply.axes
                if seat in axis.given
            },
            labels=list(reply.labels.calls[seat]) if reply.labels is not None and seat in reply.labels.calls else None,
            flip=reply.flip.calls.get(seat) if reply.flip is not None else None,
        )
        if row.axis_scores or row.labels is not None or row.flip is not None:
            rows.append(row)
    return rows


def _part(part: str, rubric: Rubric | None) -> str:
    name, _, number = part.partition("-")
    axis = number
    if rubric is not None and number.isdecimal() and 0 < int(number) <= len(rubric.axes):
        axis = rubric.axes[int(number) - 1].name
    return ABOUT.get(name, part).format(axis=axis)
