"""Sum counted sessions in the store: for all time, each year, month and day, and each model's career after a session.

Sums exist for all councils together, and for each council with a name. `vocabulary/history/session_counts.py` defines
their content. Careers are one row per model and session, each based on the previous one, in the order in which sessions
ended. When one is counted late or deleted, later rows of its models are outdated: they are marked and due, and are
rewritten before figures are read. `tests/transcripts/session_counts/test_portraits.py` tests that no order of counting
changes a row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.protocols.files import SessionCounting
from moot.transcripts.sql.rows import Values
from moot.transcripts.sql.schema import counted_sums, personalities
from moot.transcripts.sql.statement import Reach, SqlStatement, bare
from moot.vocabulary.history.session_counts import Of, SessionCounts, Sum, histogram, sums_of
from moot.vocabulary.history.track_record import Bond, Career

EVER = ""
"""Name of the time span that covers all time."""
MOST_SPANS = 500
"""Maximum number of time spans read by one statement."""


class Kind(NamedTuple):
    """Which sessions a statistic covers: those of one protocol, with scripted voices or with real models, and
    optionally only those of one council."""

    protocol: str
    """Name of the protocol whose sessions are counted."""
    scripted: bool
    """Whether to sum sessions with scripted voices instead of those with language models."""
    council: str = ""
    """Name of the only council to count; empty for all councils."""


def sums_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> list[dict[Of, Sum]]:
    """Return the statistics of each of these time spans, in their order, each by model or pair of models. A span is
    empty for all time, a year as `2031`, a month as `2031-05`, or a day."""
    found: dict[str, dict[Of, Sum]] = {span: {} for span in spans}
    for span, of, sum_ in _read(connection, kind, spans):
        found[span][of] = sum_
    return [dict(sorted(each.items())) for each in found.values()]


def added_in(connection: Reach, kind: Kind, spans: Sequence[str]) -> dict[Of, Sum]:
    """Return the statistics of these time spans added up, by model or pair of models."""
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
    """Return a model's career (debates, wins, agreement with others) from statistics by model and pair of models."""
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
    """Add a session that ended at `at` to the statistics of its day, month, year and all time (`sign` 1), or subtract
    it from them (-1). `sums` are this session's own numbers, by model or pair of models."""
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
    """Return a value as JSON text for a column of the store."""
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


AT_ONCE = 20
"""Maximum number of later sessions whose rows are rewritten together with the row of an earlier session.

Parallel sessions end in another order than they are counted in, so a few late sessions are corrected at once.
"""
STALE = -1
"""Value of the column `streak` in rows that are outdated because an earlier session was counted later."""


def portray(connection: Reach, under: Mapping[str, Any], counting: SessionCounting, counted: SessionCounts) -> bool:
    """Store the careers of a session's members: each model's debates, wins and agreement with others, as they are after
    this session.

    A career is computed from the model's row of an earlier session. If such a row is outdated, mark the new rows as
    outdated and return false.

    Args:
        under: Number, protocol, `scripted` and time of the session.
        counting: How the session's protocol counts.
        counted: What is counted of the session.
    """
    sums = sums_of(counted)
    present = sorted({seat.model for seat in counted.seats})
    before = {model: _before(connection, under, model) for model in present}
    current = all(each.get("streak") != STALE for each in before.values())
    for model in present:
        row, more = before[model], career_from(sums, model)
        bonds = _bonds(row, more.bonds)
        career = Career(
            **{name: row.get(column, 0) + getattr(more, name) for name, column in _COLUMNS.items()}, bonds=bonds
        )
        since = dict(zip(row.get("traits", "").split(), row.get("since", "").split(), strict=True))
        traits = counting.traits(career, [other for other in present if other != model])
        won = any(seat.won for seat in counted.seats if seat.model == model)
        streak = row.get("streak", 0) + 1 if won else 0
        _PUT.run(
            connection,
            {
                **{name: under[name] for name in ("number", "protocol", "scripted", "at")},
                **{column: getattr(career, name) for name, column in _COLUMNS.items()},
                "model": model,
                "streak": streak if current else STALE,
                "bonds": as_json({name: [b.agreed, b.disagreed, b.neutral] for name, b in bonds.items()}),
                "traits": " ".join(traits),
                "since": " ".join(since.get(trait, under["at"]) for trait in traits),
            },
        )
    return current


def outdate_later(connection: Reach, under: Mapping[str, Any], models: Collection[str]) -> list[str]:
    """Mark these models' rows of later sessions as outdated, and those sessions as still to be counted again.

    Args:
        under: Number, protocol, `scripted` and time of the session that was counted or deleted.

    Returns:
        The later sessions, in the order in which they ended, if they are few enough to be rewritten now; else none.
    """
    values = {**under, "models": as_json(sorted(models))}
    later = bare(connection).execute(_LATER, values).fetchall()
    if not later:
        return []
    numbers = (as_json([number for number, _ in later]),)
    bare(connection).execute(_OUTDATE, numbers)
    bare(connection).execute(_DUE, numbers)
    return [session for _, session in later] if len(later) <= AT_ONCE else []


def _before(connection: Reach, under: Mapping[str, Any], model: str) -> dict[str, Any]:
    row = bare(connection).execute(_BEFORE, {**under, "model": model}).fetchone()
    return dict(zip(_NAMES, row, strict=True)) if row is not None else {}


def _bonds(row: Mapping[str, Any], more: Mapping[str, Bond]) -> dict[str, Bond]:
    sides = msgspec.json.decode(row.get("bonds", "{}"), type=dict[str, tuple[int, int, int]])
    held = {model: Bond(agreed=a, disagreed=d, neutral=n) for model, (a, d, n) in sides.items()}
    for model, bond in more.items():
        was = held.get(model, Bond())
        held[model] = Bond(
            agreed=was.agreed + bond.agreed,
            disagreed=was.disagreed + bond.disagreed,
            neutral=was.neutral + bond.neutral,
        )
    return dict(sorted(held.items()))


_COLUMNS = {
    **{"debates": "sessions", "won": "won", "marks": "compared", "contrary": "contrary", "rebuttals": "rebuttals"},
    **{"comebacks": "comebacks", "given": "given", "given_sum": "given_sum"},
    **{"received": "received", "received_sum": "received_sum"},
}
"""Column of the store that contains each field of a career."""
_NAMES = (*_COLUMNS.values(), "streak", "bonds", "traits", "since")
_BEFORE = (
    f"SELECT {', '.join(_NAMES)} FROM personalities WHERE scripted = :scripted AND protocol = :protocol "
    "AND model = :model AND (at, number) < (:at, :number) ORDER BY at DESC, number DESC LIMIT 1"
)
_LATER = (
    "SELECT number, session FROM counted_sessions c WHERE scripted = :scripted AND protocol = :protocol AND at >= :at "
    "AND (at, number) > (:at, :number) AND EXISTS (SELECT 1 FROM counted_seats s WHERE s.number = c.number "
    "AND s.model IN (SELECT value FROM json_each(:models))) ORDER BY at, number"
)
_THESE = "number IN (SELECT value FROM json_each(?))"
_OUTDATE = f"UPDATE personalities SET streak = {STALE} WHERE {_THESE}"
_DUE = f"INSERT OR IGNORE INTO counting_due (session, why) SELECT session, '' FROM counted_sessions WHERE {_THESE}"
_put = put(personalities)
_PUT = SqlStatement(
    _put.on_conflict_do_update(
        index_elements=["number", "model"],
        set_={each.name: each for each in _put.excluded if each.name not in ("number", "model")},
    )
)
