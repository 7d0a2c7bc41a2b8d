"""List ways to continue a session that ended without a verdict, and ask at the terminal for a smaller quorum.

A plain `resume` is offered only if it could end differently.
"""

from __future__ import annotations

import sys

from moot.cli.screen.keyboard import typed_line
from moot.cli.screen.terminal import is_terminal, say
from moot.cli.screen.words import money, name_of
from moot.floor.seat_calls import TOO_LONG
from moot.protocols.registry import is_installed
from moot.sessions.amounts import cap_in_dollars
from moot.views.contract import contract_of
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title
from moot.vocabulary.words.leads import number


def chosen_quorum(state: SessionState) -> int | None:
    """Ask at the terminal how many members' answers are enough to go on with, after too few have answered.

    Returns the number, or `None` to leave the session as it ended.
    """
    there = len(state.answered)
    if state.reason != "quorum" or not there or not is_terminal(sys.stdin) or not is_terminal(sys.stderr):
        return None
    members = there + len(state.unanswered)
    say(f"\n{there} of {members} members answered in {stage_title(state.entered[-1]).lower()}.", err=True)
    for seat in state.unanswered:
        why = next((lost.cause for lost in reversed(state.missing) if lost.seat == seat), "")
        say(f"  {name_of(state, seat)} did not: {why or 'no answer came.'}", err=True)
    with_those = "the one that did" if there == 1 else f"the {there} that did"
    alone = " Its answer is not judged by anybody then." if there == 1 else ""
    say(f"Go on with {with_those}?{alone} [y/N]", err=True)
    try:
        said = typed_line("")
    except KeyboardInterrupt:
        said = None
    return there if said is not None and said.strip().lower() in ("y", "yes") else None


def next_steps(state: SessionState) -> list[str]:
    """Return the lines printed below a result that suggest what to do next, each with a command.

    If there is no answer, they say how to continue the session. If only some members were asked on purpose, they say
    how to ask the others. Otherwise they say how to ask failed members again and how to repair endpoints.
    """
    if state.verdict is None or state.verdict.text is None:
        return ways_on(state)
    again = f"Ask those who failed again: moot sessions fork {state.session[:8]} --retry-failed"
    if first := contract_of(state).selective:
        price = f" ({first.rest_cost})" if first.rest_cost else ""
        others = f"the other {number(first.of - first.asked)}"
        line = f"{first.asked} of {first.of} asked, {first.cost}. Ask {others}{price}"
        return [f"{line}: moot sessions ask-everyone {state.session[:8]}"]
    return [*mends(state), *([again] if state.missing and state.verdict.verbatim else [])]


def ways_on(state: SessionState) -> list[str]:
    """Return lines with commands that continue a session without a verdict, such as `moot sessions resume`."""
    name = state.session[:8]
    if not is_installed(state.protocol):
        return [f"Install the package that brings the protocol {state.protocol!r}: then it can go on."]
    if state.status == "inconclusive":
        return [
            f"Read the members' answers: moot sessions show {name} --full",
            f"Ask again with a change: moot sessions fork {name}  (`moot sessions fork --help` lists changes)",
        ]
    again = f"Ask those who failed again: moot sessions fork {name} --retry-failed"
    if state.status == "failed" and state.reason == "quorum":
        there = len(state.answered)
        those = "the one that answered" if there == 1 else f"the {there} that answered"
        go_on = f"Go on with {those}: moot sessions resume {name} --at-least {there}"
        if not there and state.remedy == TOO_LONG:
            return []
        return [*mends(state), go_on, again] if there else [*mends(state), again]
    hint = f"Resume it with: moot sessions resume {name}"
    short = state.shortfall
    if state.status == "out_of_budget" and short is not None and short.whose != "session":
        setting = "day_budget" if short.whose == "day" else "call_budget"
        amount = cap_in_dollars(short.needs)
        first = f"Raise the budget: moot settings set {setting} {amount}"
        return [first, f"{hint}  (then, or tomorrow)"] if short.whose == "day" else [first]
    if state.status == "out_of_budget" and state.cap is not None:
        told = short.enough if short is not None else 2 * max(state.cap, state.cost + state.on_top)
        hint += f" --budget {cap_in_dollars(told)}  (the budget was {money(state.cap)})"
    elif state.reason == "deadline":
        used = max(1, round(state.t / 1000))
        hint += f" --deadline {2 * used}  (seconds of running time; {used} are used)"
    elif state.reason == "diverged":
        hint += " --accept-drift"
    return [hint]


MENDS = {
    "auth": "Set a key that works: moot keys set {}",
    "credit": "Add credit to the account of {}.",
    "network": "Start {0} or correct its address, then: moot models endpoints test {0}",
}
"""Advice for each error of an endpoint, by the error's code. `{}` stands for the endpoint's name."""


def mends(state: SessionState) -> list[str]:
    """Return a sentence for each endpoint that refused its key or could not be reached, which says how to repair it."""
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    failed = [move for move in state.moves.values() if move.state == "failed" and move.error in MENDS]
    told = [MENDS[move.error].format(models[move.seat].partition("/")[0]) for move in failed if move.seat in models]
    return list(dict.fromkeys(told))
