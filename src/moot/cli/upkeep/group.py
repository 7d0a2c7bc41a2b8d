"""`moot upkeep`: whether votes may be believed, and who of the voters earns a seat."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "report": Place("moot.cli.upkeep.voters:report", "Show what is known of voters and councils."),
    "voters": Place("moot.cli.upkeep.voters:voters", "Show every voter, or one with its sessions."),
    "pairs": Place("moot.cli.upkeep.alarms:pairs", "Show which voters vote alike beyond what their skill explains."),
    "tiers": Place(
        "moot.cli.upkeep.tiers:tiers",
        "Show in which tiers claims came out, council by council, and from where their borders are.",
    ),
    "controls": Place(
        "moot.cli.upkeep.alarms:controls", "Show the latest control claims: who voted as it should, and who did not."
    ),
    "acknowledge": Place("moot.cli.upkeep.alarms:acknowledge", "Say that an alarm was seen: it rests until it ends."),
    "snooze": Place("moot.cli.upkeep.alarms:snooze", "Let an alarm rest for some days."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="report")
def upkeep() -> None:
    """Show whether votes may be believed, and who of the voters earns a seat.

    \b
      moot upkeep                  what is known of voters and councils
      moot upkeep --check          the same; exits with 1 if there is an alarm
      moot upkeep --json           the same as one JSON object
      moot upkeep voters           every voter with its figures
      moot upkeep voters MODEL     one voter, session by session
      moot upkeep tiers            how claims came out, session by session
      moot upkeep pairs            who votes alike
      moot upkeep controls         who was wrong on which control claim
    """
