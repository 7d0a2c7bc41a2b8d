"""`moot insights upkeep report` and `acknowledge`: voters and councils in finished sessions, and alarms."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.public import count, in_app, money, remark, run, safe, say, seconds, show_json, table
from moot.exports.public import nano_dollars
from moot.vocabulary.public import Rate, UpkeepAlarm, UpkeepCouncil, UpkeepReport, UpkeepVoter

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
HOW = (
    "Readable: of its last ten sessions; controls: of the last forty control claims; both with 90 % intervals. "
    "Leniency: how far above other voters it votes, from -2 to 2. Scripted voices, forks and imports do not count."
)
MARKS = {"valid": "+", "repaired": "~", "spoiled": "x", "missing": "-"}
"""Symbol for each result of a ballot."""
HEADERS = ("sessions", "readable", "controls", "leniency", "noise", "a ballot", "lately")
"""Column headings for a voter's figures."""
MOST_ROWS, MOST_COUNCILS = 8, 6
"""Maximum number of voters and of councils in the whole report, to fit a screen."""
SIGNS = "Lately, the latest last: + read at once, ~ asked for once more, x not readable, - not given."


@click.command()
@click.option("--check", is_flag=True, help="Exit with 1 where somebody should look at something.")
@AS_JSON
def report(check: bool, as_json: bool) -> int:
    """Show figures of voters and councils.

    Each alarm is listed with its key, for `moot insights upkeep acknowledge`; acknowledged alarms do
    not fail a check.

    \b
      moot insights upkeep
      moot insights upkeep --check    exits with 1 if there is an alarm
      moot insights upkeep --json
    """

    async def work(app: Application) -> int:
        found = await app.upkeep.report()
        unseen = [alarm for alarm in found.alarms if not alarm.acknowledged]
        code = int(check and bool(unseen))
        if as_json:
            show_json(msgspec.to_builtins(found))
            return code
        if check:
            say("\n".join(safe(alarm.says) for alarm in unseen) or "There is nothing to look at.")
            return code
        _show_voters(found)
        _show_councils(found)
        for line in await _further(app, found):
            say(line)
        return code

    return run(in_app(work))


@click.command()
@click.argument("alarm")
@click.option("--off", is_flag=True, help="Show it again.")
@AS_JSON
def acknowledge(alarm: str, off: bool, as_json: bool) -> int:
    """Acknowledge an alarm: it is silent until it ends.

    ALARM is its key, as `moot insights upkeep` shows it. It alerts again if it returns after it ended.
    """

    async def work(app: Application) -> int:
        found = await (app.upkeep.show_again(alarm) if off else app.upkeep.acknowledge(alarm))
        return _shown(found, alarm, as_json)

    return run(in_app(work))


def seen_in_words(alarm: UpkeepAlarm) -> str:
    """Return ` (acknowledged)` if a person acknowledged the alarm; otherwise an empty string."""
    return " (acknowledged)" if alarm.acknowledged else ""


def _shown(found: UpkeepReport, key: str, as_json: bool) -> int:
    alarm = next((each for each in found.alarms if each.key == key), None)
    if as_json:
        show_json({"alarm": msgspec.to_builtins(alarm)})
    elif alarm is None:
        say("This alarm has ended.")
    else:
        say(f"{safe(alarm.says)}{seen_in_words(alarm) or ' It is shown again.'}")
    return 0


def rate(found: Rate | None) -> str:
    """Return a rate with its interval as text."""
    return "" if found is None else f"{found.median:.0%} [{found.low:.0%}, {found.high:.0%}]"


def signed(value: float | None) -> str:
    """Return a difference as text with its sign; empty if there is none."""
    return "" if value is None else f"{value:+.2f}"


def _show_councils(found: UpkeepReport) -> None:
    if not found.councils:
        return
    say()
    table(
        ["council", "sessions", "voters", "independent", "readable", "controls", "tiers lately", "last"],
        [
            [
                safe(each.name),
                str(each.sessions),
                str(each.voters),
                independent(each),
                rate(each.valid),
                rate(each.controls),
                _mix(each),
                each.last[:10],
            ]
            for each in found.councils[:MOST_COUNCILS]
        ],
        right=frozenset({1, 2, 3}),
    )
    if len(found.councils) > MOST_COUNCILS:
        say(f"and {len(found.councils) - MOST_COUNCILS} more councils (moot insights upkeep --json)")


def independent(council: UpkeepCouncil) -> str:
    """Return in words how many of a council's voters vote the same, or how many are independent at most; empty if the
    votes do not show it.
    """
    if council.same_votes is not None:
        return f"{council.same_votes.voters} vote the same"
    return "" if council.effective is None else f"at most {council.effective:.1f}"


def _mix(council: UpkeepCouncil) -> str:
    """Return in words which share of the claims in a council's last ten sessions is in each tier; empty if there are no
    claims.
    """
    counts: dict[str, int] = {}
    for mix in council.mixes:
        for tier, number in mix.tiers.items():
            counts[tier] = counts.get(tier, 0) + number
    whole = sum(counts.values())
    return ", ".join(f"{number / whole:.0%} {tier}" for tier, number in counts.items() if number) if whole else ""


async def _further(app: Application, found: UpkeepReport) -> list[str]:
    """Return the lines that installed packages add to the report on upkeep."""
    lines = list[str]()
    for more in await app.tell_services(lambda each: each.upkeep_lines()):
        lines += map(safe, more)
    return ["", *lines] if lines else []


def _show_voters(found: UpkeepReport) -> None:
    if not found.voters:
        say("No vote was counted yet.")
    else:
        say(f"{count(len(found.voters), 'voter')} in {count(found.sessions, 'session')}")
        say()
        table(
            ["voter", "model", "is", *HEADERS],
            [
                [each.fingerprint[:6], safe(each.model), each.trial or "", *_figures(each)]
                for each in found.voters[:MOST_ROWS]
            ],
            right=frozenset({3, 6, 7}),
        )
        if len(found.voters) > MOST_ROWS:
            say(f"and {len(found.voters) - MOST_ROWS} more (moot insights upkeep --json)")
        for alarm in found.alarms[:MOST_ROWS]:
            say(f"! {safe(alarm.says)}{seen_in_words(alarm)} [{safe(alarm.key)}]")
        say()
        remark(f"{HOW} {SIGNS}", err=False)
    if found.due:
        say(f"{count(found.due, 'session')} could not be counted: `moot doctor --rebuild` tries again.")


def _figures(each: UpkeepVoter) -> list[str]:
    took = [money(nano_dollars(each.price))] if each.price is not None else []
    took += [seconds(each.seconds)] if each.seconds is not None else []
    return [
        str(each.sessions),
        rate(each.valid),
        rate(each.controls),
        signed(each.leniency),
        "" if each.noise is None else f"{each.noise:.2f}",
        ", ".join(took),
        "".join(MARKS[one] for one in each.lately),
    ]
