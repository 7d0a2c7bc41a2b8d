"""A process that runs due schedules by a clock in a file, until it is killed."""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path

from moot.extensions.notify.due_runner import DueRunner, DueSession, FireOutcome
from moot.extensions.notify.outbox import Parcel
from moot.extensions.notify.schedule_store import Schedules
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import opened, verdict


def told(clock: Path) -> float:
    return float(clock.read_text())


async def work(store: Store, clock: Path) -> None:
    transcript = SqlTranscript(store)

    async def opens(due: DueSession) -> str:
        drafts = [opened(question=due.question, door="schedule"), verdict()]
        return (await transcript.open(str(uuid.uuid4()), drafts, holder_here("schedule"), once=due.once)).session

    async def goes_on(session: str) -> str:
        raise AssertionError(f"{session} has ended")

    async def whys(session: str) -> str:
        return ""

    async def tells(came: FireOutcome) -> Sequence[Parcel]:
        return [Parcel(about=f"session:{came.session}", channel=channel, message="{}") for channel in ("mail", "feed")]

    firing = DueRunner(Schedules(store), opens, Register(store).fates, goes_on, whys, tells)
    while True:
        await firing.look(told(clock))
        await asyncio.sleep(0.005)


if __name__ == "__main__":
    asyncio.run(work(Store(sys.argv[1], durable="normal"), Path(sys.argv[2])))
