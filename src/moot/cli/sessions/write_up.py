"""Implement `moot sessions write-up`: one model writes an answer from points picked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from moot.app import Application
from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.flags import run_flags
from moot.cli.asking.question import question_from
from moot.cli.completion import model_names, session_ids
from moot.cli.screen.watching import with_app
from moot.cli.sessions.runs import stayed
from moot.sessions.write_up import writing_up
from moot.vocabulary.state import state_of


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
    whole = await app.register.resolve(session)
    asked = state_of(await app.transcript.read(whole)).question.text
    ask = await writing_up(whole, asked, question_from(points, file), chair, budget)
    return await stayed(app, await app.convene(ask), given)
