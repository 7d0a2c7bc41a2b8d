"""`moot evidence`: what a council of this size is worth, and when asking one model is better."""

from __future__ import annotations

import click
import msgspec

from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import in_house, run
from moot.house import House
from moot.tally.evidence.report import EvidenceReport, EvidenceSentence, percent


@click.command()
@click.option(
    "--seats", type=int, metavar="N", help="Seats of the council, 3 to 12; else those of your default council."
)
@click.option("--council", metavar="NAME", shell_complete=council_names, help="For this council's seats.")
@click.option("--agreement", type=float, metavar="SHARE",
              help="How far two readers agree, 0 to 1; else as your earlier sessions show.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(seats: int | None, council: str | None, agreement: float | None, as_json: bool) -> int:
    """Show what a council is worth, and when asking one model is better.

    Councils are drawn at random and counted as real ones are, so the best answer is known. How far readers agree is
    measured in your earlier sessions, from ten on. Each figure says how it was made.

    \b
      moot evidence
      moot evidence --seats 6
      moot evidence --agreement 0.3 --json
    """
    return run(in_house(lambda house: _evidence(house, seats, council, agreement, as_json)))


async def _evidence(
    house: House, seats: int | None, council: str | None, agreement: float | None, as_json: bool
) -> int:
    report = await house.evidence(seats=seats, council=council, agreement=agreement)
    if as_json:
        show_json(msgspec.to_builtins(report))
    else:
        _show(report)
    return 0


def _show(report: EvidenceReport) -> None:
    say(safe(report.why))
    _paragraphs("", report.said)
    found = report.evidence
    say()
    say("Councils of other sizes")
    table(
        ["seats", "calls", "best wins", "council beats", "best member beats", "better", "same", "worse"],
        [
            [
                str(row.seats),
                str(row.calls),
                *(percent(each.value) for each in (row.best, row.council, row.member, row.better, row.same, row.worse)),
            ]
            for row in found.sizes
        ],
        right=frozenset(range(8)),
    )
    remark(
        "Best wins: the best answer comes first. Beats: the share of all such answers that the council's, or its best "
        "member's, is better than. Better, same, worse: the council's answer beside its best member's. Standard error: "
        "1 point at most.",
        err=False,
    )
    say()
    say(f"Ballots on the same {found.seats} answers")
    table(
        ["ballots", "best wins", "adds"],
        [
            [str(row.ballots), percent(row.best.value), "" if row.more is None else f"{100 * row.more.value:+.0f}"]
            for row in found.ballots
        ],
        right=frozenset((0, 1, 2)),
    )
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
            "How often a reader puts it above another of these models (Plackett-Luce, own answers left out). Being put "
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
