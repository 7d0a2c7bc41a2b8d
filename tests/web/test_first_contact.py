"""Test a seat of one's own at the council, and the sign-in page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import at_gateway, entered
from web.served import Served
from web.test_walk import until
from world.homes import SEATS

QUESTION = "Should a small town own its water system?"


def asked(page: Page) -> None:
    page.get_by_role("textbox", name="Ask a question").fill(QUESTION)
    page.get_by_role("main").get_by_role("button", name="Ask", exact=True).click()


@pytest.mark.slow
def test_a_person_answers_first_and_ranks_by_hand(python: Path, page: Page, tmp_path: Path) -> None:
    with at_gateway(python, tmp_path / "home", council=("person", *SEATS[:2])) as (served, up):
        entered(page, served)
        asked(page)
        page.wait_for_url(re.compile(r"/s/[^/]+"))
        answer = page.get_by_role("textbox", name="The answer")
        answer.fill("Only where it can pay for the pipes.")
        assert not [call for call in up.calls if call.method == "POST"], "nobody else is asked before"
        page.get_by_role("button", name="Hand in the answer").click()
        form = page.get_by_role("form", name="Your ballot")
        expect(form).to_be_visible()
        form.get_by_role("button", name="Hand in the ballot").click()
        expect(form.get_by_role("alert").last).to_contain_text("not filled in yet")
        rows = form.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("^Move .* up$")))
        first = rows.nth(0).locator("b").inner_text()
        rows.nth(1).get_by_role("button", name=re.compile("^Move .* up$")).click()
        expect(rows.nth(1).locator("b")).to_have_text(first)
        for box in form.get_by_role("textbox").all():
            box.fill("Plain, and it says what it would cost.")
        form.get_by_role("button", name="Hand in the ballot").click()
        until(page, "verdict")
        session = page.url.split("/s/")[1].split("/")[0].split("?")[0]
        state = served.api("GET", f"/api/sessions/{session}")
        assert state["missing"] == []
        assert state["degraded"] == []


@pytest.mark.slow
def test_the_token_is_entered_on_the_sign_in_page(page: Page, quick: Served) -> None:
    """Its form is sent with the browser's own headers, which the guard must take for those of our own page."""
    page.goto(f"{quick.url}/settings")
    token = page.get_by_label("Token")
    token.fill("a wrong one")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("does not open this server")
    assert "wrong" not in page.url
    token.fill(quick.token)
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(f"{quick.url}/settings")
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
