"""Compute each member's numbers in a debate, for later sessions, from its scoreboard and alliances."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from moot.protocols.debate.ballots import Stance, Stances
from moot.protocols.debate.findings import Alliances, DebateFigures, Deeds, MarkCell, Roles, Scoreboard, Tie
from moot.protocols.debate.rotation import eligible, share_of
from moot.protocols.debate.scoreboard import counts, mean_of
from moot.vocabulary.ballots import Poll
from moot.vocabulary.history.track_record import holders
from moot.vocabulary.seats import Seat

CONTRARY = 2
"""Minimum difference, in points, between a mark and the mean of the other readers for the mark to count as contrary."""


def deeds_from(
    seats: Sequence[Seat], roles: Roles, board: Scoreboard, alliances: Alliances, failed: Collection[str]
) -> Deeds:
    """Return what each member did in a debate, in numbers.

    `failed` are members that did not do something they were asked to do.
    """
    candidates = eligible(seats)
    names = dict(zip((seat.id for seat in seats), holders([seat.model for seat in seats]), strict=True))
    return Deeds(
        deeds=tuple(
            _deed(seat, names[seat.id], seat in candidates, len(candidates), roles, board, alliances, failed)
            for seat in seats
        ),
        proposals=roles.proposer is not None,
    )


def distances(cells: Sequence[MarkCell], reader: str) -> list[Fraction]:
    """Return how far each of a reader's first marks is from the mean of the other readers' marks for the same
    opinion."""
    found = []
    for cell in cells:
        if cell.reader != reader:
            continue
        others = [other.score for other in cells if other.seat == cell.seat and other.reader != reader]
        if others:
            found.append(abs(cell.score - Fraction(sum(others), len(others))))
    return found


def _deed(
    seat: Seat,
    holder: str,
    takes_turns: bool,
    candidates: int,
    roles: Roles,
    board: Scoreboard,
    alliances: Alliances,
    failed: Collection[str],
) -> DebateFigures:
    apart = distances(board.cells, seat.id)
    given = [counts(cell) for cell in board.cells if cell.reader == seat.id]
    received = [counts(cell) for cell in board.cells if cell.seat == seat.id]
    marked_again = any(cell.seat == seat.id and cell.adjusted is not None for cell in board.cells)
    before, after = mean_of(board.cells, seat.id, first=True), mean_of(board.cells, seat.id)
    return DebateFigures(
        seat=seat.id,
        model=seat.model,
        holder=holder,
        share=share_of(candidates) if takes_turns else 0,
        chaired=roles.chair == seat.id,
        proposed=roles.proposer == seat.id,
        won=board.winner == seat.id,
        full=seat.id not in failed,
        marks=len(apart),
        contrary=sum(distance >= CONTRARY for distance in apart),
        given=len(given),
        given_sum=sum(given),
        received=len(received),
        received_sum=sum(received),
        rebutted=marked_again,
        comeback=marked_again and before is not None and after is not None and after > before,
        towards={tie.seat: tie.stance for tie in alliances.ties if tie.reader == seat.id},
    )


def alliances_from(poll: Poll) -> Alliances:
    """Return who agrees and who disagrees with whom, from the members' ballots of stances."""
    ties = tuple(
        Tie(reader=reader, seat=seat, stance=ballot.towards[seat].stance, why=ballot.towards[seat].why)
        for reader, ballot in poll.ballots.items()
        if isinstance(ballot, Stances) and not ballot.abstained
        for seat in poll.candidates
        if seat in ballot.towards and seat != reader
    )
    stances = {(tie.reader, tie.seat): tie.stance for tie in ties}
    return Alliances(
        ties=ties,
        allies=_both(stances, poll.candidates, "agree"),
        rivals=_both(stances, poll.candidates, "disagree"),
        abstained=tuple(
            reader for reader, ballot in poll.ballots.items() if isinstance(ballot, Stances) and ballot.abstained
        ),
        spoiled=poll.spoiled,
    )


def _both(
    stances: Mapping[tuple[str, str], Stance], seats: tuple[str, ...], stance: Stance
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one, other)
        for at, one in enumerate(seats)
        for other in seats[at + 1 :]
        if stances.get((one, other)) == stances.get((other, one)) == stance
    )
