"""Filter counted sessions by protocol, kind of voices, council and first day."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, text

from moot.errors import BadInput, UnknownName
from moot.protocols import registry
from moot.transcripts.session_counts.totals import EVER, Kind, added_in, as_json
from moot.vocabulary.history.session_counts import Of, Sum


class SessionFilter:
    """Selects the sessions for statistics: one protocol, scripted voices or real models, and optionally a council and a
    first day."""

    def __init__(self, protocol: str | None, since: str | None, council: str | None = None, *, scripted: bool) -> None:
        known = registry.counts()
        if protocol is not None and protocol not in known:
            raise BadInput(f"Sessions of {protocol!r} are not counted.", f"Name one of: {', '.join(known)}.")
        self.protocol, self.protocols = protocol or known[0], known
        self.scripted, self.since, self.council = scripted, since or "", council or ""
        self.days = days_since(since) if since else []

    @property
    def kind(self) -> Kind:
        """Return the key under which the store keeps the totals of the filter's sessions: protocol, kind of voices,
        council."""
        return Kind(self.protocol, self.scripted, self.council)

    @property
    def of_council(self) -> str:
        """Return the SQL condition that limits sessions to the filter's council; empty if it has none."""
        return " AND council = :council" if self.council else ""

    def under(self, **more: object) -> dict[str, object]:
        return {**self.kind._asdict(), **more}


def days_since(since: str) -> list[str]:
    """Return every day from `since` to the end of its month, for which daily totals have to be read.

    Empty if `since` is the first of a month, since whole months have totals of their own.
    """
    try:
        if not _DAY.fullmatch(since):
            raise ValueError
        day = date.fromisoformat(since)
    except ValueError:
        raise BadInput(f"{since!r} is no day.", "Write it as 2031-05-04.") from None
    last = monthrange(day.year, day.month)[1]
    return [f"{since[:7]}-{each:02}" for each in range(day.day, last + 1)] if day.day > 1 else []


def sums_asked(connection: Connection, asked: SessionFilter) -> dict[Of, Sum]:
    """Return the stored totals of the sessions that a filter selects, by model and by pair of models."""
    check_known(connection, asked)
    if not asked.since:
        return added_in(connection, asked.kind, [EVER])
    month = asked.since[:7]
    later = [each for each in months_of(connection, asked) if each > month or (each == month and not asked.days)]
    return added_in(connection, asked.kind, [*asked.days, *spans_of(later, after=month)])


def spans_of(months: Sequence[str], *, after: str) -> list[str]:
    """Shorten a list of months by replacing all months of one year with the year, such as `2031`, for reading yearly
    totals.

    Months in the year of `after` stay, since that year is not read as a whole.
    """
    years = {month[:4] for month in months} - {after[:4]}
    return sorted(years) + [month for month in months if month[:4] not in years]


def months_of(connection: Connection, asked: SessionFilter) -> list[str]:
    """Return, in order, the months (`2031-05`) with sessions of the filter's protocol, kind of voices and council."""
    ends = text(_ENDS.format(more=asked.of_council))
    first, last = connection.execute(ends, asked.under()).one()
    if first is None:
        return []
    at, end = (12 * int(day[:4]) + int(day[5:7]) - 1 for day in (first, last))
    return _counted(connection, asked, [f"{month // 12:04}-{month % 12 + 1:02}" for month in range(at, end + 1)])


def models_of(connection: Connection, asked: SessionFilter) -> list[str]:
    """Return the ids of the models in the sessions that the filter selects."""
    return list(connection.execute(_MODELS, asked.under(ever=EVER)).scalars())


def councils_of(connection: Connection, asked: SessionFilter) -> list[str]:
    """Return the names of the councils with counted sessions of the filter's protocol and kind of voices."""
    return list(connection.execute(_COUNCILS, asked.under(ever=EVER)).scalars())


def _counted(connection: Connection, asked: SessionFilter, spans: Sequence[str]) -> list[str]:
    """Return those of the given days, months or years that have sessions in the statistics.

    Each is looked up separately, because there are many stored time spans.
    """
    return sorted(connection.execute(_SPANS, asked.under(spans=as_json(spans))).scalars())


def check_known(connection: Connection, asked: SessionFilter, *models: str | None) -> None:
    """Raise if the filter's council or one of the models has no sessions in the statistics, whose figures would all be
    zero."""
    if asked.council and not _is_any(connection, asked):
        raise UnknownName("council with counted sessions", asked.council, councils_of(connection, asked))
    for model in filter(None, models):
        if not any(_is_seen(connection, asked, model, kind) for kind in (False, True)):
            raise UnknownName("counted model", model, models_of(connection, asked))


def _is_any(connection: Connection, asked: SessionFilter) -> bool:
    return bool(_counted(connection, asked, [EVER]))


def asked_for(
    connection: Connection, models: Sequence[str], protocol: str | None, scripted: bool | None
) -> SessionFilter:
    """Return the filter for statistics on these models.

    Without `scripted`, the filter selects real models. If the models are scripted voices (replies without a model), the
    filter selects scripted voices.
    """
    asked = SessionFilter(protocol, None, scripted=bool(scripted))
    kinds = (False, True) if scripted is None else (scripted,)
    seen = {model: {kind for kind in kinds if _is_seen(connection, asked, model, kind)} for model in models}
    for model, found in seen.items():
        if not found:
            raise UnknownName("counted model", model)
    both = set(kinds).intersection(*seen.values())
    asked.scripted = min(both) if both else False
    return asked


def _is_seen(connection: Connection, asked: SessionFilter, model: str, scripted: bool) -> bool:
    values = asked.under(model=model) | {"scripted": scripted}
    return connection.execute(_SEEN, values).first() is not None


KIND = "scripted = :scripted AND protocol = :protocol"
"""First SQL condition of every statement in this module."""
SUMS = f"{KIND} AND council = :council"
"""First SQL conditions of statements over stored totals."""
_MODELS = text(f"SELECT one FROM counted_sums WHERE {SUMS} AND span = :ever AND one != '' AND other = '' ORDER BY one")
_COUNCILS = text(
    f"SELECT council FROM counted_sums WHERE {KIND} AND council != '' AND span = :ever AND one = '' AND other = '' "
    "ORDER BY council"
)
_ENDS = (
    f"SELECT (SELECT MIN(at) FROM counted_sessions WHERE {KIND}{{more}}), "
    f"(SELECT MAX(at) FROM counted_sessions WHERE {KIND}{{more}})"
)
_SPANS = text(
    f"SELECT span FROM counted_sums WHERE {SUMS} AND span IN (SELECT value FROM json_each(:spans)) "
    "AND one = '' AND other = ''"
)
_SEEN = text(f"SELECT 1 FROM counted_seats WHERE {KIND} AND model = :model LIMIT 1")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
