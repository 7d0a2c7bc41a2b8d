"""Ask a session again with another member, compare both and write an answer from both, wide or narrow."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from cases import slow_except
from web.conftest import entered, profile
from web.served import Served

SIZES = ((1440, 900), (390, 844))


def sideways(page: Page) -> bool:
    """Whether the page has to be moved sideways to be read."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def deed(page: Page, name: str) -> None:
    """Presses a button of the session's header, which is behind another one where the page is narrow."""
    page.get_by_test_id("session").wait_for()
    more = page.get_by_role("button", name="More", exact=True)
    if more.is_visible():
        more.click()
    page.get_by_role("button", name=name).click()


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_except(SIZES, (390, 844)), ids=str)
def test_another_member_sits_and_both_sessions_are_compared(
    browser: Browser, quick: Served, size: tuple[int, int]
) -> None:
    width, height = size
    session = quick.finished("peer-review")
    with profile(browser, width, height) as made:
        page = made.new_page()
        entered(page, quick)
        page.goto(f"{quick.url}/s/{session}")
        deed(page, "Ask again with …")
        dialog = page.get_by_role("dialog", name="Ask again with …")
        dialog.get_by_role("radio", name="Another member").check()
        dialog.get_by_label("Its place is taken by").fill("rehearsal/gus")
        expect(dialog.get_by_text(re.compile(r"answers are kept and not asked again"))).to_be_visible()
        dialog.get_by_role("button", name="Ask again", exact=True).click()
        page.wait_for_url(lambda url: "/s/" in url and session not in url)
        deed(page, "Compare with the session it was asked again from")
        page.wait_for_url(re.compile(rf"/compare/{session}/"))
        members = page.get_by_role("region", name="Members in both sessions")
        expect(members.get_by_role("row", name="→ gus")).to_be_visible()
        assert not sideways(page)
        page.locator("summary", has_text="first session").first.click()
        page.get_by_role("button", name="Add paragraph 1").first.click()
        draft = page.get_by_role("textbox", name="Draft")
        expect(draft).not_to_have_value("")
        page.reload()
        expect(draft).not_to_have_value("")
        expect(page.get_by_text(re.compile("1 call, costs nothing"))).to_be_visible()
        page.get_by_role("button", name="Write it again").click()
        page.wait_for_url(re.compile("/s/"))
        page.get_by_test_id("view").locator("p").first.wait_for()
        assert not sideways(page)
