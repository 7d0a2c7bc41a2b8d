"""Is a mark read on the scale it is given on, and never on another?"""

from __future__ import annotations

import json

import pytest

from cases import in_turn
from moot.protocols.debate.ballots import OpinionScores
from moot.reading.forms.fields import Scope, Share, Wrong
from moot.reading.forms.marks import SCALES, mark_in, number_in
from moot.reading.outcomes import ReadBallot, Unreadable
from rig.ballots import read_ballot

LABELS = {"K7QX": "seat-b", "B2CD": "seat-c"}


@in_turn(
    ("said", "mark"),
    [
        (8, 8), (8.0, 8), ("8", 8), ("8.", 8), ("**8**", 8), ("8/10", 8), ("8 / 10", 8),
        ("eight", None), ("8 out of 10", None), ("8 points", None),
        ("4.5/5", 9), ("4,5/5", 9), ("4/5", 8), ("80 %", 8), ("80%", 8), ("85%", 9), ("80/100", 8), ("16/20", 8),
        ("40/50", 8), ("7.5/10", 8), ("8/100", 1), ("0/100", 1), ("100/100", 10),
        (7.5, None), ("7.5", None), (0, None), (11, None), (80, None), ("80", None), ("12/10", None), ("6/7", None),
        ("8/9", None), ("8/0", None), ("-8/10", None), ("8-9", None), ("8 or 9", None), ("about 8", None), ("", None),
        ("null", None), (True, None), (None, None), ([8], None), ("8/10/10", None), ("ten or so", None), ("1e1", None),
        ("9" * 300, None), (float("nan"), None), (float("inf"), None), ("101%", None),
    ],
)  # fmt: skip
def test_a_mark_of_ten(said: object, mark: int | None) -> None:
    assert mark_in(said, 1, 10) == mark


def test_every_mark_on_every_scale_is_the_nearest() -> None:
    for scale in SCALES:
        for whole in range(scale + 1):
            mark = mark_in(f"{whole}/{scale}", 0, 10)
            assert mark is not None
            assert abs(mark - 10 * whole / scale) <= 0.5
            assert mark_in(f"{whole}/{scale}", 1, 10) == max(1, mark)


def scores(first: object) -> ReadBallot | Unreadable:
    marks = {"K7QX": {"score": first, "why": "So."}, "B2CD": {"score": 5, "why": "So."}}
    return read_ballot(OpinionScores, json.dumps({"scores": marks}), LABELS)


def test_a_debate_counts_what_was_meant() -> None:
    for said, mark in (("8/100", 1), ("80/100", 8), ("4.5/5", 9)):
        read = scores(said)
        assert isinstance(read, ReadBallot)
        assert isinstance(read.ballot, OpinionScores)
        assert read.ballot.scores["seat-b"].score == mark
    for odd in (80, "6/7", "8 or 9", "eight", 7.5):
        assert isinstance(scores(odd), Unreadable)


@pytest.mark.parametrize(("said", "share"), [("8/10", 0.8), ("0.8", 0.8), ("80%", 0.8), (80, 0.8), ("80/100", 0.8)])
def test_a_share_of_ten_is_no_percent(said: object, share: float) -> None:
    assert Share().read(said, "confidence", Scope({}, {})) == share


def test_a_share_that_may_be_two_things_is_none() -> None:
    for said in (1.5, "12/10", "eighty", True):
        with pytest.raises(Wrong):
            Share().read(said, "confidence", Scope({}, {}))


def test_a_number_has_the_scale_that_is_written() -> None:
    assert number_in("3/4") is not None
    assert number_in("3/4").scale == 4  # type: ignore[union-attr]
    assert number_in("3").scale is None  # type: ignore[union-attr]
