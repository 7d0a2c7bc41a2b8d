"""The page Upkeep: what fills it where there is nothing, a schedule that rests, goes on, is held and is removed.

And the page where there is much: alarms of every kind, times that failed, messages that were given up.
"""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from analytics.upkeep.simulated import Skilled, voted
from moot.convening.schedules.schedule import Schedule, as_kept, checked
from moot.exports.delivery.channels import Channel, Channels
from moot.exports.delivery.message import Message
from moot.transcripts.scheduled.outbox import Outbox, Parcel
from moot.transcripts.scheduled.schedules import Fire, Schedules
from moot.transcripts.scheduled.tables import deliveries
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from rig.forking import Forking
from web.conftest import entered, profile
from web.everywhere.test_access import across, audited
from web.served import Served


async def scheduled(home: Path) -> None:
    """One schedule, kept as the terminal keeps it."""
    store = Store(home / "moot.db", durable="normal")
    wanted = checked("rates", Schedule(question="What changed since {last}?", cron="0 2 * * *", council="rehearsal"))
    await Schedules(store).add("rates", as_kept(wanted), store.clock())
    await store.close()


def test_upkeep_says_what_fills_it_and_a_schedule_is_seen_to_in_place(
    python: Forking, browser: Browser, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in this thread
        apart.submit(asyncio.run, scheduled(home)).result()
    with Served(python, home) as served, profile(browser, 1440) as made:
        page = made.new_page()
        entered(page, served, "/")
        page.get_by_role("link", name="Upkeep").click()
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
        expect(card.get_by_text("A council can meet by itself")).to_be_visible()


VOTERS = (
    Skilled("openai/gpt-5-mini", 0.98, 0.95),
    Skilled("google/gemini-2.5-flash", 0.97, 0.5, lenient=0.6),
    Skilled("deepseek/deepseek-v3.2", 0.96, 0.9, copies="openai/gpt-5-mini"),
    Skilled("mistralai/mistral-small-3.2-24b-instruct", 0.45, 0.9, lenient=-0.4),
)
"""A sound voter, a lenient one that is wrong on controls, a copy of the first, and one whose ballots cannot be read."""
SILENT = Skilled("cohere/command-a", 0.0, 0.9)


async def full(home: Path) -> None:
    """A home with evidence of many sessions, schedules that failed or rest, and messages that were not taken."""
    store = Store(home / "moot.db", durable="normal")
    transcript, schedules, outbox = SqlTranscript(store), Schedules(store), Outbox(store)
    await voted(transcript, "daily", [*VOTERS, SILENT], 40, random.Random(5))
    hour = 3_600.0
    for name, zone, council, rests, rate in (
        ("rates", "Europe/Berlin", "rehearsal", False, "30 7 * * 1-5"),
        ("gone", "America/New_York", "nobody", False, "0 2 * * *"),
        ("a-name-that-is-as-long-as-names-of-schedules-can-be", "UTC", "rehearsal", True, "*/15 * * * *"),
    ):
        wanted = checked(
            name,
            Schedule(
                question="What changed about interest rates, rents and the price of energy since {last}?",
                cron=rate, zone=zone, council=council, budget=0.5, month=8.0, channels=("me", "hook"),
            ),
        )  # fmt: skip
        made = await schedules.add(name, as_kept(wanted), store.clock() - 30 * hour)
        await schedules.pause(made.id, rests, store.clock())
        if name == "gone":
            now = int(time.time())
            for at in range(4):
                assert await schedules.take(made.id, now - at * 60)
                fire = Fire(schedule=made.id, at=now - at * 60, state="due", session="", why="")
                why = "There is no council called 'nobody'. Correct it and try again; nothing was started."
                await schedules.settle(fire, "failed", why=why)
    channels = Channels(home)
    channels.add(
        Channel(name="me", kind="mail", url="smtps://mail.example.org", to=("me@example.org",), sender="m@e.org")
    )
    channels.add(Channel(name="hook", kind="json", url="https://example.org/hooks/moot"))
    for number in range(6):
        told = Message(about=f"session:{number}", subject=f"rates: {number} new, 1 moved (2027-05-04)", text="2 new.")
        written = msgspec.json.encode(told).decode()
        for channel in ("me", "hook"):
            await outbox.put(
                Parcel(about=told.about, channel=channel, message=written),
                store.clock() + 9 * hour,
            )
    dead = update(deliveries).where(deliveries.c.channel == "hook", deliveries.c.id % 4 == 0)
    given_up = dead.values(state="dead", attempts=9, error="HTTP 502: Bad Gateway")
    await store.write(lambda connection: connection.execute(given_up).rowcount, changes=())
    await store.close()


def test_every_alarm_of_a_full_page_is_seen_to_by_a_click(python: Forking, browser: Browser, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, full(home)).result()
    with Served(python, home) as served, profile(browser, 390, 844) as made:
        page = made.new_page()
        entered(page, served, "/upkeep")
        card = page.locator("#alarms")
        expect(card.get_by_role("listitem").first).to_be_visible()
        alarms = card.get_by_role("listitem").count()
        assert alarms >= 3, card.inner_text()
        for place in range(alarms):
            name = "Acknowledge" if place % 2 else "Snooze for a week"
            card.get_by_role("listitem").nth(place).get_by_role("button", name=name).click()
            expect(card.get_by_role("button", name="Tell again")).to_have_count(place + 1)
        card.get_by_role("button", name="Tell again").first.click()
        expect(card.get_by_role("button", name="Acknowledge")).to_have_count(1)
        expect(page.locator("#schedules").get_by_text("paused")).to_be_visible()
        expect(page.get_by_text("given up").first).to_be_visible()
        assert across(page) == []
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            for theme in ("light", "dark"):
                assert audited(page, theme, width) == []
