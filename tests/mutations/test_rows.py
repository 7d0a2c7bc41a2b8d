"""Test that every planted fault still fits the code."""

from __future__ import annotations

import ast

import pytest
from tests.mutations.rows import ROOT, Fault, Outdated, faults, planted_in

from cases import in_turn

ROWS = faults()


def test_there_are_sixty_and_none_twice() -> None:
    assert len(ROWS) >= 60
    assert len({(row.file, row.line) for row in ROWS}) == len(ROWS)


@in_turn("row", ROWS)
def test_a_fault_fits_one_line_changes_it_and_names_its_tests(row: Fault) -> None:
    text = (ROOT / row.file).read_text(encoding="utf-8")
    planted = planted_in(text, row)
    assert planted != text
    assert row.breaks.endswith(".")
    assert row.tests
    assert all((ROOT / each).exists() for each in row.tests)
    if row.file.endswith(".py"):
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(text))


def test_a_line_that_stands_twice_is_outdated() -> None:
    row = ROWS[0]
    with pytest.raises(Outdated, match="2 times"):
        planted_in(f"{row.line}\n  {row.line}\n", row)
