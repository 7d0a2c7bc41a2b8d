"""Implement `moot sessions show`."""

from __future__ import annotations

import sys

import click
from msgspec.structs import replace

from moot.app import Application
from moot.cli.asking.human_seat import prompt_of
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import colours, one_line, safe, say, show_json
from moot.cli.screen.verdict_view import show_result
from moot.cli.screen.watching import awaited, with_app
from moot.cli.screen.words import OUTCOMES
from moot.cli.sessions.grades import said_of
from moot.errors import UnknownName
from moot.views.result import result_of
from moot.vocabulary.state import state_of
from moot.vocabulary.words.headings import numbered
from moot.vocabulary.words.seat_names import change_in_names


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--full", is_flag=True, help="Everything that was said and voted, as the Markdown export has it.")
@click.option("--stats", is_flag=True, help="Also votes and figures, and who sat.")
@click.option("--prompt", "prompt_key", metavar="KEY", help="What was asked under a key, e.g. review/seat-b.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def show(app: Application, session: str, full: bool, stats: bool, prompt_key: str | None, as_json: bool) -> None:
    """Show a session: its result, or everything that was said."""
    state = state_of(await app.grades.events(session))
    if prompt_key is not None:
        if prompt_key not in state.moves:
            raise UnknownName("move", prompt_key, state.moves)
        say(await prompt_of(app, session, prompt_key))
        return
    listing = await app.register.get(session)
    state = replace(state, t=max(state.t, listing.t))  # a running session has run until now
    if as_json:
        show_json(result_of(state))
        return
    _heading(safe(state.question.text))
    for file in state.question.attachments:
        say(f"attached: {file.name} ({file.media_type}, {file.size:,} bytes)" + (f" {file.note}" if file.note else ""))
    status = OUTCOMES.get(listing.state, listing.state)
    say(
        f"{status} · opened {state.opened_at[:19].replace('T', ' ')} UTC"
        + (f" · runs in {listing.held_by}" if listing.held_by else "")
    )
    if state.fork is not None:
        told = [change_in_names(change, numbered(state.seats)) for change in state.fork.changed]
        changed = f" ({'; '.join(told)})" if told else ""
        say(f"forked from {state.fork.session[:8]} at {state.fork.stage}{changed}")
    if said := said_of(await app.verdicts.of(session), [seat.id for seat in state.seats]):
        say(one_line(f"your verdict: {' '.join(said)}"))
    show_result(state, waiting=awaited(state), hints=listing.state != "running", figures=stats, full=full)


def _heading(text: str) -> None:
    click.echo(click.style(safe(text), bold=True), color=colours(sys.stdout))
