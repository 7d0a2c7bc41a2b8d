"""`moot study runs aggregate`, `compare`, `report`, `dashboard`, with output and files of the published programs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from moot.cli.public import safe, say, show_json
from moot.errors import BadInput
from moot.exports.public import write_export
from moot.extensions.studies.published.aggregate import aggregates_of
from moot.extensions.studies.published.aggregate_files import (
    REPORT,
    ComparisonFile,
    aggregate_in,
    comparison_in,
    dashboard_in,
    write_aggregates,
    write_json,
)
from moot.extensions.studies.published.aggregate_text import RULE, aggregate_text
from moot.extensions.studies.published.compare import compare_runs
from moot.extensions.studies.published.report_page import report_page
from moot.extensions.studies.published.run_reading import run_files_in, run_in, runs_in
from moot.extensions.studies.published.scored_runs import ScoredRun, by_mode

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("aggregate")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path(path_type=Path, exists=True))
@click.option("--dir", "folder", type=FOLDER, default=".", help="Where the aggregates are written.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def aggregate_command(paths: tuple[Path, ...], folder: Path, as_json: bool) -> int:
    """Aggregate the files of many runs, by mode.

    PATH is a folder, whose grouped files are read at any depth (or, if there are none, its reply lines), or such a
    file; the default is the current folder. Writes council_aggregate_MODE.json for each mode.
    """
    files = run_files_in(paths or (Path(),))
    if not files:
        raise BadInput("There are no files of runs.", "Name a folder that `moot run --artifacts-dir` wrote.")
    runs = {file: run_in(file) for file in files}
    every = [run for found in runs.values() for run in found]
    modes, told = by_mode(every), aggregates_of(every)
    if not told:
        raise BadInput("None of these runs has a reply with a score.", "Only adjudicated runs have scores.")
    written = write_aggregates(folder, told)
    if as_json:
        show_json({mode: msgspec.to_builtins(found) for mode, found in told.items()})
        return 0
    say(f"Loading {len(files)} files...")
    say()
    for mode, file in zip(told, written, strict=False):
        of_mode = sum(any(run.mode == mode for run in found) for found in runs.values())
        say()
        for line in (RULE, f"MODE: {mode.upper()} ({of_mode} files)", RULE, ""):
            say(safe(line))
        for line in aggregate_text(mode, modes[mode]).split("\n"):
            say(safe(line))
        say()
        say(f"JSON export written to: {safe(str(file))}")
    say()
    say(f"JSON export written to: {safe(str(written[-1]))}")
    return 0


@click.command("compare")
@click.argument("one", metavar="A", type=FILE)
@click.argument("other", metavar="B", type=FILE)
@click.option("--output", "output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Also write the questions that differ as JSON.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def compare_command(one: Path, other: Path, output: Path | None, as_json: bool) -> int:
    """Show the differences between two runs' grouped files.

    A question is order-sensitive if any model's flip, its reason or its conviction differs; scores do not count. One
    pair of runs is one sample: see `moot study` for intervals and tests.
    """
    told = compare_runs(_only(one), _only(other))
    found = ComparisonFile(order_sensitive=list(told.order_sensitive))
    if output is not None:
        write_json(output, found)
    if as_json:
        show_json(msgspec.to_builtins(found))
        return 0
    for line in told.text.split("\n"):
        say(safe(line))
    if output is not None:
        say(f"Order-sensitive summary written to {safe(str(output))}")
    return 0


@click.command("report")
@click.argument("file", metavar="AGGREGATE", type=FILE)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default=f"{REPORT}.html",
              show_default=True, metavar="FILE", help="Where the page is written.")  # fmt: skip
@click.option("--compare", "comparison", type=FILE, metavar="FILE", help="A comparison, for its questions.")
def report_command(file: Path, output: Path, comparison: Path | None) -> int:
    """Write an aggregate as one web page.

    The page needs no network. AGGREGATE is a file written by `moot study runs aggregate`.
    """
    named = comparison_in(comparison) if comparison is not None else ()
    generated = datetime.now(UTC).isoformat(timespec="minutes")
    write_export(output, report_page(aggregate_in(file), generated, named), overwrite=True)
    say(f"Wrote {safe(str(output))}.")
    return 0


@click.command("dashboard")
@click.option("--mode", default="", metavar="MODE", help="Which mode; without it, the general file.")
@click.option("--dir", "folder", type=FOLDER, default=".", help="Where the aggregates lie.")
def dashboard_command(mode: str, folder: Path) -> int:
    """Print the newest aggregate of a mode as JSON.

    This is the object that the published dashboard requests: mode, aggregate, whether there is a report, and when the
    aggregate was written.
    """
    show_json(msgspec.to_builtins(dashboard_in(folder, mode)))
    return 0


def _only(file: Path) -> ScoredRun:
    runs = runs_in([file])
    if len(runs) != 1:
        raise BadInput(f"{file} holds {len(runs)} runs.", "Compare two grouped files; each holds one run.")
    return runs[0]
