"""Implement `llm consortium save` and `export`. They import the application, which listing consortia does not need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from moot.app import Application
from moot.cli.public import count, in_app, json_text, remark, run, say, show_json
from moot.errors import BadInput, BadSetting, Conflict, UnknownName
from moot.exports.public import write_export
from moot.extensions.compat.consortium.config import CouncilDraft, config_of
from moot.extensions.compat.consortium.flags import config_from, consortium_flags, could_sit, prepared
from moot.extensions.compat.consortium.output import json_flag
from moot.extensions.compat.consortium.seats import PROTOCOL
from moot.extensions.compat.consortium.shelf import all_saved, saved_consortium, written_at
from moot.extensions.compat.llm.names import taken_by_llm
from moot.library.public import CouncilShelf, checked_name
from moot.settings import home_folder

FORMAT = "consortia"
"""Name of the file format in which consortia are exported."""


@click.command()
@click.argument("name")
@consortium_flags
@json_flag
def save(name: str, as_json: bool, **given: Any) -> int:
    """Save a consortium under a name.

    \b
      llm consortium save my-consortium -m o3-mini:1 -m gpt-4o:2 --arbiter gpt-4o --confidence-threshold 0.8

    A consortium of that name is overwritten. `llm -m NAME "…"` asks it.
    """
    checked_name(name, "a consortium")
    if given["arbiter"] is None:
        raise BadInput("A consortium needs an arbiter.", "Name it with `--arbiter MODEL`.")
    must_be_free(name)

    async def work(app: Application) -> CouncilDraft:
        made = prepared(app, config_from(given), name, given["quorum"])
        await could_sit(app, made)
        return made

    council = run(in_app(work)).council
    file = CouncilShelf(home_folder()).save(council, replace=True)
    if as_json:
        show_json({"name": name, **config_of(council, written_at(file)).to_dict()})
    else:
        say(f"Saved the consortium {name} in {file}.")
        say(f'Ask it with: llm -m {name} "…"')
    return 0


@click.command()
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--replace", "over", is_flag=True, help="Write over a file that exists.")
def export(name: str | None, file: Path | None, over: bool) -> None:
    """Write saved consortia as JSON, which `import` takes.

    \b
      llm consortium export > all.json
      llm consortium export my-consortium mine.json

    Without NAME, all of them; without FILE, to stdout.
    """
    if name is not None and file is None and name.endswith(".json") and not _is_saved(name):
        file, name = Path(name), None
    found = [saved_consortium(name)] if name is not None else all_saved()
    consortia = [
        {"name": each.name, **each.config.to_dict(), "quorum": each.shelved.council.options.get("quorum", 1)}
        for each in found
    ]
    text = json_text({"format": FORMAT, "version": 1, "consortia": consortia}) + "\n"
    if file is None or str(file) == "-":
        click.echo(text, nl=False)
        return
    write_export(file, text, overwrite=over)
    say(f"Wrote {count(len(found), 'consortium') if len(found) == 1 else f'{len(found)} consortia'} to {file}.")
    if not found:
        remark("There are none. Save one with: llm consortium save NAME -m MODEL --arbiter MODEL")


def _is_saved(name: str) -> bool:
    try:
        saved_consortium(name)
    except UnknownName:
        return False
    return True


def must_be_free(name: str, *, importing: bool = False) -> None:
    """Raise `Conflict` if a consortium cannot have this name: a model of `llm` has it, or a council that is no saved
    consortium.

    `importing` allows the names that llm-consortium registered.
    """
    checked_name(name, "a consortium")
    holder = taken_by_llm(name, importing=importing)
    if holder is not None:
        raise Conflict(f"`llm` has a model called {name!r} already: {holder}.", "Save it under another name.")
    try:
        shelved = CouncilShelf(home_folder()).shelved(name)
    except UnknownName:
        return
    except BadSetting as error:
        raise Conflict(
            f"There is a council called {name!r} that cannot be read: {error.message}",
            "Mend or delete it first, or save this one under another name.",
        ) from None
    if shelved.council.protocol != PROTOCOL or shelved.layer != "user":
        where = "" if shelved.layer == "user" else f" ({shelved.layer}: {shelved.origin})"
        raise Conflict(
            f"There is a council called {name!r} that is no saved consortium{where}.", "Save it under another name."
        )
