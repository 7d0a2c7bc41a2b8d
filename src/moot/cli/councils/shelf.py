"""Implement `moot councils list`, `default`, `show` and `explain`."""

from __future__ import annotations

import click
import msgspec

from moot.app import Application
from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.errors import BadInput
from moot.library.shelf import CouncilShelf, ShelfCouncil, council_text
from moot.settings import home_folder, settings_from
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member


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
@with_app
async def default(app: Application, name: str | None, unset: bool, as_json: bool) -> None:
    """Show or set the council that sits by default.

    It answers every question that names no council: here, in the browser, over the API. Without a NAME, prints who
    would sit now, and why.
    """
    if name is not None and unset:
        raise BadInput("A council and --none were given.", "Give one or the other.")
    if name is not None or unset:
        app.set_default(name or "")
    sitting = await app.sits()
    council = sitting.council
    if as_json:
        show_json({"default": council.name, "council": council, "why": sitting.why})
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
    if as_json:
        show_json(council_as_json(shelved))
        return
    say(f"# {shelved.origin} ({shelved.layer})", err=True)
    say(council_text(shelved.council).rstrip())


def shelved_council(name: str) -> ShelfCouncil:
    """Return the council of this name, with where it is stored: packaged, in the user's folder or in a project."""
    return CouncilShelf(home_folder()).shelved(name)


def seats_of(council: Council) -> int:
    """Return how many seats a council has; a member such as `model:3` fills several."""
    return sum(each.count for each in council.lines())


def council_as_json(shelved: ShelfCouncil) -> dict[str, object]:
    """Return a council as plain values for `--json`: its fields, and where it is stored."""
    plain: dict[str, object] = msgspec.to_builtins(shelved.council)
    return {**plain, "seats": seats_of(shelved.council), "layer": shelved.layer, "origin": shelved.origin}
