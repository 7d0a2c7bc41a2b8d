"""`moot ask`: a question goes to a council, its deliberation is watched, and its verdict is printed.

The verdict goes to stdout, progress to stderr; `--json` prints one object, `--quiet` the verdict's text alone. Scripted
voices speak at full speed when nobody watches.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from moot.cli.asking.costs import say_before, show_estimate
from moot.cli.asking.going_on import ways_on
from moot.cli.asking.people import how_to_answer
from moot.cli.asking.question import belongs_to, council_flags, documents_from, question_from, wanted_from
from moot.cli.screen.screens import screen_for
from moot.cli.screen.terminal import is_terminal, remark, safe, say, show_json
from moot.cli.screen.verdict_view import show_result, warnings
from moot.cli.screen.watching import awaited, in_house, run, watched
from moot.cli.screen.words import EXIT_CODES, SCRIPTED
from moot.house import House
from moot.sessions.results.result import result_of
from moot.vocabulary.state import SessionState


@click.command()
@click.argument("question", nargs=-1)
@click.option("-f", "--file", type=click.Path(path_type=Path), help="Read the question from a file.")
@click.option("--attach", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
              help="Attach a text, Markdown, PDF or image file; repeat it, at most 10 of 10 MB.")  # fmt: skip
@council_flags
@click.option("--seed", metavar="TEXT", help="Repeat a session's lots: labels, orders, scripted voices.")
@click.option("--conversation", metavar="ID",
              help="Go on with a conversation or a session: an id, or `last`; `new` begins one.")  # fmt: skip
@click.option("--estimate", is_flag=True, help="Say what it may cost and ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="Print the verdict's text alone; what it lacks goes to stderr.")
@click.option("--no-live", is_flag=True, help="Plain lines of progress instead of the live view.")
def ask(question: tuple[str, ...], **given: Any) -> int:
    """Put a question to a council and watch it deliberate.

    The question is the words given, a file (-f), or what is piped in. Without --council or -m, your default council
    sits, else configured endpoints, else a running Ollama, else scripted voices.

    \b
      moot ask "Which of these two designs would you build?" --attach design.md
      moot ask -m openrouter/openai/gpt-5.1 -m ollama/qwen3:2 --budget 0.20 "…"
      git diff | moot ask - --system "You review code." --json
    """
    return run(in_house(lambda house: _asked(house, question, given), full_speed=not is_watched(given)))


def is_watched(given: dict[str, Any]) -> bool:
    """Whether somebody sees the session run."""
    return is_terminal(sys.stdout) and not (given["as_json"] or given["quiet"])


async def _asked(house: House, words: tuple[str, ...], given: dict[str, Any]) -> int:
    wanted = wanted_from(given)
    question = question_from(words, given["file"])
    documents = await documents_from(given["attach"])
    sitting = await wanted.sitting(house)
    belongs = await belongs_to(house, given["conversation"])
    bare = given["quiet"] or given["as_json"]
    if given["estimate"] or not bare:
        estimate = await house.estimate(
            question,
            sitting.council,
            options=wanted.options,
            documents=documents,
            budget=wanted.budget,
            thread=belongs.thread,
            follows=belongs.follows,
        )
        if given["estimate"]:
            return show_estimate(estimate, as_json=given["as_json"])
        remark(sitting.why)
        say_before(house, estimate, wanted.budget)
    session = await house.convene(
        question,
        sitting.council,
        options=wanted.options,
        documents=documents,
        budget=wanted.budget,
        seed=given["seed"],
        thread=belongs.thread,
        follows=belongs.follows,
        notes=sitting.notes,
    )
    screen = screen_for(quiet=bare, live=not given["no_live"])
    state = await watched(house, session, screen, asks_people=not bare)
    return finished(state, as_json=given["as_json"], quiet=given["quiet"])


def finished(state: SessionState, *, as_json: bool = False, quiet: bool = False, hints: bool = True) -> int:
    """Prints what a session came to and returns the exit code; that people are waited for is no failure."""
    waiting = awaited(state) if not state.ended_at else []
    if as_json:
        show_json(msgspec.to_builtins(result_of(state)))
    elif quiet:
        if state.scripted:
            say(SCRIPTED, err=True)
        for line in warnings(state)[bool(state.scripted) :]:  # the first says that voices are scripted
            say(f"degraded: {line}", err=True)
        if state.verdict is not None and state.verdict.text is not None:
            click.echo(safe(state.verdict.text))
        else:
            if waiting:
                for line in how_to_answer(state, waiting):
                    say(line, err=True)
                return 0
            say(f"error: {state.reason or state.status}: {state.message or 'no verdict was reached.'}", err=True)
            for line in ways_on(state):
                say(line, err=True)
    else:
        show_result(state, waiting=waiting, hints=hints)
    return 0 if waiting else EXIT_CODES.get(state.status, 1)
