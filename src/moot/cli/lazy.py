"""Make groups of commands that load a command when it is called, and turn errors into words and exit codes.

A group knows its commands by name and place. The short help beside each place is the first line of the command's
docstring (`tests/cli/test_help.py`), so that listing commands loads none of them. The outermost group is a `Door`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from moot.cli.screen.terminal import STOPPED, report, silence
from moot.errors import BadInput, MootError, StoreUnusable, UnknownName, of_the_machine
from moot.extension_points import load_all
from moot.extension_points import report as report_entry_point

VERBOSE = ("-v", "--verbose")
"""Flags that every command knows."""
NOBODY_READS = 141
"""Exit code where whoever reads has left: what a shell tells of other programs then, 128 and SIGPIPE's 13."""


class CommandPath(Struct, frozen=True):
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

    def __init__(self, name: str, place: CommandPath) -> None:
        super().__init__(name, help=place.help)
        self.place = place


class LazyGroup(click.Group):
    """A group whose commands are loaded when they are called.

    Installed packages add commands to the group NAME as entry points in `moot.commands.NAME`.
    """

    def __init__(self, *args: Any, places: Mapping[str, CommandPath], default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = places
        self.default = default

    @property
    def places(self) -> Mapping[str, CommandPath]:
        """Every command with its place: the group's own, then those of installed packages."""
        return {**self._places, **self._added()}

    @property
    def entry_points(self) -> str:
        """The group of entry points that add commands."""
        return f"moot.commands.{self.name}"

    def _added(self) -> dict[str, CommandPath]:
        found = {}
        for point, command in load_all(self.entry_points, click.Command).items():
            if point.name in self._places:
                report_entry_point(point, f"Moot has a command {point.name!r} of its own")
            elif isinstance(command, LazyCommand):
                found[point.name] = command.place
            else:
                found[point.name] = CommandPath(
                    point.value, " ".join((command.help or "").partition("\n\n")[0].split())
                )
        return found

    def place_of(self, name: str) -> CommandPath | None:
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
            start_gc()
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


class NobodyReads(Exception):
    """Whoever read what is printed has left."""


class EarlyInterrupt(MootError):
    """The person at the keyboard left before anything was started."""

    code, exit_code = "interrupted", STOPPED
    remedy_by_default = "Nothing runs any more."


class Door(LazyGroup):
    """The outermost command: whatever goes wrong inside becomes words and an exit code here."""

    def main(self, *given: Any, **extra: Any) -> Any:
        """Runs a command and exits with its code."""
        args = given[0] if given else extra.pop("args", None)
        if args is None:
            gc.disable()  # until the command is loaded, see there
        extra.pop("prog_name", None)
        extra.pop("standalone_mode", None)
        self.run(list(sys.argv[1:] if args is None else args), "moot", **extra)

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Runs a command under the name it was called by and exits with its code."""
        try:
            code = self._done(words, called, **extra)
        except (BrokenPipeError, NobodyReads):
            silence()
            code = NOBODY_READS
        if "moot.egress.logs" in sys.modules:
            sys.modules["moot.egress.logs"].stop()
        sys.exit(code)

    def _done(self, words: list[str], called: str, **extra: Any) -> int:
        """Runs a command; its exit code."""
        as_json = "--json" in words[: words.index("--")] if "--" in words else "--json" in words
        try:
            words = _logged(words)
            result = super().main(words, called, standalone_mode=False, **extra)
            sys.stdout.flush()
            return result if isinstance(result, int) else 0
        except MootError as error:
            return report(error, as_json)
        except click.Abort:
            return report(EarlyInterrupt("It was interrupted."), as_json)
        except click.ClickException as error:
            return report(_usage(error), as_json)
        except (BrokenPipeError, NobodyReads):
            raise
        except Exception as error:
            if os.environ.get("MOOT_TRACEBACK"):
                raise
            return report(_fault(error), as_json)

    def make_context(self, *given: Any, **extra: Any) -> click.Context:
        """As click does, but for a reader who left: click would end with 1."""
        with _told_of_pipes():
            return super().make_context(*given, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """The same."""
        with _told_of_pipes():
            return super().invoke(ctx)


def is_question(word: str) -> bool:
    """Whether a word can be no name: it ends with a question mark, or holds white space."""
    word = word.strip()
    return word.endswith(("?", "？")) or any(each.isspace() for each in word)


@contextlib.contextmanager
def _told_of_pipes() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise NobodyReads from None


def _logged(words: list[str]) -> list[str]:
    """Begins to log where it is asked for; the words without the flag that asks, which may stand anywhere."""
    end = words.index("--") if "--" in words else len(words)
    verbose = any(word in VERBOSE for word in words[:end])
    if verbose or os.environ.get("MOOT_LOG"):
        from moot.egress import logs

        logs.start("" if logs.wanted() else "info")
    return [word for word in words[:end] if word not in VERBOSE] + words[end:]


def _usage(error: click.ClickException) -> MootError:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "moot"
    message = " ".join(error.format_message().split())  # click puts choices on lines of their own
    return BadInput(message if message.endswith((".", "?", "!")) else f"{message}.", f"See `{path} --help`.")


def _fault(error: Exception) -> MootError:
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return StoreUnusable(
            f"{os.fsdecode(error.filename)}: {error.strerror}.",
            "See to it that this folder can be written and has space, or set MOOT_HOME to another one.",
        )
    told = of_the_machine(error)
    if told is not None:
        return told
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return MootError(
        f"Moot itself is at fault: {what}.",
        "What was recorded is kept; please report it with the output of MOOT_TRACEBACK=1.",
    )


def moot_command() -> Door:
    """Return the command `moot`."""
    found: Door = import_module("moot.cli.main").main
    return found


def start_gc() -> None:
    """Collect garbage from now on: not of what is loaded, which lives as long as the process, and less often."""
    gc.freeze()
    gc.set_threshold(10_000)  # with 700 many sessions at once spend a tenth of their CPU on it
    gc.enable()
