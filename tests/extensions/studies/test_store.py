"""Test that facts of studies are appended once by key, and that their sessions' states are read at once."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest
from sqlalchemy import Connection, Delete, Update, delete, update

from moot.errors import UnknownName
from moot.extensions.studies.reports.holders import holder_of
from moot.extensions.studies.store import ENDED, OPENED, CellOf, Studies
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import opened


async def test_a_fact_is_written_once_and_in_order(store: Store) -> None:
    studies = Studies(store)
    assert await studies.append("s1", OPENED, "StudyOpened", "{}")
    written = await asyncio.gather(*(studies.append("s1", f"cell/{n % 10}", "CellPut", f"{{{n}}}") for n in range(30)))
    assert sum(written) == 10
    facts = await studies.read("s1")
    assert [fact.seq for fact in facts] == list(range(11))
    assert {fact.body for fact in facts[1:]} == {f"{{{n}}}" for n in range(10)}, "what was first stays"
    assert await studies.read("s2") == []


async def test_a_study_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    studies = Studies(store)
    for name in ("abc1", "abd2"):
        await studies.append(name, OPENED, "StudyOpened", "{}")
    assert await studies.resolve("abc") == "abc1"
    assert await studies.resolve("last") in ("abc1", "abd2")
    for given in ("ab", "", "x"):
        with pytest.raises(UnknownName):
            await studies.resolve(given)


def changed(statement: Update | Delete, connection: Connection) -> None:
    connection.execute(statement)


async def test_the_store_and_the_reader_tell_alike_which_session_a_cell_has(store: Store) -> None:
    transcript, studies, chance = SqlTranscript(store), Studies(store), random.Random(7)
    had: dict[str, list[str]] = {}
    states = ("verdict", "inconclusive", "failed", "out_of_budget", "gone")
    for cell in range(24):
        for attempt in range(1 + cell % 4):
            session = f"s{cell}-{attempt}"
            await transcript.open(session, [opened()], holder_here("python"))
            had.setdefault(f"q{cell}", []).append(session)
    order = [(item, each) for item, every in had.items() for each in every]
    order.sort(key=lambda each: (each[1].partition("-")[2], chance.random()))
    for item, session in order:
        whose = CellOf(session=session, arm="base", item=item, repeat=1)
        await studies.append("s1", f"cell/{session}", "CellPut", "{}", whose)
        state, degraded = chance.choice(states), chance.choice((0, 0, 1, 3))
        change = update(sessions).where(sessions.c.id == session).values(state=state, degraded=degraded)
        gone = delete(sessions).where(sessions.c.id == session)
        await store.write(partial(changed, gone if state == "gone" else change), changes=())
    fates = await Register(store).fates([session for every in had.values() for session in every])
    told = {row.item: row.session for row in await studies.standing("s1")}
    assert told == {item: holder_of(every, fates) for item, every in had.items()}
    finished = {item for item, every in had.items() if any(s in fates and fates[s].state in ENDED for s in every)}
    assert {item for item, session in told.items() if session in fates and fates[session].state in ENDED} == finished
    assert sum(row.cells for row in await studies.counts("s1")) == sum(session in fates for session in told.values())
