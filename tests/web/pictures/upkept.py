"""A home whose page Upkeep is full: voters who differ, a pair that copies, alarms, schedules and channels that fail."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from analytics.upkeep.simulated import Skilled, voted
from moot.convening.schedules.schedule import Schedule, as_kept, checked
from moot.exports.delivery.channels import Channel, Channels
from moot.exports.delivery.message import Message
from moot.transcripts.scheduled.outbox import DeliveryState, Outbox, Parcel
from moot.transcripts.scheduled.schedules import Schedules
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

VOTERS = (
    Skilled("openrouter/openai/gpt-5.6-terra", 0.98, 0.95),
    Skilled("openrouter/google/gemini-4-flash-preview-with-a-long-name", 0.7, 0.9),
    Skilled("anthropic/claude-sonnet-5", 0.97, 0.45, lenient=1.1),
    Skilled("openrouter/qwen/qwen4-235b-a22b-instruct", 0.96, 0.92),
    Skilled("ollama/qwen4:8b", 0.95, 0.92, copies="openrouter/qwen/qwen4-235b-a22b-instruct"),
)
STATES: tuple[DeliveryState, ...] = ("dead", "sent", "waiting")
"""What became of messages to one channel."""
NOWHERE = "http://127.0.0.1:1029/hook"


def fill(home: Path, sessions: int = 32) -> None:
    """Writes all of it into the home, whose server may run."""
    home.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(1) as apart:  # a browser's loop may run in this thread
        apart.submit(asyncio.run, _filled(home, sessions)).result()


async def _filled(home: Path, sessions: int) -> None:
    store = Store(home / "moot.db", durable="normal")
    await voted(SqlTranscript(store), "upkept", VOTERS, sessions, random.Random(7))
    schedules, now = Schedules(store), time.time()
    for name, cron, council in (
        ("rates-of-the-central-bank-in-the-morning", "0 7 * * 1-5", "rehearsal"),
        ("no-such-council", "*/30 * * * *", "gone"),
        ("resting", "0 2 * * *", "rehearsal"),
    ):
        wanted = checked(name, Schedule(question="What changed since {last}?", cron=cron, council=council))
        await schedules.add(name, as_kept(wanted), now)
    resting = await schedules.named("resting")
    await schedules.pause(resting.id, True, now)
    channels, outbox = Channels(home), Outbox(store)
    channels.add(Channel(name="desk", kind="json", url=NOWHERE, private=True))
    channels.add(Channel(name="phone", kind="ntfy", url="https://ntfy.example.com/moot"))
    for number, state in enumerate(STATES):
        message = Message(about=f"session:upkept-{number}", subject="Rates: 2 claims changed", text="Two changed.")
        text = msgspec.json.encode(message).decode()
        await outbox.put(Parcel(about=message.about, channel="desk", message=text), now - 9_000)
        taken = await outbox.take(now, 60)
        assert taken is not None
        error = "" if state == "sent" else "Nothing listens on 127.0.0.1:1029."
        await outbox.settle(taken, state, next_at=now + 9_000, error=error)
    await store.close()
