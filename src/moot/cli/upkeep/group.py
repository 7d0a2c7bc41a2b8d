"""`moot upkeep`: whether votes may be believed, and who of the voters earns a seat."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "report": Place("moot.cli.upkeep.voters:report", "Show what is known of voters and councils."),
    "voters": Place("moot.cli.upkeep.voters:voters", "Show every voter, or one with its sessions."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="report")
def upkeep() -> None:
    """Show whether votes may be believed, and who of the voters earns a seat.

    \b
      moot upkeep                  what is known of voters and councils
      moot upkeep voters           every voter with its figures
      moot upkeep voters MODEL     one voter, session by session
    """
