"""Declare the commands `moot schedule` and `moot channels`. `moot --help` loads this module, and no other of them."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

SCHEDULE = "moot.extensions.notify.schedule_commands:"
CHANNELS = "moot.extensions.notify.channel_commands:"


@click.group(
    cls=LazyGroup,
    default="list",
    places={
        "list": CommandPath(f"{SCHEDULE}list_command", "List schedules, or show one with its next and last times."),
        "add": CommandPath(f"{SCHEDULE}add", "Have a council meet by itself."),
        "pause": CommandPath(f"{SCHEDULE}pause", "Pause or resume a schedule."),
        "remove": CommandPath(f"{SCHEDULE}remove", "Remove a schedule; its sessions stay."),
        "run": CommandPath(f"{SCHEDULE}run_command", "Run a schedule's session now."),
        "feed": CommandPath(f"{SCHEDULE}feed", "Print the results of schedules as an Atom feed."),
        "run-due": CommandPath(f"{SCHEDULE}run_due", "Run what is due now, once; for crontab or systemd."),
    },
)
def schedule() -> None:
    """Have a council meet by itself.

    `moot serve` runs due schedules. Without a server, have another timer call `moot schedule run-due`; both may run at
    the same time. Of the times that were missed meanwhile, the latest is made up for, up to six hours later.
    """


@click.group(
    cls=LazyGroup,
    default="list",
    places={
        "list": CommandPath(f"{CHANNELS}list_command", "List channels, and the latest messages with their results."),
        "add": CommandPath(f"{CHANNELS}add", "Add a channel: mail, ntfy, or JSON to an address."),
        "test": CommandPath(f"{CHANNELS}test", "Send a message to a channel now."),
        "alarms": CommandPath(f"{CHANNELS}alarms", "Start or stop sending upkeep alarms to a channel."),
        "remove": CommandPath(f"{CHANNELS}remove", "Remove a channel, with its key."),
    },
)
def channels() -> None:
    """Set up who is notified of a schedule's results.

    A schedule names its channels (`moot schedule add … --channel NAME`). Alarms of `moot upkeep` go to channels with
    alarms switched on, once when each begins, by `moot serve` or `moot schedule run-due`. A message that cannot be sent
    is tried again for a day; then it is given up, and sent when the channel's test succeeds.
    """
