"""Implement `llm consortium clone`, `edit` and `export`: copy, change and export saved consortia."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from moot.cli.public import count, json_text, remark, say
from moot.errors import BadInput, Conflict, UnknownName
from moot.exports.public import write_export
from moot.extensions.compat.consortium.flags import config_from, consortium_flags, json_flag
from moot.extensions.compat.consortium.shelf import SavedConsortium, all_saved, must_be_free, saved_consortium, shelved
from moot.library.public import CouncilShelf
from moot.settings import home_folder

FORMAT = "consortia"
"""Value of an export's format field."""


@click.command()
@click.argument("name")
@click.argument("new_name")
@consortium_flags
@click.option("--dry-run", is_flag=True, help="Say what a run would ask and cost at most; save nothing.")
@click.option("--replace", "over", is_flag=True, help="Write over a consortium of the new name.")
@json_flag
def clone(name: str, new_name: str, over: bool, as_json: bool, dry_run: bool, **given: Any) -> int:
    """Save a copy of a consortium under another name, changed as the flags say.

    \b
      llm consortium clone my-consortium my-strict-one --confidence-threshold 0.95
    """
    saved = saved_consortium(name)
    must_be_free(new_name)
    if not over and new_name in CouncilShelf(home_folder()).councils():
        raise Conflict(f"There is a consortium called {new_name!r} already.", "Use `--replace` to write over it.")
    return _shelved(saved, new_name, given, as_json=as_json, dry_run=dry_run)


@click.command()
@click.argument("name")
@consortium_flags
@click.option("--dry-run", is_flag=True, help="Say what a run would ask and cost at most; change nothing.")
@json_flag
def edit(name: str, as_json: bool, dry_run: bool, **given: Any) -> int:
    """Change a saved consortium as the flags say; what they do not name stays as it is.

    \b
      llm consortium edit my-consortium --max-iterations 5 -m gpt-4o:3 -m o3-mini

    With -m, the members are exactly those named.
    """
    if not any(value is not None and value != () for value in given.values()):
        raise BadInput("Nothing is to be changed.", f"Say what, e.g. `llm consortium edit {name} --max-iterations 5`.")
    saved = saved_consortium(name)
    if saved.shelved.layer != "user":
        raise Conflict(
            f"{saved.name!r} is {saved.shelved.layer}, not yours.", f"Copy it: llm consortium clone {saved.name} NEW"
        )
    return _shelved(saved, saved.name, given, as_json=as_json, dry_run=dry_run)


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


def _shelved(saved: SavedConsortium, name: str, given: dict[str, Any], *, as_json: bool, dry_run: bool) -> int:
    config = config_from(given, saved.config)
    if given["strategy"] is not None and given["strategy"].strip().lower() != saved.config.strategy:
        # settings of the previous strategy do not apply to the new one
        own = config_from({**given, "models": ()}, replace(saved.config, strategy_params=None))
        config = replace(config, strategy_params=own.strategy_params)
        if given["judging_method"] is None and saved.config.judging_method == "rank":
            config = replace(config, judging_method="default")
    quorum = given["quorum"] or saved.shelved.council.options.get("quorum")
    return shelved(
        name,
        config,
        msgspec.convert(quorum, int, strict=False) if quorum is not None else None,
        as_json=as_json,
        dry_run=dry_run,
        title=saved.shelved.council.title,
    )
