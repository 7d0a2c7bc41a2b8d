"""Test that the table contains every judgement and no formula."""

from __future__ import annotations

import csv
import io
import re

import pytest
from msgspec import Struct

from moot.exports.judgement_table import COLUMNS, FORMULA, csv_of
from moot.exports.session_files import export
from moot.reading.review_copy import printable
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.state import SessionState
from protocols.fusion.test_fusion import Voices, lying
from sessions.backend import Backend
from sessions.sample_sessions import SAMPLES, hostile


def rows_of(state: SessionState) -> list[dict[str, str]]:
    text = export(state, (), "csv")
    assert text.partition("\r\n")[0] == ",".join(COLUMNS)
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_ballot_has_its_lines(name: str) -> None:
    state = SAMPLES[name]().state
    rows = rows_of(state)
    names = state.names()
    for view in state.ballots.values():
        mine = [row for row in rows if row["reader"] == printable(names.get(view.reader, view.reader)).lstrip("'")]
        if view.spoiled:
            assert [row for row in mine if row["measure"] == "spoiled" and row["words"]]
        elif isinstance(view.ballot, Ranking) and not view.ballot.abstained:
            places = {row["about"]: row["value"] for row in mine if row["measure"] == "place"}
            best = [printable(names[seat]) for seat in view.ballot.tiers[0]]
            assert all(places[each] == "1" for each in best)
    assert all(len(row) == len(COLUMNS) and None not in row.values() for row in rows)


async def test_lists_within_a_ballot_have_lines_of_their_own_in_words_and_names() -> None:
    async with Backend(Voices(lying)) as backend:
        rows = rows_of(await backend.state(await backend.convene("fusion")))
    assert not [row for row in rows if "{'" in f"{row}" and "': '" in row["value"] + row["words"]]
    told = {(row["about"], row["words"]) for row in rows}
    assert ("consensus 1", "Paint it red.") in told
    assert ("consensus 1, passages 1", "Paint the kerb red, white and blue.") in told
    alone = next(row for row in rows if row["words"].endswith("alone is right."))
    assert alone["words"].startswith("answer "), "no private label"


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")'])
def test_no_cell_computes(words: str) -> None:
    script = hostile(words)
    for row in rows_of(script.state):
        for column, cell in row.items():
            if column not in ("value", "confidence") or not re.fullmatch(r"-?[\d.e+-]+", cell):
                assert not cell.startswith(FORMULA), (column, cell)


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
