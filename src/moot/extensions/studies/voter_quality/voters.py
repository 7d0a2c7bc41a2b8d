"""`moot insights upkeep report` and `voters`: statistics of voters and councils from finished sessions."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.public import count, in_app, money, remark, run, safe, say, seconds, show_json, table
from moot.exports.public import nano_dollars
from moot.extensions.studies.voter_quality.alarms import seen_in_words
from moot.vocabulary.public import Rate, UpkeepCouncil, UpkeepReport, UpkeepVoter, VoterReport

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
HOW = (
    "Readable: of its last ten sessions; controls: of the last forty control claims; both with 90 % intervals. "
    "Leniency: how far above other voters it votes, from -2 to 2. Scripted voices, forks and imports do not count."
)
MARKS = {"valid": "+", "repaired": "~", "spoiled": "x", "missing": "-"}
"""Symbols for the result of a ballot."""
HEADERS = ("sessions", "readable", "controls", "leniency", "noise", "a ballot", "lately")
"""Headings of a voter's figures."""
MOST_ROWS, MOST_COUNCILS = 8, 6
"""Voters and councils in the whole report, to fit a screen."""
SIGNS = "Lately, the latest last: + read at once, ~ asked for once more, x not readable, - not given."


@click.command()
@click.option("--check", is_flag=True, help="Exit with 1 where somebody should look at something.")
@AS_JSON
def report(check: bool, as_json: bool) -> int:
    """Show figures of voters and councils.

    Each alarm is listed with its key, for `moot insights upkeep acknowledge` and `snooze`; acknowledged alarms do
    not fail a check.

    \b
      moot insights upkeep
      moot insights upkeep --check    exits with 1 if there is an alarm
      moot insights upkeep --json
    """

    async def work(app: Application) -> int:
        found = await app.upkeep.report()
        unseen = [alarm for alarm in found.alarms if not alarm.seen]
        code = int(check and bool(unseen))
        if as_json:
            show_json(msgspec.to_builtins(found))
            return code
        if check:
            say("\n".join(safe(alarm.says) for alarm in unseen) or "There is nothing to look at.")
            return code
        _show_voters(found, MOST_ROWS)
        _show_councils(found)
        for line in await _further(app, found):
            say(line)
        return code

    return run(in_app(work))


@click.command()
@click.argument("voter", required=False)
@AS_JSON
def voters(voter: str | None, as_json: bool) -> int:
    """Show every voter, or one with its sessions.

    A voter is a model with its settings, and has a fingerprint. VOTER is that, its prefix, or a model with only one
    voter.

    \b
      moot insights upkeep voters
      moot insights upkeep voters openai/gpt-5
      moot insights upkeep voters 3f2a9c --json
    """

    async def work(app: Application) -> int:
        if voter is not None:
            one = await app.upkeep.voter(voter)
            show_json(msgspec.to_builtins(one)) if as_json else _show_one(one)
            return 0
        found = await app.upkeep.report()
        show_json({"voters": msgspec.to_builtins(found.voters)}) if as_json else _show_voters(found)
        return 0

    return run(in_app(work))


def rate(found: Rate | None) -> str:
    """Format a rate with its interval."""
    return "" if found is None else f"{found.median:.0%} [{found.low:.0%}, {found.high:.0%}]"


def signed(value: float | None) -> str:
    """Format a difference; empty if there is none."""
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
    """Return the highest number of independent voters, or that votes do not show it."""
    if council.same_votes is not None:
        return f"{council.same_votes.voters} vote the same"
    return "" if council.effective is None else f"at most {council.effective:.1f}"


def _mix(council: UpkeepCouncil) -> str:
    """Return the tiers of claims in its last ten sessions."""
    counts: dict[str, int] = {}
    for mix in council.mixes:
        for tier, number in mix.tiers.items():
            counts[tier] = counts.get(tier, 0) + number
    whole = sum(counts.values())
    return ", ".join(f"{number / whole:.0%} {tier}" for tier, number in counts.items() if number) if whole else ""


async def _further(app: Application, found: UpkeepReport) -> list[str]:
    """Return the page's further notes, one line each."""
    lines = list[str]()
    for more in await app.tell_services(lambda each: each.upkeep_lines()):
        lines += map(safe, more)
    return ["", *lines] if lines else []


def _show_voters(found: UpkeepReport, most: int | None = None) -> None:
    if not found.voters:
        say("No vote was counted yet.")
    else:
        say(f"{count(len(found.voters), 'voter')} in {count(found.sessions, 'session')}")
        say()
        table(
            ["voter", "model", "is", *HEADERS],
            [
                [each.fingerprint[:6], safe(each.model), each.trial or "", *_figures(each)]
                for each in found.voters[:most]
            ],
            right=frozenset({3, 6, 7}),
        )
        if most is not None and len(found.voters) > most:
            say(f"and {len(found.voters) - most} more (moot insights upkeep voters)")
        for alarm in found.alarms[:most]:
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


def _show_one(found: VoterReport) -> None:
    voter = found.voter
    say(f"{safe(voter.model)} ({voter.fingerprint})")
    for name, value in voter.settings.items():
        say(f"  {name.replace('_', ' ')}: {safe(value)}")
    say()
    table(
        ["is", *HEADERS],
        [[voter.trial or "", *_figures(voter)]],
        right=frozenset({1, 4, 5}),
    )
    say()
    table(
        ["at", "ballot", "votes", "mean", "controls", "session", "council"],
        [
            [
                each.at[:10],
                each.ballot + (" (tried out)" if each.source == "bench" else ""),
                str(each.votes),
                signed(each.mean),
                f"{each.hits} of {each.controls}" if each.controls else "",
                each.session[:8],
                safe(each.council),
            ]
            for each in found.sessions
        ],
        right=frozenset({2, 3}),
    )
    say()
    remark(f"{HOW} {SIGNS}", err=False)
