"""The commands of `moot schedule`."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from moot.app import Application, Ask
from moot.cli.public import (
    DOLLARS,
    EXIT_CODES,
    OUTCOMES,
    Interrupt,
    council_names,
    in_app,
    money,
    nano_dollars,
    one_line,
    options_from_words,
    protocol_names,
    remark,
    run,
    safe,
    say,
    show_json,
    table,
)
from moot.errors import BadInput
from moot.exports.public import write_export
from moot.extensions.notify.channels import Channels
from moot.extensions.notify.cron import cron_from, local_time
from moot.extensions.notify.digest import atom_feed
from moot.extensions.notify.outbox import FEED, Outbox
from moot.extensions.notify.schedule import (
    Schedule,
    ShownSchedule,
    check_schedule,
    decode_schedule,
    encode_schedule,
    list_schedules,
    question_at,
    show_schedule,
)
from moot.extensions.notify.schedule_store import Fire, ScheduleRow, Schedules
from moot.extensions.notify.timetable import Timetable

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
CAME = {
    "due": "being opened",
    "opened": "runs",
    "ended": "held",
    "failed": "failed",
    "missed": "missed",
    "unpaid": "month's budget used up",
}
"""Descriptions of the states of a schedule's run."""


@click.command("list")
@click.argument("name", required=False)
@JSON
def list_command(name: str | None, as_json: bool) -> int:
    """List schedules, or show one with its next and last times."""

    async def work(app: Application) -> int:
        schedules = Schedules(app.store)
        if name is not None:
            one = await show_schedule(app, await schedules.named(name))
            show_json({"schedule": msgspec.to_builtins(one)}) if as_json else _show(one)
            return 0
        listed = await list_schedules(app)
        if as_json:
            show_json(msgspec.to_builtins(listed))
        elif not listed.schedules:
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
                    for each in listed.schedules
                ],
            )
        return 0

    return run(in_app(work))


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it there, over what was there.",
)
def feed(output: Path | None) -> int:
    """Print the results of schedules as an Atom feed.

    A server has the same at /api/schedules/feed.atom, for readers that can send its token.
    """

    async def work(app: Application) -> str:
        return atom_feed(await Outbox(app.store).latest(50, channel=FEED))

    text = run(in_app(work))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_export(output, text, overwrite=True)
        say(f"Wrote {safe(str(output))}.", err=True)
    return 0


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
        [[each.at, CAME[each.state], each.session[:8], one_line(each.why, 300)] for each in one.times],
    )


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
@click.option(
    "--channel", "channels", multiple=True, metavar="NAME", help="Who is told; repeat. See `moot schedule channels`."
)
@click.option("--always", is_flag=True, help="Tell them, too, when nothing changed since the session before.")
@JSON
def add(
    name: str, clock: str | None, days: str, cron: str | None, zone: str | None, as_json: bool, **given: Any
) -> int:
    """Have a council answer a question regularly.

    In QUESTION, {last} is replaced by the date of the previous session, and {today} by today's.

    \b
      moot schedule add rates "What changed since {last}?" --at 07:30
      moot schedule add news "What is new?" --cron "0 8 1 * *" --month 5
    """
    if (clock is None) == (cron is None):
        raise BadInput("Either a time of day or fields of cron are needed.", "Write e.g. --at 07:30.")
    if cron is not None and days:
        raise BadInput("The fields of cron name the days.", "Leave out --days.")
    given["options"] = options_from_words(given["options"])
    cron = cron if cron is not None else cron_from(clock or "", days)
    wanted = check_schedule(name, Schedule(cron=cron, zone=zone or zone_here(), **given))

    async def work(app: Application) -> int:
        await _check_it_can_begin(app, wanted)
        made = await Schedules(app.store).add(name, encode_schedule(wanted), time.time())
        found = await show_schedule(app, made)
        if as_json:
            show_json({"schedule": msgspec.to_builtins(found)})
            return 0
        say(f"{safe(name)}: {safe(found.when)}. Next: {', '.join(found.next)}.")
        if wanted.budget is None and wanted.month is None:
            remark("It has no budget: --budget bounds a session, --month a calendar month.")
        remark("`moot serve` holds it when it is due; without a server, call `moot schedule run-due` by a timer.")
        return 0

    return run(in_app(work))


async def _check_it_can_begin(app: Application, wanted: Schedule) -> None:
    """Raise if no session of a schedule could ever start, because of an unknown council, option or channel, or too
    small a budget.
    """
    known = Channels(app.home)
    for channel in wanted.channels:
        known.named(channel)
    caps = [amount for amount in (wanted.budget, wanted.month) if amount is not None]
    question = question_at(wanted, int(app.store.clock()), None)
    ask = Ask(
        question=question,
        council=wanted.council or None,
        protocol=wanted.protocol or None,
        options=wanted.options,
        budget=min(caps, default=None),
    )
    estimate = await app.estimate(ask)
    if estimate.lacking and estimate.whose == "session":
        raise BadInput(f"No session of this schedule could begin. {estimate.lacking}", "Give it more.")


