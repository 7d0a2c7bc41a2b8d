"""Compute a debate's scoreboard from marks from 1 to 10: leader, lowest, and how few ballots would change the leader.

Opinions are ranked by *evened* marks (`stats/judging/ranking_rule.py`): by plain means the harshest reader's opinion,
spared the harshest marks, would lead far too often. A member's mark for its own opinion counts half, and in no mean.

All comparisons are made on fractions. Marks that were asked for and are missing count as the worst that could have been
given: a lost ballot never makes a lead firmer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.debate.ballots import OpinionScores, Score
from moot.protocols.debate.findings import MarkCell, Scoreboard, ScoreRow
from moot.stats.judging.ballot_votes import HIGHEST, LOWEST, WHOLE, Own, PairwiseVotes, own_weight_of, votes_from_marks
from moot.stats.judging.certificate import BallotsToTurn, firmness
from moot.stats.judging.ranking_rule import is_clear, judged, scores_of
from moot.vocabulary.ballots import Poll
from moot.vocabulary.history.track_record import Prior
from moot.vocabulary.seeded_draws import Lot

REBUTTERS = 2
"""Number of lowest-marked members that may answer their critics."""
ALONE = "Every reader marked one opinion only: how good that is cannot be told from how harshly it was marked."


def scoreboard_from(poll: Poll, lot: Lot, absent: Sequence[str] = (), *, own: Own = "out") -> Scoreboard:
    """Return the scoreboard by the members' first marks. Ties for the lowest opinions are broken at random.

    `absent` are the members that gave no opinion, and so no marks.
    """
    unread = (*poll.spoiled, *poll.missing, *absent)
    cells = _cells_of(poll)
    abstained = tuple(
        reader for reader, ballot in poll.ballots.items() if isinstance(ballot, OpinionScores) and ballot.abstained
    )
    lowest = _lowest_first(cells, poll.candidates, lot, own)[:REBUTTERS]
    return _board(cells, poll.candidates, lowest, (), abstained, poll.spoiled, unread, own=own)


def lowest_so_far(poll: Poll, lot: Lot, *, own: Own) -> tuple[str, ...]:
    """Return the seats of all marked opinions, ordered from the lowest marks to the highest as they are now."""
    return _lowest_first(_cells_of(poll), poll.candidates, lot, own)


def adjusted_from(poll: Poll) -> dict[tuple[str, str], Score]:
    """Return the critics' new marks after the rebuttals, by reader and author.

    Ballots of this poll are listed as `READER#ABOUT`.
    """
    return {
        (who.partition("#")[0], seat): mark
        for who, ballot in poll.ballots.items()
        if isinstance(ballot, OpinionScores) and not ballot.abstained
        for seat, mark in ballot.scores.items()
    }


def scoreboard_after(
    board: Scoreboard,
    seats: Sequence[str],
    rebutted: Sequence[str],
    adjusted: Mapping[tuple[str, str], Score],
    unread: Sequence[str] = (),
    again: Sequence[str] = (),
) -> Scoreboard:
    """Return the scoreboard after the rebuttals, with the critics' second marks beside their first ones.

    Args:
        unread: Members whose first marks are missing.
        again: Members whose opinions were to be marked a second time.
    """
    later = {of: mark for of, mark in adjusted.items() if of[0] != of[1]}
    cells = tuple(
        replace(cell, adjusted=mark.score if mark else None, why_adjusted=mark.why if mark else "")
        for cell in board.cells
        for mark in [later.get((cell.reader, cell.seat))]
    )
    return _board(
        cells,
        seats,
        board.lowest,
        rebutted,
        board.abstained,
        board.spoiled,
        unread,
        again,
        own=own_of(board),
    )


def own_of(board: Scoreboard) -> Own:
    """Return whether and how members marked their own opinions in this debate: `out`, `auto` or `in`, as in
    `DebateOptions`."""
    if board.own_weight is UNSET:
        return "out"
    return "in" if board.own_weight == 1 else "auto"


def others_in(board: Scoreboard) -> tuple[MarkCell, ...]:
    """Return the marks that members gave to opinions of others."""
    return tuple(cell for cell in board.cells if cell.reader != cell.seat or board.own_weight is UNSET)


def counts(cell: MarkCell) -> int:
    """Return the mark of a cell that is used in means.

    If the reader marked again after the rebuttal, this is the second mark.
    """
    return cell.score if cell.adjusted is None else cell.adjusted


def mean_of(cells: Sequence[MarkCell], seat: str, *, first: bool = False) -> Fraction | None:
    """Return the exact mean of an opinion's marks; `None` if it has none.

    With `first`, the marks before the rebuttals are used.
    """
    marks = [cell.score if first else counts(cell) for cell in cells if cell.seat == seat]
    return _mean(marks) if marks else None


def _cells_of(poll: Poll) -> tuple[MarkCell, ...]:
    """Return a cell for every first mark in the poll's readable ballots."""
    return tuple(
        MarkCell(reader=reader, seat=seat, score=ballot.scores[seat].score, why=ballot.scores[seat].why)
        for reader, ballot in poll.ballots.items()
        if isinstance(ballot, OpinionScores) and not ballot.abstained
        for seat in poll.candidates
        if seat in ballot.scores
    )


