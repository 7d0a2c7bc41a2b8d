"""Implement `moot models show` and `compare`: how one or two models did in past sessions."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.models.listing import price_of
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.stats.standings import AS_JSON, HEADERS, HOW, PROTOCOL, SCRIPTED, figures, mark
from moot.errors import BadInput, UnknownName
from moot.vocabulary.history.standings import HeadToHead, MarksGiven, ModelReport, Stood

LATEST = 10
"""Maximum number of sessions listed; `--json` has fifty."""


@click.command()
@click.argument("name", required=False)
@AS_JSON
@with_app
async def show(app: Application, name: str | None, as_json: bool) -> None:
    """Show what is known of a model.

    For a model on this machine: its file, licence and memory; without a name, for all of them. For one that can be
    downloaded: its licence and size. For any other, by its id: its peers' marks in counted sessions, and its latest
    ones.

    \b
      moot models show
      moot models show smollm2-135m
      moot models show openai/gpt-5
    """
    if await app.model_host.show_model(name, as_json):
        return
    if name is None:
        raise BadInput("Nothing here can run a model.", "Name one: `moot models list`.")
    try:
        report = await app.standings.model(name)
    except UnknownName:
        if as_json:
            raise
        context = app.directory.abilities_of(name).context
        price = price_of(app.directory, name)
        say(f"{safe(name)}: {context:,} tokens of context; dollars a million tokens: {price}")
        say("No session that is counted had it as a member yet.")
        return
    if as_json:
        show_json(report)
    else:
        _show_model(report)


@click.command()
@click.argument("a")
@click.argument("b")
@PROTOCOL
@SCRIPTED
@AS_JSON
@with_app
async def compare(app: Application, a: str, b: str, protocol: str | None, scripted: bool, as_json: bool) -> None:
    """Compare two models over the sessions in which both sat.

    \b
      moot models compare openai/gpt-5 anthropic/claude-sonnet-5
    """
    found = await app.standings.head_to_head(a, b, protocol, scripted=True if scripted else None)
    if as_json:
        show_json(found)
    else:
        _show_both(found)


def _show_model(report: ModelReport) -> None:
    profile = report.profile
    say(f"{safe(profile.id)}{' (provisional)' if profile.provisional else ''}")
    say()
    table(HEADERS, [figures(profile)])
    for trait in profile.traits:
        say(f"{trait.title}, since {trait.since[:10]}: {trait.figure}")
    if profile.badges:
        say("Earned: " + ", ".join(f"{name} {times}" for name, times in profile.badges.items()))
    say()
    table(
        ["at", "place", "mean", "change", "session", "topic"],
        [
            [
                each.at[:10],
                f"{each.place} of {each.of}" if each.place else "",
                mark(each.mean),
                "" if each.change is None else f"{each.change:+.2f}",
                each.session,
                safe(each.topic),
            ]
            for each in report.sessions[:LATEST]
        ],
    )
    say()
    remark(HOW, err=False)


def _show_both(found: HeadToHead) -> None:
    a, b = safe(found.a), safe(found.b)
    say(f"{a} and {b} met {found.met} times{' (provisional)' if found.provisional else ''}")
    say(f"placed higher: {a} {found.wins_a}, {b} {found.wins_b}; level {found.ties}")
    if found.mean_diff is not None:
        sure = f" [{found.low:+.2f}, {found.high:+.2f}]" if found.low is not None and found.high is not None else ""
        say(f"{a} was marked {found.mean_diff:+.2f}{sure} against {b}, a session")
    say()
    table(
        ["", "marks", "gave on average", "usually gives", "agrees", "disagrees", "neutral"],
        [_ways(a, b, found.a_gave_b, found.a_to_b), _ways(b, a, found.b_gave_a, found.b_to_a)],
        right=frozenset(range(1, 7)),
    )
    if found.sessions:
        say()
        rows = [
            [each.at[:10], mark(each.mean_a), mark(each.mean_b), each.session, safe(each.topic)]
            for each in found.sessions[:LATEST]
        ]
        table(["at", a, b, "session", "topic"], rows)


def _ways(one: str, other: str, gave: MarksGiven, stood: Stood) -> list[str]:
    sides = (stood.agree, stood.disagree, stood.neutral)
    return [f"{one} to {other}", str(gave.marks), mark(gave.mean), mark(gave.usual), *map(str, sides)]
