"""`moot insights upkeep acknowledge` and `snooze`."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.public import in_app, run, safe, say, show_json
from moot.vocabulary.public import UpkeepAlarm, UpkeepReport

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
DAY = 86_400.0


@click.command()
@click.argument("alarm")
@click.option("--off", is_flag=True, help="Have it tell again.")
@JSON
def acknowledge(alarm: str, off: bool, as_json: bool) -> int:
    """Acknowledge an alarm: it is silent until it ends.

    ALARM is its key, as `moot insights upkeep` shows it. It alerts again if it returns after it ended.
    """

    async def work(app: Application) -> int:
        found = await (app.upkeep.unsee(alarm) if off else app.upkeep.see(alarm))
        return _shown(found, alarm, as_json)

    return run(in_app(work))


@click.command()
@click.argument("alarm")
@click.option(
    "--days",
    type=click.FloatRange(0, 366, min_open=True),
    default=7.0,
    show_default=True,
    metavar="DAYS",
    help="For how long.",
)
@JSON
def snooze(alarm: str, days: float, as_json: bool) -> int:
    """Snooze an alarm for some days."""

    async def work(app: Application) -> int:
        return _shown(await app.upkeep.see(alarm, days * DAY), alarm, as_json)

    return run(in_app(work))


def seen_in_words(alarm: UpkeepAlarm) -> str:
    """Return whether an alarm was acknowledged or snoozed, as text."""
    if alarm.seen == "snoozed":
        return f" (snoozed until {alarm.until[:16].replace('T', ' ')} UTC)"
    return " (acknowledged)" if alarm.seen else ""


def _shown(found: UpkeepReport, key: str, as_json: bool) -> int:
    alarm = next((each for each in found.alarms if each.key == key), None)
    if as_json:
        show_json({"alarm": msgspec.to_builtins(alarm)})
    elif alarm is None:
        say("This alarm has ended.")
    else:
        say(f"{safe(alarm.says)}{seen_in_words(alarm) or ' It tells again.'}")
    return 0
