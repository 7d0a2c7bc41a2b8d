"""`moot schedule list`: when each schedule is due, and what came of it."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from moot.cli.screen.terminal import one_line, remark, safe, say, show_json, table
from moot.cli.screen.watching import in_house, run
from moot.cli.screen.words import money
from moot.convening.schedules.shown import ShownSchedule, shown_schedule, unwritten_in_words
from moot.exports.delivery.feed import atom_of
from moot.exports.export import write_export
from moot.floor.calls.budget import nano_dollars
from moot.house import House
from moot.transcripts.scheduled.outbox import FEED, Outbox
from moot.transcripts.scheduled.schedules import Kept, Schedules

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
CAME = {
    "due": "being opened",
    "opened": "runs",
    "ended": "held",
    "failed": "failed",
    "missed": "missed",
    "unpaid": "month's budget used up",
}
"""What became of a time, in words."""


@click.command("list")
@click.argument("name", required=False)
@JSON
def list_command(name: str | None, as_json: bool) -> int:
    """List schedules, or show one with its next and last times."""

    async def work(house: House) -> int:
        schedules = Schedules(house.store)
        if name is not None:
            one = await shown(house, await schedules.named(name))
            show_json({"schedule": msgspec.to_builtins(one)}) if as_json else _show(one)
            return 0
        found = [await shown(house, each) for each in await schedules.all()]
        reports = unwritten_in_words(await house.reports.unwritten())
        if as_json:
            show_json({"schedules": msgspec.to_builtins(found), "reports": list(reports)})
        elif not found:
            say('There is none. Add one: moot schedule add NAME "QUESTION" --at 07:30')
        else:
            table(
                ["schedule", "when", "next", "last", "question"],
                [
                    [
                        safe(each.name),
                        each.when,
                        "rests" if each.paused else each.next[0] if each.next else "never",
                        f"{each.times[0].at} {CAME[each.times[0].state]}" if each.times else "",
                        one_line(each.question, 80),
                    ]
                    for each in found
                ],
            )
        for line in () if as_json else reports:
            say(f"! {one_line(line, 400)}", err=True)
        return 0

    return run(in_house(work))


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write it there, over what was there.")  # fmt: skip
def feed(output: Path | None) -> int:
    """Print what came of schedules as an Atom feed.

    A server has the same at /api/schedules/feed.atom, for readers that can send its token.
    """

    async def work(house: House) -> str:
        return atom_of(await Outbox(house.store).latest(50, channel=FEED))

    text = run(in_house(work))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_export(output, text, overwrite=True)
        say(f"Wrote {safe(str(output))}.", err=True)
    return 0


async def shown(house: House, kept: Kept) -> ShownSchedule:
    """A schedule as it is shown."""
    return await shown_schedule(Schedules(house.store), kept, int(time.time()), await house.reports.unwritten())


def _show(one: ShownSchedule) -> None:
    say(f"{safe(one.name)}: {safe(one.question)}")
    say(f"  {one.when}" + (", rests" if one.paused else ""))
    say(f"  next: {', '.join(one.next) or 'never'}")
    for label, value in (("council", one.council), ("protocol", one.protocol), ("told", ", ".join(one.channels))):
        if value:
            say(f"  {label}: {safe(value)}")
    for label, amount in (("budget of a session", one.budget), ("budget of a month", one.month)):
        if amount is not None:
            say(f"  {label}: {money(nano_dollars(amount))}")
    if not one.times:
        remark("It was never due yet.", err=False)
        return
    say()
    table(
        ["at", "what came of it", "session", "why"],
        [[each.at, CAME[each.state], each.session[:8], one_line(each.why or each.report, 300)] for each in one.times],
    )
