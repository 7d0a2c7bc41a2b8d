"""What is `moot`? The commands, each loaded when it is called, and the one place where an error meets a terminal.

Exit codes: 0 verdict or inconclusive, 1 failed, 2 usage, 3 out_of_budget, 130 stopped, 141 whoever read left. No
error ends in a traceback: `error: what happened`, then what to do; with `--json` also one object on stdout.
MOOT_TRACEBACK=1 shows where a fault of Moot's own lies.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

import click

from moot import __version__
from moot.cli.lazy import LazyGroup, Place
from moot.cli.screen.terminal import STOPPED, report, silence
from moot.errors import BadInput, MootError, StoreUnusable, of_the_machine

COMMANDS = {
    "ask": Place("moot.cli.asking.ask:ask", "Put a question to a council and watch it deliberate."),
    "debate": Place("moot.cli.asking.debate:debate", "Have models debate a topic, and watch them."),
    "chat": Place("moot.cli.asking.chat:chat", "Hold a conversation with a council, with follow-up questions."),
    "sessions": Place(
        "moot.cli.sessions.group:sessions", "List, show, resume, fork, replay, compare, export sessions."
    ),
    "councils": Place("moot.cli.councils.group:councils", "List, show, save, edit, explain councils."),
    "rubrics": Place("moot.cli.rubrics.group:rubrics", "List, show, explain, check, begin rubrics."),
    "models": Place("moot.cli.models.group:models", "List, fetch and load models."),
    "endpoints": Place("moot.cli.setup.endpoints:endpoints", "List, add, test, remove services that offer models."),
    "searchers": Place("moot.cli.setup.searchers:searchers", "List and try services that look things up."),
    "keys": Place("moot.cli.setup.keys:keys", "Store keys for services; none is ever shown."),
    "settings": Place("moot.cli.setup.settings_command:settings", "List, read and change settings."),
    "protocols": Place("moot.cli.protocols:protocols", "List the ways a council can deliberate."),
    "evidence": Place("moot.cli.figures.evidence:evidence", "Show what a council is worth beside its best member."),
    "usage": Place("moot.cli.figures.usage:usage", "Show what calls took: money and tokens by day, model, council."),
    "leaderboard": Place(
        "moot.cli.figures.standings:leaderboard", "Show which models their peers marked best, and how sure."
    ),
    "achievements": Place("moot.cli.figures.standings:achievements", "Show what models earned, the latest first."),
    "history": Place(
        "moot.cli.figures.history:history", "Show what was debated, the latest first: winner, margin, upsets."
    ),
    "alliances": Place(
        "moot.cli.figures.history:alliances", "Show who sided with whom in all sessions that are counted."
    ),
    "doctor": Place("moot.cli.setup.doctor:doctor", "Show what was found, test it, and say what to do."),
    "serve": Place("moot.cli.serve:serve", "Start the server: pages, API, OpenAI-compatible API."),
    "open": Place("moot.cli.serve:open_command", "Open a session in the browser."),
    "completion": Place("moot.cli.completion:completion", "Print what makes a shell complete `moot`."),
    "help": Place("moot.cli.help:help_command", "Explain a command, or a protocol and its options."),
}


VERBOSE = ("-v", "--verbose")
"""Flags that every command knows."""
NOBODY_READS = 141
"""Exit code where whoever reads has left: what a shell tells of other programs then, 128 and SIGPIPE's 13."""


class NobodyReads(Exception):
    """Whoever read what is printed has left."""


@contextlib.contextmanager
def _told_of_pipes() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise NobodyReads from None


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
            return report(Interrupted("It was interrupted."), as_json)
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


class Greeting(Door):
    """`moot` itself: alone it says what it can do, and a question needs no command."""

    @property
    def entry_points(self) -> str:
        """The group of entry points that add commands."""
        return "moot.commands"

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Runs a command, or puts the question that stands where a command could."""
        if not {*words} - {*VERBOSE}:
            words = ["--help"]
        super().run(["ask", *words] if _asks(words) else words, called, **extra)


class Interrupted(MootError):
    """The person at the keyboard left before anything was started."""

    code, exit_code = "interrupted", STOPPED
    remedy_by_default = "Nothing runs any more."


@click.command(cls=Greeting, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
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
      moot sessions show last  what was said; `@2` is the session before
      moot serve               the same in a browser
      moot doctor              what was found on this machine, and what to do

    The first needs no key and no model: without either, scripted voices answer as a demonstration.
    """


def _logged(words: list[str]) -> list[str]:
    """Begins to log where it is asked for; the words without the flag that asks, which may stand anywhere."""
    end = words.index("--") if "--" in words else len(words)
    verbose = any(word in VERBOSE for word in words[:end])
    if verbose or os.environ.get("MOOT_LOG"):
        from moot.egress import logs

        logs.start("" if logs.wanted() else "info")
    return [word for word in words[:end] if word not in VERBOSE] + words[end:]


def _asks(words: list[str]) -> bool:
    """Whether the words are no command but a question, perhaps with options of `ask` before it."""
    first = words[0]
    if first.startswith("-") and first != "-":
        return first not in ("-h", "--help", "--version") and any(is_question(word) for word in words[1:])
    return first == "-" or is_question(first)


def is_question(word: str) -> bool:
    """Whether a word can be no name: it ends with a question mark, or holds white space."""
    word = word.strip()
    return word.endswith(("?", "？")) or any(each.isspace() for each in word)


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
