"""Sum counted sessions in the store: for all time, each year, month and day, always current.

Sums exist for all councils together, and for each council with a name. `vocabulary/history/totals.py` defines their
content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.transcripts.sql.rows import Values
from moot.transcripts.sql.schema import counted_sums
from moot.transcripts.sql.statement import Reach, SqlStatement, bare
from moot.vocabulary.history.totals import Of, Sum, histogram
from moot.vocabulary.history.track_record import Bond, Career

EVER = ""
"""The span of all time."""
MOST_SPANS = 500
"""Spans read by one statement."""


class Kind(NamedTuple):
    """Which sessions to sum."""

    protocol: str
    """Only this protocol."""
    scripted: bool
    """Scripted voices, or language models."""
    council: str = ""
    """Only the council of this name; empty for all."""


def sums_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> list[dict[Of, Sum]]:
    """Return the sums of each of these spans: all time, a year as `2031`, a month as `2031-05`, or a day."""
    found: dict[str, dict[Of, Sum]] = {span: {} for span in spans}
    for span, of, sum_ in _read(connection, kind, spans):
        found[span][of] = sum_
    return [dict(sorted(each.items())) for each in found.values()]


def added_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> dict[Of, Sum]:
    """Return the sums of all these spans together."""
    total: dict[Of, Sum] = {}
    for _, of, more in _read(connection, kind, spans):
        mine = total.setdefault(of, more)
        if mine is not more:
            for name, number in more.items():  # many thousands: a page waits for them
                mine[name] = mine.get(name, 0) + number
    return total


def _read(connection: Reach, kind: Kind, spans: Sequence[str]) -> Iterator[tuple[str, Of, Sum]]:
    for at in range(0, len(spans), MOST_SPANS):
        values = (*kind, as_json(list(spans[at : at + MOST_SPANS])))
        for span, one, other, body in bare(connection).execute(_SPANS, values):
            yield span, Of(one, other), _sum.decode(body)


def career_from(sums: Mapping[Of, Sum], model: str) -> Career:
    """Return a model's career from its sums."""
    mine = sums.get(Of(model), {})
    bonds = {}
    for of, sum_ in sums.items():
        if of.other and model in of:
            way = "to" if of.one == model else "from"
            sides = histogram(sum_, way)
            bonds[of.other if of.one == model else of.one] = Bond(
                agreed=sides.get("agree", 0), disagreed=sides.get("disagree", 0), neutral=sides.get("neutral", 0)
            )
    return Career(
        debates=mine.get("sessions", 0),
        won=mine.get("wins", 0),
        marks=mine.get("compared", 0),
        contrary=mine.get("contrary", 0),
        rebuttals=mine.get("rebutted", 0),
        comebacks=mine.get("comeback", 0),
        given=mine.get("given", 0),
        given_sum=mine.get("given_sum", 0),
        received=mine.get("received", 0),
        received_sum=mine.get("received_sum", 0),
        bonds=dict(sorted(bonds.items())),
    )


def change_sums(connection: Reach, kind: Kind, at: str, sums: Mapping[Of, Sum], sign: int) -> None:
    """Add or subtract the sums of a session that ended at `at`: for all councils, and for its own."""
    for council in sorted({"", kind.council}):
        for span in (EVER, at[:4], at[:7], at[:10]):
            for of, sum_ in sums.items():
                _change(connection, {**kind._asdict(), "council": council, "span": span, **of._asdict()}, sum_, sign)


def _change(connection: Reach, under: Values, sum_: Sum, sign: int) -> None:
    row = _ONE_SUM.run(connection, under).fetchone()
    now = _sum.decode(row[0]) if row is not None else {}
    for name, number in sum_.items():
        now[name] = now.get(name, 0) + sign * number
        if not now[name]:
            del now[name]
    if now:
        _PUT_SUM.run(connection, {**under, "body": as_json(now)})
    else:
        _DROP_SUM.run(connection, under)


def as_json(value: object) -> str:
    """Encode a value for storage."""
    return msgspec.json.encode(value, order="deterministic").decode()


_sum = msgspec.json.Decoder(Sum)
_SPANS = (
    "SELECT span, one, other, body FROM counted_sums WHERE protocol = ? AND scripted = ? AND council = ? "
    "AND span IN (SELECT value FROM json_each(?))"
)
_KEY = ("protocol", "scripted", "council", "span", "one", "other")
_whose = [counted_sums.c[name] == bindparam(name) for name in _KEY]
_ONE_SUM = SqlStatement(select(counted_sums.c.body).where(*_whose))
_DROP_SUM = SqlStatement(delete(counted_sums).where(*_whose))
_put_sum = put(counted_sums)
_PUT_SUM = SqlStatement(
    _put_sum.on_conflict_do_update(index_elements=list(_KEY), set_={"body": _put_sum.excluded.body})
)
