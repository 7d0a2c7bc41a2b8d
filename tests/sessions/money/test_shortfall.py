"""Does a session that ends for want of money name the figure that would do?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.cli.asking.going_on import ways_on
from moot.errors import OutOfBudget
from moot.sessions.amounts import cap_in_dollars, dollars_from
from moot.sessions.money.estimate import StageCalls
from moot.sessions.money.shortfall import ahead_of, shortfall_of, stopped_for_want
from moot.sessions.results.result import result_of
from moot.vocabulary.events import SeatSpoke, SessionStopped
from moot.vocabulary.shortfalls import Shortfall
from moot.vocabulary.state import state_of
from sessions.drafts import draft, opened, resumed
from sessions.test_bounds import events_of

CENT = 10_000_000


def stage(name: str, typical: int | None, most: int | None) -> StageCalls:
    return StageCalls(stage=name, calls=1, says="", typical=typical, most=most)


PLAN = [stage("opinions", 3, 20), stage("review", 2, 30), stage("synthesis", 1, 60)]


def test_what_lies_ahead_begins_with_the_stage_that_could_not_go_on() -> None:
    assert [each.stage for each in ahead_of(PLAN, ("opinions", "review"))] == ["review", "synthesis"]
    assert [each.stage for each in ahead_of(PLAN, ())] == ["opinions", "review", "synthesis"]


def test_the_figures_by_hand() -> None:
    """Five are spent, the next calls set thirty aside; the last stage needs sixty beside what was spent by then."""
    short = shortfall_of(OutOfBudget("x", asked=30, needs=99), 5, ahead_of(PLAN, ("opinions", "review")))
    assert short == Shortfall(
        whose="session", spent=5, needs=35, enough=5 + 2 + 60, typical=5 + 2 + 1, most=5 + 30 + 60
    )


def test_an_unknown_price_ahead_leaves_the_next_calls_figure() -> None:
    short = shortfall_of(OutOfBudget("x", asked=30), 5, [stage("review", None, None)])
    assert short == Shortfall(whose="session", spent=5, needs=35, enough=35)
    assert shortfall_of(OutOfBudget("x", asked=30), 5, []) == short
    assert shortfall_of(OutOfBudget("x"), 5, PLAN) is None


@pytest.mark.parametrize("whose", ["day", "call"])
def test_other_caps_name_their_own_figure(whose: str) -> None:
    error = OutOfBudget("x", whose=whose, asked=30, needs=77 * CENT)  # type: ignore[arg-type]
    short = shortfall_of(error, 5, PLAN)
    assert short is not None
    assert (short.needs, short.enough) == (77 * CENT, 77 * CENT)
    told = stopped_for_want(error, short, None, "review", 0)
    assert f"`{whose}_budget` to $0.77" in told.remedy
    assert "no answer has come" in told.message


def test_the_words_hold_the_figures() -> None:
    error = OutOfBudget("x", asked=41 * CENT, needs=0)
    short = Shortfall(
        whose="session", spent=21 * CENT, needs=62 * CENT, enough=80 * CENT, typical=70 * CENT, most=210 * CENT
    )
    told = stopped_for_want(error, short, 50 * CENT, "review", 4)
    assert told.message == (
        "The session's budget of $0.50 is too small: $0.21 was charged; 4 answers are kept, "
        "and $0.41 has to be set aside for the calls that come next (review)."
    )
    assert told.remedy == (
        "Go on with a budget of $0.80, or at least $0.62 for the shortest answers that are useful; "
        "nothing settled is asked again. "
        "In all it typically comes to $0.70 (an estimate), at most to $2.10."
    )
    bounded = replace(short, charged=5_000_000, spent=20 * CENT)
    assert (
        "$0.0050 was charged, up to $0.1950 more may still be charged for calls that failed or told no price; 4 answers"
        in stopped_for_want(error, bounded, 50 * CENT, "review", 4).message
    )
    state = state_of(events_of([opened(cap=50 * CENT), draft("stopped.1", told)]))
    result = result_of(state)
    assert (result.needs, result.enough, result.typical, result.most) == (0.62, 0.8, 0.7, 2.1)
    assert result.cap_of == "session"
    assert state_of(events_of([opened(), draft("stopped.1", told), resumed(1)])).shortfall is None


@pytest.mark.parametrize(
    ("nano", "typed"),
    [(620_000_001, "0.63"), (620_000_000, "0.62"), (31_150_000, "0.0312"), (1, "0.0001"), (12_000_000_001, "12.01")],
)
def test_a_cap_is_rounded_so_that_it_suffices(nano: int, typed: str) -> None:
    assert cap_in_dollars(nano) == typed
    assert float(typed) * 1e9 >= nano


@pytest.mark.parametrize(
    ("text", "dollars"),
    [
        ("0.50", 0.5),
        ("$0.50", 0.5),
        (" .5 ", 0.5),
        ("0,50", 0.5),
        ("50c", 0.5),
        ("50 ¢", 0.5),
        ("$ 3", 3.0),
        ("0", 0.0),
    ],
)
def test_money_as_people_type_it(text: str, dollars: float) -> None:
    assert dollars_from(text) == dollars


@pytest.mark.parametrize(
    "text", ["", "-1", "1,000", "much", "nan", "inf", "1e3", "$50c", "0.5.0", "9999999999", "٣", "1_0"]
)
def test_what_is_no_amount(text: str) -> None:
    """A comma before three digits may part thousands or decimals: it is asked about, never guessed."""
    assert dollars_from(text) is None


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


def test_a_session_that_did_not_say_what_would_do_is_offered_more_than_it_spent() -> None:
    stopped = SessionStopped(outcome="out_of_budget", reason="budget", message="x", remedy="y")
    said = draft(
        "opinions/seat-a", SeatSpoke(seat="seat-a", model="m", prompt="p", text="t", settled="ok", cost=7 * CENT)
    )
    state = state_of(events_of([opened(cap=1_000_000), said, draft("stopped.1", stopped)]))
    (line,) = ways_on(state)
    proposed = dollars_from(line.partition("--budget ")[2].split()[0])
    assert proposed is not None
    assert proposed >= 0.07
