"""A home whose page Upkeep is full: voters who differ, a pair that copies, alarms, schedules and channels that fail."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from sqlalchemy import update

from analytics.voter_quality.simulated import Skilled, voted
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.outbox import ChannelMessage, Outbox, Parcel
from moot.extensions.notify.schedule import Schedule, check_schedule, encode_schedule
from moot.extensions.notify.schedule_store import Fire, Schedules
from moot.extensions.notify.tables import deliveries
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

VOTERS = (
    Skilled("openrouter/openai/gpt-5-mini", 0.98, 0.95),
    Skilled("google/gemini-2.5-flash", 0.97, 0.5, lenient=0.6),
    Skilled("deepseek/deepseek-v3.2", 0.96, 0.9, copies="openrouter/openai/gpt-5-mini"),
    Skilled("openrouter/mistralai/mistral-small-3.2-24b-instruct", 0.45, 0.9, lenient=-0.4),
)
"""A sound voter, a lenient one that is wrong on controls, a copy of the first, and one whose ballots cannot be read."""
SILENT = Skilled("cohere/command-a", 0.0, 0.9)


def fill(home: Path) -> None:
    """Writes all of it into the home, whose server may run."""
    home.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(1) as apart:  # a browser's loop may run in this thread
        apart.submit(asyncio.run, _filled(home)).result()


async def _filled(home: Path) -> None:
    store = Store(home / "moot.db", durable="normal")
    transcript, schedules, outbox = SqlTranscript(store), Schedules(store), Outbox(store)
    await voted(transcript, "daily", [*VOTERS, SILENT], 40, random.Random(5))
    hour = 3_600.0
    for name, zone, council, rests, rate in (
        ("rates", "Europe/Berlin", "rehearsal", False, "30 7 * * 1-5"),
        ("gone", "America/New_York", "nobody", False, "0 2 * * *"),
        ("a-name-that-is-as-long-as-names-of-schedules-can-be", "UTC", "rehearsal", True, "*/15 * * * *"),
    ):
        wanted = check_schedule(
            name,
            Schedule(
                question="What changed about interest rates, rents and the price of energy since {last}?",
                cron=rate, zone=zone, council=council, budget=0.5, month=8.0, channels=("me", "hook"),
            ),
        )  # fmt: skip
        made = await schedules.add(name, encode_schedule(wanted), store.clock() - 30 * hour)
        await schedules.pause(made.id, rests, store.clock())
        if name == "gone":
            now = int(time.time())
            for at in range(4):
                assert await schedules.take(made.id, now - at * 60, ())
                fire = Fire(schedule=made.id, at=now - at * 60, state="due", session="", why="")
                why = "There is no council called 'nobody'. Correct it and try again; nothing was started."
                await schedules.settle(fire, "failed", why=why)
    channels = Channels(home)
    channels.add(
        Channel(name="me", kind="mail", url="smtps://mail.example.org", to=("me@example.org",), sender="m@e.org")
    )
    channels.add(Channel(name="hook", kind="json", url="https://example.org/hooks/moot"))
    for number in range(6):
        told = ChannelMessage(
            about=f"session:{number}", subject=f"rates: {number} new, 1 moved (2027-05-04)", text="2 new."
        )
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
