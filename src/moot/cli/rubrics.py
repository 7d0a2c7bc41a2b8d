"""Implement `moot councils rubrics`: list, show, check, copy and remove rubrics, and list their measures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from moot.cli.completion import rubric_names
from moot.cli.screen.terminal import confirmed, remark, say, show_checks, show_json, table
from moot.errors import MootError
from moot.library.rubric_check import blind_parts, every_measure, faults_in
from moot.library.rubric_shelf import RubricShelf, ShelvedRubric, read_rubric, rubric_text
from moot.library.shelf_lookup import checked_name, text_of
from moot.settings import home_folder
from moot.vocabulary.rubrics import Rubric


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
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def measures(name: str, as_json: bool) -> None:
    """List the numbers that a rubric's rules can use, including those of its own labels and groups."""
    known = every_measure(RubricShelf(home_folder()).rubric(name)).values()
    if as_json:
        show_json({"rubric": name, "measures": list(known)})
        return
    table(["measure", "is a", "what it is"], [[each.name, each.unit, each.says] for each in known], wrap=True)


def rubric_as_json(shelved: ShelvedRubric) -> dict[str, object]:
    """Return a rubric as plain values for `--json`: its fields, and where it is stored."""
    plain: dict[str, object] = msgspec.to_builtins(shelved.rubric)
    return {**plain, "layer": shelved.layer, "origin": shelved.origin}


@click.command()
@click.argument("name")
@click.option(
    "--from",
    "source",
    default="general",
    metavar="RUBRIC",
    shell_complete=rubric_names,
    help="The rubric to begin with; general without it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def new(name: str, source: str, as_json: bool) -> None:
    """Write a rubric of your own, to be edited.

    It begins as a copy of another one, in your folder; edit the file, then check it.

    \b
      moot councils rubrics new architecture --from general
      moot councils rubrics check architecture
    """
    shelf = RubricShelf(home_folder())
    shelved = shelf.shelved(source)
    rubric = replace(shelved.rubric, name=checked_name(name, "a rubric"))
    file = shelf.save(rubric, text=shelved.text or rubric_text(rubric))
    if as_json:
        show_json(rubric_as_json(shelf.shelved(name)))
        return
    say(f"Wrote {file}, a copy of {source}.")
    say(f"Edit it, then: moot councils rubrics check {name}", err=True)


@click.command()
@click.argument("names", nargs=-1, shell_complete=rubric_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(names: tuple[str, ...], as_json: bool) -> int:
    """Check rubrics.

    Names are those of rubrics or of TOML files; without names, every rubric is checked. Finds unknown keys and
    measures, rules after an unconditional one, and bounds that cannot be met. Warns of rules that match even if no
    reply could be parsed.
    """
    shelf = RubricShelf(home_folder())
    rows = [_checked(shelf, name) for name in names or (*shelf.rubrics(), *shelf.broken())]
    return show_checks("rubric", rows, as_json)


@click.command()
@click.argument("name", shell_complete=rubric_names)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> int:
    """Delete one of your rubrics."""
    shelf = RubricShelf(home_folder())
    file = shelf.file_of(name)
    if not file.exists():
        shelf.remove(name)  # prints whose it is
    if not yes and not confirmed(f"Delete the rubric {name!r}?"):
        return 0
    say(f"Deleted {shelf.remove(name)}.")
    return 0


def _checked(shelf: RubricShelf, name: str) -> dict[str, Any]:
    row: dict[str, Any] = {"rubric": name, "ok": False, "says": "", "faults": [], "blind": []}
    try:
        rubric = _read(shelf, name)
    except MootError as error:
        return {**row, "says": str(error)}
    faults = faults_in(rubric)
    if faults:
        return {**row, "says": "it cannot be used:", "faults": faults}
    blind = blind_parts(rubric)
    says = f"{len(rubric.axes)} axes, {len(rubric.labelling.labels)} labels, {len(rubric.rules)} rules"
    return {**row, "ok": True, "says": says + ("; worth a look:" if blind else ""), "blind": blind}


def _read(shelf: RubricShelf, name: str) -> Rubric:
    """Load a rubric by its name or from a TOML file. If the rubric is broken, raise an error that lists everything
    wrong with it."""
    file = Path(name) if name.endswith(".toml") else shelf.file_of(name)
    if name.endswith(".toml") or (name in shelf.broken() and file.exists()):
        return read_rubric(text_of(file), file.stem, str(file))
    return shelf.rubric(name)
