"""Test that a page shows costs, too small budgets, and how to continue when money ran out. At real prices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import at_gateway, entered
from web.test_walk import until
from web.test_with_keys import QUESTION, asked
from world.accounts import sessions_in

COSTS = re.compile(r"About \$[\d.]+, limit \$[\d.]+")


def capped(page: Page, dollars: str) -> None:
    """Opens what is set beside the question and types a cap."""
    page.get_by_role("textbox", name="Ask a question").fill(QUESTION)
    if not page.get_by_label("Budget", exact=True).is_visible():
        page.locator("summary").filter(has_text="More").click()
    page.get_by_label("Budget", exact=True).fill(dollars)


def test_what_it_costs_and_what_is_too_little_is_read_before_anything_is_asked(
    python: Path, page: Page, tmp_path: Path
) -> None:
    with at_gateway(python, tmp_path / "home") as (served, up):
        entered(page, served)
        expect(page.get_by_text(COSTS)).to_be_visible()
        capped(page, "0.01")
        told = page.get_by_role("status").get_by_text(
            re.compile(r"A budget of \$0\.01 is too small: this takes at least \$")
        )
        expect(told).to_be_visible(timeout=240_000)
        page.get_by_role("button", name="Set the budget to $").click()
        expect(told).to_be_hidden(timeout=240_000)
        cap = float(page.get_by_label("Budget", exact=True).input_value())
        assert up.books.entries == []
        asked(page)
        until(page, "verdict")
        assert 0 < up.books.spent <= cap * 1e9
        ((listing, state),) = sessions_in(served.home)
        assert (state.cost, state.cap) == (up.books.spent, round(cap * 1e9))
        assert listing.spent == up.books.spent


@pytest.mark.slow
def test_out_of_budget_goes_on_to_a_verdict_with_the_cap_that_stands_in_the_form(
    python: Path, page: Page, tmp_path: Path
) -> None:
    with at_gateway(python, tmp_path / "home") as (served, up):
        first = served.finished("peer-review", council=None)
        before = up.books.spent
        session = served.api("POST", f"/api/sessions/{first}/fork", {"stage": "review", "budget": 0.000001})["session"]
        entered(page, served, f"/s/{session}")
        field = page.get_by_label("New budget, in dollars")
        expect(field).to_be_visible()
        assert up.books.spent == before
        offered = field.input_value()
        assert 0.000001 < float(offered) < 1
        page.get_by_role("button", name=f"Go on with ${offered}").click()
        until(page, "verdict")
        assert 0 < up.books.spent - before <= float(offered) * 1e9
        state = next(state for _, state in sessions_in(served.home) if state.session == session)
        assert (state.status, state.resumed) == ("verdict", 1)
        assert state.cost == up.books.spent - before
