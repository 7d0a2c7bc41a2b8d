"""Implement `moot usage`: money and tokens of calls, by day, model, council, protocol and source."""

from __future__ import annotations

import sys

import click

from moot.app import Application
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.screen.words import count, money
from moot.sessions.amounts import bill, may_follow
from moot.vocabulary.history.usage import UsageReport, UsageRow
from moot.vocabulary.seats import NANO

WAYS = {"day": "days", "model": "models", "council": "councils", "protocol": "protocols", "source": "doors"}
"""Field of the report for each value of `--by`."""


@click.command()
@click.option("--days", "number", type=int, metavar="N", help="So many days up to today, 1 to 366; 30 by default.")
@click.option("--from", "first", metavar="DAY", help="From this day (UTC) on, e.g. 2031-05-04.")
@click.option("--to", "last", metavar="DAY", help="Up to this day (UTC); else today.")
@click.option("--by", type=click.Choice([*WAYS, "all"]), default="all", show_default=True, help="Only this table.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a line for each day, model, council, protocol and source.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def usage(
    app: Application, number: int | None, first: str | None, last: str | None, by: str, as_csv: bool, as_json: bool
) -> None:
    """Show what calls cost: money and tokens by day, model, council.

    "Charged" is what providers reported; "by price list" is computed from tokens if a provider reports no price; "may
    be charged" is a bound, on top, for calls that failed or reported no price. The demo's scripted voices are counted
    apart.

    \b
      moot usage
      moot usage --days 7 --by model
      moot usage --from 2031-05-01 --to 2031-05-31 --csv > may.csv
    """
    if as_csv:
        sys.stdout.write(await app.usage.table(first, last, number))
        return
    report = await app.usage.report(first, last, number)
    if as_json:
        show_json(report)
    else:
        _show(report, by)


def _show(report: UsageReport, by: str) -> None:
    total = report.total
    say(f"{report.first} to {report.last} (UTC)")
    say()
    if not total.calls:
        say("No calls to models on these days.")
    else:
        say(f"{count(total.sessions or 0, 'session')}, {count(total.calls, 'call')}, {_tokens(total)}: {_bill(total)}")
        for way in WAYS if by == "all" else [by]:
            rows = [row for row in getattr(report, WAYS[way]) if row.calls]
            if by == "all" and way in ("protocol", "source") and len(rows) < 2:
                continue
            say()
            _table("week from" if way == "day" and report.step > 1 else way, rows)
    notes = []
    if total.counted:
        notes.append(f"Tokens of {count(total.counted, 'call')} were counted from characters: no service told them.")
    if total.unknown:
        notes.append(f"The price of {count(total.unknown, 'call')} is unknown: no amount counts them.")
    if report.demo.calls:
        notes.append(f"Demo: {count(report.demo.calls, 'call')} of scripted voices, counted nowhere else.")
    if report.deleted or report.deleted_at_most:
        gone = bill(round(report.deleted * NANO), round(report.deleted_at_most * NANO))
        notes.append(f"Sessions deleted since cost {gone} on these days, counted in no table.")
    if notes:
        say()
    for note in notes:
        remark(note, err=False)


def _table(head: str, rows: list[UsageRow]) -> None:
    """Print the rows as a table, leaving out empty columns."""
    columns: list[tuple[str, list[str]]] = [
        ("charged", [_amount(row.charged) for row in rows]),
        ("by price list", ["$0" if _free(row) else _amount(row.listed) for row in rows]),
        ("may be charged", [_amount(row.at_most) for row in rows]),
        ("price unknown", [f"{row.unknown:,}" if row.unknown else "" for row in rows]),
        ("sessions", ["" if row.sessions is None else f"{row.sessions:,}" for row in rows]),
        ("calls", [f"{row.calls:,}" for row in rows]),
        ("read", [f"{row.read:,}" for row in rows]),
        ("written", [f"{row.written:,}" for row in rows]),
    ]
    told = [(name, cells) for name, cells in columns if any(cells)]
    table(
        [head, *(name for name, _ in told)],
        [[safe(row.name) or "(no name)", *(cells[at] for _, cells in told)] for at, row in enumerate(rows)],
        right=frozenset(range(1, 9)),
    )


def _free(row: UsageRow) -> bool:
    """Return whether the calls of a row cost nothing, as with a model on this machine."""
    return not (row.charged or row.listed or row.at_most or row.unknown)


def _amount(dollars: float) -> str:
    return money(round(dollars * NANO)) if dollars else ""


def _bill(row: UsageRow) -> str:
    """Return the costs of a row in words: charged, by price list, and what may be charged in addition. These amounts
    are never added up."""
    parts = [
        f"charged {money(round(row.charged * NANO))}" if row.charged or not row.listed else "",
        f"by price list {money(round(row.listed * NANO))}" if row.listed else "",
        may_follow(round(row.at_most * NANO)),
    ]
    return ", ".join(filter(None, parts))


def _tokens(row: UsageRow) -> str:
    about = "about " if row.counted else ""
    return f"{about}{count(row.read + row.written, 'token')}"
