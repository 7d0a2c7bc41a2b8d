"""Implement `moot ask`: ask a council, show its deliberation and print its verdict.

Progress goes to stderr. In a pipe the answer alone goes to stdout; `--json` prints one object, `--quiet` the whole
text. Scripted voices speak at full speed if the session is not watched.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from moot.app import Application
from moot.attachments.documents import ACCEPTED, MOST_FILES, check_how_many
from moot.cli.asking.continue_session import next_steps
from moot.cli.asking.costs import say_before, show_estimate
from moot.cli.asking.flags import ask_from, question_flags, run_flags
from moot.cli.asking.question import (
    documents_from,
    in_conversation,
    is_from_stdin,
    piped_along,
    question_from,
    say_how_read,
    sitting_of,
    why_in_short,
)
from moot.cli.screen.screens import screen_for
from moot.cli.screen.terminal import is_terminal, remark, say, show_json
from moot.cli.screen.verdict_view import certainty_of, cost_line, ending_lines, show_result, warnings
from moot.cli.screen.watching import awaited, is_watched, watched, with_app
from moot.exit_codes import EXIT_CODES
from moot.protocols import registry
from moot.views.result import result_of
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.state import SessionState

WATCHED = (
    "With `{0}`, which is on where somebody watches at a terminal and off over HTTP: `-o {0}=false` leaves it out, and "
    "what it costs."
)


@click.command()
@click.argument("question", nargs=-1)
@click.option("-f", "--file", type=click.Path(path_type=Path), help="Read the question from a file.")
@click.option("--attach", multiple=True, metavar="FILE",
              help=f"Attach a file, a web page by its https:// address, or `-` for stdin: {ACCEPTED}; at most "
              f"{MOST_FILES} of 10 MB.")  # fmt: skip
@question_flags()
@click.option("--estimate", is_flag=True, help="Say what it may cost and ask nothing.")
@run_flags
@with_app
async def ask(app: Application, question: tuple[str, ...], **given: Any) -> int:
    """Put a question to a council and watch it deliberate.

    The question is the words given, a file (-f), or stdin; with words, piped text is attached. Without --council or
    -m, your default council answers, else configured endpoints, else a running Ollama, else scripted voices. In a pipe
    only the answer is printed; -q prints the whole text. --conversation also takes the id of a session, or `last`.

    \b
      moot ask "Which of these two designs would you build?" --attach design.md
      moot ask -m openrouter/openai/gpt-5.1 -m ollama/qwen3:2 --budget 0.20 "…"
      git diff | moot ask "Is this safe to merge?"
      cat question.md | moot ask - --system "You review code." --json
    """
    request = ask_from(given)
    text = question_from(question, given["file"])
    documents = await documents_from(given["attach"])
    if not (is_from_stdin(question, given["file"]) or "-" in given["attach"]):
        documents += await piped_along()
        check_how_many(len(documents))
    if not (given["quiet"] or given["as_json"]):
        say_how_read(documents)
    request = await in_conversation(app, request, given["conversation"])
    request = replace(request, question=text, documents=tuple(documents))
    sitting = await sitting_of(app, request, local=given["local"])
    bare = given["quiet"] or given["as_json"]
    council = sitting.council
    if council.protocol not in registry.OURS and (other := registry.hidden_behind(council.protocol)):
        say(other, err=True)
    added = list(sitting.notes)
    shown = set(sitting.notes)
    if is_watched(given):
        usual = registry.find(council.protocol).options.watched
        named = {**council.options, **request.options}
        watched_only = {name: value for name, value in usual.items() if name not in named}
        request = replace(request, options={**watched_only, **request.options})
        added += [WATCHED.format(name) for name in watched_only]
    request = request.put_to(council, sitting.notes)
    if given["estimate"] or not bare:
        estimate = await app.estimate(request)
        if given["estimate"]:
            return show_estimate(estimate, as_json=given["as_json"], more=added)
        remark(why_in_short(sitting))
        say_before(estimate, request.budget)
        for line in dict.fromkeys(sitting.notes) if estimate.most else ():
            if line not in estimate.notes:
                remark(line)
        shown.update(estimate.notes if estimate.most else ())
    session = await app.convene(request)
    screen = screen_for(quiet=bare, live=not given["no_live"])
    state = await watched(app, session, screen, asks_people=not bare)
    for line in () if bare else state.notes:
        if line not in shown:
            remark(line)
    if not given["as_json"] and state.verdict is not None and not state.tools:
        opened = (await app.transcript.read(session))[0].body
        if isinstance(opened, SessionOpened) and opened.tools:
            remark(f"No member called a tool ({', '.join(opened.tools)}): nothing was looked up.")
    return finished(state, **how_shown(given))


def how_shown(given: dict[str, Any]) -> dict[str, bool]:
    """Return the flags of a command that decide how a result is printed, as keyword arguments for `finished`."""
    return {name: given[name] for name in ("as_json", "quiet", "stats", "full")}


def finished(
    state: SessionState,
    *,
    as_json: bool = False,
    one_line: bool = False,
    quiet: bool = False,
    hints: bool = True,
    stats: bool = False,
    full: bool = False,
) -> int:
    """Print a session's result in the form that the flags ask for, and return the command's exit code.

    The code is 0 for a session that waits for people.

    Args:
        state: The session's state.
        as_json: Whether to print the whole result as JSON.
        one_line: Whether that JSON is on one line.
        quiet: Whether to print the whole text alone.
        hints: Whether to print commands that continue the session or show more of it.
        stats: Whether votes and figures follow.
        full: Whether to print all texts of the session.
    """
    waiting = awaited(state) if not state.ended_at else []
    if as_json:
        show_json(result_of(state), one_line=one_line)
    elif quiet or not (stats or full or is_terminal(sys.stdout)):
        _print_answer(state, waiting, whole=quiet)
    else:
        show_result(state, waiting=waiting, hints=hints, figures=stats, full=full)
    return 0 if waiting else EXIT_CODES.get(state.status, 1)


def _print_answer(state: SessionState, waiting: list[str], *, whole: bool) -> None:
    """Print the answer on stdout, and warnings, certainty and cost on stderr.

    If the text begins with the answer, print the whole text. If the answer comes later, as in a report, print only the
    answer unless `whole` is set.
    """
    result = result_of(state)
    for line in warnings(state):
        say(f"! {line}", err=True)
    begins = result.body is not None and result.answer is not None and result.body.startswith(result.answer)
    text = result.body if whole or begins else result.answer or result.body
    if result.body is None:
        text = result.answer if state.verdict is not None else None
    if text:
        say(text)
    failed = "error: " if state.verdict is None and not waiting else ""
    for at, line in enumerate([] if text else ending_lines(state, waiting)):
        say(line if at else failed + line, err=True)
    if not whole:
        for line in ([certainty_of(state, result)] if text else []) + [cost_line(state)]:
            say(line, err=True)
    for line in [] if waiting or (whole and result.body is not None) else next_steps(state):
        say(line, err=True)
