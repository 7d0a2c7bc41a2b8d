"""A user's hand that counts its steps: each click, text typed and key pressed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Download, Locator, Page, expect

FOCUSED = "(at) => at === document.activeElement"


class Hand:
    """One page, used as by hand: nothing is done to it that is not counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps = page, 0

    def click(self, what: Locator) -> None:
        """Clicks or taps it, once it can be."""
        expect(what).to_be_enabled()
        what.click()
        self.steps += 1

    def type(self, where: Locator, words: str) -> None:
        """Types a text; what has not the focus is clicked first."""
        expect(where).to_be_editable()
        if not where.evaluate(FOCUSED):
            self.click(where)
        self.page.keyboard.type(words)
        self.steps += 1

    def press(self, key: str) -> None:
        """Presses a key."""
        self.page.keyboard.press(key)
        self.steps += 1

    def open(self, name: str) -> None:
        """Opens a session by its question, from the list beside each page; on a phone it stands behind the menu."""
        menu = self.page.get_by_role("button", name="Open the menu")
        if menu.is_visible():
            self.click(menu)
        self.click(self.page.get_by_role("navigation", name="Sessions").get_by_role("link", name=name))

    def act(self, name: str) -> None:
        """Presses what can be done with the open session; on a phone it stands behind one button."""
        self.page.get_by_role("article", name="Result").wait_for()
        more = self.page.get_by_role("button", name="More", exact=True)
        if more.is_visible():
            self.click(more)
        self.click(self.page.get_by_test_id("session").get_by_role("button", name=name))

    def save(self, what: Locator, place: Path) -> Path:
        """Clicks what makes a file, and keeps it."""
        with self.page.expect_download() as made:
            self.click(what)
        saved: Download = made.value
        saved.save_as(place / saved.suggested_filename)
        return place / saved.suggested_filename
