"""Report usage of calls by day, model, council, protocol and source, over at most `MOST_DAYS`.

The amounts are the store's own accounts of each call, so they agree with every session's own
(`tests/analytics/test_usage.py`): a fork counts only its own calls, and an imported session none.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Integer, and_, bindparam, case, cast, func, or_, select

from moot.errors import BadInput
from moot.floor.embedded_texts import OFFLINE
from moot.transcripts.sql.schema import days, events, money, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.history.usage import (
    CallGroup,
    UsageFigures,
    UsageReport,
    UsageRow,
    UsageSession,
    usage_row,
)
from moot.vocabulary.seats import NANO

MOST_DAYS = 366
"""Maximum number of days in one report, because each of their calls is read."""
USUAL_DAYS = 30
"""Default number of days in a report."""
MOST_BARS = 92
"""Maximum number of days for which each day has a row. For more days, each row is a week."""
MOST_ROWS = 200
"""Maximum number of rows of models and councils. Further models or councils share one row."""
DEAREST = 10
"""Number of most expensive sessions listed."""
OTHERS = "others"


class Usages:
    """Reports on the calls, tokens and cost of a store's sessions."""

    def __init__(self, store: Store, scripted: Callable[[], Collection[str]]) -> None:
        self._store, self._scripted = store, scripted

    async def report(self, first: str | None = None, last: str | None = None, number: int | None = None) -> UsageReport:
        """Return the usage from the day `first` to the day `last`, or over the `number` days that end with `last`."""
        span = usage_days(first, last, number, self._store.clock())
        return await usage_of(self._store, span, self._scripted())

    async def table(self, first: str | None = None, last: str | None = None, number: int | None = None) -> str:
        """Return the usage as CSV with a row per day, model, council, protocol and interface.

        The days are given as for `report`.
        """
        span = usage_days(first, last, number, self._store.clock())
        return usage_table(await calls_of(self._store, span, self._scripted()))


class UsageDays(NamedTuple):
    """The first and last day of a usage report. Both days are included."""

    first: date
    last: date


def usage_days(first: str | None, last: str | None, number: int | None, now: float) -> UsageDays:
    """Return the first and last day of a report: the given days, or `number` days up to the last, which is today by
    default."""
    today = datetime.fromtimestamp(now, UTC).date()
    if number is not None and first:
        raise BadInput("Both a first day and a number of days were named.", "Name one of them.")
    end = _day(last) if last else today
    begin = _day(first) if first else None
    if begin is None:
        number = USUAL_DAYS if number is None else number
        if not 1 <= number <= MOST_DAYS:
            raise BadInput(f"A report of {number} days cannot be had.", f"Ask for 1 to {MOST_DAYS} days.")
        begin = end - timedelta(days=min(number - 1, end.toordinal() - 1))
    if begin > end:
        raise BadInput(f"The first day, {begin}, comes after the last, {end}.", "Swap them.")
    if (end - begin).days >= MOST_DAYS:
        raise BadInput(f"From {begin} to {end} are more than {MOST_DAYS} days.", "Ask for a year at a time.")
    return UsageDays(begin, end)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is no day.", "Write it as 2031-05-04.") from None


async def calls_of(store: Store, span: UsageDays, scripted: Collection[str]) -> list[tuple[CallGroup, UsageFigures]]:
    """Return the calls, tokens and cost within a range of days, summed per day, model, council, protocol and interface.

    Args:
        scripted: Endpoints of scripted voices.
    """
    counted = await store.read(lambda connection: _counted(connection, span, scripted))
    return sorted(counted.sums.items())


