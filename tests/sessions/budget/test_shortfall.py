"""Test that a session out of budget names the amount that would suffice."""

from __future__ import annotations

import pytest

from moot.cli.asking.continue_session import ways_on
from moot.errors import OutOfBudget
from moot.sessions.amounts import cap_in_dollars, dollars_from
from moot.sessions.budget.estimate import StageCalls
from moot.sessions.budget.shortfall import ahead_of, shortfall_of, stopped_for_want
from moot.vocabulary.events import Shortfall
from moot.vocabulary.state import state_of
from sessions.drafts import draft, opened
from sessions.test_bounds import events_of

CENT = 10_000_000


def stage(name: str, typical: int | None, most: int | None) -> StageCalls:
    return StageCalls(stage=name, calls=1, says="", typical=typical, most=most)


PLAN = [stage("opinions", 3, 20), stage("review", 2, 30), stage("synthesis", 1, 60)]


def test_the_figures_by_hand() -> None:
    """Five are spent, the next calls set thirty aside; the last stage needs sixty beside what was spent by then."""
    short = shortfall_of(OutOfBudget("x", asked=30, needs=99), 5, ahead_of(PLAN, ("opinions", "review")))
    assert short == Shortfall(
        whose="session", spent=5, needs=35, enough=5 + 2 + 60, typical=5 + 2 + 1, most=5 + 30 + 60
    )


@pytest.mark.parametrize(
    ("nano", "typed"),
    [(620_000_001, "0.63"), (620_000_000, "0.62"), (31_150_000, "0.0312"), (1, "0.0001"), (12_000_000_001, "12.01")],
)
def test_a_cap_is_rounded_so_that_it_suffices(nano: int, typed: str) -> None:
    assert cap_in_dollars(nano) == typed
    assert float(typed) * 1e9 >= nano


AMOUNTS = {"0.50": 0.5, "$0.50": 0.5, " .5 ": 0.5, "0,50": 0.5, "50c": 0.5, "50 ¢": 0.5, "$ 3": 3.0, "0": 0.0}
"""Money as people type it."""
NO_AMOUNTS = ("", "-1", "1,000", "much", "nan", "inf", "1e3", "$50c", "0.5.0", "9999999999", "٣", "1_0")
"""A comma before three digits may part thousands or decimals: it is asked about, never guessed."""


@pytest.mark.parametrize("text", [*AMOUNTS, *NO_AMOUNTS])
def test_money_as_people_type_it(text: str) -> None:
    assert dollars_from(text) == AMOUNTS.get(text)


@pytest.mark.parametrize("spent", [1, 2_160_000, 15 * CENT])
@pytest.mark.parametrize("ahead", [[], PLAN, [stage("review", None, None)]])
def test_what_is_proposed_is_never_below_what_it_would_take(spent: int, ahead: list[StageCalls]) -> None:
    """Calls that set nothing aside do not fit either where the budget is passed already."""
    error = OutOfBudget(f"It would take at least {spent}.", asked=0, needs=spent)
    short = shortfall_of(error, spent, ahead)
    assert short is not None
    assert min(short.enough, short.needs) >= spent
    told = stopped_for_want(error, short, 1_000_000, "review", 2)
    assert f"${cap_in_dollars(short.enough)}" in told.remedy
    assert "$0 has to be set aside" not in told.message
    state = state_of(events_of([opened(cap=1_000_000), draft("stopped.1", told)]))
    (line,) = ways_on(state)
    assert f"--budget {cap_in_dollars(short.enough)} " in line
