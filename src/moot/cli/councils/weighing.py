"""Implement `moot councils weigh`: show or set weighted votes of a council, and what the weights would change."""

from __future__ import annotations

import click
import msgspec
from msgspec.structs import replace

from moot.app import Application
from moot.cli.completion import council_names
from moot.cli.screen.terminal import remark, safe, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.cli.screen.words import count
from moot.errors import BadInput, Conflict, UnknownName
from moot.library.shelf import ShelfCouncil
from moot.protocols import registry
from moot.vocabulary.history.track_record import CouncilWeights

HOW = (
    "A vote weighs as much as ballots of its voter could be read over its last ten sessions, and never less than a "
    "third of another. It says nothing of skill. Weights are settled when a session opens; tiers with equal votes are "
    "told beside."
)


@click.command()
@click.argument("name", shell_complete=council_names)
@click.argument("switch", required=False, type=click.Choice(["on", "off"]))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def weigh(app: Application, name: str, switch: str | None, as_json: bool) -> None:
    """Weight votes by how reliable each voter has been.

    Without `on` or `off`, prints the weights votes would have, and which tiers of the last ten sessions they would
    change. Until every model of a council has voted in ten sessions all votes weigh the same.

    \b
      moot councils weigh mine
      moot councils weigh mine on
    """
    shelved = app.shelf.shelved(name)
    option = _option(shelved)
    if switch is not None:
        _write(app, shelved, option, on=switch == "on")
    given = app.shelf.shelved(name).council.options.get(option, False)
    on = msgspec.convert(given, bool, strict=False)  # `-o weighted=true` is saved as text
    try:
        found: CouncilWeights | None = await app.upkeep.weights(shelved.council.name)
    except UnknownName:
        found = None  # it has not voted yet
    if as_json:
        show_json({"council": name, "on": on, "weights": found})
    else:
        say(f"Votes of {safe(name)} {'are weighed' if on else 'weigh the same'}.")
        _show(found)


def _option(shelved: ShelfCouncil) -> str:
    voting = registry.voting_of(shelved.council.protocol)
    if voting is None or not voting.weighted:
        raise BadInput(
            f"Nothing is voted on by {shelved.council.protocol}, so there is nothing to weigh.",
            "Name a council whose members vote on claims.",
        )
    return voting.weighted


def _write(app: Application, shelved: ShelfCouncil, option: str, *, on: bool) -> None:
    if shelved.layer == "project":
        raise Conflict(
            f"The council stands in {shelved.origin}.", f"Write there yourself: {option} = {str(on).lower()}"
        )
    options = {**shelved.council.options, option: True}
    if not on:
        options.pop(option)
    app.shelf.save(replace(shelved.council, options=options), replace=True)


def _show(found: CouncilWeights | None) -> None:
    if found is None:
        say("It has not voted yet.")
        return
    for line in found.waiting:
        say(f"All weigh the same until then: {safe(line)}")
    say()
    table(
        ["seat", "model", "weighs", "readable", "not"],
        [
            [each.seat, safe(each.model), f"{each.weight:.2f}", str(each.valid), str(each.spoiled)]
            for each in found.voters
        ],
        right=frozenset({2, 3, 4}),
    )
    say()
    if found.sessions:
        moved = f"{len(found.moved)} of {count(found.claims, 'claim')}"
        say(f"With these weights {moved} in its last {count(found.sessions, 'session')} would stand elsewhere.")
    for each in found.moved:
        say(f"  {each.session[:8]} {each.claim}: {each.weighted}; {each.equal} with equal votes")
    remark(HOW, err=False)
