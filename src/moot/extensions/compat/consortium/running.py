"""Implement `llm consortium run`: ask a consortium. Progress goes to stderr, the answer to stdout.

Whatever limits the answer is printed on stderr. A run without an answer, or one that withholds it, prints reasons and
returns an exit code, never an empty line.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from moot.app import MOST_BYTES, Application, Ask
from moot.cli.lazy import is_question
from moot.cli.public import (
    DOLLARS,
    EXIT_CODES,
    LineScreen,
    Nowhere,
    decoded,
    in_app,
    is_terminal,
    json_text,
    remark,
    run,
    safe,
    say,
    show_estimate,
    warnings,
    watched,
)
from moot.errors import BadInput, Conflict, MootError
from moot.exports.public import write_export
from moot.extensions.compat.consortium.config import ANYONE, ConsortiumConfig, config_of
from moot.extensions.compat.consortium.flags import config_from, consortium_flags, prepared
from moot.extensions.compat.consortium.output import Absent, json_flag, vectors_flag
from moot.extensions.compat.consortium.results import missed_threshold, orchestrated_from
from moot.extensions.compat.consortium.seats import PROTOCOL
from moot.extensions.compat.consortium.shelf import saved_consortium
from moot.vocabulary.public import Council, SessionState, state_of


@click.command("run")
@click.argument("words", nargs=-1, metavar="[NAME] [PROMPT]...")
@consortium_flags
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write the whole run as JSON.",
)
@click.option("--replace", "over", is_flag=True, help="Write over a file that exists.")
@click.option("--stdin/--no-stdin", "reads", default=None, help="Whether what is piped in belongs to the question.")
@click.option("--raw", is_flag=True, help="Print the arbiter's words as they came.")
@click.option("--trace/--no-trace", default=False, help="Say where every call of the run can be looked at.")
@click.option("--trace-id", metavar="TITLE", help="Give the run a title.")
@click.option("--dry-run", "--estimate", is_flag=True, help="Say what it would ask and cost at most; ask nothing.")
@vectors_flag
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most it may cost.")
@click.option("--seed", metavar="TEXT", help="Repeat a run's random choices.")
@json_flag
@click.option("-q", "--quiet", is_flag=True, help="No lines of progress.")
def run_command(words: tuple[str, ...], **given: Any) -> int:
    """Put a question to a consortium now, saved or not.

    \b
      llm consortium run my-consortium "Which plan is safer?"
      llm consortium run -m gpt-4o:2 -m o3-mini --arbiter gpt-4o "Which plan is safer?" --output run.json
      git diff | llm consortium run my-consortium "Review this."

    With -m, all words are the question; else the first one names a saved consortium, and the other flags change it for
    this run. With neither, the models are those that `moot ask` would use.
    """
    return run(in_app(lambda app: _run(app, words, given), full_speed=True))


async def _run(app: Application, words: tuple[str, ...], given: dict[str, Any]) -> int:
    named = not given["models"] and bool(words) and not is_question(words[0])
    if named and len(words) == 1 and is_terminal(sys.stdin) and not _is_saved(words[0]):
        named = False  # one word that is no consortium's name is a question
    base: ConsortiumConfig | None = saved_consortium(words[0]).config if named else None
    question = _question(words[1:] if named else words, given["reads"])
    if given["output"] is not None:
        _must_be_writable(given["output"], given["over"])
    given = {**given, "system_prompt": _text_or_file(given["system_prompt"])}
    council = await _council(app, base, given, words[0] if named else "")
    if given["dry_run"]:
        return show_estimate(
            await app.estimate(Ask(question=question, council=council, budget=given["budget"])),
            as_json=given["as_json"],
        )
    session = await app.convene(Ask(question=question, council=council, budget=given["budget"], seed=given["seed"]))
    if given["trace_id"]:
        await app.register.name(session, given["trace_id"])
    bare = given["quiet"] or given["as_json"]
    state = await watched(app, session, Nowhere() if bare else LineScreen(), asks_people=not bare)
    return await _told(app, state, config_of(council), given)


async def _told(app: Application, state: SessionState, config: ConsortiumConfig, given: dict[str, Any]) -> int:
    """Print a run's outcome and return the exit code."""
    events = await app.transcript.read(state.session)
    state = state_of(events)
    result = orchestrated_from(events, config, vectors=given["vectors"])
    for line in filter(None, (*warnings(state), missed_threshold(state))):
        remark(f"! {line}")
    for note in state.notes:
        remark(note)
    verdict = answer = state.verdict.text if state.verdict is not None else None
    if given["raw"] and result.synthesis.raw_arbiter_response:
        answer = result.synthesis.raw_arbiter_response
    if given["as_json"]:
        click.echo(json_text(result))
    elif answer is not None:
        click.echo(safe(answer))
    if verdict is None:
        withheld = state.verdict is not None
        what = "the council withheld its answer" if withheld else state.reason or state.status
        why = state.reason if withheld else state.message
        say(f"error: {what}: {why or 'no answer was reached.'}", err=True)
        if state.remedy:
            remark(state.remedy)
    if given["trace"]:
        say(f"Every call: llm consortium run-info {state.session[:8]}", err=True)
    wrote = 0
    if given["output"] is not None:
        wrote = _written(given["output"], json_text(result) + "\n", given["over"], state.session)
    return EXIT_CODES.get(state.status, 1) or wrote or int(verdict is None)


