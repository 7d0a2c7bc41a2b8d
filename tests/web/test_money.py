"""Does a page say what it would cost, what is too little, and how to go on when the money ran out? At real prices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cases import slow_except
from web.conftest import entered, profile
from web.test_walk import until
from web.test_with_keys import QUESTION, asked, at_home
from world.accounts import sessions_in

COSTS = re.compile(r"typically \$[\d.]+, at most \$[\d.]+")


def capped(page: Page, dollars: str) -> None:
    """Opens what is set beside the question and types a cap."""
    page.get_by_role("textbox", name="What should the council settle?").fill(QUESTION)
    if not page.get_by_label("Budget", exact=True).is_visible():
        page.locator("summary").filter(has_text="More").click()
    page.get_by_label("Budget", exact=True).fill(dollars)


def test_what_it_costs_and_what_is_too_little_is_read_before_anything_is_asked(
    python: Path, page: Page, tmp_path: Path
) -> None:
    with at_home(python, tmp_path / "home", "gateway", "peer-review") as (served, up):
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
    with at_home(python, tmp_path / "home", "gateway", "peer-review") as (served, up):
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


CUT = """() => [...document.querySelectorAll('main figure svg')].flatMap((drawing) => {
  const room = drawing.getBoundingClientRect();
  const beyond = (box) => box.left < room.left - 1 || box.right > room.right + 1;
  return [...drawing.querySelectorAll('text')].filter((text) => beyond(text.getBoundingClientRect()))
    .map((text) => text.textContent);
})"""
"""Words of a drawing that go beyond it."""


@pytest.mark.slow
@pytest.mark.parametrize("width", slow_except((1440, 390), 390))
def test_what_was_spent_is_read_on_the_page_of_usage_and_a_limit_is_set(
    python: Path, browser: Browser, tmp_path: Path, width: int
) -> None:
    with at_home(python, tmp_path / "home", "gateway", "peer-review") as (served, up), profile(browser, width) as made:
        page = made.new_page()
        entered(page, served, "/usage")
        expect(page.get_by_role("heading", name="Nothing was asked yet.")).to_be_visible()
        session = served.finished("peer-review", council=None)
        page.goto(served.url + "/usage")
        ((_, state),) = sessions_in(served.home)
        assert state.cost == up.books.spent > 0
        sums = page.locator("dl").first
        expect(sums).to_contain_text(f"${state.cost / 1e9:.4f}")
        expect(page.get_by_role("region", name="Usage by model")).to_contain_text("openrouter/")
        for narrower in (390, 600, width):
            page.set_viewport_size({"width": narrower, "height": 900})
            assert page.evaluate(CUT) == [], f"words of the chart are cut at {narrower} px"
        page.get_by_role("button", name="Show as table").press("Enter")
        expect(page.get_by_role("region", name="Usage by day").get_by_role("row")).to_have_count(2)
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save as CSV").click()
        assert "openrouter/" in Path(saved.value.path()).read_text(encoding="utf-8")
        page.locator(f'main a[href="/s/{session}"]').click()
        expect(page).to_have_url(re.compile(session))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        page.goto(served.url + "/settings/limits")
        field = page.get_by_label("A session, in dollars")
        field.fill("0,01")
        field.press("Enter")
        expect(page.get_by_role("button", name="Reset A session, in dollars")).to_be_visible()
        assert served.api("GET", "/api/settings")["settings"][0]["value"] == 0.01
        page.goto(served.url + "/settings/endpoints/openrouter")
        expect(page.get_by_text("not tested yet", exact=True)).to_be_visible()
        page.get_by_role("button", name="Test now").click()
        expect(page.get_by_text("neither the key nor an answer").first).to_be_visible()
        page.reload()
        expect(page.get_by_text("neither the key nor an answer").first).to_be_visible()
