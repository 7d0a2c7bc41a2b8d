"""Print cost estimates and parse amounts of money, for commands that take a budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from moot.cli.screen.terminal import remark, say, show_json
from moot.cli.screen.words import count, joined, money
from moot.sessions.amounts import cap_in_dollars, dollars_from
from moot.sessions.budget.estimate import Estimate
from moot.views.estimates import estimate_row
from moot.vocabulary.words.sums import about


class Dollars(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.4 on
    """The command-line type for an amount of money (`0.50`, `$0.50`, `50c`), converted to dollars."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float | int):
            return float(value)
        amount = dollars_from(str(value))
        if amount is None:
            self.fail(f"{value!r} is no amount of money. Write dollars, such as 0.50 or $0.50, or cents, such as 50c.")
        return amount


DOLLARS = Dollars()
NEAR = 2
"""Maximum ratio of the user's budget to the smallest sufficient budget at which `least_lines` names the latter."""


def show_estimate(estimate: Estimate, *, as_json: bool, more: Sequence[str] = ()) -> int:
    """Print a session's typical and highest cost, or the whole estimate as JSON. Return the exit code.

    `more` contains further lines to print below the cost.
    """
    if as_json:
        show_json({"estimate": estimate_row(estimate)})
        return 0
    for line in estimate.lines:
        say(line)
    basis = f" Estimated {estimate.basis}." if estimate.typical else ""
    say(f"{cost_in_words(estimate)}.{basis}")
    for line in (
        estimate.held_down,
        estimate.assumes,
        *least_lines(estimate),
        *estimate.longer,
        *unknown_lines(estimate),
    ):
        if line:
            say(line)
    for line in (*more, *estimate.notes, *estimate.unready):
        say(line)
    return 0


def cost_in_words(estimate: Estimate) -> str:
    """Return an estimate's typical cost, calls and limit as a line: `About $0.23 for 9 calls (limit $0.50)`."""
    calls, bound = count(estimate.calls, "call"), estimate.bound
    if bound is None:
        limit = f" (limit {money(estimate.cap)})" if estimate.cap is not None else ""
        return f"Unknown price for {calls}{limit}"
    if bound == 0:
        return f"{'Included in your subscription' if estimate.included else 'Free'}, {calls}"
    if estimate.typical is None:
        return f"At most {money(bound)} for {calls}"
    limit = "at most" if estimate.lacking else "limit"
    typical = about(min(estimate.typical, bound)).capitalize()
    return f"{typical} for {calls} ({limit} {money(bound)})"


def least_lines(estimate: Estimate) -> list[str]:
    """If the budget is too small for the session, or only just large enough, return a line with the smallest sufficient
    budget. Otherwise return no line."""
    if estimate.lacking:
        return [estimate.lacking]
    near = estimate.least and estimate.cap is not None and estimate.cap <= NEAR * estimate.least
    return [f"The smallest budget that works now is ${cap_in_dollars(estimate.least or 0)}."] if near else []


def unknown_lines(estimate: Estimate) -> list[str]:
    """Return lines that name models without a known price, the price assumed for them, and how to set one."""
    if not estimate.unknown:
        return []
    line = f"No known price for {joined(estimate.unknown)}."
    if estimate.presumed:
        line += (
            " With a budget, it is priced as the most expensive known model: "
            f"{money(estimate.presumed_most)} of the {money(estimate.most)}."
        )
    names = dict.fromkeys(model.partition("/")[0] for model in estimate.unknown)
    return [line, *(f"Set one: moot models endpoints set {name} --price INPUT OUTPUT" for name in names)]


def say_before(estimate: Estimate, budget: float | None, *, questions: int = 1) -> None:
    """Print, before the first call of a session, its typical and highest cost and which prices are unknown.

    `questions` is how many sessions with this estimate follow, one for each question.
    """
    if estimate.most == 0:
        return
    each = f"Each of {questions} questions: " if questions > 1 else ""
    remark(f"{each}{cost_in_words(estimate)}.")
    # The refusal reports a budget that is too small.
    for line in dict.fromkeys((*estimate.notes, *estimate.longer, *unknown_lines(estimate))):
        remark(line)
