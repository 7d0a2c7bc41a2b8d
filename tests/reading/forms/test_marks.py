"""Test that a mark is read on its own scale only."""

from __future__ import annotations

import pytest

from cases import in_turn
from moot.reading.forms.fields import Scope, ShareField, Wrong
from moot.reading.forms.marks import SCALES, mark_in


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


def test_a_share_that_may_be_two_things_is_none() -> None:
    for said in (1.5, "12/10", "eighty", True):
        with pytest.raises(Wrong):
            ShareField().read(said, "confidence", Scope({}, {}))
