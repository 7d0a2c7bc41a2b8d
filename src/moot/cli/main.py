"""List the commands of `moot`, and accept a question without a command.

Exit codes are in `exit_codes.py`. An error prints `error: what happened`, then what to do, and no traceback; with
`--json` also one object on stdout. MOOT_TRACEBACK=1 prints the traceback of an internal error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import click

from moot import __version__
from moot.cli.lazy import VERBOSE, Door, first_line, is_question

COMMANDS = {
    "ask": "moot.cli.asking.ask:ask",
    "chat": "moot.cli.asking.chat:chat",
    "debate": "moot.cli.asking.debate:debate",
    "sessions": "moot.cli.groups:sessions",
    "councils": "moot.cli.groups:councils",
    "models": "moot.cli.groups:models",
    "keys": "moot.cli.setup.keys:keys",
    "serve": "moot.cli.serve:serve",
    "doctor": "moot.cli.setup.doctor:doctor",
    "usage": "moot.cli.stats.usage:usage",
    "settings": "moot.cli.setup.settings_command:settings",
    "insights": "moot.cli.groups:insights",
    "help": "moot.cli.help:help_command",
}
TOP = ("ask", "chat", "debate", "run", *list(COMMANDS)[3:-2])
"""Names of the commands in the first list of `moot --help`. The others are in a second list."""
MOVED = {
    "protocols": "councils", "rubrics": "councils", "calibrate": "councils", "endpoints": "models",
    "searchers": "settings", "completion": "settings", "open": "sessions",
    "leaderboard": "insights", "achievements": "insights", "upkeep": "insights", "runs": "study", "corpus": "study",
    "bench": "study", "channels": "schedule",
}  # fmt: skip
"""Group of each command that also works without the name of its group, such as `leaderboard`."""


def whole_path(words: Sequence[str]) -> list[str]:
    """Return the words of a command line in full: `leaderboard`, which is also found without its group, becomes
    `insights leaderboard`."""
    return [*([MOVED[words[0]]] if words and words[0] in MOVED else []), *words]


class MootGroup(Door):
    """The root command `moot`, which lists its commands if called alone and takes a question in place of a command."""

    @property
    def entry_points(self) -> str:
        """Return the name of the entry-point group with which installed packages add commands to `moot`."""
        return "moot.commands"

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Run the command that these words name, and exit. If the words are a question, run `moot ask` with them."""
        if not {*words} - {*VERBOSE}:
            words = ["--help"]
        super().run(["ask", *words] if _asks(words) else words, called, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, the command and the remaining words. A group's commands are also found without the group's
        name."""
        return super().resolve_command(ctx, whole_path(args))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`: first those that most people use, then the others."""
        rows = {name: (name, first_line(place)) for name, place in self.places.items()}
        for title, names in (("Commands", TOP), ("More", [name for name in rows if name not in TOP])):
            with formatter.section(title):
                formatter.write_dl([rows[name] for name in names if name in rows])


@click.command(cls=MootGroup, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    expose_value=False,
    help="Log to stderr which models are asked and what came of it; MOOT_LOG=debug:FILE logs to a file.",
)
@click.version_option(__version__, prog_name="moot", message="%(prog)s %(version)s")
def main() -> None:
    """Moot seats several language models around a question, lets them deliberate by rules anyone can read, and
    returns an answer that can be audited.

    \b
      moot "Should we move our monolith to services?"
      moot chat                a conversation, with follow-up questions
      moot sessions show last  a session again; `@2` is the session before
      moot serve               the same in a browser
      moot doctor              check this machine, and print what to do

    The first needs no key and no model: without either, scripted voices answer as a demonstration.
    """


def _asks(words: list[str]) -> bool:
    """Return whether the words are a question rather than a command. Options of `ask` may come before the question."""
    first = words[0]
    if first.startswith("-") and first != "-":
        return first not in ("-h", "--help", "--version") and any(is_question(word) for word in words[1:])
    return first == "-" or is_question(first)
