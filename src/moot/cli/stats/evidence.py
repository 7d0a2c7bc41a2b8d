"""Implement `moot insights evidence`: whom readers rank ahead, and who was right."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import in_app, run
from moot.stats.evidence.report import EvidenceReport, percent

NOTHING = "Nothing to show yet. Ask at least ten questions, or run questions with known answers: `moot run --help`."


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(as_json: bool) -> int:
    """Show which models readers rank ahead, and who was right.

    \b
      moot insights evidence
      moot insights evidence --json
    """
    return run(in_app(lambda app: _evidence(app, as_json)))


async def _evidence(app: Application, as_json: bool) -> int:
    report = await app.evidence()
    if as_json:
        show_json(report)
    else:
        _show(report)
    return 0


def _show(report: EvidenceReport) -> None:
    if report.ahead:
        say("Whom readers put ahead in your earlier sessions")
        table(
            ["model", "sessions", "above another", "range"],
            [
                [safe(row.model), str(row.sessions), percent(row.above), f"{percent(row.low)} to {percent(row.high)}"]
                for row in report.ahead
            ],
            right=frozenset((1, 2, 3)),
        )
        remark(
            "How often a reader put it above another model on the same ballot, own answers left out. Being put "
            "ahead is not being right.",
            err=False,
        )
    if report.learnt:
        say()
        say("What known answers say")
    for each in report.learnt:
        say(f"- {safe(each.says)}")
        remark(f"  {safe(each.how)}", err=False)
    if not report.ahead and not report.learnt:
        say(NOTHING)
