"""Load commands when they are called, and turn errors into messages and exit codes.

A group stores the name and import path of each command, `module:attribute`. Lists read the first line of a command's
docstring from its source, so listing commands imports none of them. The outermost group is a `Door`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from moot.cli.screen.terminal import report, silence
from moot.errors import BadInput, MootError, StoreUnusable, UnknownName, of_the_machine
from moot.exit_codes import EXIT_CODES
from moot.extension_points import import_object, load_all
from moot.extension_points import report as report_entry_point

VERBOSE = ("-v", "--verbose")
"""Flags that turn on logging, accepted by every command at any place."""


class LazyCommand(click.Command):
    """A command whose module is imported only when the command is called. Packages add such commands as entry points.

    Example:
        greet = LazyCommand("greet", "moot_greet.greeting:greet")
    """

    def __init__(self, name: str, place: str) -> None:
        super().__init__(name)
        self.place = place


class LazyGroup(click.Group):
    """A group of commands whose modules are imported only when one of them is called.

    Installed packages add commands to the group NAME as entry points in `moot.commands.NAME`.
    """

    def __init__(self, *args: Any, places: Mapping[str, str], default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = places
        self.default = default

    @property
    def places(self) -> Mapping[str, str]:
        """Return the import path of every command, by name: first the group's own commands, then those of installed
        packages."""
        return {**self._places, **self._added()}

    @property
    def entry_points(self) -> str:
        """Return the name of the entry-point group with which installed packages add commands to this group."""
        return f"moot.commands.{self.name}"

    def _added(self) -> dict[str, str]:
        found = {}
        for point, command in load_all(self.entry_points, click.Command).items():
            if point.name in self._places:
                report_entry_point(point, f"Moot has a command {point.name!r} of its own")
            else:
                found[point.name] = command.place if isinstance(command, LazyCommand) else point.value
        return found

    def place_of(self, name: str) -> str | None:
        """Return the import path (`module:function`) of the command with this name, or `None` for an unknown name.

        Installed packages are searched only for names that Moot does not use itself.
        """
        return self._places.get(name) or self.places.get(name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of declaration."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it, or `None` for an unknown name.

        Raises if the command of an installed package does not load.
        """
        place = self.place_of(cmd_name)
        if place is None:
            return None
        try:
            found = import_object(place)
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
        """Return the name, the command and the remaining words of a command line.

        An unknown command raises a usage error that names the most similar one.
        """
        if args and not args[0].startswith("-") and self.place_of(args[0]) is None:
            raise UnknownName(f"{ctx.command_path} command", args[0], self.places, _meant(args[0]))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line, inserting the group's default command if they name none."""
        if self.default and (not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names)):
            args = [self.default, *args]
        return super().parse_args(ctx, args or ["--help"])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete names of commands and options for the shell, without importing the commands."""
        found = [
            CompletionItem(name, help=first_line(place))
            for name, place in self.places.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`, without importing them."""
        rows = [(name, first_line(place)) for name, place in self.places.items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def first_line(place: str) -> str:
    """Return the first paragraph of a command's docstring, for lists of commands.

    It is read from the source file, so that the command need not be imported. `place` is the command's import path.
    """
    module, _, attribute = place.partition(":")
    spec = find_spec(module)
    source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    found = re.search(rf'^(?:async )?def {attribute}\(.*?"""(.+?)(?:\n\n|""")', source, re.MULTILINE | re.DOTALL)
    return " ".join((found[1] if found else import_object(place).help or "").partition("\n\n")[0].split())


def _meant(word: str) -> str:
    """Return a hint if the word is the name of a session instead of a command; empty for any other word."""
    if word != "last" and not word.startswith("@"):
        return ""
    return f"It names a session: `moot sessions show {word}`, or `moot sessions open {word}`."


class NobodyReads(Exception):
    """Raised when the program that reads stdout has closed it, as `head` does."""


class EarlyInterrupt(MootError):
    """Raised when the user presses Ctrl-C before a session was started."""

    code, exit_code = "interrupted", EXIT_CODES["stopped"]
    remedy_by_default = "Nothing runs any more."


class Door(LazyGroup):
    """The root command `moot`: it runs a command line and turns every error into a message and an exit code."""

    def main(self, *given: Any, **extra: Any) -> Any:
        """Run the command line and exit with its code. This is click's usual entry point."""
        args = given[0] if given else extra.pop("args", None)
        if args is None:
            gc.disable()  # until the command is loaded, see `start_gc`
        extra.pop("prog_name", None)
        extra.pop("standalone_mode", None)
        self.run(list(sys.argv[1:] if args is None else args), "moot", **extra)

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Run the command that these words name, and exit with its code; `called` is the program's name in messages."""
        try:
            code = self._done(words, called, **extra)
        except (BrokenPipeError, NobodyReads):
            silence()
            code = EXIT_CODES["pipe_closed"]
        if "moot.egress.logs" in sys.modules:
            sys.modules["moot.egress.logs"].stop()
        sys.exit(code)

    def _done(self, words: list[str], called: str, **extra: Any) -> int:
        """Run a command and return the exit code."""
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
        """Make click's context for a command line.

        A closed stdout is handled here, because click would exit with 1.
        """
        with _told_of_pipes():
            return super().make_context(*given, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Invoke the command. A closed stdout is handled as in `make_context`."""
        with _told_of_pipes():
            return super().invoke(ctx)


def is_question(word: str) -> bool:
    """Return whether a word is a question, not a command: it ends with a question mark or contains white space."""
    word = word.strip()
    return word.endswith(("?", "？")) or any(each.isspace() for each in word)


@contextlib.contextmanager
def _told_of_pipes() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise NobodyReads from None


def _logged(words: list[str]) -> list[str]:
    """Return the words without the flag that switches on logging, which may be anywhere among them. If the flag is
    there, start logging."""
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
    """Switch garbage collection on (it is off while commands are imported), to run less often than by default."""
    gc.freeze()
    gc.set_threshold(10_000)  # with 700, many sessions at once spend a tenth of their CPU on it
    gc.enable()
