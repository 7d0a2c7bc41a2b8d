"""What do counted sessions add up to in the store? Sums of all time, of each year, month and day, always current.

They are kept of all councils together, and once more of each council that has a name. Of whom and of what they are is
said by `vocabulary/history/totals.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.transcripts.session_counts.tables import counted_sums
from moot.transcripts.sql.rows import Values
from moot.transcripts.sql.statement import Reach, SqlStatement, bare
from moot.vocabulary.history.totals import Of, Sum, histogram
from moot.vocabulary.history.track_record import Bond, Career

EVER = ""
"""The span of all that was ever counted here."""
MOST_SPANS = 500
"""Spans read by one statement."""


class Kind(NamedTuple):
    """Which sessions are added up."""

    protocol: str
    """Those of this protocol."""
    scripted: bool
    """Those of scripted voices, or of language models."""
    council: str = ""
    """Those of the council of this name; empty for all."""


class StoredSum(NamedTuple):
    """One sum as it is kept."""

    one: str
    """The model, or the first of a pair."""
    other: str
    """The second of a pair."""
    body: str
    """Its numbers, as JSON."""


def sums_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> list[dict[Of, Sum]]:
    """What is added up of these spans, of each: all, a year as `2031`, a month as `2031-05`, or a day."""
    return [sums_from(kept) for kept in kept_in(connection, kind, spans)]


def kept_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> list[tuple[StoredSum, ...]]:
    """The same as it is kept, for whoever remembers what it made of it; in the order of names."""
    found: dict[str, list[StoredSum]] = {span: [] for span in spans}
    for at in range(0, len(spans), MOST_SPANS):
        values = (*kind, as_json(list(spans[at : at + MOST_SPANS])))
        for span, one, other, body in bare(connection).execute(_SPANS, values):
            found[span].append(StoredSum(one, other, body))
    return [tuple(sorted(each)) for each in found.values()]


def sums_from(kept: Sequence[StoredSum]) -> dict[Of, Sum]:
    """What is kept, read."""
    return {Of(one, other): _sum.decode(body) for one, other, body in kept}


def added_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> dict[Of, Sum]:
    """The same, of all of them together."""
    total: dict[tuple[str, str], Sum] = {}
    for at in range(0, len(spans), MOST_SPANS):
        values = (*kind, as_json(list(spans[at : at + MOST_SPANS])))
        for _, one, other, body in bare(connection).execute(_SPANS, values):
            more = _sum.decode(body)
            mine = total.setdefault((one, other), more)
            if mine is not more:
                for name, number in more.items():  # many thousands: a page waits for them
                    mine[name] = mine.get(name, 0) + number
    return {Of(*names): sum_ for names, sum_ in total.items()}


def career_from(sums: Mapping[Of, Sum], model: str) -> Career:
    """What a model's sums say of it, for what its protocol calls its traits."""
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
    """Adds what a session that ended then comes to, or takes it away: of all councils, and of its own."""
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
    """A value as it is kept."""
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