def _must_be_writable(file: Path, over: bool) -> None:
    """Raise, before a model is called, if a file could not be written afterwards."""
    try:
        there = file.exists()
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}.", "Name another file.") from None
    if there and not over:
        raise Conflict(f"{file} is there already.", "Name another file, or write over it with `--replace`.")
    if not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise BadInput(f"Nothing can be written in {file.parent}.", "Name another folder.")


def _written(file: Path, text: str, over: bool, session: str) -> int:
    """Write a run to a file and return the exit code. An error is only reported, because the answer has been printed
    already.
    """
    try:
        write_export(file, text, overwrite=over)
    except MootError as error:
        say(f"error: {error.message}", err=True)
        remark(f"The run is kept. Write it with: llm consortium export-trace {session[:8]} FILE")
        return error.exit_code
    say(f"Wrote {file}.", err=True)
    return 0


async def _council(app: Application, base: ConsortiumConfig | None, given: dict[str, Any], name: str) -> Council:
    """Return the council for a run.

    This is the saved consortium, if one is named, with the given flags applied. Otherwise it is made of the models that
    flags name. If flags name none, it is the default council.
    """
    quorum = given["quorum"]
    if base is not None:
        saved = app.shelf.council(name)
        quorum = quorum or saved.options.get("quorum") or ANYONE
        if config_from(given, base) == base:
            return replace(saved, options={**saved.options, "quorum": quorum})
    elif not given["models"]:
        sitting = await app.sits(Ask(protocol=PROTOCOL))
        remark(sitting.why)
        base = config_of(sitting.council)
    return replace(prepared(app, config_from(given, base), quorum=quorum).council, name=name)


def _question(words: tuple[str, ...], reads: bool | None) -> str:
    parts = [" ".join(words)] if words else []
    if reads or (reads is None and not is_terminal(sys.stdin)):
        parts.append(decoded(sys.stdin.buffer.read(MOST_BYTES + 1), "stdin", "Convert it, and ask again."))
    question = "\n\n".join(part.strip() for part in parts if part.strip())
    if not question:
        raise BadInput("There is no question.", 'Write one: llm consortium run NAME "…"')
    return question


def _text_or_file(system: str | None) -> str | None:
    """Return a system prompt as given, or the text of the file it names."""
    if system is None or "\n" in system or len(system) > 255:
        return system
    file = Path(system)
    try:
        return file.read_text(encoding="utf-8") if file.is_file() else system
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.") from None


def _is_saved(name: str) -> bool:
    try:
        saved_consortium(name)
    except Absent:
        return False
    return True
