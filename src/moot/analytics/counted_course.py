"""How did figures move? Adjusted marks by month or day, and one model's numbers after each of its sessions."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, Row, text

from moot.analytics.counted_asked import KIND, Asked, check_known, days_of, models_of, months_of
from moot.tally.counted_marks import Equations
from moot.transcripts.counted.adding import Kept, kept_in, sums_from
from moot.vocabulary.earlier.history import AdjustedThen, Progress, Then
from moot.vocabulary.earlier.model_figures import CoursePoint

MOST_POINTS = 60
"""Points of a line."""
FEWEST_MONTHS = 3
"""Months below which days are shown."""
REMEMBERED = 128
"""Spans of which it is remembered what they come to: a month that is over stays as it is, and is read each time the
page is asked for. A span of six models is kept in 35 kB."""


def progress_of(connection: Connection, asked: Asked) -> Progress:
    """The adjusted mark of each model at the end of each month, or of each day where there are few months."""
    check_known(connection, asked)
    spans = months_of(connection, asked)
    if len(spans) < FEWEST_MONTHS:
        spans = days_of(connection, asked, spans)
    models = tuple(models_of(connection, asked))
    equations, debates = Equations(models), Counter[str]()
    points: list[Then] = []
    each_span = zip(spans, kept_in(connection, asked.kind, spans), strict=True)
    for left, (span, kept) in zip(range(len(spans), 0, -1), each_span, strict=True):
        more = _span_of(models, kept)
        equations.join(more.equations)
        debates.update(more.debates)
        if left <= MOST_POINTS:
            points.append(_then(span, equations, debates))
    return Progress(protocol=asked.protocol, scripted=asked.scripted, points=points)


class _Span(NamedTuple):
    """What the sessions of a span come to."""

    equations: Equations
    """Of the fit; only ever joined to others."""
    debates: dict[str, int]
    """By model, and of all under an empty name."""


@lru_cache(maxsize=REMEMBERED)
def _span_of(models: tuple[str, ...], kept: tuple[Kept, ...]) -> _Span:
    """What is remembered hangs on every number that is kept, so that it is never out of date."""
    sums = sums_from(kept)
    equations = Equations(models)
    equations.add(sums)
    return _Span(equations, {of.one: sum_.get("sessions", 0) for of, sum_ in sums.items() if not of.other})


def _then(span: str, equations: Equations, debates: Counter[str]) -> Then:
    return Then(
        until=span,
        debates=debates[""],
        models=[
            AdjustedThen(id=model, debates=debates[model], adjusted=fit.adjusted, low=fit.low, high=fit.high)
            for model, fit in equations.fitted().items()
        ],
    )


def course_of(connection: Connection, asked: Asked, model: str) -> list[CoursePoint]:
    """One model's numbers after its sessions: after each where they are few, else as they stood at moments evenly
    apart in time, so that a page reads as many rows however many sessions there are."""
    rows = connection.execute(_FIRST, asked.under(model=model, most=MOST_POINTS + 1)).all()
    if len(rows) > MOST_POINTS:
        begin, end = (_moment(connection.execute(each, asked.under(model=model)).scalar_one()) for each in _ENDS)
        step = (end - begin) / (MOST_POINTS - 1)
        kept: dict[int, Row[tuple[object, ...]]] = {}
        for at in range(MOST_POINTS):
            until = (begin + at * step + timedelta(milliseconds=1)).isoformat(timespec="milliseconds")
            row = connection.execute(_UNTIL, asked.under(model=model, until=until.replace("+00:00", "Z"))).first()
            if row is not None:
                kept[row.number] = row
        rows = list(kept.values())
    return [_point(row) for row in rows]


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(UTC)


def _point(row: Row[tuple[object, ...]]) -> CoursePoint:
    return CoursePoint(
        session=row.session,
        at=row.at,
        debates=row.sessions,
        received=row.received_sum / row.received if row.received else None,
        given=row.given_sum / row.given if row.given else None,
        contrary=row.contrary,
        compared=row.compared,
        comebacks=row.comebacks,
        rebuttals=row.rebuttals,
        traits=row.traits.split(),
    )


_ROWS = (
    "SELECT p.*, c.session FROM (SELECT * FROM personalities WHERE {kind} AND model = :model{more}) p "
    "JOIN counted_sessions c ON c.number = p.number"
)
_FIRST = text(f"{_ROWS.format(kind=KIND, more=' ORDER BY at, number LIMIT :most')} ORDER BY p.at, p.number")
_UNTIL = text(_ROWS.format(kind=KIND, more=" AND at <= :until ORDER BY at DESC, number DESC LIMIT 1"))
_ENDS = [text(f"SELECT {end}(at) FROM personalities WHERE {KIND} AND model = :model") for end in ("MIN", "MAX")]
