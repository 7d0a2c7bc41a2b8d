"""One process that holds sessions of schedules with a month's budget: they run for a while and spend some of it."""

from __future__ import annotations

import asyncio
import random
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, select, update

from moot.extensions.notify.due_runner import DueRunner, DueSession, FireOutcome
from moot.extensions.notify.outbox import Parcel
from moot.extensions.notify.schedule_store import Schedules
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.seats import NANO
from sessions.drafts import opened


def told(clock: Path) -> float:
    return float(clock.read_text())


async def work(store: Store, clock: Path, seed: int) -> None:
    transcript, chance = SqlTranscript(store), random.Random(seed)

    async def opens(due: DueSession) -> str:
        await asyncio.sleep(chance.random() * 0.02)  # between what is left and what is taken another process looks
        assert due.budget is not None
        drafts = [opened(question=due.question, door="schedule", cap=round(due.budget * NANO))]
        return (await transcript.open(str(uuid.uuid4()), drafts, holder_here("schedule"), once=due.once)).session

    async def goes_on(session: str) -> str:
        return ""

    async def whys(session: str) -> str:
        return ""

    async def tells(came: FireOutcome) -> Sequence[Parcel]:
        return ()

    def some_end(connection: Connection) -> None:
        for row in connection.execute(select(sessions.c.id, sessions.c.cap).where(sessions.c.state == "running")).all():
            if chance.random() < 0.2:
                spent = int(row.cap * chance.choice((1.0, 1.0, 0.6, 0.1)))
                values = {"spent": spent, "state": "verdict"}
                connection.execute(update(sessions).where(sessions.c.id == row.id).values(**values))

    firing = DueRunner(Schedules(store), opens, Register(store).fates, goes_on, whys, tells)
    while True:
        await firing.look(told(clock))
        await store.write(some_end, changes=())
        await asyncio.sleep(0.005)


if __name__ == "__main__":
    asyncio.run(work(Store(sys.argv[1], durable="normal"), Path(sys.argv[2]), int(sys.argv[3])))
