"""Implement `moot sessions show`."""

from __future__ import annotations

import sys

import click
import msgspec
from msgspec.structs import replace

from moot.app import Application
from moot.app.examples import resolve
from moot.cli.asking.human_seat import prompt_of
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import colours, safe, say, show_json
from moot.cli.screen.verdict_view import show_result
from moot.cli.screen.watching import awaited, with_app
from moot.cli.screen.words import OUTCOMES, name_of, seconds, who_was_asked
from moot.errors import UnknownName
from moot.floor.label_replacer import named
from moot.protocols.words import ballot_in_words
from moot.reading.unmarked import unwrapped
from moot.views.ballots_in_words import apart
from moot.views.findings_in_words import labels_of
from moot.views.result import result_of
from moot.vocabulary import event_keys
from moot.vocabulary.state import BallotView, SessionState, state_of
from moot.vocabulary.words.headings import numbered
from moot.vocabulary.words.seat_names import change_in_names


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--full", is_flag=True, help="Everything that was said, stage by stage.")
@click.option("--stats", is_flag=True, help="Also votes and figures, and who sat.")
@click.option("--thinking", is_flag=True, help="With --full: also what models thought aloud.")
@click.option("--prompt", "prompt_key", metavar="KEY", help="What was asked under a key, e.g. review/seat-b.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def show(
    app: Application, session: str, full: bool, stats: bool, thinking: bool, prompt_key: str | None, as_json: bool
) -> None:
    """Show a session: its result, or everything that was said."""
    whole = await resolve(app, session)
    state = state_of(await app.grades.events(whole))
    if prompt_key is not None:
        if prompt_key not in state.moves:
            raise UnknownName("move", prompt_key, state.moves)
        say(await prompt_of(app, whole, prompt_key))
        return
    listing = await app.register.get(whole)
    state = replace(state, t=max(state.t, listing.t))  # a running session has run until now
    if as_json:
        show_json(msgspec.to_builtins(result_of(state)))
        return
    _heading(safe(state.question.text))
    for file in state.question.attachments:
        say(f"attached: {file.name} ({file.media_type}, {file.size:,} bytes)")
    status = OUTCOMES.get(listing.state, listing.state)
    say(
        f"{status} · opened {state.opened_at[:19].replace('T', ' ')} UTC"
        + (f" · runs in {listing.held_by}" if listing.held_by else "")
    )
    if state.fork is not None:
        told = [change_in_names(change, numbered(state.seats)) for change in state.fork.changed]
        changed = f" ({'; '.join(told)})" if told else ""
        say(f"forked from {state.fork.session[:8]} at {state.fork.stage}{changed}")
    if full:
        say()
        show_everything(state, thinking)
    show_result(state, waiting=awaited(state), hints=listing.state != "running", figures=stats, everything=full)


def show_everything(state: SessionState, thinking: bool = False) -> None:
    """Print everything that was said, stage by stage."""
    for stage in state.entered:
        _heading(stage)
        found = state.sources.get(event_keys.sources(stage))
        for source in found.sources if found is not None else ():
            say(f"[{source.number}] {safe(source.title)}  {safe(source.url)}\n{safe(source.excerpt)}")
        for move in [move for move in state.moves.values() if move.stage == stage]:
            took = f" · {seconds(move.total_ms / 1000)}" if move.total_ms else ""
            say()
            who = who_was_asked(state, move.key, move.seat)
            _heading(f"{who} · {move.settled or move.state}{took}  [{move.key}]")
            if thinking and move.reasoning:
                say("\n".join(f"> {line}" for line in safe(move.reasoning).splitlines()))
            ballot = state.ballots.get(event_keys.ballot(event_keys.move_of(move.key)))
            if ballot is None or ballot.ballot is None or ballot.how != "schema":  # else its words are the ballot's
                say(unwrapped(move.text) or move.cause or "(nothing)")
            if ballot is not None and not move.key.endswith("+repair"):
                say(_ballot(state, ballot))
        say()


def _ballot(state: SessionState, view: BallotView) -> str:
    if view.spoiled:
        return f"→ spoiled ballot: {view.spoiled}"
    if view.ballot is None:
        return "→ no ballot"
    labels = labels_of(state, view.key, state.names())
    short, reviews = apart(view.ballot)
    lines = [safe(named(line, labels)) for line in ballot_in_words(short or view.ballot, state.names())]
    for seat, text in reviews.items():
        lines += ["", f"On {name_of(state, seat)}:", *(f"  {line}" for line in safe(named(text, labels)).splitlines())]
    repaired = " (after one repair)" if view.repaired else ""
    return "\n".join([f"→ {lines[0]}{repaired}", *(f"  {line}".rstrip().replace("\n", "\n  ") for line in lines[1:])])


def _heading(text: str) -> None:
    click.echo(click.style(safe(text), bold=True), color=colours(sys.stdout))