async def usage_of(store: Store, span: UsageDays, scripted: Collection[str]) -> UsageReport:
    """Return the usage report (calls, tokens and cost) of a range of days."""

    def work(connection: Connection) -> UsageReport:
        counted = _counted(connection, span, scripted)
        step = 1 if (span.last - span.first).days < MOST_BARS else 7
        begins = [str(span.first + timedelta(days=at)) for at in range(0, (span.last - span.first).days + 1, step)]
        bars = {
            row.name: row
            for row in _rows(counted, lambda each: begins[(date.fromisoformat(each.day) - span.first).days // step])
        }
        total, demo = (_rows(_only(counted, demo=demo), lambda each: "") for demo in (False, True))
        since = connection.execute(_SINCE).scalar()
        deleted = _deleted(connection, span)
        return UsageReport(
            first=str(span.first),
            last=str(span.last),
            since=str(since or ""),
            step=step,
            total=total[0] if total else usage_row("", UsageFigures(), 0),
            demo=demo[0] if demo else usage_row("", UsageFigures(), 0),
            days=[bars.get(begin) or usage_row(begin, UsageFigures(), 0) for begin in begins],
            models=_rows(counted, lambda each: each.model),
            councils=_rows(counted, lambda each: each.council),
            protocols=_rows(counted, lambda each: each.protocol),
            doors=_rows(counted, lambda each: each.door),
            dearest=[
                UsageSession(session=row[0], title=row[1] or row[2], spent=row[3] / NANO, at_most=row[4] / NANO)
                for row in connection.execute(_DEAREST, _values(span))
            ],
            deleted=deleted[0] / NANO,
            deleted_at_most=deleted[1] / NANO,
        )

    return await store.read(work)


class _DayCounts(NamedTuple):
    """The calls in a range of days: totals and session ids of each group."""

    sums: dict[CallGroup, UsageFigures]
    sessions: dict[CallGroup, set[str]]


def _counted(connection: Connection, span: UsageDays, scripted: Collection[str]) -> _DayCounts:
    sums: dict[CallGroup, UsageFigures] = defaultdict(UsageFigures)
    asked: dict[CallGroup, set[str]] = defaultdict(set)
    for row in connection.execute(_CALLS, _values(span)):
        session, day, model, *rest, voices, kind, number, read, written, counted, spent, aside = row
        council, protocol, door = rest
        group = CallGroup(day, model, council, protocol, door, bool(voices) and model.partition("/")[0] in scripted)
        asked[group].add(session)
        sums[group] += UsageFigures(
            calls=number,
            read=read,
            written=written,
            counted=counted,
            charged=spent if kind == "charged" else 0,
            listed=spent if kind == "listed" else 0,
            presumed=spent if kind == "presumed" else 0,
            in_flight=aside if kind == "in_flight" else 0,
            unknown=number if kind == "unknown" else 0,
        )
    return _DayCounts(sums, asked)


def _rows(counted: _DayCounts, name: Callable[[CallGroup], str]) -> list[UsageRow]:
    """Sum the groups with the same name into rows, the most expensive first.

    If there are more than `MOST_ROWS` rows, the others are summed into one. Scripted voices are left out.
    """
    sums: dict[str, UsageFigures] = defaultdict(UsageFigures)
    asked: dict[str, set[str]] = defaultdict(set)
    for group, figures in counted.sums.items():
        if not group.demo:
            sums[name(group)] += figures
            asked[name(group)] |= counted.sessions[group]
    order = sorted(sums, key=lambda key: (-sums[key].spent, -sums[key].presumed, -sums[key].calls, key))
    rows = [usage_row(key, sums[key], len(asked[key])) for key in order[:MOST_ROWS]]
    if len(order) > MOST_ROWS:
        rest = sum((sums[key] for key in order[MOST_ROWS:]), UsageFigures())
        rows.append(usage_row(f"{len(order) - MOST_ROWS} {OTHERS}", rest, None))
    return rows


def _only(counted: _DayCounts, *, demo: bool) -> _DayCounts:
    """Return the calls of scripted voices (with `demo`) or those of real models, as groups that are all marked as
    real."""
    chosen = {group: group._replace(demo=False) for group in counted.sums if group.demo == demo}
    return _DayCounts(
        {as_real: counted.sums[group] for group, as_real in chosen.items()},
        {as_real: counted.sessions[group] for group, as_real in chosen.items()},
    )


def _deleted(connection: Connection, span: UsageDays) -> tuple[int, int]:
    """Return the amounts of deleted sessions in these days' accounts: the charged amount and the presumed amount, in
    nano-dollars.
    """
    kept, account = (connection.execute(each, _values(span)).one() for each in (_KEPT, _ACCOUNTS))
    gone, presumed = account[0] - kept[0], account[1] - kept[1]
    return max(0, gone - presumed), max(0, presumed)


def _values(span: UsageDays) -> dict[str, str]:
    return {"first": str(span.first), "last": str(span.last)}


def _within(day: ColumnElement[str]) -> ColumnElement[bool]:
    return and_(day >= bindparam("first"), day <= bindparam("last"))


_mark = func.instr(money.c.key, "~")
_call = func.substr(money.c.key, 1, _mark - 1)
_attempt = cast(func.substr(money.c.key, _mark + 1), Integer)
_intent, _said, _late, _failure = (events.alias(name) for name in ("intent", "said", "late", "failure"))
_ends = (_said, _late, _failure)
"""Columns for the events that can end a call: its request's settlement, a late answer, or a failed attempt."""
_told = [func.json_extract(end.c.body, "$.cost_source") for end in (_late, _said, _failure)]
_source = func.coalesce(*(func.nullif(told, "") for told in _told), "")


def _added(path: str) -> ColumnElement[int]:
    parts = [func.coalesce(func.json_extract(end.c.body, path), 0) for end in _ends]
    return func.coalesce(func.sum(parts[0] + parts[1] + parts[2]), 0)


def _tells(end: object, key: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the SQL condition that an event ends this attempt. Events copied into a fork do not count."""
    of = end.c  # type: ignore[attr-defined]
    return and_(
        of.session == money.c.session,
        of.key == key,
        of.origin.is_(None),
        func.json_extract(of.body, "$.attempt") == _attempt,
    )


_kind = case(
    (money.c.state == "open", "in_flight"),
    (money.c.unknown, "unknown"),
    (money.c.state == "presumed", "presumed"),
    (_source == "provider", "charged"),
    else_="listed",
)
_GROUPED = (sessions.c.council, sessions.c.protocol, sessions.c.door)
_model = func.json_extract(_intent.c.body, "$.model")
_CALLS = (
    select(
        money.c.session,
        money.c.day,
        func.coalesce(_model, "").label("asked_model"),
        *_GROUPED,
        sessions.c.scripted,
        _kind.label("told_by"),
        func.count(),
        _added("$.usage.input"),
        _added("$.usage.output"),
        func.sum(case((or_(*(func.json_extract(end.c.body, "$.usage.estimated") == 1 for end in _ends)), 1), else_=0)),
        func.sum(money.c.spent),
        func.coalesce(func.sum(money.c.reserved), 0),
    )
    .select_from(money)
    .join(sessions, sessions.c.id == money.c.session)
    .outerjoin(_intent, (_intent.c.session == money.c.session) & (_intent.c.key == money.c.key))
    .outerjoin(_said, _tells(_said, _call))
    .outerjoin(_late, _tells(_late, _call.concat(":late")))
    .outerjoin(_failure, _tells(_failure, money.c.key.concat("!")))
    .where(
        _within(money.c.day),
        func.coalesce(_model, "") != "person",
        *(~func.coalesce(_model, "").startswith(f"{name}/") for name in OFFLINE),
    )
    .group_by(money.c.session, money.c.day, *_GROUPED, sessions.c.scripted, _model, _kind)
)
_settled = func.sum(case((money.c.state == "settled", money.c.spent), else_=0))
_on_top = func.sum(case((money.c.state == "presumed", money.c.spent), else_=0))
_DEAREST = (
    select(sessions.c.id, sessions.c.title, sessions.c.question, _settled, _on_top)
    .select_from(money)
    .join(sessions, sessions.c.id == money.c.session)
    .where(_within(money.c.day))
    .group_by(sessions.c.id, sessions.c.title, sessions.c.question)
    .having(_settled + _on_top > 0)
    .order_by(_settled.desc(), _on_top.desc(), sessions.c.id)
    .limit(DEAREST)
)
_SINCE = select(func.min(money.c.day))
_KEPT = select(func.coalesce(func.sum(money.c.spent), 0), func.coalesce(_on_top, 0)).where(
    _within(money.c.day), money.c.state != "open"
)
_ACCOUNTS = select(func.coalesce(func.sum(days.c.spent), 0), func.coalesce(func.sum(days.c.presumed), 0)).where(
    _within(days.c.day)
)

COLUMNS = (
    "day",
    "model",
    "council",
    "protocol",
    "source",
    "demo",
    "calls",
    "tokens_read",
    "tokens_written",
    "calls_with_counted_tokens",
    "charged_usd",
    "by_price_list_usd",
    "at_most_usd",
    "in_flight_at_most_usd",
    "calls_of_unknown_price",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a cell that make a spreadsheet compute it."""


def usage_table(found: Iterable[tuple[CallGroup, UsageFigures]]) -> str:
    """Return totals of calls as CSV text in which a spreadsheet finds no formulas."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for group, each in found:
        texts = (group.day, group.model, group.council, group.protocol, group.door)
        numbers = (each.calls, each.read, each.written, each.counted)
        amounts = (each.charged, each.listed, each.presumed, each.in_flight)
        demo = "yes" if group.demo else "no"
        writer.writerow([*map(_text, texts), demo, *numbers, *map(_dollars, amounts), each.unknown])
    return out.getvalue()


def _text(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


def _dollars(nano: int) -> str:
    """Format nano-dollars as dollars with all decimals."""
    whole, rest = divmod(nano, NANO)
    return f"{whole}.{rest:09d}".rstrip("0").rstrip(".")
