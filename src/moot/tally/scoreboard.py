"""What do marks from 1 to 10 come to? Means, who leads, who is lowest, and how few ballots would change who leads.

All comparisons are made on fractions. *k\\** is exact for every size: what replacing a ballot can do for a challenger
adds up over ballots, so the best replacements are simply those that do most. `tests/tally/test_scoreboard.py`
compares it with a search over every replacement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from moot.vocabulary.ballots import Poll
from moot.vocabulary.debate_ballots import HIGHEST, LOWEST, OpinionScores, Score
from moot.vocabulary.debate_findings import Cell, Row, Scoreboard
from moot.vocabulary.lots import Lot

REBUTTERS = 2
"""How many of the lowest may answer their critics."""


class Adjusted(Struct, frozen=True, kw_only=True):
    """A critic's mark after a rebuttal."""

    reader: str
    """The critic."""
    seat: str
    """Who rebutted."""
    mark: Score
    """The mark and its line."""


def scoreboard_from(poll: Poll, lot: Lot) -> Scoreboard:
    """The scoreboard after the review; who is lowest is settled by lot where marks are level."""
    cells = tuple(
        Cell(reader=reader, seat=seat, score=ballot.scores[seat].score, why=ballot.scores[seat].why)
        for reader, ballot in poll.ballots.items()
        if isinstance(ballot, OpinionScores) and not ballot.abstained
        for seat in poll.candidates
        if seat in ballot.scores
    )
    abstained = tuple(
        reader for reader, ballot in poll.ballots.items() if isinstance(ballot, OpinionScores) and ballot.abstained
    )
    means = {seat: _mean(marks) for seat, marks in _received(cells, poll.candidates).items() if marks}
    drawn = {seat: number for number, seat in enumerate(lot.shuffle(list(means)))}
    lowest = sorted(means, key=lambda seat: (means[seat], drawn[seat]))[:REBUTTERS]
    return _board(cells, poll.candidates, tuple(lowest), (), abstained, poll.spoiled)


def adjusted_from(poll: Poll) -> tuple[Adjusted, ...]:
    """The marks of a poll in which critics were asked once more, as `READER#ABOUT`."""
    return tuple(
        Adjusted(reader=who.partition("#")[0], seat=seat, mark=mark)
        for who, ballot in poll.ballots.items()
        if isinstance(ballot, OpinionScores) and not ballot.abstained
        for seat, mark in ballot.scores.items()
    )


def scoreboard_after(
    board: Scoreboard, seats: Sequence[str], rebutted: Sequence[str], adjusted: Sequence[Adjusted]
) -> Scoreboard:
    """The same scoreboard with the critics' later marks beside their first ones. Nobody adjusts its own."""
    later = {(one.reader, one.seat): one.mark for one in adjusted if one.reader != one.seat}
    cells = tuple(
        Cell(
            reader=cell.reader,
            seat=cell.seat,
            score=cell.score,
            why=cell.why,
            adjusted=later[cell.reader, cell.seat].score if (cell.reader, cell.seat) in later else None,
            why_adjusted=later[cell.reader, cell.seat].why if (cell.reader, cell.seat) in later else "",
        )
        for cell in board.cells
    )
    return _board(cells, seats, board.lowest, rebutted, board.abstained, board.spoiled)


def counts(cell: Cell) -> int:
    """The mark that counts."""
    return cell.score if cell.adjusted is None else cell.adjusted


def mean_of(cells: Sequence[Cell], seat: str, *, first: bool = False) -> Fraction | None:
    """The exact mean of what an opinion received; `None` when nobody marked it."""
    marks = [cell.score if first else counts(cell) for cell in cells if cell.seat == seat]
    return _mean(marks) if marks else None


def _board(
    cells: tuple[Cell, ...],
    seats: Sequence[str],
    lowest: tuple[str, ...],
    rebutted: Sequence[str],
    abstained: tuple[str, ...],
    spoiled: tuple[str, ...],
) -> Scoreboard:
    received = {seat: marks for seat, marks in _received(cells, seats).items() if marks}
    means = {seat: _mean(marks) for seat, marks in received.items()}
    order = sorted(means, key=lambda seat: -means[seat])  # stable: ties stay in seat order
    winners = tuple(seat for seat in order if means[seat] == means[order[0]])
    rankable = len(order) > 1
    reason = ""
    if not rankable:
        reason = "Fewer than two opinions were marked."
    elif len(winners) > 1:
        reason = f"{len(winners)} opinions lead with the same mean."
    return Scoreboard(
        places=tuple(
            Row(
                seat=seat,
                votes=len(received[seat]),
                first_mean=float(mean_of(cells, seat, first=True) or 0),
                mean=float(means[seat]),
                lowest=min(received[seat]),
                highest=max(received[seat]),
                rebutted=seat in rebutted,
            )
            for seat in order
        ),
        winner=winners[0] if rankable and len(winners) == 1 else None,
        winners=winners,
        lowest=lowest,
        cells=cells,
        k_replaced=_k_replaced(cells, means) if rankable and len(winners) == 1 else 0,
        counted=len({cell.reader for cell in cells}),
        abstained=abstained,
        spoiled=spoiled,
        rankable=rankable,
        reason=reason,
    )


def _k_replaced(cells: Sequence[Cell], means: Mapping[str, Fraction]) -> int:
    """Ballots that must be replaced until somebody is level with the leader; a leader nobody can reach needs all."""
    leader = max(means, key=lambda seat: means[seat])
    votes = {seat: sum(cell.seat == seat for cell in cells) for seat in means}
    ballots: dict[str, dict[str, int]] = defaultdict(dict)
    for cell in cells:
        ballots[cell.reader][cell.seat] = counts(cell)
    fewest = len(ballots)
    for challenger in means:
        if challenger == leader:
            continue
        gap = means[leader] - means[challenger]
        gains = sorted(
            (
                Fraction(HIGHEST - marks.get(challenger, HIGHEST), votes[challenger])
                + Fraction(marks.get(leader, LOWEST) - LOWEST, votes[leader])
                for marks in ballots.values()
            ),
            reverse=True,
        )
        needed = 0
        while gap > 0 and needed < len(gains):
            gap -= gains[needed]
            needed += 1
        if gap <= 0:
            fewest = min(fewest, needed)
    return fewest


def _received(cells: Sequence[Cell], seats: Sequence[str]) -> dict[str, list[int]]:
    received: dict[str, list[int]] = {seat: [] for seat in seats}
    for cell in cells:
        received[cell.seat].append(counts(cell))
    return received


def _mean(marks: Sequence[int]) -> Fraction:
    return Fraction(sum(marks), len(marks))
