"""Implement `moot sessions compare`: two sessions side by side."""

from __future__ import annotations

from collections.abc import Mapping

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import one_line, remark, say, show_json, table
from moot.cli.screen.watching import with_app
from moot.protocols.files import Value
from moot.sessions.amounts import bill, count, seconds
from moot.views.comparison import Difference, SideBySide, compared
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.words.seat_names import in_names

TEXTS = ("verdict text", "first answer", "final answer")
"""Kinds of differences that are listed by name only, without their values in a table."""
CELL = 60


@click.command()
@click.argument("a", metavar="A", shell_complete=session_ids)
@click.argument("b", metavar="B", shell_complete=session_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def compare(app: Application, a: str, b: str, as_json: bool) -> None:
    """Show what is different between two sessions.

    Compares flips, conviction, scores, labels, ranks, tiers, winner, and the verdict's class, certainty and text, if
    both sessions have them. Two forks of one session are a controlled experiment; a note marks pairs that are not.
    """
    states = [state_of(await app.transcript.read(await app.register.resolve(each))) for each in (a, b)]
    found = compared(*states)
    if as_json:
        show_json(found)
        return
    say(f"A {found.a[:8]} · B {found.b[:8]}")
    remark(found.related, err=False)
    for letter, side in (("A", found.sides.a), ("B", found.sides.b)):
        alone = ", of its own; what it keeps costs nothing" if side.fork_of else ""
        state = states[0 if letter == "A" else 1]
        price = bill(state.cost, state.on_top, state.cost_known)
        remark(f"{letter}: {count(side.calls, 'call')}, {seconds(state.t)}, {price}{alone}.", err=False)
    say()
    names = _names(*states)
    rows = [
        [
            each.what,
            names.get(each.who, each.who),
            _cell(each.a, names),
            _cell(each.b, names),
            "" if each.delta is None else f"{each.delta:+.4g}",
        ]
        for each in found.differences
        if each.what not in TEXTS
    ]
    if rows:
        table(["", "of", "A", "B", "B less A"], rows, right=frozenset({4}))
    for each in found.differences:
        if each.what in TEXTS:
            of = f" of {names.get(each.who, each.who)}" if each.who else ""
            say(f"The {each.what}{of} differs{_kept(found, each)}.")
    if not found.differences:
        say("Nothing is different.")
    if found.same:
        remark(f"The same in both: {', '.join(found.same)}.", err=False)
    if found.order_sensitive is not None:
        say("Flips or conviction differ." if found.order_sensitive else "Every flip and conviction is the same.")


def _names(a: SessionState, b: SessionState) -> dict[str, str]:
    """Return the display name of each seat. If a seat's model differs between the sessions, the name leaves out the
    model."""
    ones, others = a.names(), b.names()
    return {
        seat: name if others.get(seat, name) == name and ones.get(seat, name) == name else name.partition(" (")[0]
        for seat, name in {**others, **ones}.items()
    }


def _kept(found: SideBySide, differs: Difference) -> str:
    """Return a phrase that says how much of the text is the same in both sessions; empty if it was not compared word by
    word."""
    if differs.what == "verdict text":
        diff = found.sides.verdict
    elif differs.what == "final answer":
        diff = next((pair.answer for pair in found.sides.members if pair.a == pair.b == differs.who), None)
    else:
        diff = None
    return f"; {diff.same:.0%} of it is the same" if diff is not None and differs.a and differs.b else ""


def _cell(value: Value, names: Mapping[str, str]) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return f"{value:.4g}"
    # several seats may be in one cell, so without their models
    short = {seat: name.partition(" (")[0] for seat, name in names.items()}
    return one_line(names[value] if value in names else in_names(value, short), CELL)