def _lowest_first(cells: Sequence[MarkCell], seats: Sequence[str], lot: Lot, own: Own) -> tuple[str, ...]:
    levels = _stand_by(cells, seats, own)
    if len(levels) < REBUTTERS:
        levels = {seat: _mean(marks) for seat, marks in _received(_others(cells, own), seats).items()}
    drawn = {seat: number for number, seat in enumerate(lot.shuffle(list(levels)))}
    return tuple(sorted(levels, key=lambda seat: (levels[seat], drawn[seat])))


def _board(
    cells: tuple[MarkCell, ...],
    seats: Sequence[str],
    lowest: tuple[str, ...],
    rebutted: Sequence[str],
    abstained: tuple[str, ...],
    spoiled: tuple[str, ...],
    unread: Sequence[str],
    open_marks: Sequence[str] = (),
    *,
    own: Own,
) -> Scoreboard:
    others = _others(cells, own)
    received = _received(others, seats)
    stand_by = _stand_by(cells, seats, own)
    votes = _votes(cells, seats, open_marks, unread, own)
    told = judged(votes)
    best = {seat for seat in stand_by if stand_by[seat] == max(stand_by.values())}
    if told:
        best = stand_by.keys() & {seats[at] for at in told.winners}
    # Stable: ties stay in seat order.
    order = sorted(received, key=lambda seat: (seat not in best, seat not in stand_by, -stand_by.get(seat, 0)))
    winners = tuple(seat for seat in order if seat in best)
    rankable = len(stand_by) > 1
    turning = BallotsToTurn(level=0, above=0)
    if rankable and len(winners) == 1:
        turning = firmness(votes, removed=False)[0]
    lead = len({cell.reader for cell in cells}) if turning.level is None else turning.level
    reason = ""
    if not rankable:
        reason = ALONE if len(received) > 1 else "Fewer than two opinions were marked."
    elif len(winners) > 1:
        same = len({stand_by[seat] for seat in winners}) == 1
        how = " with the same score" if same else ": one by all marks, one by those of others alone"
        reason = f"{len(winners)} opinions lead{how}."
    elif not lead:
        reason = "Marks that are not there could have changed who leads."
    middle = _mean([counts(cell) for cell in others]) if others else Fraction(0)
    return Scoreboard(
        places=tuple(
            ScoreRow(
                seat=seat,
                votes=len(received[seat]),
                first_mean=float(mean_of(others, seat, first=True) or 0),
                mean=float(_mean(received[seat])),
                lowest=min(received[seat]),
                highest=max(received[seat]),
                rebutted=seat in rebutted,
                score=float(middle + stand_by[seat]) if seat in stand_by else UNSET,
                chance=told.chance[seats.index(seat)] if told and rankable else UNSET,
            )
            for seat in order
        ),
        winner=winners[0] if rankable and len(winners) == 1 else None,
        winners=winners,
        lowest=lowest,
        cells=cells,
        k_replaced=lead if rankable else 0,
        k_exact=UNSET if turning.exact else False,
        own_weight=own_weight_of(Prior(), "", own) / WHOLE if own != "out" else UNSET,
        clear=(rankable and is_clear(votes, told)) or UNSET,
        counted=len({cell.reader for cell in cells}),
        abstained=abstained,
        spoiled=spoiled,
        rankable=rankable,
        reason=reason,
    )


def _others(cells: Sequence[MarkCell], own: Own) -> tuple[MarkCell, ...]:
    """Return the marks that are used in means. If members mark their own opinions, these marks are left out."""
    return tuple(cell for cell in cells if own == "out" or cell.reader != cell.seat)


def _stand_by(cells: Sequence[MarkCell], seats: Sequence[str], own: Own) -> dict[str, Fraction]:
    """Return the score of each opinion that others marked, as the distance from the middle of the scale, in marks."""
    received = _received(_others(cells, own), seats)
    return {
        seat: (score - Fraction(1, 2)) * (HIGHEST - LOWEST)
        for seat, score in zip(seats, scores_of(_votes(cells, seats, (), (), own)), strict=True)
        if score is not None and seat in received  # an opinion is not ranked by its own author's mark alone
    }


def _votes(
    cells: Sequence[MarkCell], seats: Sequence[str], again: Sequence[str], unread: Sequence[str], own: Own
) -> PairwiseVotes:
    """Return the marks that count as votes, each relative to its reader's mean mark."""
    given: dict[str, dict[str, int]] = defaultdict(dict)
    still_open: dict[str, list[str]] = defaultdict(list)
    for cell in cells:
        given[cell.reader][cell.seat] = counts(cell)
        if cell.seat in again and cell.adjusted is None and cell.reader != cell.seat:
            still_open[cell.reader].append(cell.seat)
    return votes_from_marks(seats, list(given), given, own=own, unread=unread, open_marks=still_open)


def _received(cells: Sequence[MarkCell], seats: Sequence[str]) -> dict[str, list[int]]:
    """Return the marks that each opinion received, in seat order. Opinions without marks are left out."""
    received = {seat: [counts(cell) for cell in cells if cell.seat == seat] for seat in seats}
    return {seat: marks for seat, marks in received.items() if marks}


def _mean(marks: Sequence[int]) -> Fraction:
    return Fraction(sum(marks), len(marks))
