"""Export everything that was judged as one CSV table, a row for each value of each ballot.

The table does not depend on the type of a ballot: numbers, flags and single words become values, texts go beside them,
and a judgement of several things becomes a row for each. A seat that was asked and returned nothing, or was cut off,
has a row that shows it. Votes that a ballot sets aside are left out. A text that a spreadsheet would run as a formula
is quoted; several values in one field are joined by ` | `. Tested by `tests/exports/test_judgement_table.py`,
`tests/views/test_losses_told.py` and, for votes set aside, `tests/protocols/claim_vote/test_controls.py`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from moot.floor.label_replacer import named
from moot.floor.titles import STAGE as TITLE
from moot.reading.review_copy import printable
from moot.views.findings_in_words import SheetLabels
from moot.vocabulary import event_keys
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
"""Names of ballot fields that contain prose. Every other text is one word or a name."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a cell that make a spreadsheet compute it."""


class TableLine(Struct, frozen=True, kw_only=True):
    """A row of the CSV table of judgements: one value that one reader gave to one thing, such as an answer."""

    stage: str = ""
    """Stage of the judgement."""
    reader: str = ""
    """Seat that judged."""
    about: str = ""
    """Subject of the judgement, such as `answer 2`; empty if the whole ballot has one subject."""
    measure: str = ""
    """Name of the measure: the field's name in the ballot."""
    value: str | int | float = ""
    """The value."""
    confidence: float | str = ""
    """Confidence stated by the reader, unchanged."""
    words: str = ""
    """Comment of the reader on this value. One text may be repeated in several lines."""


def table_of(state: SessionState) -> str:
    """Return all judgements in a session as CSV text."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in lines_of(state):
        writer.writerow([cell(getattr(line, column)) for column in COLUMNS])
    return out.getvalue()


def lines_of(state: SessionState) -> Iterator[TableLine]:
    """Yield the rows of the CSV table, ballot by ballot in the order of the session.

    Then follows a row for each reply that is missing or was cut.
    """
    names = state.names()
    every = SheetLabels(state, names)
    for view in state.ballots.values():
        labels = every.of(view.key)
        asked = event_keys.who_of(view.key).partition("#")[2]
        base = TableLine(
            stage=event_keys.stage_of(view.key),
            reader=names.get(view.reader, view.reader),
            about=asked_about(asked, names) if asked else "",
        )
        for line in _of_ballot(view, base, names):
            value = named(line.value, labels) if isinstance(line.value, str) else line.value
            yield replace(line, value=value, words=printable(named(line.words, labels)))
    yield from _lost(state, names)


def _lost(state: SessionState, names: Mapping[str, str]) -> Iterator[TableLine]:
    """Yield a row for each missing or truncated reply. A spoiled ballot has rows elsewhere."""
    for move in state.moves.values():
        lost = move.state in ("failed", "late")
        if (
            (not lost and move.settled != "truncated")
            or event_keys.move_of(move.key) != move.key
            or move.stage == TITLE
        ):
            continue
        asked = event_keys.who_of(move.key).partition("#")[2]
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
    """Yield the rows for a ballot or a part of one.

    All values of the part share its text and confidence. A nested part has its own text and confidence.
    """
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
    """Return a value as the text of a CSV cell that no spreadsheet takes for a formula."""
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else str(value)
    plain = printable(value)
    return f"'{plain}" if plain.startswith(FORMULA) else plain


def csv_of(rows: Sequence[Struct], kind: type[Struct]) -> str:
    """Return structs of one kind as CSV text with a header. If there are no structs, return only the header."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    columns = kind.__struct_fields__
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_told(getattr(row, column)) for column in columns])
    return out.getvalue()


def _told(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Struct):
        value = asdict(value)
    if isinstance(value, Mapping):
        return cell(" | ".join(f"{name} {_told(each)}".rstrip() for name, each in value.items()))
    if isinstance(value, str | int | float):
        return cell(value)
    assert isinstance(value, Sequence)
    return cell(" | ".join(_told(each) for each in value))
