"""Test the page of voters: how it fills, and a schedule that is paused, continued, run and removed.

And the page with much on it: alarms of every kind, failed times, messages that were given up.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from moot.extensions.notify.schedule import Schedule, check_schedule, encode_schedule
from moot.extensions.notify.schedule_store import Schedules
from moot.transcripts.sql.store import Store
from web.conftest import entered, profile
from web.pictures.upkept import fill
from web.served import Served


async def scheduled(home: Path) -> None:
    """One schedule, kept as the terminal keeps it."""
    store = Store(home / "moot.db", durable="normal")
    wanted = check_schedule(
        "rates", Schedule(question="What changed since {last}?", cron="0 2 * * *", council="rehearsal")
    )
    await Schedules(store).add("rates", encode_schedule(wanted), store.clock())
    await store.close()


@pytest.mark.slow
def test_upkeep_says_what_fills_it_and_a_schedule_is_seen_to_in_place(
    python: Path, browser: Browser, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in this thread
        apart.submit(asyncio.run, scheduled(home)).result()
    with Served(python, home) as served, profile(browser, 1440) as made:
        page = made.new_page()
        entered(page, served, "/upkeep")
        expect(page.get_by_text("Finished votes on claims fill this page")).to_be_visible()
        card = page.locator("#schedules")
        card.get_by_role("button", name="Pause").click()
        expect(card.get_by_text("paused")).to_be_visible()
        card.get_by_role("button", name="Go on").click()
        expect(card.get_by_text("paused")).to_have_count(0)
        card.get_by_role("button", name="Run now").click()
        expect(card.get_by_role("listitem").get_by_role("link")).to_have_count(1)
        card.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(card.get_by_role("listitem")).to_have_count(0)


@pytest.mark.slow
def test_every_alarm_of_a_full_page_is_seen_to_by_a_click(python: Path, browser: Browser, tmp_path: Path) -> None:
    fill(tmp_path / "home")
    with Served(python, tmp_path / "home") as served, profile(browser, 390, 844) as made:
        page = made.new_page()
        entered(page, served, "/upkeep")
        card = page.locator("#alarms")
        expect(card.get_by_role("listitem").first).to_be_visible()
        alarms = card.get_by_role("listitem").count()
        assert alarms >= 3, card.inner_text()
        for place in range(alarms):
            card.get_by_role("listitem").nth(place).get_by_role("button", name="Acknowledge").click()
            expect(card.get_by_role("button", name="Show again")).to_have_count(place + 1)
        card.get_by_role("button", name="Show again").first.click()
        expect(card.get_by_role("button", name="Acknowledge")).to_have_count(1)
        expect(page.locator("#schedules").get_by_text("paused")).to_be_visible()
        expect(page.get_by_text("given up").first).to_be_visible()
