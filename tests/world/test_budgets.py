"""Test that a small budget buys a verdict at real prices, at the terminal, or that the needed one is named first."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest

from cases import slow_except
from moot.protocols import registry
from world.accounts import sessions_in
from world.doors import at_terminal
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished, gateway_at
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "Which of two databases should a shop of three people keep its orders in, and why?"
LONG = QUESTION + " The shop sells bicycles and repairs them, and keeps about forty orders a day." * 125
FRONTIER = (
    "openrouter/openai/gpt-5.1", "openrouter/anthropic/claude-sonnet-4.5", "openrouter/google/gemini-2.5-pro",
    "openrouter/x-ai/grok-4",
)  # fmt: skip
OPUS = "openrouter/anthropic/claude-opus-4.5"


@pytest.mark.fast(1)
@pytest.mark.parametrize("protocol", ["peer-review", "claim-vote"])
@pytest.mark.parametrize("question", [QUESTION, LONG], ids=["short", "long"])
def test_half_a_dollar_buys_a_verdict(home: Path, protocol: str, question: str) -> None:
    with gateway_at(home, says=agreed, council=SEATS, chair=CHAIR, protocol=protocol) as up:
        at_terminal("ask", "--no-live", "--budget", "0.50", question)
        assert up.books.refused == []
        assert all(entry.limit is not None for entry in up.books.answered)
    ((listing, state),) = sessions_in(home)
    assert (state.status, listing.reserved) == ("verdict", 0)
    assert listing.spent == up.books.spent < 500_000_000


@pytest.mark.fast(1)
@pytest.mark.parametrize("protocol", ["peer-review", "claim-vote"])
def test_what_does_not_fit_is_said_before_the_first_call_and_the_figure_is_enough(home: Path, protocol: str) -> None:
    with gateway_at(home, says=agreed, council=FRONTIER, chair=OPUS, protocol=protocol) as up:
        printed = " ".join(at_terminal("ask", "--no-live", "--budget", "0.50", LONG, code=3).split())
        assert up.books.entries == []
        assert sessions_in(home) == []
        refused = re.search(r"Ask with a budget of \$(\d+\.\d+) or more", printed)
        assert refused is not None, printed
        assert 0.5 < float(refused[1]) < 1
        at_terminal("ask", "--no-live", "--budget", refused[1], LONG)
    ((listing, state),) = sessions_in(home)
    assert state.status == "verdict"
    assert listing.spent == up.books.spent < float(refused[1]) * 1e9


def test_thinking_that_used_up_its_room_gets_more_within_the_cap(home: Path) -> None:
    with gateway_at(home, says=agreed, behaves={"openai/gpt-5-mini": "ponders"}, council=SEATS, chair=CHAIR) as up:
        at_terminal("ask", "--no-live", "--budget", "0.10", QUESTION)
        assert up.books.spent <= 100_000_000


@pytest.mark.fast(1)
@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review", "adjudication"))
@pytest.mark.parametrize("where", ["budget", "day"])
def test_a_cap_below_the_least_is_said_beforehand_and_the_least_is_enough(
    home: Path, protocol: str, where: str
) -> None:
    def capped(dollars: float) -> tuple[str, ...]:
        settings = {"day_budget": dollars} if where == "day" else {}
        furnished(home, up, council=SEATS, chair=CHAIR, protocol=protocol, settings=dict(settings))
        return ("--budget", f"{dollars:.4f}") if where == "budget" else ()

    with hosted(Gateway(says=agreed)) as up:
        weighed = json.loads(at_terminal("ask", "--estimate", "--json", *capped(0.02), QUESTION))["estimate"]
        assert weighed["lacking"], weighed
        least = math.ceil(weighed["least"] * 10_000) / 10_000
        assert f"${least:.4f}" in weighed["lacking"] or f"${math.ceil(least * 100) / 100:.2f}" in weighed["lacking"]
        assert weighed["lacking"] in at_terminal("ask", "--estimate", *capped(0.02), QUESTION)
        printed = at_terminal("ask", "--no-live", *capped(weighed["least"] - 0.0002), QUESTION, code=3)
        assert "too small: this takes at least" in printed
        assert "Nothing was started." in printed
        assert up.books.entries == []
        assert sessions_in(home) == []
        printed = at_terminal("ask", "--no-live", *capped(least), QUESTION)
        assert "too small" not in printed
        assert 0 < up.books.spent <= least * 1e9