@click.command()
@click.argument("name")
@click.option("--off", is_flag=True, help="Let it go on.")
@JSON
def pause(name: str, off: bool, as_json: bool) -> int:
    """Pause or resume a schedule.

    Times that were due during the pause are skipped.
    """

    async def work(app: Application) -> int:
        schedules = Schedules(app.store)
        kept = await schedules.named(name)
        await schedules.pause(kept.id, not off, time.time())
        found = await show_schedule(app, await schedules.named(kept.id))
        if as_json:
            show_json({"schedule": msgspec.to_builtins(found)})
        else:
            say(f"{safe(kept.name)} goes on. Next: {', '.join(found.next)}." if off else f"{safe(kept.name)} rests.")
        return 0

    return run(in_app(work))


@click.command()
@click.argument("name")
@JSON
def remove(name: str, as_json: bool) -> int:
    """Remove a schedule; its sessions stay."""

    async def work(app: Application) -> int:
        schedules = Schedules(app.store)
        kept = await schedules.named(name)
        await schedules.remove(kept.id)
        show_json({"removed": kept.name}) if as_json else say(f"Removed {safe(kept.name)}. Its sessions stay.")
        return 0

    return run(in_app(work))


def zone_here() -> str:
    """Return the name of this machine's time zone. If the name cannot be found out, return `UTC`."""
    named = os.environ.get("TZ", "").lstrip(":")
    if named and "/" in named and not named.startswith("/"):
        return named
    try:
        parts = Path("/etc/localtime").resolve(strict=True).parts
    except OSError:
        return "UTC"
    return "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else "UTC"


@click.command("run")
@click.argument("name")
@JSON
def run_command(name: str, as_json: bool) -> int:
    """Run a schedule's session now.

    It counts as a regular run, and its channels are notified. If one of the schedule's sessions is under way, this
    waits for that one and prints its result.
    """

    async def work(app: Application) -> int:
        timetable = Timetable(app)
        kept = await timetable.schedules.named(name)
        fire = await timetable.runner.now(kept, app.store.clock())
        return await _held(app, timetable, [fire], as_json)

    return run(in_app(work))


@click.command("run-due")
@JSON
def run_due(as_json: bool) -> int:
    """Run what is due now, once; for crontab or systemd.

    \b
      */5 * * * * moot schedule run-due

    Several calls may run at once, and beside a server: each due time gets only one session, and every call waits until
    it ends. Sessions of a process that died are resumed. The result of each due time is printed. Exit codes: 0 all
    succeeded, or nothing was due, 1 something failed, or a month's budget is used up.
    """

    async def work(app: Application) -> int:
        timetable = Timetable(app)
        return await _held(app, timetable, await timetable.runner.due(app.store.clock()), as_json)

    return run(in_app(work))


async def _held(app: Application, timetable: Timetable, fires: Sequence[Fire], as_json: bool) -> int:
    """Wait until the sessions of these runs have ended, print their results, and return the exit code."""
    troubles = dict(timetable.runner.troubles)
    with Interrupt().listening() as interrupt:
        left = await timetable.until_done(fires, interrupt.asked)
    troubles |= timetable.runner.troubles
    known = {each.id: each for each in await timetable.schedules.all()}
    rows, code = [], int(bool(troubles))
    for fire in fires:
        now = await timetable.schedules.at(fire)
        if now is None or fire.schedule not in known:
            continue
        kept = known[fire.schedule]
        (state, word, outcome), at = await _outcome(app, now), _when(kept, now)
        rows.append({"schedule": kept.name, "at": at, "session": now.session, "state": state, "why": now.why})
        code = max(code, outcome)
        if not as_json:
            say(f"{safe(kept.name)}, {at}: {word}" + (f" ({now.session[:8]})" if now.session else ""))
            if now.why:
                say(f"  {one_line(now.why)}")
    if as_json:
        show_json({"held": rows, "troubles": troubles})
    elif not rows and not troubles:
        say("Nothing is due.")
    for name, why in troubles.items():
        say(f"! {safe(name)}: {one_line(why)}", err=True)
    return EXIT_CODES["stopped"] if interrupt.asked.is_set() and left else code


async def _outcome(app: Application, fire: Fire) -> tuple[str, str, int]:
    """Return how a run of a schedule ended: its state, a sentence on it, and the exit code."""
    if not fire.session:
        if fire.state == "due":
            return "running", "due; it is looked at again", 0
        return fire.state, CAME[fire.state], int(fire.state != "missed")
    state = (await app.register.get(fire.session)).state if fire.state != "failed" else "failed"
    return state, OUTCOMES.get(state, state), 0 if state == "running" else EXIT_CODES.get(state, 1)


def _when(kept: ScheduleRow, fire: Fire) -> str:
    try:
        return local_time(decode_schedule(kept).zone, fire.at)
    except BadInput:  # a time zone that is gone
        return local_time("UTC", fire.at)
