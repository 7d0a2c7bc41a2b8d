"""Test that a table of rows has every field, reads back, and starts no formula in a spreadsheet."""

from __future__ import annotations

import csv
import io

from msgspec import Struct

from moot.exports.rows import csv_of


class Pair(Struct, frozen=True, kw_only=True):
    """A value of several parts."""

    agree: int
    net: float | None


class Line(Struct, frozen=True, kw_only=True):
    """A row of every kind of value."""

    name: str
    share: float | None = None
    sure: bool = False
    models: list[str] = []
    badges: dict[str, int] = {}
    pair: Pair | None = None


def test_every_field_is_a_column_and_reads_back() -> None:
    pair = Pair(agree=3, net=None)
    rows = [
        Line(name='a "quoted", name', share=0.25, sure=True, models=["up/a", "up/b"], badges={"rivalry": 2}, pair=pair),
        Line(name="=1+1"),
        Line(name="-", models=["@sum"]),
    ]
    header, *lines = list(csv.reader(io.StringIO(csv_of(rows, Line), newline="")))
    assert header == ["name", "share", "sure", "models", "badges", "pair"]
    assert lines == [
        ['a "quoted", name', "0.25", "yes", "up/a | up/b", "rivalry 2", "agree 3 | net"],
        ["'=1+1", "", "no", "", "", ""],
        ["'-", "", "no", "'@sum", "", ""],
    ]


def test_of_nothing_there_is_the_header() -> None:
    assert csv_of([], Line) == "name,share,sure,models,badges,pair\r\n"
