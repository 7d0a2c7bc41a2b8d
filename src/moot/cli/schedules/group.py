"""`moot schedule`: councils that meet by themselves. The commands lie in files beside this."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

PLACE = "moot.cli.schedules."
COMMANDS = {
    "list": Place(f"{PLACE}looking:list_command", "List schedules, or show one with its next and last times."),
    "add": Place(f"{PLACE}changing:add", "Have a council meet by itself."),
    "pause": Place(f"{PLACE}changing:pause", "Let a schedule rest, or go on."),
    "remove": Place(f"{PLACE}changing:remove", "Take a schedule away; its sessions stay."),
    "run": Place(f"{PLACE}running:run_command", "Hold a schedule's session now."),
    "feed": Place(f"{PLACE}looking:feed", "Print what came of schedules as an Atom feed."),
    "run-due": Place(f"{PLACE}running:run_due", "Hold what is due now, once; for crontab or systemd."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def schedule() -> None:
    """Have a council meet by itself.

    `moot serve` looks what is due. Where none runs, have another timer call `moot schedule run-due`; both may look at
    the same time. What was due while nothing looked is made up for once, up to six hours later.
    """
