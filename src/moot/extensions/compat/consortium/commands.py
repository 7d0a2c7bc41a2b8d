"""What is `llm consortium`? One command that hands its words to a group of ours, which is loaded when it is called.

It is imported with every `llm` command, so nothing is loaded here; `group.py` holds the commands.
"""

from __future__ import annotations

from importlib import import_module

import click

from moot.extensions.compat.llm.mirror import Mirror


class Handed(Mirror):
    """A command whose words are read by the group behind it, so that its errors, help and exit codes are Moot's."""

    def invoke(self, ctx: click.Context) -> None:
        """Runs them; ends the process with their exit code."""
        import_module("moot.extensions.compat.consortium.group").consortium.run(ctx.args, ctx.command_path)


def register(cli: click.Group) -> None:
    """Adds the command to the program `llm`."""
    cli.add_command(
        Handed(
            "consortium",
            help="Councils that come to a consensus: save, run, list them and look at their runs.",
            add_help_option=False,
            context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        )
    )
