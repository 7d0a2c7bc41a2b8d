"""Print the number and cost of sessions before a command opens many, and ask for agreement."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from moot.cli.public import count, is_terminal, remark
from moot.errors import BadInput
from moot.exports.public import in_words
from moot.extensions.studies.trials.waiting import RemainingSessions, sums_of


def agreed(ahead: Iterable[RemainingSessions], budget: float | None, *, yes: bool, quiet: bool) -> bool:
    """Print what is left to ask and its cost; without a budget, ask for agreement and return the answer."""
    sums = sums_of(ahead)
    if not sums.sessions or sums.most == 0:
        return True
    cost = in_words(sums.typical, sums.most) if sums.most is not None else "nobody knows what they cost"
    told = f"{count(sums.sessions, 'session')}, {count(sums.calls, 'call')}: {cost} (an estimate)."
    if not quiet:
        remark(told)
    if budget is not None or yes:
        return True
    if not is_terminal(sys.stdin):
        raise BadInput(f"{told} It has no budget.", "Give it one with `--budget`, or add `--yes`.")
    return click.confirm("Ask them?", default=True, err=True)
