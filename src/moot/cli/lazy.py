"""How does `moot --help` stay fast? A group knows its commands by name and place, and loads one only to run it.

The short help beside each place is the first line of the command's docstring (`tests/cli/test_help.py`), so that
listing commands loads none of them.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from moot.errors import MootError, UnknownName
from moot.extension_points import load_all, report


class Place(Struct, frozen=True):
    """Where a command lives, and its help in one line."""

    module: str
    """Module and attribute, `moot.cli.asking.ask:ask`."""
    help: str
    """What it does."""


class LazyCommand(click.Command):
    """A command that is loaded when it is called, for an entry point in `moot.commands`.

    Example:
        greet = LazyCommand("greet", Place("moot_greet.greeting:greet", "Greet by the number of sessions."))
    """

    def __init__(self, name: str, place: Place) -> None:
        super().__init__(name, help=place.help)
        self.place = place


class LazyGroup(click.Group):
    """A group whose commands are loaded when they are called.

    Installed packages add commands to the group NAME as entry points in `moot.commands.NAME`.
    """

    def __init__(self, *args: Any, places: Mapping[str, Place], default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = places
        self.default = default

    @property
    def places(self) -> Mapping[str, Place]:
        """Every command with its place: the group's own, then those of installed packages."""
        return {**self._places, **self._added()}

    @property
    def entry_points(self) -> str:
        """The group of entry points that add commands."""
        return f"moot.commands.{self.name}"

    def _added(self) -> dict[str, Place]:
        found = {}
        for point, command in load_all(self.entry_points, click.Command).items():
            if point.name in self._places:
                report(point, f"Moot has a command {point.name!r} of its own")
            elif isinstance(command, LazyCommand):
                found[point.name] = command.place
            else:
                found[point.name] = Place(point.value, " ".join((command.help or "").partition("\n\n")[0].split()))
        return found

    def place_of(self, name: str) -> Place | None:
        """Return where a command lives; installed packages are looked through only for what is not our own."""
        return self._places.get(name) or self.places.get(name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order they are declared."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command. One of an installed package may fail to load."""
        place = self.place_of(cmd_name)
        if place is None:
            return None
        module, _, attribute = place.module.partition(":")
        try:
            found = getattr(import_module(module), attribute)
        except Exception as error:
            if cmd_name in self._places:
                raise
            raise MootError(
                f"The command {cmd_name!r} cannot be loaded: {type(error).__name__}: {error}.",
                "Repair, upgrade or remove the package that adds it.",
            ) from error
        assert isinstance(found, click.Command)
        if not gc.isenabled():
            # All that was loaded lives as long as the process: searching it for garbage, again and again, finds none.
            gc.freeze()
            gc.enable()
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; an unknown one is answered with the nearest known."""
        if args and not args[0].startswith("-") and self.place_of(args[0]) is None:
            raise UnknownName(f"{ctx.command_path} command", args[0], self.places, _meant(args[0]))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command, the default one is meant: `moot sessions --json` lists."""
        if self.default and (not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names)):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so, again without loading them."""
        found = [
            CompletionItem(name, help=place.help) for name, place in self.places.items() if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, written without loading them."""
        rows = [(name, place.help) for name, place in self.places.items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def _meant(word: str) -> str:
    """What somebody wanted who typed a session's name where a command stands; empty for other words, which may be
    near a command's."""
    if word != "last" and not word.startswith("@"):
        return ""
    return f"It names a session: `moot sessions show {word}`, or `moot open {word}`."
