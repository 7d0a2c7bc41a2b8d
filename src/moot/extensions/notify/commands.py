"""Declare the commands `moot schedule` and `moot schedule channels`. `moot --help` loads this one alone."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup

SCHEDULE = "moot.extensions.notify.schedule_commands:"
CHANNELS = "moot.extensions.notify.channel_commands:"


@click.group(
    cls=LazyGroup,
    default="list",
    places={
        "list": f"{SCHEDULE}list_command",
        "add": f"{SCHEDULE}add",
        "pause": f"{SCHEDULE}pause",
        "remove": f"{SCHEDULE}remove",
        "run": f"{SCHEDULE}run_command",
        "feed": f"{SCHEDULE}feed",
        "run-due": f"{SCHEDULE}run_due",
    },
)
def schedule() -> None:
    """Have a council answer a question regularly.

    `moot serve` runs due schedules. Without a server, have another timer call `moot schedule run-due`; both may run at
    the same time. If times were missed meanwhile, only the latest of them is run, up to six hours late.
    """


@click.group(
    cls=LazyGroup,
    default="list",
    places={
        "list": f"{CHANNELS}list_command",
        "add": f"{CHANNELS}add",
        "test": f"{CHANNELS}test",
        "alarms": f"{CHANNELS}alarms",
        "remove": f"{CHANNELS}remove",
    },
)
def channels() -> None:
    """Set up who is notified of a schedule's results.

    A schedule names its channels (`moot schedule add … --channel NAME`). Alarms of `moot insights upkeep` go to
    channels with alarms switched on, once when each begins, by `moot serve` or `moot schedule run-due`. A message
    that cannot be sent is tried again for a day; then it is given up, and sent when the channel's test succeeds.
    """
