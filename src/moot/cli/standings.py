"""`moot leaderboard` and `moot achievements`: which models their peers marked best, and what they earned."""

from __future__ import annotations

import click
import msgspec

from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import in_house, run
from moot.cli.screen.words import count
from moot.house import House
from moot.vocabulary.earlier.standings import Achievement, Apart, BoardModel, Leaderboard

PROTOCOL = click.option("--protocol", metavar="NAME", help="Whose sessions; else the first protocol that counts any.")
SCRIPTED = click.option("--scripted", is_flag=True, help="Those of scripted voices, which are counted apart.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
HOW = (
    "Mean: all marks received over their number; in brackets its 95 % interval, by drawing sessions again. Adjusted: "
    "were all readers equally strict. A model is below another only where their intervals do not overlap. Marks are "
    "opinions of peers, no measure of truth."
)


@click.command()
@PROTOCOL
@click.option("--since", metavar="DAY", help="Sessions that ended on this day (UTC) or later, e.g. 2031-05-04.")
@SCRIPTED
@click.option("--min", "least", type=click.IntRange(1), default=1, show_default=True, help="Sessions a model sat in.")
@AS_JSON
def leaderboard(protocol: str | None, since: str | None, scripted: bool, least: int, as_json: bool) -> int:
    """Show which models their peers marked best, and how sure.

    Forks and imported sessions are not counted; scripted voices are counted apart. Below ten sessions figures are
    provisional.

    \b
      moot leaderboard
      moot leaderboard --since 2031-05-01 --min 10
      moot leaderboard --scripted --json
    """

    async def work(house: House) -> int:
        board = await house.standings.leaderboard(protocol, since, scripted=scripted, least=least)
        if as_json:
            show_json(msgspec.to_builtins(board))
        else:
            _show_board(board)
        return 0

    return run(in_house(work))


@click.command()
@click.argument("model", required=False)
@click.option("--name", metavar="NAME", help="Only this achievement, e.g. comeback-king.")
@PROTOCOL
@SCRIPTED
@click.option("--most", type=click.IntRange(1, 500), default=30, show_default=True, help="How many at most.")
@AS_JSON
def achievements(
    model: str | None, name: str | None, protocol: str | None, scripted: bool, most: int, as_json: bool
) -> int:
    """Show what models earned, the latest first.

    \b
      moot achievements
      moot achievements openai/gpt-5 --name comeback-king
    """

    async def work(house: House) -> int:
        found = await house.standings.achievements(protocol, model, name, scripted=scripted, most=most)
        if as_json:
            show_json({"achievements": msgspec.to_builtins(found)})
        elif found:
            _show_achievements(found)
        else:
            say("Nothing was earned yet.")
        return 0

    return run(in_house(work))


def figures(row: BoardModel) -> list[str]:
    """A model's figures as they stand in a table."""
    return [
        rank(row),
        mark(row.mean) + (f" [{row.low:.2f}, {row.high:.2f}]" if row.low is not None and row.high is not None else ""),
        mark(row.adjusted),
        str(row.debates),
        f"{row.win_rate:.0%} ({row.by_chance:.0%})",
        f"{row.comebacks} of {row.rebuttals}",
        " ".join(mark(each, 1) for each in row.form),
    ]


HEADERS = ["rank", "mean", "adjusted", "debates", "wins (by chance)", "comebacks", "form"]
"""What stands above `figures`."""


def rank(row: BoardModel) -> str:
    """Between which places it stands."""
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}-{row.rank_high}"


def mark(value: float | None, places: int = 2) -> str:
    """A mark, or that there is none."""
    return "" if value is None else f"{value:.{places}f}"


def _show_board(board: Leaderboard) -> None:
    if not board.models:
        say("No session was counted yet." if not board.debates else "No model sat in so many sessions.")
    else:
        say(f"{count(board.debates, 'session')} of {board.protocol}")
        if board.apart is not None:
            say(told_apart(board.apart))
        say()
        rows = [[f"{safe(row.id)}{' (provisional)' if row.provisional else ''}", *figures(row)] for row in board.models]
        table(["model", *HEADERS], rows, right=frozenset({4}))
        say()
        remark(HOW, err=False)
    if board.others:
        whose = "language models" if board.scripted else "scripted voices"
        say(f"{count(board.others, 'session')} of {whose} {'is' if board.others == 1 else 'are'} counted apart.")
    if board.due:
        say(f"{count(board.due, 'session')} could not be counted: `moot doctor --rebuild` tries again.")


def told_apart(apart: Apart) -> str:
    """Whether the two best can be told apart."""
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
                f"{each.times} times",
                each.session,
            ]
            for each in found
        ],
    )
