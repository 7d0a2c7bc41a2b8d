"""Implement `moot councils save`, `remove` and `check` for the user's own councils."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from moot.app import Application
from moot.cli.asking.flags import fields_from, flags_of
from moot.cli.completion import council_names
from moot.cli.councils.shelf import council_as_json, seats_of, shelved_council
from moot.cli.screen.terminal import confirmed, say, show_checks, show_json
from moot.cli.screen.watching import with_app
from moot.convening.model_availability import successors_seated, troubles_of
from moot.errors import BadInput, MootError
from moot.library.shelf import CouncilShelf, council_from
from moot.library.shelf_lookup import checked_name
from moot.protocols import registry
from moot.request import Ask
from moot.settings import home_folder
from moot.vocabulary.councils import Council

KEPT = ("title", "protocol", "members", "chair", "stand_ins", "offices", "system", "rubric", "options")
"""Names of the fields of a council that can be set from the terminal."""


@click.command()
@click.argument("name")
@click.option("--from", "source", metavar="COUNCIL", shell_complete=council_names, help="Begin with another council.")
@flags_of(Council, KEPT)
@click.option("--replace", "over", is_flag=True, help="Write over a council of yours.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def save(app: Application, name: str, source: str | None, over: bool, as_json: bool, **given: Any) -> None:
    """Save a council under a name.

    Without -m and --from, the current default council is saved.

    \b
      moot councils save mine -m openrouter/openai/gpt-5.1 -m ollama/qwen3:2
    """
    name, fields = checked_name(name), fields_from(Council, given)
    seated = {field: fields.pop(field) for field in ("members", "chair", "stand_ins", "offices") if field in fields}
    council = (await app.sits(Ask(council=None if "members" in seated else source, **seated))).council
    if source is not None:
        before, made = shelved_council(source).council, msgspec.structs.asdict(council)
        offices = {**before.offices, **{office: made["offices"][office] for office in seated["offices"]}}
        council = replace(before, **{**{field: made[field] for field in seated}, "offices": offices})
    if "protocol" in fields:
        fields["protocol"] = registry.find(fields["protocol"]).name
    fields["options"] = {**council.options, **fields["options"]}
    council = replace(council, **{**fields, "name": name})
    await _could_sit(app, council)
    file = CouncilShelf(home_folder()).save(council, replace=over)
    if as_json:
        show_json(council_as_json(shelved_council(name)))
    else:
        say(f'Saved {name} in {file}. Ask it with: moot ask --council {name} "…"')


@click.command()
@click.argument("name", shell_complete=council_names)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> int:
    """Delete one of your councils."""
    shelved_council(name)
    if not yes and not confirmed(f"Delete the council {name!r}?"):
        return 0
    say(f"Deleted {CouncilShelf(home_folder()).remove(name)}.")
    return 0


@click.command()
@click.argument("names", nargs=-1, shell_complete=council_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def check(app: Application, names: tuple[str, ...], as_json: bool) -> int:
    """Check that councils could sit.

    Checks models, personas, options and chair against what services list now. Names are those of councils or of TOML
    files; without any, every council is checked. No model is called.
    """
    every = names or (*app.shelf.councils(), *app.shelf.broken())
    return show_checks("council", [await _checked(app, name) for name in every], as_json)


async def _checked(app: Application, name: str) -> dict[str, Any]:
    try:
        council = _from_file(Path(name)) if name.endswith(".toml") else app.shelf.council(name)
        await _could_sit(app, council)
        now = await successors_seated(council, app.directory)
        keyless = _without_key(app, now.council)
        gone = [each for each in troubles_of(now.council, app.directory) if ": no key (" not in each]
        if gone:
            return {"council": name, "ok": False, "says": " ".join(gone), "keys_missing": keyless}
        says = " ".join((f"{seats_of(council)} seats, {council.protocol}", *(f"({note})" for note in now.notes)))
        if keyless:
            says += f"; no key yet for {', '.join(keyless)}: moot keys set {keyless[0]}"
        return {"council": name, "ok": True, "says": says, "keys_missing": keyless}
    except MootError as error:
        return {"council": name, "ok": False, "says": str(error), "keys_missing": []}


def _from_file(file: Path) -> Council:
    try:
        return council_from(file.read_text(encoding="utf-8"), file.stem, str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.") from None


async def _could_sit(app: Application, council: Council) -> None:
    """Raise if no session with this council could be opened."""
    await app.estimate(Ask(question="Could you sit?", council=council))


def _without_key(app: Application, council: Council) -> list[str]:
    models = [each.model for each in council.lines()]
    models += [council.chair] if council.chair else []
    names = dict.fromkeys(model.partition("/")[0] for model in models if model != "person")
    return [name for name in names if app.directory.row(name).needs_key and not app.directory.has_key(name)]
