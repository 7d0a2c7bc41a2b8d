"""Convert a finished debate to rows: its members, marks, stances and achievements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from moot.protocols.debate.careers import traits_from
from moot.protocols.debate.findings import (
    TITLES,
    Alliances,
    Awards,
    DebateFigures,
    Deeds,
    Scoreboard,
    Topic,
)
from moot.protocols.debate.scoreboard import counts, others_in
from moot.protocols.files import SessionCounting
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.attendance import Attendance, SeatAttendance
from moot.vocabulary.history.session_counts import (
    CountedAward,
    CountedMark,
    CountedSeat,
    CountedTie,
    SessionCounts,
)

F = TypeVar("F", bound=Finding)


def counted_from(findings: Mapping[str, Finding]) -> SessionCounts | None:
    """Return a debate's figures; of several scoreboards the last is used."""
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
        lead=_lead(board),
        k=board.k_replaced,
        exact=board.k_exact is not False,
    )


def _levels(board: Scoreboard) -> dict[str, float]:
    """Return the level of each opinion; one that only its own author marked has none."""
    return {row.seat: row.score for row in board.places if isinstance(row.score, float)}


def _lead(board: Scoreboard) -> float | None:
    """Return the leader's distance to the next, by level."""
    levels = sorted(_levels(board).values(), reverse=True)
    return levels[0] - levels[1] if board.winner is not None and len(levels) > 1 else None


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
    return next((each for each in reversed(findings.values()) if isinstance(each, kind)), None)


COUNTING = SessionCounting(count=counted_from, traits=traits_from, awards=TITLES)
