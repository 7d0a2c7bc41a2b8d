"""Does a page say what it would cost, what is too little, and how to go on when the money ran out? At real prices."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from rig.forking import Forking
from web.conftest import entered
from web.test_walk import until
from web.test_with_keys import QUESTION, asked, at_home
from world.accounts import sessions_in

CENTS = re.compile(r"typically [\d.]+ ¢, at most (\$[\d.]+|[\d.]+ ¢)")


def capped(page: Page, dollars: str) -> None:
    """Opens what is set beside the question and types a cap."""
    page.get_by_role("textbox", name="What should the council settle?").fill(QUESTION)
    if not page.get_by_label("Cap", exact=True).is_visible():
        page.locator("summary").filter(has_text="More").click()
    page.get_by_label("Cap", exact=True).fill(dollars)


def test_what_it_costs_and_what_is_too_little_is_read_before_anything_is_asked(
    python: Forking, page: Page, tmp_path: Path
) -> None:
    with at_home(python, tmp_path / "home", "gateway", "peer-review") as (served, up):
        entered(page, served)
        expect(page.get_by_text(CENTS)).to_be_visible()
        capped(page, "0.01")
        told = page.get_by_text("A cap of $0.0100 is too small: this takes at least $")
        expect(told).to_be_visible(timeout=20_000)
        page.get_by_role("button", name="Set the cap to $").click()
        expect(told).to_be_hidden(timeout=20_000)
        cap = float(page.get_by_label("Cap", exact=True).input_value())
        assert up.books.entries == []
        asked(page)
        until(page, "verdict")
        assert 0 < up.books.spent <= cap * 1e9
        ((listing, state),) = sessions_in(served.home)
        assert (state.cost, state.cap) == (up.books.spent, round(cap * 1e9))
        assert listing.spent == up.books.spent


def test_out_of_budget_goes_on_to_a_verdict_with_the_cap_that_stands_in_the_form(
    python: Forking, page: Page, tmp_path: Path
) -> None:
    with at_home(python, tmp_path / "home", "gateway", "peer-review") as (served, up):
        entered(page, served)
        capped(page, "1c")
        asked(page)
        field = page.get_by_label("New cap, in dollars")
        expect(field).to_be_visible()
        assert up.books.entries == []
        offered = field.input_value()
        assert 0.01 < float(offered) < 1
        page.get_by_role("button", name=f"Go on with ${offered}").click()
        until(page, "verdict")
        assert 0 < up.books.spent <= float(offered) * 1e9
        ((_, state),) = sessions_in(served.home)
        assert (state.status, state.cost, state.resumed) == ("verdict", up.books.spent, 1)
