"""A process that runs due schedules by a clock in a file, until it is killed.

With a seed, its sessions run for a while and spend some of their budget; without one, they end at once.
"""

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
from sessions.drafts import opened, verdict


def told(clock: Path) -> float:
    return float(clock.read_text())


async def work(store: Store, clock: Path, seed: int | None) -> None:
    transcript, chance = SqlTranscript(store), random.Random(seed)

    async def opens(due: DueSession) -> str:
        drafts = [opened(question=due.question, door="schedule"), verdict()]
        if seed is not None:
            await asyncio.sleep(
                chance.random() * 0.02
            )  # another process looks between reading what is left and opening
            assert due.budget is not None
            drafts = [opened(question=due.question, door="schedule", cap=round(due.budget * NANO))]
        return (await transcript.open(str(uuid.uuid4()), drafts, holder_here("schedule"), once=due.once)).session

    async def goes_on(session: str) -> str:
        assert seed is not None, f"{session} has ended"
        return ""

    async def whys(session: str) -> str:
        return ""

    async def tells(came: FireOutcome) -> Sequence[Parcel]:
        return [Parcel(about=f"session:{came.session}", channel=channel, message="{}") for channel in ("mail", "hook")]

    def end_some(connection: Connection) -> None:
        for row in connection.execute(select(sessions.c.id, sessions.c.cap).where(sessions.c.state == "running")).all():
            if chance.random() < 0.2:
                values = {"spent": int(row.cap * chance.choice((1.0, 1.0, 0.6, 0.1))), "state": "verdict"}
                connection.execute(update(sessions).where(sessions.c.id == row.id).values(**values))

    firing = DueRunner(Schedules(store), opens, Register(store).fates, goes_on, whys, tells)
    while True:
        await firing.look(told(clock))
        if seed is not None:
            await store.write(end_some, changes=())
        await asyncio.sleep(0.005)


if __name__ == "__main__":
    own = int(sys.argv[3]) if len(sys.argv) > 3 else None
    asyncio.run(work(Store(sys.argv[1], durable="normal"), Path(sys.argv[2]), own))
