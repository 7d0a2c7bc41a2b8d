"""Add `llm moot` and `llm consortium`: commands that pass their arguments, unparsed, to commands of Moot.

This module is imported with every `llm` command, so a command is loaded when it is called. Help, exit codes, errors and
store are those of `moot`.
"""

from __future__ import annotations

from importlib import import_module

import click

CONSORTIUM = "consortium"


class ForwardedCommand(click.Command):
    """A command of `llm` that passes all its arguments to a command of Moot."""

    def __init__(self, name: str, help: str) -> None:
        settings = {"ignore_unknown_options": True, "allow_extra_args": True}
        super().__init__(name, help=help, add_help_option=False, context_settings=settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep every argument unparsed, including `--help`."""
        ctx.args = list(args)
        return []

    def invoke(self, ctx: click.Context) -> None:
        """Run Moot's command with these arguments and exit with its code."""
        words, path, name = ctx.args, ctx.command_path, self.name
        if name != CONSORTIUM and words[:1] == [CONSORTIUM]:  # available there even if another plugin has that name
            words, path, name = words[1:], f"{path} {CONSORTIUM}", CONSORTIUM
        if name == CONSORTIUM:
            import_module("moot.extensions.compat.consortium.group").consortium.run(words, path)
        import_module("moot.cli.lazy").moot_command().run(words, path)


def moot_command() -> ForwardedCommand:
    """Return the command `moot` to add to the program `llm`."""
    return ForwardedCommand("moot", "All commands of Moot: ask, sessions, councils, serve and more.")


def register(cli: click.Group) -> None:
    """Add the command `consortium` to the commands of the program `llm`."""
    says = "Councils that come to a consensus: save, run, list them and look at their runs."
    cli.add_command(ForwardedCommand(CONSORTIUM, says))
