"""Implement `moot councils rubrics list`, `show` and `explain`."""

from __future__ import annotations

import click
import msgspec

from moot.cli.completion import rubric_names
from moot.cli.screen.terminal import remark, say, show_json, table
from moot.library.rubric_check import every_measure
from moot.library.rubric_shelf import RubricShelf, ShelvedRubric
from moot.library.rubric_text import rubric_text
from moot.settings import home_folder


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List rubrics by name."""
    shelf = RubricShelf(home_folder())
    shelved, broken = shelf.rubrics(), shelf.broken()
    if as_json:
        rows = [rubric_as_json(each) for each in shelved.values()]
        show_json({"rubrics": rows, "broken": {name: str(error) for name, error in broken.items()}})
        return
    table(
        ["rubric", "from", "input", "axes", "what it is for"],
        [
            [name, each.layer, each.rubric.input, str(len(each.rubric.axes)), each.rubric.title]
            for name, each in shelved.items()
        ],
        right=frozenset({3}),
        wrap=True,
    )
    for name, error in broken.items():
        remark(f"{name} cannot be used: {error}")


@click.command()
@click.argument("name", shell_complete=rubric_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(name: str, as_json: bool) -> None:
    """Print a rubric as TOML."""
    shelved = RubricShelf(home_folder()).shelved(name)
    if as_json:
        show_json(rubric_as_json(shelved))
        return
    say(f"# {shelved.origin} ({shelved.layer})", err=True)
    say((shelved.text or rubric_text(shelved.rubric)).rstrip())


@click.command()
@click.argument("name", shell_complete=rubric_names)
@click.option("--measures", is_flag=True, help="List the measures its rules may speak of instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(name: str, measures: bool, as_json: bool) -> None:
    """Show every value of a rubric and where it comes from.

    With --measures: every number its rules can use, including those of its own labels and groups.
    """
    shelf = RubricShelf(home_folder())
    if measures:
        known = every_measure(shelf.rubric(name)).values()
        if as_json:
            show_json({"rubric": name, "measures": [msgspec.to_builtins(measure) for measure in known]})
            return
        table(["measure", "is a", "what it is"], [[each.name, each.unit, each.says] for each in known], wrap=True)
        return
    values = shelf.explain(name)
    if as_json:
        show_json({"rubric": name, "values": [msgspec.to_builtins(value) for value in values]})
        return
    table(["value", "from", "is"], [[each.name, each.origin, each.value] for each in values], wrap=True)


def rubric_as_json(shelved: ShelvedRubric) -> dict[str, object]:
    """Return a rubric as listings show it."""
    plain: dict[str, object] = msgspec.to_builtins(shelved.rubric)
    return {**plain, "layer": shelved.layer, "origin": shelved.origin}
