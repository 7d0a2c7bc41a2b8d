from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET

from moot.protocols.debate.ballots import Score
from moot.protocols.debate.findings import Scoreboard
from moot.protocols.debate.scoreboard import scoreboard_after, scoreboard_from
from moot.stats.judging.ballot_votes import Own
from moot.vocabulary.seeded_draws import Lot
from protocols.debate.debates import marks, poll_of


def test_places_by_mean_with_both_marks_beside_each_other() -> None:
    board = marks("abcd", a="b7 c3>6 d5", b="a9 c4>4 d5", c="a8 b7 d6", d="a9 b7 c2>8")
    assert [(row.seat, row.first_mean, row.mean) for row in board.places] == [
        ("a", 26 / 3, 26 / 3), ("b", 7.0, 7.0), ("c", 3.0, 6.0), ("d", 16 / 3, 16 / 3),
    ]  # fmt: skip
    assert board.winner == "a"
    assert board.lowest == ("c", "d"), "who is lowest stays as it was when the review closed"
    cell = next(cell for cell in board.cells if (cell.reader, cell.seat) == ("d", "c"))
    assert (cell.score, cell.why, cell.adjusted, cell.why_adjusted) == (2, "d on c", 8, "again")
    assert [row.rebutted for row in board.places] == [False, False, True, False]
    assert (board.counted, board.rankable, board.reason) == (4, True, "")


def test_a_tie_at_the_top_has_no_winner_and_is_decided_already() -> None:
    board = marks("abc", a="b7 c3", b="a7 c3", c="a7 b7")
    assert (board.winner, board.winners, board.k_replaced) == (None, ("a", "b"), 0)
    assert board.reason == "2 opinions lead with the same score."


@pytest.mark.parametrize(("lines", "counted"), [({}, 0), ({"a": "b5"}, 1), ({"a": "", "b": ""}, 0)])
def test_too_little_to_compare(lines: dict[str, str], counted: int) -> None:
    board = scoreboard_from(poll_of("ab", lines), Lot("seed", "x"))
    assert (board.rankable, board.winner, board.counted) == (False, None, counted)
    assert board.reason
    assert board.abstained == tuple(reader for reader, line in lines.items() if not line)


def test_who_is_lowest_is_settled_by_lot_where_marks_are_level() -> None:
    lines = {"a": "b5 c5 d5 e5", "b": "a5 c5 d5 e5", "c": "a5 b5 d5 e5", "d": "a5 b5 c5 e5", "e": "a5 b5 c5 d5"}
    asked = poll_of("abcde", lines)
    drawn = [scoreboard_from(asked, Lot(f"seed {number}", "lowest")).lowest for number in range(200)]
    assert {len(pair) for pair in drawn} == {2}
    often = {seat: sum(seat in pair for pair in drawn) for seat in "abcde"}
    assert min(often.values()) > 50, often
    assert drawn[7] == scoreboard_from(asked, Lot("seed 7", "lowest")).lowest


def test_how_harshly_a_reader_marks_moves_nothing() -> None:
    """Whoever marks two points lower throughout changes no place, no chance and no leader."""
    chance = Random("two points")
    for _ in range(60):
        given = {r: {s: chance.randint(3, 10) for s in "abcd" if s != r} for r in "abcd"}
        harsh = {**given, "a": {seat: mark - 2 for seat, mark in given["a"].items()}}
        asked = [
            poll_of("abcd", {r: " ".join(f"{s}{mark}" for s, mark in row.items()) for r, row in each.items()})
            for each in (given, harsh)
        ]
        before, after = (scoreboard_from(each, Lot("seed", "lowest")) for each in asked)
        assert (after.winners, after.k_replaced, after.clear) == (before.winners, before.k_replaced, before.clear)
        assert [(row.seat, row.chance) for row in after.places] == [(row.seat, row.chance) for row in before.places]


def test_evened_marks_by_hand() -> None:
    board = scoreboard_from(
        poll_of("abcd", {"a": "b6 c4 d2", "b": "a9 c7 d5", "c": "a9 b8 d4", "d": "a8 b6 c4"}),
        Lot("seed", "lowest"),
    )
    # d's marks differ from their mean, 6, by +2, 0, -2; those of a to d come to 6 on average
    assert [row.seat for row in board.places] == ["a", "b", "c", "d"]
    assert (board.winner, board.lowest) == ("a", ("d", "c"))
    assert board.places[0].score == pytest.approx(6 + 2)
    assert sum(row.chance for row in board.places if row.chance is not UNSET) == pytest.approx(1)
    assert 1 <= board.k_replaced <= 2


OWN = {"a": "a9 b6 c4 d2", "b": "a9 b7 c7 d5", "c": "a9 b8 c6 d4", "d": "a8 b6 c4 d4"}


def _own(lines: dict[str, str], own: Own) -> Scoreboard:
    return scoreboard_from(poll_of("abcd", lines), Lot("seed", "lowest"), own=own)


def test_own_marks_count_half_and_are_in_no_mean() -> None:
    half, whole, out = (_own(OWN, own) for own in ("auto", "in", "out"))
    assert (half.own_weight, whole.own_weight, out.own_weight) == (0.5, 1, UNSET)
    # d, less each reader's mean: -3.25, -2, -2.75, and its own -1.5 for half; others' marks come to 6 on average
    row = next(row for row in half.places if row.seat == "d")
    assert row.score == pytest.approx(6 + (-3.25 - 2 - 2.75 - 1.5 / 2) / 3.5)
    assert (row.votes, row.mean, row.highest) == (3, pytest.approx(11 / 3), 5)
    assert sum(cell.reader == cell.seat for cell in half.cells) == 4
    raised = _own({**OWN, "d": "a8 b6 c4 d10"}, "auto")
    assert next(row.mean for row in raised.places if row.seat == "d") == row.mean


def test_the_own_mark_of_one_that_rebutted_is_not_open() -> None:
    """Nobody is asked for its own mark again; that it did not give one makes no lead weaker."""
    first = _own(OWN, "auto")
    again = {
        (cell.reader, cell.seat): Score(score=cell.score, why="kept")
        for cell in first.cells
        if cell.seat in first.lowest and cell.reader != cell.seat
    }
    after = scoreboard_after(first, "abcd", first.lowest, again, (), first.lowest)
    assert (after.own_weight, after.k_replaced, after.winner) == (0.5, first.k_replaced, first.winner)
    assert [row.score for row in after.places] == [row.score for row in first.places]


def test_nobody_stands_by_its_own_mark_alone() -> None:
    board = _own({"a": "a9 b3 d10", "b": "a8 b6", "d": "a4 b4 d10 c5", "c": "c10 a1 b1"}, "auto")
    assert {row.seat for row in board.places} == {"a", "b", "c", "d"}
    alone = _own({"a": "a9 b3", "b": "a8 b6", "c": "a5 b5 c10"}, "auto")
    assert [row.seat for row in alone.places] == ["a", "b"]


def test_with_two_opinions_harshness_cannot_be_told_from_worth() -> None:
    board = scoreboard_from(poll_of("ab", {"a": "b3", "b": "a8"}), Lot("seed", "lowest"))
    assert (board.rankable, board.winner, board.lowest) == (False, None, ("b", "a"))
    assert "marked one opinion only" in board.reason
    assert [row.score for row in board.places] == [UNSET, UNSET]
