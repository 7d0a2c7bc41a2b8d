"""Implement `moot insights leaderboard` and `achievements`: models by their peers' marks, and what they earned."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.screen.words import count
from moot.vocabulary.history.standings import MOST_AWARDS, Achievement, Apart, BoardModel, Leaderboard
from moot.vocabulary.seats import NANO
from moot.vocabulary.words.sums import money

PROTOCOL = click.option("--protocol", metavar="NAME", help="Whose sessions; else the first protocol that counts any.")
SCRIPTED = click.option("--scripted", is_flag=True, help="Those of scripted voices, which are counted apart.")
COUNCIL = click.option(
    "--council", metavar="NAME", shell_complete=council_names, help="Those of the council of this name alone."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
HOW = (
    "Mean: all marks received over their number; in brackets its 95 % interval, by drawing sessions again. Adjusted: "
    "were all readers equally strict. A model is below another only where their intervals do not overlap. Cost: of its "
    "calls, on average over the sessions in which each price is known. Marks are opinions of peers, no measure of "
    "truth."
)


@click.command()
@PROTOCOL
@click.option("--since", metavar="DAY", help="Sessions that ended on this day (UTC) or later, e.g. 2031-05-04.")
@COUNCIL
@SCRIPTED
@click.option("--min", "least", type=click.IntRange(1), default=1, show_default=True, help="Sessions a model sat in.")
@AS_JSON
@with_app
async def leaderboard(
    app: Application,
    protocol: str | None,
    since: str | None,
    council: str | None,
    scripted: bool,
    least: int,
    as_json: bool,
) -> int:
    """Show which models their peers marked best, and how sure.

    Forks and imported sessions are not counted; scripted voices are counted apart. Below ten sessions figures are
    provisional.

    \b
      moot insights leaderboard
      moot insights leaderboard --since 2031-05-01 --min 10
      moot insights leaderboard --scripted --json
      moot insights leaderboard --council reviewers
    """
    board = await app.standings.leaderboard(protocol, since, council, scripted=scripted, least=least)
    if as_json:
        show_json(board)
    else:
        _show_board(board)
    return 0


@click.command()
@click.argument("model", required=False)
@click.option("--name", metavar="NAME", help="Only this achievement, e.g. comeback-king.")
@PROTOCOL
@COUNCIL
@SCRIPTED
@click.option("--most", type=click.IntRange(1, MOST_AWARDS), default=30, show_default=True, help="How many at most.")
@click.option("--every", is_flag=True, help="Every time, not only the latest time each model earned each.")
@AS_JSON
@with_app
async def achievements(
    app: Application,
    model: str | None,
    name: str | None,
    protocol: str | None,
    council: str | None,
    scripted: bool,
    most: int,
    every: bool,
    as_json: bool,
) -> int:
    """Show which achievements models earned, the latest first.

    An achievement that a model earned several times is listed once, with its latest time; with a NAME, or with --every,
    it is listed each time.

    \b
      moot insights achievements
      moot insights achievements openai/gpt-5 --name comeback-king
    """
    latest = not (every or name)
    found = await app.standings.achievements(
        protocol, model, name, council, scripted=scripted, most=most, latest=latest
    )
    if as_json:
        show_json({"achievements": found})
    elif found:
        _show_achievements(found)
    else:
        say("Nothing was earned yet.")
        return await nothing(app, protocol, scripted=scripted)
    return 0


async def nothing(app: Application, protocol: str | None, *, scripted: bool) -> int:
    """Print, if no achievement can be listed, how many sessions of the other kind (scripted voices or real models)
    there are.

    Prints nothing if there are none, and returns the exit code 0.
    """
    others = await app.standings.counted(protocol, scripted=not scripted)
    if others:
        say(apart_words(others, scripted=scripted))
    return 0


def apart_words(others: int, *, scripted: bool) -> str:
    """Return a line that says how many sessions were left out (of scripted voices, or of real models).

    It names the flag that shows them.
    """
    whose, how = ("language models", "without --scripted") if scripted else ("scripted voices", "with --scripted")
    return f"{count(others, 'session')} of {whose} {'is' if others == 1 else 'are'} counted apart: shown {how}."


def figures(row: BoardModel) -> list[str]:
    """Return a model's row for the leaderboard's table, one text for each of `HEADERS`."""
    return [
        rank(row),
        mark(row.mean) + (f" [{row.low:.2f}, {row.high:.2f}]" if row.low is not None and row.high is not None else ""),
        mark(row.adjusted),
        str(row.debates),
        f"{row.win_rate:.0%} ({row.by_chance:.0%})",
        f"{row.comebacks} of {row.rebuttals}",
        cost(row),
        " ".join(mark(each, 1) for each in row.form),
    ]


HEADERS = ["rank", "mean", "adjusted", "debates", "wins (by chance)", "comebacks", "cost a debate", "form"]
"""Column headers for `figures`."""


def rank(row: BoardModel) -> str:
    """Return a model's place on the leaderboard as text: `2`, or a range such as `2-4` if the place is uncertain."""
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}-{row.rank_high}"


def cost(row: BoardModel) -> str:
    """Return a model's mean cost per session as text. If the cost of some sessions is not known, the text also says of
    how many sessions it is known."""
    if row.cost is None:
        return ""
    rests = f" ({row.priced} of {row.debates})" if row.priced < row.debates else ""
    return f"{money(round(row.cost * NANO))}{rests}"


def mark(value: float | None, places: int = 2) -> str:
    """Format the mean mark that other members gave a model, with `places` decimal places; empty without marks."""
    return "" if value is None else f"{value:.{places}f}"


def _show_board(board: Leaderboard) -> None:
    if not board.models:
        say("No session was counted yet." if not board.debates else "No model sat in so many sessions.")
    else:
        say(f"{count(board.debates, 'session')} of {board.protocol}{_of_council(board.council)}")
        if board.apart is not None:
            say(told_apart(board.apart))
        say()
        rows = [[f"{safe(row.id)}{' (provisional)' if row.provisional else ''}", *figures(row)] for row in board.models]
        table(["model", *HEADERS], rows, right=frozenset({4}))
        say()
        remark(HOW, err=False)
    if board.others:
        say(apart_words(board.others, scripted=board.scripted))
    if board.due:
        say(f"{count(board.due, 'session')} could not be counted: `moot doctor --rebuild` tries again.")


def _of_council(council: str) -> str:
    return f", council {safe(council)}" if council else ""


def told_apart(apart: Apart) -> str:
    """Return a sentence that says whether the two best models differ significantly. If they do not yet, the sentence
    says how many more sessions are needed."""
    one, other = safe(apart.one), safe(apart.other)
    if apart.more is None:
        return f"{one} and {other} cannot be told apart."
    if apart.more == 0:
        return f"{one} is marked above {other}."
    return f"{one} and {other} cannot be told apart yet; about {count(apart.more, 'more session')} of each would."


def _show_achievements(found: list[Achievement]) -> None:
    table(
        ["at", "achievement", "model", "for", "earned", "session"],
        [
            [
                each.at[:10],
                f"{each.title}{' (new)' if each.first else ''}",
                " & ".join(safe(model) for model in each.models),
                safe(each.because),
                f"{', '.join(map(str, each.own))} of {each.times} by all",
                each.session,
            ]
            for each in found
        ],
    )
