"""Implement `moot insights evidence`: what a council of this size is worth."""

from __future__ import annotations

import click

from moot.app import Application
from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import in_app, run
from moot.stats.evidence.report import EvidenceReport, EvidenceSentence, percent


@click.command()
@click.option(
    "--seats", type=int, metavar="N", help="Seats of the council, 3 to 12; else those of your default council."
)
@click.option("--council", metavar="NAME", shell_complete=council_names, help="For this council's seats.")
@click.option(
    "--agreement",
    type=float,
    metavar="SHARE",
    help="How far two readers agree, 0 to 1; else as your earlier sessions show.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(seats: int | None, council: str | None, agreement: float | None, as_json: bool) -> int:
    """Show what a council is worth beside its best member.

    Councils are drawn at random and counted like real ones, so the best answer is known. Agreement between readers is
    measured in your earlier sessions, from ten on. Each figure names its source.

    \b
      moot insights evidence
      moot insights evidence --seats 6
      moot insights evidence --agreement 0.3 --json
    """
    return run(in_app(lambda app: _evidence(app, seats, council, agreement, as_json)))


async def _evidence(
    app: Application, seats: int | None, council: str | None, agreement: float | None, as_json: bool
) -> int:
    report = await app.evidence(seats=seats, council=council, agreement=agreement)
    if as_json:
        show_json(report)
    else:
        _show(report)
    return 0


def _show(report: EvidenceReport) -> None:
    say(safe(report.why))
    _paragraphs("", report.said)
    if report.ahead:
        say()
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
    _paragraphs("What this rests on", report.assumed)
    _paragraphs("What known answers say", report.learnt)


def _paragraphs(title: str, said: tuple[EvidenceSentence, ...]) -> None:
    if not said:
        return
    say()
    if title:
        say(title)
    for each in said:
        say(f"- {safe(each.says)}")
        remark(f"  {safe(each.how)}", err=False)
