"""Tasks of the processes that tests start, stop and kill: `python -m sessions.killed.children TASK ARGUMENTS`."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys

from moot.errors import MootError
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import asked, opened, spoke

HERE = holder_here("cli")


def say(*words: object) -> None:
    """A line that has left the process before it goes on; in one piece, also where standard output is unbuffered."""
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


async def load(path: str, name: str, sessions: int, appends: int) -> None:
    """Several sessions append; each event is named once it is acknowledged."""
    transcript = SqlTranscript(Store(path))

    async def one(session: str) -> None:
        lease = (await transcript.open(session, [opened()], HERE)).lease
        assert lease is not None
        say("ack", session, 1)
        for n in range(appends):
            await transcript.append(lease, [asked(f"a/seat-{n}", reserved=10)])
            (event,) = await transcript.append(lease, [spoke(f"a/seat-{n}", cost=3)])
            say("ack", session, event.seq)

    await asyncio.gather(*(one(f"{name}-{n}") for n in range(sessions)))
    await transcript.close()


async def hold(path: str, seconds: float) -> None:
    """Keeps every other writer out."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    connection.execute("BEGIN IMMEDIATE")
    say("locked")
    await asyncio.sleep(seconds)
    connection.execute("ROLLBACK")
    connection.close()


async def crowd(path: str, name: str, appends: int) -> None:
    """One of many processes that append to one file."""
    transcript = SqlTranscript(Store(path))
    lease = (await transcript.open(name, [opened()], HERE)).lease
    assert lease is not None
    for n in range(appends):
        await transcript.append(lease, [spoke(f"a/seat-{n}")])
    await transcript.close()


TASKS = {"load": load, "hold": hold, "crowd": crowd}

if __name__ == "__main__":
    task, *arguments = sys.argv[1:]
    try:
        asyncio.run(
            TASKS[task](*(int(one) if one.isdigit() else one for one in arguments))  # type: ignore[operator]
        )
    except MootError as error:
        say("error", error)
        sys.exit(3)
