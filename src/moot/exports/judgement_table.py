"""How does everything that was judged leave as one table? A line for each value of each ballot, as CSV.

The table knows no kind of ballot: numbers, flags and single words become values, texts stand beside them, and what is
said of several things becomes a line for each. Who was asked and said nothing, or was cut off, has a line that says so:
a mean over the lines that are there is never taken for one over all. A text that a spreadsheet would run as a formula
is quoted. What a ballot holds aside, which counts for nothing, is not in it. Held by
`tests/exports/test_judgement_table.py`, `tests/views/test_losses_told.py` and, for what is held aside,
`tests/protocols/claim_vote/test_controls.py`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.floor.label_names import named
from moot.floor.titles import STAGE as TITLE
from moot.reading.review_copy import printable
from moot.views.findings_in_words import labels_of
from moot.vocabulary import keys
from moot.vocabulary.ballots import Ranking, abstained
from moot.vocabulary.state import BallotView, SessionState
from moot.vocabulary.words.headings import asked_about

COLUMNS = ("stage", "reader", "about", "measure", "value", "confidence", "words")
TEXTS = frozenset(
    {
        "analysis", "answer", "comment", "consensus", "dispute", "dissent", "finding", "point", "quote", "reason",
        "reasoning", "reasons", "refinement_areas", "strong", "synthesis", "text", "weak", "why", "words",
    }
)  # fmt: skip
"""Fields of ballots that hold words for people; every other text is one word or a name."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that make a spreadsheet compute a cell."""


class TableLine(Struct, frozen=True, kw_only=True):
    """A line of the table."""

    stage: str = ""
    """Where it was judged."""
    reader: str = ""
    """Who judged."""
    about: str = ""
    """What about."""
    measure: str = ""
    """What was judged of it, by the name the ballot has for it."""
    value: str | int | float = ""
    """What it came to."""
    confidence: float | str = ""
    """How sure the reader said it was, as it said it."""
    words: str = ""
    """What it said."""


def table_of(state: SessionState) -> str:
    """The table as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in lines_of(state):
        writer.writerow([cell(getattr(line, column)) for column in COLUMNS])
    return out.getvalue()


def lines_of(state: SessionState) -> Iterator[TableLine]:
    """Every line, in the order in which the ballots were read; then who was asked in vain."""
    names = state.names()
    for view in state.ballots.values():
        labels = labels_of(state, view.key, names)
        asked = keys.who_of(view.key).partition("#")[2]
        base = TableLine(
            stage=keys.stage_of(view.key),
            reader=names.get(view.reader, view.reader),
            about=asked_about(asked, names) if asked else "",
        )
        for line in _of_ballot(view, base, names):
            value = named(line.value, labels) if isinstance(line.value, str) else line.value
            yield replace(line, value=value, words=printable(named(line.words, labels)))
    yield from _lost(state, names)


def _lost(state: SessionState, names: Mapping[str, str]) -> Iterator[TableLine]:
    """What was asked for and did not come, or came in part. A ballot whose repair failed is spoiled, and told above."""
    for move in state.moves.values():
        lost = move.state in ("failed", "late")
        if (not lost and move.settled != "truncated") or keys.move_of(move.key) != move.key or move.stage == TITLE:
            continue
        asked = keys.who_of(move.key).partition("#")[2]
        yield TableLine(
            stage=move.stage,
            reader=names.get(move.seat, move.seat),
            about=asked_about(asked, names) if asked else "",
            measure="missing" if lost else "cut",
            value=move.settled if lost else "",
            words=printable(move.cause),
        )


def _of_ballot(view: BallotView, base: TableLine, names: Mapping[str, str]) -> Iterator[TableLine]:
    if view.ballot is None:
        yield replace(base, measure="spoiled", words=view.spoiled)
    elif abstained(view.ballot):
        yield replace(base, measure="abstained")
    elif isinstance(view.ballot, Ranking):
        place = 1
        for tier in view.ballot.tiers:
            for seat in tier:
                about = _joined(base.about, names.get(seat, seat))
                yield replace(base, about=about, measure="place", value=place, words=view.ballot.comments.get(seat, ""))
            place += len(tier)
    else:
        record = msgspec.to_builtins(view.ballot)
        counts = {name: value for name, value in record.items() if name not in view.ballot.aside}
        yield from _of_record(counts, base, names)


def _of_record(record: Mapping[str, Any], base: TableLine, names: Mapping[str, str]) -> Iterator[TableLine]:
    """Values of one thing share its words and its confidence; what lies deeper has lines of its own."""
    plain = {name: value for name, value in record.items() if not isinstance(value, dict | list | tuple)}
    texts = {name: str(value) for name, value in plain.items() if name in TEXTS and value}
    sure = plain.get("confidence")
    values = {
        name: value
        for name, value in plain.items()
        if name not in TEXTS and name not in ("confidence", "type", "abstained") and value is not None
    }
    words = next(iter(texts.values())) if len(texts) == 1 else "\n".join(f"{name}: {t}" for name, t in texts.items())
    shared = replace(base, words=words, confidence="" if sure is None else sure)
    for name, value in values.items():
        shown = int(value) if isinstance(value, bool) else names.get(value, value) if isinstance(value, str) else value
        yield replace(shared, measure=name, value=shown)
    if not values:
        for name, text in texts.items():
            yield replace(shared, measure=name, words=text)
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _of_each(name, value, base, names)
        elif isinstance(value, list | tuple):
            yield from _of_list(name, value, base, names)


def _of_each(name: str, things: Mapping[str, Any], base: TableLine, names: Mapping[str, str]) -> Iterator[TableLine]:
    for key, value in things.items():
        line = replace(base, about=_joined(base.about, names.get(key, key)))
        if isinstance(value, dict):
            yield from _of_record(value, line, names)
        elif isinstance(value, str):
            yield replace(line, measure=name, words=value)
        else:
            yield replace(line, measure=name, value=value)


def _of_list(name: str, things: Sequence[Any], base: TableLine, names: Mapping[str, str]) -> Iterator[TableLine]:
    for number, value in enumerate(things, start=1):
        if isinstance(value, dict):
            yield from _of_record(value, replace(base, about=_joined(base.about, f"{name} {number}")), names)
        elif value in names and name not in TEXTS:
            yield replace(base, about=_joined(base.about, names[value]), measure=name, value=number)
        else:
            yield replace(base, measure=name, value=number, words=str(value))


def _joined(about: str, more: str) -> str:
    return f"{about}, {more}" if about else more


def cell(value: str | int | float) -> str:
    """A value as it stands in a table."""
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else str(value)
    plain = printable(value)
    return f"'{plain}" if plain.startswith(FORMULA) else plain
