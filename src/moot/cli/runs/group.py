"""`moot runs`: what files of finished runs say together, by the published programs' own formulas."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "aggregate": Place("moot.cli.runs.published:aggregate_command", "Put the files of many runs together, by mode."),
    "compare": Place("moot.cli.runs.published:compare_command", "Show what differs between two runs' grouped files."),
    "report": Place("moot.cli.runs.published:report_command", "Write an aggregate as one web page."),
    "dashboard": Place("moot.cli.runs.published:dashboard_command", "Print the newest aggregate of a mode as JSON."),
}


@click.group(cls=LazyGroup, places=COMMANDS)
def runs() -> None:
    """Put files of finished runs together: aggregate, compare, report.

    These read and write the files published for adjudicated councils, by the published formulas. They tell no interval;
    `moot run` asks the questions.
    """
