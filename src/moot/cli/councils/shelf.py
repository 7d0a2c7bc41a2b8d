"""Implement `moot councils list`, `default`, `show` and `explain`."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from msgspec import Struct

from moot.app import Application
from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, say, show_json, table
from moot.cli.screen.watching import in_app, run
from moot.convening.council_choice import CouncilChoice
from moot.errors import BadInput, MootError
from moot.library.shelf import CouncilShelf, ShelfCouncil, council_text
from moot.request import Ask
from moot.settings import home_folder, settings_from
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member

SHORT = 400
"""Characters of the question whose cost is shown beside a council."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List councils by name."""
    home = home_folder()
    default = settings_from(home).council
    shelf = CouncilShelf(home)
    shelved, broken = shelf.councils(), shelf.broken()
    if as_json:
        rows = [{**council_as_json(each), "default": name == default} for name, each in shelved.items()]
        show_json({"councils": rows, "broken": {name: str(error) for name, error in broken.items()}})
        return
    table(
        ["council", "from", "protocol", "members", "what it is for"],
        [
            [
                name + (" (default)" if name == default else ""),
                each.layer,
                each.council.protocol,
                str(seats_of(each.council)),
                each.council.title,
            ]
            for name, each in shelved.items()
        ],
        right=frozenset({3}),
        wrap=True,
    )
    for name, error in broken.items():
        remark(f"{name} cannot sit: {error}")


@click.command()
@click.argument("name", required=False, shell_complete=council_names)
@click.option("--none", "unset", is_flag=True, help="Let Moot put one together from what is set up.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def default(name: str | None, unset: bool, as_json: bool) -> None:
    """Show or set the council that sits by default.

    It answers every question that names no council: here, in the browser, over the API. Without a NAME, prints who
    would sit now, and why.
    """
    if name is not None and unset:
        raise BadInput("A council and --none were given.", "Give one or the other.")

    async def work(app: Application) -> CouncilChoice:
        if name is not None or unset:
            app.set_default(name or "")
        return await app.sits()

    sitting = run(in_app(work))
    council = sitting.council
    if as_json:
        show_json({"default": council.name, "council": msgspec.to_builtins(council), "why": sitting.why})
        return
    models = [each.model if isinstance(each, Member) else each for each in council.members]
    say(f"{council.name or 'put together'}: {', '.join(models)}; chair {council.chair or 'chosen at opening'}")
    say(sitting.why)
    for note in sitting.notes:
        say(note)


@click.command()
@click.argument("name", shell_complete=council_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(name: str, as_json: bool) -> None:
    """Print a council as TOML."""
    shelved = shelved_council(name)
    cost = _cost(shelved.council)
    if as_json:
        show_json({**council_as_json(shelved), "cost": cost.figures if cost is not None else None})
        return
    say(f"# {shelved.origin} ({shelved.layer})", err=True)
    for line in cost.lines if cost is not None else ():
        say(f"# {line}", err=True)
    say(council_text(shelved.council).rstrip())


@click.command()
@click.argument("name", shell_complete=council_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(name: str, as_json: bool) -> None:
    """Show every value of a council and where it comes from."""
    origins = CouncilShelf(home_folder()).explain(name)
    if as_json:
        show_json({"council": name, "values": [msgspec.to_builtins(origin) for origin in origins]})
        return
    table(["value", "from", "is"], [[each.name, each.origin, each.value] for each in origins], wrap=True)


class _Cost(Struct, frozen=True, kw_only=True):
    """The cost of a short question for a council."""

    lines: tuple[str, ...]
    """As text."""
    figures: dict[str, Any]
    """In dollars."""


def _cost(council: Council) -> _Cost | None:
    """Estimate a short question's cost; `None` if the council could not sit as it is (`check` gives the reason)."""
    # Imported here so that the list of councils does not load it.
    from moot.cli.asking.costs import cost_in_words, unknown_lines
    from moot.cli.screen.watching import in_app, run
    from moot.vocabulary.seats import dollars

    try:
        found = run(in_app(lambda app: app.estimate(Ask(question="x" * SHORT, council=council))))
    except MootError:
        return None
    told = f"A short question: {cost_in_words(found)}."
    figures = {"typical": dollars(found.typical), "most": dollars(found.most), "basis": found.basis}
    return _Cost(lines=(told, *unknown_lines(found)), figures={**figures, "unknown": list(found.unknown)})


def shelved_council(name: str) -> ShelfCouncil:
    """Return a council and its source."""
    return CouncilShelf(home_folder()).shelved(name)


def seats_of(council: Council) -> int:
    """Return how many seats its members fill."""
    return sum(each.count for each in council.lines())


def council_as_json(shelved: ShelfCouncil) -> dict[str, object]:
    """Return a council as listings show it."""
    plain: dict[str, object] = msgspec.to_builtins(shelved.council)
    return {**plain, "seats": seats_of(shelved.council), "layer": shelved.layer, "origin": shelved.origin}
