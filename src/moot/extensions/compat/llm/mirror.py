"""What is `llm moot`? The commands of `moot`, word for word: the same help, exit codes, errors and store.

The words behind `llm moot` are handed over unread, so that `llm --help` loads none of them.
"""

from __future__ import annotations

from importlib import import_module

import click

CONSORTIUM = "consortium"


class Mirror(click.Command):
    """A command that hands all its words to another program's."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Takes every word, `--help` among them."""
        ctx.args = list(args)
        return []

    def invoke(self, ctx: click.Context) -> None:
        """Runs them; ends the process with their exit code."""
        if type(self) is Mirror and ctx.args[:1] == [CONSORTIUM]:  # there also where another plugin has that name
            group = import_module("moot.extensions.compat.consortium.group").consortium
            group.run(ctx.args[1:], f"{ctx.command_path} {CONSORTIUM}")
        import_module("moot.cli.lazy").moot_command().run(ctx.args, ctx.command_path)


def mirror() -> Mirror:
    """The command `moot` for the program `llm`."""
    return Mirror(
        "moot",
        help="All commands of Moot: ask, sessions, councils, serve and more.",
        add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )
