"""Implement `llm consortium import`: import consortia, and their runs, from an existing consortium database.

An entry that is here already is no error; a different one under the same name is kept and reported.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from moot.app import Application
from moot.cli.public import count, in_app, remark, run, say, show_json
from moot.errors import BadInput, Conflict, MootError
from moot.extensions.compat.consortium.flags import could_sit, json_flag
from moot.extensions.compat.consortium.old_database import (
    DatabaseRow,
    ImportedConsortium,
    default_path,
    names_for,
    rows_in,
    taken_from,
)
from moot.extensions.compat.consortium.old_runs import runs_in
from moot.extensions.compat.consortium.old_transcript import OldRun
from moot.extensions.compat.consortium.seats import LlmNames, llm_names
from moot.extensions.compat.consortium.shelf import must_be_free
from moot.library.public import CouncilShelf, keep_alias
from moot.settings import home_folder


class ConsortiumImport(Struct, frozen=True, kw_only=True):
    """Result of importing one consortium."""

    taken: ImportedConsortium
    """The consortium, with what could not be imported."""
    how: str
    """`taken`, `here` if it was here already, or `left`."""


class RunImport(Struct, frozen=True, kw_only=True):
    """Result of importing one run."""

    id: str
    """Its id in the database."""
    session: str
    """The id of its session."""
    how: str
    """`taken`, `here` if it was here already, or `left`."""
    lost: tuple[str, ...]
    """What is missing from it, or why it was left."""


@click.command("import")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--replace", "over", is_flag=True, help="Write over consortia of the same name.")
@click.option("--runs/--no-runs", "with_runs", default=True, help="Whether past runs come too.  [default: runs]")
@json_flag
def import_command(path: Path | None, over: bool, with_runs: bool, as_json: bool) -> int:
    """Take over consortia and runs of a consortium database, or consortia of an export.

    PATH is the file; without one, `consortium_logs.db` in the folder of the `llm` program. It is only read. Names that
    cannot be file names are kept as aliases. What could not be imported is listed; what is here already is no error.
    """
    file = path or default_path()
    rows, names = rows_in(file), llm_names()

    async def work(app: Application) -> tuple[list[ConsortiumImport], list[RunImport]]:
        called = names_for(rows, app.shelf.aliases())
        came = [await _come(app, row, called[row.name], names, over) for row in rows]
        past = runs_in(file, {row.name: row for row in rows}, called) if with_runs else []
        return came, [await _come_run(app, each) for each in past]

    found, past = run(in_app(work))
    if as_json:
        show_json(
            {"path": str(file), "consortia": [_as_json(each) for each in found], "runs": past},
        )
    else:
        for each in found:
            said = {"taken": "Took over", "here": "Here already:", "left": "Left out"}[each.how]
            say(f"{said} {each.taken.name}.")
            if each.how == "here":
                continue
            for line in (*each.taken.lost, *(each.taken.prepared.warnings if each.taken.prepared is not None else ())):
                remark(f"  - {line}", err=False)
        kept, here = (sum(each.how == how for each in found) for how in ("taken", "here"))
        already = f", {here} here already" if here else ""
        say(f"{kept} of {len(found)} consortia taken over from {file}{already}.")
        _tell_runs(past)
    return 0 if all(each.how != "left" for each in found) and all(each.how != "left" for each in past) else 1


def _tell_runs(past: list[RunImport]) -> None:
    for each in past:
        if each.how == "left" or (each.how == "taken" and each.lost):
            say(f"{'Took over' if each.how == 'taken' else 'Left out'} the run {each.id}.")
            for line in each.lost:
                remark(f"  - {line}", err=False)
    if past:
        kept, here = (sum(each.how == how for each in past) for how in ("taken", "here"))
        already = f", {here} here already" if here else ""
        say(f"{kept} of {count(len(past), 'run')} taken over{already}: see `llm consortium runs`.")


async def _come_run(app: Application, found: OldRun | tuple[str, str]) -> RunImport:
    if isinstance(found, tuple):
        return RunImport(id=found[0], session="", how="left", lost=(found[1],))
    try:
        taken = await app.take_in(found.lines)
    except MootError as error:
        return RunImport(id=found.id, session=found.session, how="left", lost=(str(error),))
    return RunImport(id=found.id, session=found.session, how="taken" if taken.fresh else "here", lost=found.lost)


async def _come(app: Application, row: DatabaseRow, name: str, names: LlmNames, over: bool) -> ConsortiumImport:
    taken = taken_from(row, name, names, app.directory.rows())
    if taken.prepared is None:
        return ConsortiumImport(taken=taken, how="left")
    council, shelf = taken.prepared.council, CouncilShelf(home_folder())
    try:
        there = shelf.councils().get(name)
        if there is not None and there.layer == "user" and there.council == council:
            return ConsortiumImport(taken=taken, how="here")
        await could_sit(app, taken.prepared)
        must_be_free(name, importing=True)
        if there is not None and not over:
            raise Conflict(
                f"There is a consortium called {name!r} with other settings already.",
                "Use `--replace` to write over it.",
            )
        saved = shelf.save(council, replace=over)
        if row.created is not None:
            os.utime(saved, (row.created, row.created))
        if name != row.name:
            keep_alias(home_folder(), row.name, name)
    except MootError as error:
        if not isinstance(error, BadInput | Conflict):
            raise
        return ConsortiumImport(taken=ImportedConsortium(name=row.name, prepared=None, lost=(str(error),)), how="left")
    return ConsortiumImport(taken=taken, how="taken")


def _as_json(came: ConsortiumImport) -> dict[str, Any]:
    made = came.taken.prepared
    return {
        "name": came.taken.name,
        "saved_as": made.council.name if made is not None else None,
        "outcome": came.how,
        "lost": list(came.taken.lost),
        "warnings": list(made.warnings) if made is not None else [],
    }
