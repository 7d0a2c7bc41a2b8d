"""Test that a council reaches its verdict when one model fails as real ones do, and that all calls are settled."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from world.accounts import sessions_in
from world.doors import at_terminal
from world.gateway import BEHAVIOURS, Gateway
from world.homes import CHAIR, SEATS, furnished, gateway_at
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"
ILL = "google/gemini-2.5-flash"
WELL = ("late", "slow", "ponders", "long")
"""Behaviours that are a nuisance and no failure."""
HURRIED: dict[str, str | float | bool] = {"first_timeout": 3.0, "between_timeout": 2.0, "call_timeout": 10.0}
WAITED_FOR_IN_VAIN: dict[str, str | float | bool] = {**HURRIED, "first_timeout": 1.2, "between_timeout": 1.0}
CASES = [(how, protocol) for how in BEHAVIOURS for protocol in registry.names()]
SAMPLE = (
    ("late", "peer-review"), ("dying", "claim-vote"), ("silent", "peer-review"), ("empty", "adjudication"),
    ("ponders", "debate"), ("429", "peer-review"), ("overloaded", "debate"), ("gone", "consensus"),
)  # fmt: skip


@pytest.mark.fast(2)
@pytest.mark.parametrize("case", slow_except(CASES, *SAMPLE), ids="-".join)
def test_one_of_four_fails_and_the_others_come_to_a_verdict(home: Path, case: tuple[str, str]) -> None:
    how, protocol = case
    limits = WAITED_FOR_IN_VAIN if how in ("silent", "dying") else HURRIED
    with gateway_at(
        home, says=agreed, behaves={ILL: how}, council=SEATS, chair=CHAIR, protocol=protocol, settings=limits
    ) as up:
        printed = at_terminal("ask", "--no-live", "--seed", "x", QUESTION)
    ((listing, state),) = sessions_in(home)
    assert (state.status, listing.reserved) == ("verdict", 0)
    assert ILL in printed
    if how not in WELL:
        assert {each.seat for each in state.missing} == {"seat-b"}
        assert "is missing from" in printed
    told = "a price is what was billed, and what nobody billed is a bound"
    assert listing.spent <= up.books.spent <= listing.spent + listing.presumed, told
    if how not in ("dying", "silent", "broken", "long"):
        assert listing.spent == up.books.spent, "whatever was answered to the end was billed to the last nano-dollar"
    elif how in ("dying", "silent"):
        assert (state.cost, state.presumed) == (listing.spent, listing.presumed)
        assert listing.presumed > 0
        assert "may be charged" in printed


@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review"))
def test_a_small_balance_is_used_as_far_as_it_goes_or_what_is_missing_is_said(home: Path, protocol: str) -> None:
    """Two cents: the service takes no call with a large limit, and says how large one may be."""
    with gateway_at(home, says=agreed, balance=0.02, council=SEATS, chair=CHAIR, protocol=protocol) as up:
        at_terminal("ask", "--no-live", "--seed", "x", QUESTION)
    ((listing, state),) = sessions_in(home)
    assert (state.status, listing.reserved) == ("verdict", 0)
    assert listing.spent == up.books.spent
    assert up.balance is not None
    assert up.balance >= 0


def test_a_wrong_key_is_said_once_and_costs_nothing(home: Path) -> None:
    with hosted(Gateway(keys=("sk-or-v1-another-9876543210",))) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        up.keys = ("sk-or-v1-rotated-0123456789",)
        printed = at_terminal("ask", "--no-live", QUESTION, code=1)
    assert "openrouter" in printed
    assert "User not found. The service does not accept the key." in printed
    assert "sk-or-v1-another" not in printed
    assert up.books.spent == 0
