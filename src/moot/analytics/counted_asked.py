"""Which counted sessions is somebody asking for? Those of one protocol and one kind of voices, of all time or since a
day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy import Connection, text

from moot.errors import BadInput, UnknownName
from moot.protocols import registry
from moot.transcripts.counted.adding import EVER, sums_in
from moot.vocabulary.earlier.sums import Of, Sum, added


class Asked:
    """Which sessions are asked for."""

    def __init__(self, protocol: str | None, since: str | None, *, scripted: bool) -> None:
        known = registry.counts()
        if protocol is not None and protocol not in known:
            raise BadInput(f"Sessions of {protocol!r} are not counted.", f"Name one of: {', '.join(known)}.")
        self.protocol, self.protocols = protocol or known[0], known
        self.scripted, self.since = scripted, since or ""
        self.spans = spans_since(since) if since else [EVER]

    def under(self, **more: object) -> dict[str, object]:
        return {"protocol": self.protocol, "scripted": self.scripted, **more}


def spans_since(since: str) -> list[str]:
    """The days left of that month, and whether a month comes after: told as `>2031-05`."""
    try:
        if not _DAY.fullmatch(since):
            raise ValueError
        day = date.fromisoformat(since)
    except ValueError:
        raise BadInput(f"{since!r} is no day.", "Write it as 2031-05-04.") from None
    spans = []
    at = day
    while at.month == day.month:
        spans.append(str(at))
        if at == date.max:
            break
        at += timedelta(days=1)
    return [*spans, f">{since[:7]}"] if day.day > 1 else [f">={since[:7]}"]


def sums_asked(connection: Connection, asked: Asked) -> dict[Of, Sum]:
    spans: list[str] = []
    for span in asked.spans:
        if span[:1] != ">":
            spans.append(span)
            continue
        own = span[:2] == ">="
        rows = connection.execute(_MONTHS, asked.under(month=span.lstrip(">="))).scalars()
        spans += [month for month in rows if own or month != span[1:]]
    found = sums_in(connection, asked.protocol, asked.scripted, spans)
    return found[0] if len(found) == 1 else added(found)


def months_of(connection: Connection, asked: Asked) -> list[str]:
    """Months in which something was counted, the earliest first."""
    return sorted(connection.execute(_MONTHS, asked.under(month="")).scalars())


def days_of(connection: Connection, asked: Asked) -> list[str]:
    """Days in which something was counted, the earliest first."""
    return sorted(connection.execute(_DAYS, asked.under()).scalars())


def asked_for(connection: Connection, models: Sequence[str], protocol: str | None, scripted: bool | None) -> Asked:
    """The sessions of these models; where nobody says of which kind of voices, of the one all of them have."""
    asked = Asked(protocol, None, scripted=bool(scripted))
    kinds = (False, True) if scripted is None else (scripted,)
    seen = {model: {kind for kind in kinds if _is_seen(connection, asked, model, kind)} for model in models}
    for model, found in seen.items():
        if not found:
            raise UnknownName("counted model", model)
    both = set(kinds).intersection(*seen.values())
    asked.scripted = min(both) if both else False
    return asked


def _is_seen(connection: Connection, asked: Asked, model: str, scripted: bool) -> bool:
    values = asked.under(model=model) | {"scripted": scripted}
    return connection.execute(_SEEN, values).first() is not None


KIND = "scripted = :scripted AND protocol = :protocol"
"""What every statement here asks first."""
_MONTHS = text(
    f"SELECT span FROM counted_sums WHERE {KIND} AND one = '' AND other = '' AND length(span) = 7 AND span >= :month"
)
_DAYS = text(f"SELECT span FROM counted_sums WHERE {KIND} AND one = '' AND other = '' AND length(span) = 10")
_SEEN = text(f"SELECT 1 FROM counted_seats WHERE {KIND} AND model = :model LIMIT 1")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
