"""`moot schedule add`, `pause` and `remove`."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click
import msgspec

from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.question import options_from_words
from moot.cli.completion import council_names, protocol_names
from moot.cli.schedules.looking import shown
from moot.cli.screen.terminal import remark, safe, say, show_json
from moot.cli.screen.watching import in_house, run
from moot.convening.schedules.schedule import Schedule, as_kept, checked, question_at
from moot.convening.schedules.times import cron_from
from moot.errors import BadInput
from moot.exports.delivery.channels import Channels
from moot.house import House
from moot.request import Ask
from moot.transcripts.scheduled.schedules import Schedules

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command()
@click.argument("name")
@click.argument("question")
@click.option("--at", "clock", metavar="HH:MM", help="The time of day.")
@click.option("--days", default="", metavar="DAYS", help="On which days, e.g. mon-fri or sat,sun; else on all.")
@click.option("--cron", metavar="FIELDS", help="Instead of both: five fields of cron.")
@click.option("--zone", metavar="ZONE", help="The time zone, e.g. Europe/Berlin; else that of this machine.")
@click.option("--council", default="", metavar="NAME", shell_complete=council_names, help="A council by name.")
@click.option("--protocol", default="", metavar="NAME", shell_complete=protocol_names, help="How it deliberates.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A protocol's option; repeat.")
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most that one session may cost.")
@click.option("--month", type=DOLLARS, metavar="DOLLARS", help="Most that all of a calendar month may cost.")
@click.option("--channel", "channels", multiple=True, metavar="NAME", help="Who is told; repeat. See `moot channels`.")
@click.option("--always", is_flag=True, help="Tell them, too, when nothing changed since the session before.")
@JSON
def add(
    name: str, question: str, clock: str | None, days: str, cron: str | None, zone: str | None, council: str,
    protocol: str, options: tuple[str, ...], budget: float | None, month: float | None, channels: tuple[str, ...],
    always: bool, as_json: bool,
) -> int:  # fmt: skip
    """Have a council meet by itself.

    In QUESTION, {last} stands for the date of the session before, and {today} for today's.

    \b
      moot schedule add rates "What changed since {last}?" --at 07:30
      moot schedule add news "What is new?" --cron "0 8 1 * *" --month 5
    """
    if (clock is None) == (cron is None):
        raise BadInput("Either a time of day or fields of cron are needed.", "Write e.g. --at 07:30.")
    if cron is not None and days:
        raise BadInput("The fields of cron name the days.", "Leave out --days.")
    wanted = checked(
        name,
        Schedule(
            question=question,
            cron=cron if cron is not None else cron_from(clock or "", days),
            zone=zone or zone_here(),
            council=council,
            protocol=protocol,
            options=options_from_words(options),
            budget=budget,
            month=month,
            channels=channels,
            always=always,
        ),
    )

    async def work(house: House) -> int:
        await _check_it_can_begin(house, wanted)
        made = await Schedules(house.store).add(name, as_kept(wanted), time.time())
        found = await shown(house, made)
        if as_json:
            show_json({"schedule": msgspec.to_builtins(found)})
            return 0
        say(f"{safe(name)}: {safe(found.when)}. Next: {', '.join(found.next)}.")
        if wanted.budget is None and wanted.month is None:
            remark("It has no budget: --budget bounds a session, --month a calendar month.")
        remark("`moot serve` holds it when it is due; without a server, call `moot schedule run-due` by a timer.")
        return 0

    return run(in_house(work))


async def _check_it_can_begin(house: House, wanted: Schedule) -> None:
    """Refuses what would fail whenever it is due: an unknown council, option or channel, or too small a budget."""
    known = Channels(house.home)
    for channel in wanted.channels:
        known.named(channel)
    council = (await house.sits(Ask(council=wanted.council or None, protocol=wanted.protocol or None))).council
    caps = [amount for amount in (wanted.budget, wanted.month) if amount is not None]
    question = question_at(wanted, int(house.store.clock()), None)
    estimate = await house.estimate(
        Ask(question=question, council=council, options=wanted.options, budget=min(caps, default=None))
    )
    if estimate.lacking and estimate.whose == "session":
        raise BadInput(f"No session of this schedule could begin. {estimate.lacking}", "Give it more.")


@click.command()
@click.argument("name")
@click.option("--off", is_flag=True, help="Let it go on.")
@JSON
def pause(name: str, off: bool, as_json: bool) -> int:
    """Let a schedule rest, or go on.

    What it was due meanwhile is not made up for.
    """

    async def work(house: House) -> int:
        schedules = Schedules(house.store)
        kept = await schedules.named(name)
        await schedules.pause(kept.id, not off, time.time())
        found = await shown(house, await schedules.named(kept.id))
        if as_json:
            show_json({"schedule": msgspec.to_builtins(found)})
        else:
            say(f"{safe(kept.name)} goes on. Next: {', '.join(found.next)}." if off else f"{safe(kept.name)} rests.")
        return 0

    return run(in_house(work))


@click.command()
@click.argument("name")
@JSON
def remove(name: str, as_json: bool) -> int:
    """Take a schedule away; its sessions stay."""

    async def work(house: House) -> int:
        schedules = Schedules(house.store)
        kept = await schedules.named(name)
        await schedules.remove(kept.id)
        show_json({"removed": kept.name}) if as_json else say(f"Removed {safe(kept.name)}. Its sessions stay.")
        return 0

    return run(in_house(work))


def zone_here() -> str:
    """The time zone of this machine by its name; UTC where it has none."""
    named = os.environ.get("TZ", "").lstrip(":")
    if named and "/" in named and not named.startswith("/"):
        return named
    try:
        parts = Path("/etc/localtime").resolve(strict=True).parts
    except OSError:
        return "UTC"
    return "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else "UTC"
