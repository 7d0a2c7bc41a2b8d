"""List the commands of `moot`, and accept a question without a command.

Exit codes: 0 verdict or inconclusive, 1 failed, 2 usage, 3 out_of_budget, 130 stopped, 141 stdout closed by the reader.
No error ends in a traceback: `error: what happened`, then what to do; with `--json` also one object on stdout.
MOOT_TRACEBACK=1 prints the traceback of an internal error.
"""

from __future__ import annotations

from typing import Any, NoReturn

import click

from moot import __version__
from moot.cli.lazy import VERBOSE, CommandPath, Door, is_question

COMMANDS = {
    "ask": CommandPath("moot.cli.asking.ask:ask", "Put a question to a council and watch it deliberate."),
    "debate": CommandPath("moot.cli.asking.debate:debate", "Have models debate a topic, and watch them."),
    "chat": CommandPath("moot.cli.asking.chat:chat", "Hold a conversation with a council, with follow-up questions."),
    "sessions": CommandPath(
        "moot.cli.sessions.group:sessions", "List, show, resume, fork, replay, compare, export sessions."
    ),
    "councils": CommandPath("moot.cli.councils.group:councils", "List, show, save, edit, explain councils."),
    "rubrics": CommandPath("moot.cli.rubrics.group:rubrics", "List, show, explain, check, begin rubrics."),
    "models": CommandPath("moot.cli.models.group:models", "List, fetch and load models."),
    "endpoints": CommandPath(
        "moot.cli.setup.endpoints:endpoints", "List, add, test, remove services that offer models."
    ),
    "searchers": CommandPath("moot.cli.setup.searchers:searchers", "List and try services that look things up."),
    "keys": CommandPath("moot.cli.setup.keys:keys", "Store keys for services; none is ever shown."),
    "settings": CommandPath("moot.cli.setup.settings_command:settings", "List, read and change settings."),
    "protocols": CommandPath("moot.cli.protocols:protocols", "List the ways a council can deliberate."),
    "evidence": CommandPath("moot.cli.stats.evidence:evidence", "Show what a council is worth beside its best member."),
    "usage": CommandPath(
        "moot.cli.stats.usage:usage", "Show what calls took: money and tokens by day, model, council."
    ),
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
    "doctor": CommandPath("moot.cli.setup.doctor:doctor", "Show what was found, test it, and say what to do."),
    "serve": CommandPath("moot.cli.serve:serve", "Start the server: pages, API, OpenAI-compatible API."),
    "open": CommandPath("moot.cli.serve:open_command", "Open a session in the browser."),
    "completion": CommandPath("moot.cli.completion:completion", "Print what makes a shell complete `moot`."),
    "help": CommandPath("moot.cli.help:help_command", "Explain a command, or a protocol and its options."),
}


class MootGroup(Door):
    """The command `moot`: list commands if called alone, and accept a question without a command."""

    @property
    def entry_points(self) -> str:
        """Return the name of the entry-point group that adds commands."""
        return "moot.commands"

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Run a command, or ask the question given in place of a command."""
        if not {*words} - {*VERBOSE}:
            words = ["--help"]
        super().run(["ask", *words] if _asks(words) else words, called, **extra)


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
    """Return whether the words are a question, perhaps after options of `ask`, and no command."""
    first = words[0]
    if first.startswith("-") and first != "-":
        return first not in ("-h", "--help", "--version") and any(is_question(word) for word in words[1:])
    return first == "-" or is_question(first)
