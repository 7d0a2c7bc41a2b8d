"""Test that a session with too few answers continues in the page, whatever happens to the server."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, expect

from rig.script import Asked
from web.conftest import at_gateway, entered
from web.test_walk import until, view
from world.gateway import Gateway

QUESTION = "Should a small town own its water system?"
GONE = {"deepseek/*": "gone", "mistralai/*": "gone"}


def reviews(up: Gateway) -> int:
    return len([asked for asked in up.calls if is_review(asked)])


def is_review(asked: Asked) -> bool:
    return "Then rank them from best" in asked.prompt


def test_two_of_four_go_on_and_the_server_is_killed_in_between(python: Path, page: Page, tmp_path: Path) -> None:
    with at_gateway(python, tmp_path / "home", behaves=GONE) as (served, up):
        entered(page, served)
        asked = {"question": QUESTION, "options": {"quorum": 3}}
        session = served.api("POST", "/api/sessions", asked)["session"]
        page.goto(f"{served.url}/s/{session}")
        until(page, "failed")
        assert not view(page).get_by_role("button", name=re.compile("^Resume")).count(), "it would change nothing"
        served.kill()  # perhaps while parts of the page are on their way
        served.start()
        up._latency = 1.0
        go_on = view(page).get_by_role("button", name="Go on with the 2 that answered")
        go_on.click()
        while not reviews(up):
            time.sleep(0.01)
        served.kill()
        up._latency = 0.0
        served.start()
        until(page, "verdict")
        view(page).locator("summary", has_text="missing").click()
        told = view(page).get_by_text("as somebody chose").first
        expect(told).to_be_visible()
        expect(view(page).get_by_text(re.compile("No endpoints found for deepseek")).first).to_be_visible()
        expect(page.get_by_role("navigation").locator('[data-state="verdict"]')).to_have_count(1)
        opinions = Counter(entry.model for entry in up.books.answered if entry.number in first_asked(up))
        assert set(opinions.values()) == {1}, "whoever answered is not asked again"
        state = served.api("GET", f"/api/sessions/{session}")
        assert {lost["seat"] for lost in state["missing"]} == {"seat-c", "seat-d"}


def first_asked(up: Gateway) -> set[int]:
    """The calls that put the bare question."""
    return {asked.number for asked in up.calls if asked.method == "POST" and asked.prompt.strip().endswith(QUESTION)}
