"""Define the group `moot insights`. Extensions add commands."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "leaderboard": CommandPath(
        "moot.cli.stats.standings:leaderboard", "Show which models their peers marked best, and how sure."
    ),
    "achievements": CommandPath("moot.cli.stats.standings:achievements", "Show what models earned, the latest first."),
    "history": CommandPath(
        "moot.cli.stats.history:history", "Show what was debated, the latest first: winner, margin, upsets."
    ),
    "alliances": CommandPath(
        "moot.cli.stats.history:alliances", "Show who sided with whom in all sessions that are counted."
    ),
    "evidence": CommandPath("moot.cli.stats.evidence:evidence", "Show what a council is worth beside its best member."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="leaderboard")
def insights() -> None:
    """Compare models and councils over all sessions.

    Without a command, the leaderboard is shown.
    """
