"""Test that references to lines of code are found in findings, and numbers of other things are not."""

from __future__ import annotations

import pytest

from moot.extensions.studies.reports.code_lines import code_places


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("SQL injection on line 24: the query", [("", 24, 24)]),
        ("Lines 12-15 and 20 are wrong", [("", 12, 15), ("", 20, 20)]),
        ("lines 3, 5, and 9 to 11", [("", 3, 3), ("", 5, 5), ("", 9, 11)]),
        ("see L12–L14", [("", 12, 14)]),
        ("store.go:27 joins the name", [("store.go", 27, 27)]),
        ("src/a/ring.c:35-37", [("src/a/ring.c", 35, 37)]),
        ("In `cart.js`, line 28 inserts markup", [("cart.js", 28, 28)]),
        ("cart.js line 28; session.js lines 6 & 9", [("cart.js", 28, 28), ("session.js", 6, 6), ("session.js", 9, 9)]),
        ("line 24, and once more line 24", [("", 24, 24)]),
        ("24 cases, 3.14, version 2.0 and online 7", []),
        ("lines 20-12", []),
        ("line 0", []),
        ("lines 1 to 900000", []),
        ("it ends after 12 lines 3", [("", 3, 3)]),
        ("", []),
    ],
)
def test_places(text: str, places: list[tuple[str, int, int]]) -> None:
    assert [(each.file, each.first, each.last) for each in code_places(text)] == places


def test_a_long_text_is_read_in_time_that_grows_with_it() -> None:
    for text in ("line 1, " * 100_000, "a" * 500_000, "a/" * 200_000, "1" * 400_000, "lines 1 to 2, " * 60_000):
        assert len(code_places(text)) < 10
