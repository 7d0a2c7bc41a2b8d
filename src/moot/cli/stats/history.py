"""Implement `moot insights history` and `alliances`: past debates, and which models sided with which."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.screen.words import count
from moot.cli.stats.standings import AS_JSON, COUNCIL, PROTOCOL, SCRIPTED, nothing
from moot.vocabulary.history.pairs import AlliancePair, AllianceReport
from moot.vocabulary.history.session_lists import HistoryPage, PastDebate

LED = (
    "Led by: how far the winner stood above the next, by what ranks them; k*: the ballots that would have to change. "
    "Upset: how many of the others had been marked higher before, on average, than the winner."
)
NET = (
    "Net: agreed 1, disagreed -1, neutral 0, as a mean over sessions; in brackets its 95 % interval (Wilson, a session "
    "counting once). An arrow points from the model that is more for the other than the other for it: their intervals "
    "(Wilson, a stance counting once) do not overlap."
)


@click.command()
@click.argument("words", nargs=-1)
@click.option("--before", metavar="SESSION", help="Only those before this session.")
@click.option("--most", type=click.IntRange(1, 200), help="How many at most; 20 unless said.")
@PROTOCOL
@COUNCIL
@SCRIPTED
@AS_JSON
@with_app
async def history(
    app: Application,
    words: tuple[str, ...],
    before: str | None,
    most: int | None,
    protocol: str | None,
    council: str | None,
    scripted: bool,
    as_json: bool,
) -> int:
    """Show what was debated, the latest first: winner, margin, upsets.

    With WORDS, only topics that contain them.

    \b
      moot insights history
      moot insights history stone bridge
    """
    page = await app.standings.history(protocol, " ".join(words), before, council, scripted=scripted, most=most or 20)
    show_json(msgspec.to_builtins(page)) if as_json else _show_page(page, sought=bool(words or before))
    return 0 if page.debates or as_json else await nothing(app, protocol, scripted=scripted)


@click.command()
@click.option("--until", metavar="MONTH", help="Up to the end of this month (UTC), e.g. 2031-05.")
@PROTOCOL
@COUNCIL
@SCRIPTED
@AS_JSON
@with_app
async def alliances(
    app: Application, until: str | None, protocol: str | None, council: str | None, scripted: bool, as_json: bool
) -> int:
    """Show who sided with whom in all sessions that are counted.

    \b
      moot insights alliances
      moot insights alliances --until 2031-05
    """
    found = await app.standings.alliances(protocol, until, council, scripted=scripted)
    show_json(msgspec.to_builtins(found)) if as_json else _show_alliances(found)
    return 0 if found.pairs or as_json else await nothing(app, protocol, scripted=scripted)


def _show_page(page: HistoryPage, *, sought: bool) -> None:
    if not page.debates:
        say("No session that was counted is about that." if sought else "No session was counted yet.")
        return
    table(
        ["at", "winner", "led by", "upset", "chair", "took", "session", "topic"],
        [
            [
                each.at[:10],
                safe(each.winner)
                if each.winner
                else f"level: {', '.join(map(safe, each.level))}"
                if each.level
                else "",
                _led(each),
                str(each.upset or ""),
                safe(each.chair or ""),
                f"{each.seconds:.0f} s",
                each.session,
                safe(each.topic),
            ]
            for each in page.debates
        ],
    )
    say()
    remark(LED, err=False)
    if page.more:
        say(f"There are earlier ones: --before {page.debates[-1].session}")


def _led(debate: PastDebate) -> str:
    if debate.lead is None:
        return ""
    return f"{debate.lead:.1f} (k* {'' if debate.exact else 'at least '}{debate.k})"


def _show_alliances(found: AllianceReport) -> None:
    if not found.pairs:
        say("No two models have met yet.")
        return
    say(f"{count(found.debates, 'session')} of {found.protocol}{f', until {found.until}' if found.until else ''}")
    say()
    table(
        ["models", "met", "net", "agree", "disagree", "neutral"],
        [[_both(each), str(each.met), _net(each), *_sides(each)] for each in found.pairs],
        right=frozenset({1}),
    )
    say()
    remark(NET, err=False)


def _both(pair: AlliancePair) -> str:
    between = {"a": "→", "b": "←", "": "–"}[pair.warmer]
    return f"{safe(pair.a)} {between} {safe(pair.b)}"


def _net(pair: AlliancePair) -> str:
    if pair.net is None or pair.low is None or pair.high is None:
        return ""
    return f"{pair.net:+.2f} [{pair.low:+.2f}, {pair.high:+.2f}]"


def _sides(pair: AlliancePair) -> list[str]:
    """Return how often each agreed with the other, the first model's count before the second's."""
    return [f"{getattr(pair.a_to_b, side)} / {getattr(pair.b_to_a, side)}" for side in ("agree", "disagree", "neutral")]
