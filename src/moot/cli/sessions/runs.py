"""Implement `moot sessions resume`, `stop`, `go-on`, `answer`, `fork` and `write-up`: what runs a session on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from moot.app import Application
from moot.cli.asking.ask import finished, how_shown
from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.flags import FlagSpec, fields_from, flags_of, pairs_from, run_flags
from moot.cli.asking.human_seat import asked_here
from moot.cli.asking.question import question_from
from moot.cli.completion import model_names, session_ids
from moot.cli.screen.screens import screen_for
from moot.cli.screen.terminal import is_terminal, remark, say, show_json, table
from moot.cli.screen.watching import awaited, watched, with_app
from moot.cli.screen.words import money
from moot.errors import BadInput, UnknownName
from moot.sessions.amounts import cap_from as cap_from
from moot.sessions.amounts import count
from moot.sessions.budget.estimate import ForkEstimate, in_words
from moot.sessions.fork_changes import ForkRequest
from moot.sessions.write_up import writing_up
from moot.views.estimates import again_row
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.words.headings import stage_in_words


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="A new budget.")
@click.option("--deadline", type=float, metavar="SECONDS", help="A new deadline, in seconds of running time.")
@click.option("--accept-drift", is_flag=True, help="Keep what is recorded although it would be asked differently now.")
@click.option(
    "--at-least",
    type=click.IntRange(min=1),
    metavar="SEATS",
    help="Go on with those that answered, where they are at least so many.",
)
@click.option("--force", is_flag=True, help="Take it over from a process that still holds it.")
@run_flags
@with_app
async def resume(
    app: Application,
    session: str,
    budget: float | None,
    deadline: float | None,
    accept_drift: bool,
    at_least: int | None,
    force: bool,
    **given: Any,
) -> int:
    """Resume a session that was stopped or interrupted.

    Settled calls are not asked or paid again. A session that too few members answered continues with --at-least.
    """
    await app.runner.resume(
        session, cap=cap_from(budget), deadline=deadline, accepts_drift=accept_drift, force=force, quorum=at_least
    )
    return await stayed(app, session, given)


@click.command("go-on")
@click.argument("session", shell_complete=session_ids)
@click.argument("seats", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def go_on(app: Application, session: str, seats: tuple[str, ...], as_json: bool) -> None:
    """Stop waiting for seats that have not answered, wherever the session runs.

    Without SEATS: all seats the session can continue without, because enough others answered or another can take over.
    """
    gone = await app.runner.go_on(session, seats)
    kept = [seat for seat in seats if seat not in gone]
    if as_json:
        show_json({"session": session, "without": gone, "elsewhere": session not in app.runner.running})
    else:
        say(f"{session[:8]} goes on without {', '.join(gone)}.")
        if kept:
            say(f"It still needs {', '.join(kept)}, or does not wait for it.", err=True)


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def stop(app: Application, session: str, as_json: bool) -> None:
    """Stop a session, wherever it runs."""
    asked = await app.runner.stop(session)
    if as_json:
        show_json({"session": session, "stopping": asked})
    else:
        say(f"Asked {session[:8]} to stop." if asked else f"{session[:8]} has ended already.")


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.argument("seat", required=False)
@click.argument("text", nargs=-1)
@click.option("-f", "--file", type=click.Path(path_type=Path), help="Read the answer from a file.")
@run_flags
@with_app
async def answer(
    app: Application, session: str, seat: str | None, text: tuple[str, ...], file: Path | None, **given: Any
) -> int:
    """Answer for a person who sits in a session.

    SEAT is a seat's id or a move's key; it may be left out if only one answer is awaited. The session continues here
    unless it runs in another process.
    """
    state = state_of(await app.transcript.read(session))
    key = _key(state, seat)
    if not text and file is None and is_terminal(sys.stdin):
        words = await asked_here(app, state, key)
    else:
        words = question_from(text, file)
    await app.runner.answer(session, key, words)
    if session in app.runner.running:
        return await stayed(app, session, given)
    if given["as_json"]:
        show_json({"session": session, "answered": key})
    else:
        say(f"Answered {key}. The session goes on where it runs.")
    return 0


@click.command()
@click.argument("session", shell_complete=session_ids)
@flags_of(ForkRequest, members=FlagSpec("SEAT=MODEL", names=("--member",)), wording=FlagSpec("NAME=TEXT"))
@click.option("--estimate", is_flag=True, help="Say what is kept and what it may cost, and ask nothing.")
@run_flags
@with_app
async def fork(app: Application, session: str, estimate: bool, **given: Any) -> int:
    """Ask a session again with something changed.

    What the change does not affect is copied, not asked or paid again. The source is unchanged. Without --from, the
    fork begins with the first stage that the changes affect.
    """
    pairs = {
        "members": dict(pairs_from(given["members"], "SEAT=MODEL", "--member seat-b=ollama/qwen3")),
        "wording": dict(pairs_from(given["wording"], "NAME=TEXT", "--wording synthesis='…'")),
    }
    changes = app.changes(**{**fields_from(ForkRequest, given), **pairs})
    if estimate:
        return _show_estimate(await app.estimate_again(session, changes), as_json=given["as_json"])
    return await stayed(app, await app.fork(session, changes), given)


@click.command("ask-everyone")
@click.argument("session", shell_complete=session_ids)
@run_flags
@with_app
async def ask_everyone(app: Application, session: str, **given: Any) -> int:
    """Ask the members that were not asked, because the first answers agreed or one was enough.

    A new session keeps the answers there are; none is asked or paid again.
    """
    forked = await app.fork(session, app.changes(everyone=True))
    code = await stayed(app, forked, given)
    if not given["quiet"] and not given["as_json"]:
        first, whole = [state_of(await app.transcript.read(each)) for each in (session, forked)]
        reused, answered = first.members_spoken(), whole.members_spoken()
        total = money(first.cost + whole.cost, first.cost_known and whole.cost_known, first.on_top + whole.on_top)
        say(
            f"{count(len(reused), 'answer')} reused, {len(answered - reused)} asked. {total} in both sessions.",
            err=True,
        )
    return code


def _show_estimate(found: ForkEstimate, *, as_json: bool) -> int:
    """Print which answers a fork keeps, and what its new calls may cost."""
    if as_json:
        show_json({"estimate": again_row(found)})
        return 0
    worth = f", which cost {money(found.worth)}" if found.worth else ""
    say(f"Kept: {count(found.kept, 'answer')}{worth}." if found.kept else "Nothing that was said is kept.")
    cost = found.estimate
    calls = f"{'at most ' if found.fork.reuses else ''}{count(cost.calls, 'call')}"
    say(f"Asked from {stage_in_words(found.fork.stage)} on: {calls}, {in_words(cost.typical, cost.bound)}.")
    if found.fork.reuses:
        say("A call is made again only where it would be asked differently now.")
    table(["stage", ""], [[each.stage, each.says] for each in cost.stages])
    for note in filter(None, (cost.held_down, *cost.notes, cost.assumes, *cost.longer, *cost.unready)):
        remark(note, err=False)
    return 0


@click.command("write-up")
@click.argument("session", shell_complete=session_ids)
@click.argument("points", nargs=-1)
@click.option("-f", "--file", type=click.Path(path_type=Path), help="Read the points from a file.")
@click.option("--chair", required=True, metavar="MODEL", shell_complete=model_names, help="The model that writes.")
@click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="The most it may cost.")
@run_flags
@with_app
async def write_up(
    app: Application,
    session: str,
    points: tuple[str, ...],
    file: Path | None,
    chair: str,
    budget: float | None,
    **given: Any,
) -> int:
    """Have one model write an answer from points you picked.

    It answers the question of SESSION from the POINTS alone, in a session of its own; the answer is not judged.
    """
    asked = state_of(await app.transcript.read(session)).question.text
    ask = await writing_up(session, asked, question_from(points, file), chair, budget)
    return await stayed(app, await app.convene(ask), given)


async def stayed(app: Application, session: str, given: dict[str, Any]) -> int:
    """Show a session that runs in this process until it ends, print its result, and return the exit code."""
    bare = given["quiet"] or given["as_json"]
    screen = screen_for(quiet=bare, live=not given["no_live"])
    state = await watched(app, session, screen, asks_people=not bare)
    return finished(state, **how_shown(given))


def _key(state: SessionState, seat: str | None) -> str:
    waiting = awaited(state)
    if not waiting:
        raise BadInput("The session does not wait for anybody's answer.")
    if seat is None:
        if len(waiting) > 1:
            raise BadInput(f"Several answers are awaited: {', '.join(waiting)}.", "Name the seat.")
        return waiting[0]
    for key in waiting:
        if seat in (key, state.moves[key].seat):
            return key
    raise UnknownName("awaited answer", seat, waiting)
