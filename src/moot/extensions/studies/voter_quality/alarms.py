"""`moot insights upkeep acknowledge`, `snooze`, `pairs` and `controls`."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.public import in_app, one_line, remark, run, safe, say, show_json, table
from moot.vocabulary.public import UpkeepAlarm, UpkeepReport

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
DAY = 86_400.0
SAYS = {"nothing": "", "hint": "hint", "alarm": "alarm"}


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


@click.command()
@JSON
def pairs(as_json: bool) -> int:
    """Show which voters vote alike beyond what their skill explains.

    Pairs are listed from five sessions on. A pair can be a hint from ten sessions on and an alarm from thirty, with at
    least four voters. Models with the same training data also vote alike.
    """

    async def work(app: Application) -> int:
        found = await app.upkeep.report()
        if as_json:
            show_json({"pairs": msgspec.to_builtins(found.pairs)})
            return 0
        if not found.pairs:
            say("No two voters sat together in five sessions yet.")
            return 0
        table(
            ["one", "other", "sessions", "claims", "same vote", "other pairs", "looks copied", "report"],
            [
                [
                    safe(each.models[0]),
                    safe(each.models[1]),
                    str(each.sessions),
                    str(each.claims),
                    f"{each.same:.0%}",
                    "" if each.others is None else f"{each.others:.0%}",
                    "" if each.copied is None else f"{each.copied:.0%}",
                    SAYS[each.says],
                ]
                for each in found.pairs
            ],
            right=frozenset({2, 3, 4, 5, 6}),
        )
        say()
        remark(
            "Same vote: the share of claims with equal votes; a claim that comes up again counts once. Looks copied: "
            "how far two agree beyond what their agreement with the other voters explains. It is empty where there are "
            "fewer than four voters, or too few claims on which they differ.",
            err=False,
        )
        return 0

    return run(in_app(work))


@click.command()
@click.option("--missed", is_flag=True, help="Only those that were voted on otherwise than they should.")
@JSON
def controls(missed: bool, as_json: bool) -> int:
    """Show the latest control claims, and who voted correctly on them."""

    async def work(app: Application) -> int:
        found = [each for each in await app.upkeep.controls() if not (missed and each.hit)]
        if as_json:
            show_json({"controls": msgspec.to_builtins(found)})
        elif not found:
            say("Nobody met a control claim yet." if not missed else "Nobody missed a control claim.")
        else:
            table(
                ["at", "voter", "as it should", "session", "claim"],
                [
                    [
                        each.at[:10],
                        safe(each.model),
                        "yes" if each.hit else "NO",
                        each.session[:8],
                        one_line(each.key, 80),
                    ]
                    for each in found
                ],
            )
        return 0

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
