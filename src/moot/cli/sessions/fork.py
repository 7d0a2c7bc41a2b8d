"""Implement `moot sessions fork`: run a session again with a change, and keep what the change does not affect."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from moot.app import Application
from moot.cli.asking.flags import FlagSpec, fields_from, flags_of, pairs_from, run_flags
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import remark, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.sessions.runs import stayed
from moot.sessions.amounts import count
from moot.sessions.budget.estimate import ForkEstimate, in_words
from moot.sessions.fork_changes import ForkRequest
from moot.views.estimates import again_row
from moot.vocabulary.words.headings import stage_in_words
from moot.vocabulary.words.sums import money


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
    whole = await app.register.resolve(session)
    pairs = {
        "members": dict(pairs_from(given["members"], "SEAT=MODEL", "--member seat-b=ollama/qwen3")),
        "wording": dict(pairs_from(given["wording"], "NAME=TEXT", "--wording synthesis='…'")),
    }
    changes = app.changes(**{**fields_from(ForkRequest, given), **pairs})
    if estimate:
        return _told(await app.estimate_again(whole, changes), as_json=given["as_json"])
    return await stayed(app, await app.runner.fork(whole, changes), given)


def _told(found: ForkEstimate, *, as_json: bool) -> int:
    """Print what is kept, and what the rest may cost."""
    if as_json:
        show_json({"estimate": msgspec.to_builtins(again_row(found))})
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
