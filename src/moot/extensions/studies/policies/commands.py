"""`moot study policies` and `moot insights evidence`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click
import msgspec

from moot.app import Application
from moot.cli.public import in_app, remark, run, safe, say, show_json, table
from moot.errors import BadInput
from moot.exports.public import write_export
from moot.extension_points import PanelTable
from moot.extensions.studies.policies.comparison import compare_policies
from moot.extensions.studies.policies.evidence import evidence_of, table_of
from moot.extensions.studies.policies.plot import plot_of
from moot.extensions.studies.policies.recorded_answers import read_answers

FILE = click.Path(path_type=Path, dir_okay=False)
SAMPLE = "invented-sample.jsonl"
FIGURES = frozenset({1, 2, 3, 4})
"""Indexes of the columns that contain figures."""


@click.command("policies")
@click.argument("file", required=False, metavar="[FILE.jsonl]", type=FILE)
@click.option("--sample", is_flag=True, help="Use the packaged sample, whose answers are invented.")
@click.option("--flagship", default="", metavar="MODEL", help="Model of the policy `flagship`; the dearest by default.")
@click.option("--seed", default=0, show_default=True, help="Seed of the draws and of the intervals.")
@click.option("--plot", type=FILE, metavar="FILE.svg", help="Also draw share right by price.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def policies(file: Path | None, sample: bool, flagship: str, seed: int, plot: Path | None, as_json: bool) -> None:
    """Compare policies over recorded answers: one model, a vote, a reader and others.

    \b
      moot study policies --sample
      moot study policies answers.jsonl --plot answers.svg
    """
    if (file is None) != sample:
        raise BadInput("Name one file of recorded answers.", "Or use the packaged one: `moot study policies --sample`.")
    source = files("moot.extensions.studies.policies").joinpath(SAMPLE) if file is None else file
    try:
        data = source.read_bytes()
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror or error}.") from None
    comparison = compare_policies(read_answers(data.splitlines(), source.name), flagship=flagship, seed=seed)
    if plot is not None:
        write_export(plot, plot_of(comparison), overwrite=True)
    if as_json:
        show_json(comparison)
        return
    _show(table_of(comparison))
    if sample:
        remark("These answers are invented.")
    if plot is not None:
        say(f"Wrote {safe(str(plot))}.")


@click.command("evidence")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(as_json: bool) -> int:
    """Compare policies over your sessions with known answers, and count your verdicts.

    `moot run` takes questions with known answers; `moot sessions verdict` says whether an answer is right.
    """

    async def work(app: Application) -> int:
        comparison, verdicts = await evidence_of(app)
        if not as_json:
            _show(table_of(comparison, verdicts))
        elif comparison is None and verdicts is None:
            show_json(None)
        else:
            show_json({**msgspec.to_builtins(comparison or {}), "verdicts": msgspec.to_builtins(verdicts)})
        return 0

    return run(in_app(work))


def _show(shown: PanelTable) -> None:
    if shown.rows:
        table(shown.columns, [[*map(str, row)] for row in shown.rows], right=FIGURES)
    say(shown.says)
