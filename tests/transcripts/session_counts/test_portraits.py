"""Test that a model's record follows the order of time, whenever sessions are counted and whichever are deleted."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from analytics.conftest import store as store
from analytics.drawn_debates import HERE, Again, drafts_of, exported, stances_of
from cases import slow_except
from moot.analytics.standings import count_what_is_due
from moot.transcripts.session_counts import totals
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

SIDES = ("agree", "disagree", "neutral")


async def written(store: Store) -> list[dict[str, Any]]:
    """What is kept of each model after each of its sessions, in the order they ended."""
    await count_what_is_due(store)
    found = await store.read(
        lambda connection: connection.exec_driver_sql(
            "SELECT p.*, c.session FROM personalities p JOIN counted_sessions c ON c.number = p.number "
            "ORDER BY p.at, p.number, p.model"
        ).all()
    )
    return [row._asdict() for row in found]


def told_again(debates: list[Again]) -> list[tuple[Any, ...]]:
    """The same from the exports: sessions, marks and wins in a row, one debate after the other."""
    rows = []
    for at, each in enumerate(debates):
        until = debates[: at + 1]
        models = sorted(set(each.models.values()) - {"person"})
        for model in models:
            mine = [one for one in until if model in one.models.values()]
            streak = 0
            for one in mine:
                streak = streak + 1 if one.winner is not None and one.models[one.winner] == model else 0
            received = [mark for one in mine for mark in one.received(model)]
            others = sorted({name for one in mine for name in one.models.values()} - {model, "person"})
            bonds = {other: [stances_of(until, model, other)[side] for side in SIDES] for other in others}
            rows.append((each.session, model, len(mine), len(received), sum(received), streak, bonds))
    return rows


async def write(store: Store, draw: Random, number: int) -> None:
    """So many debates that are counted in another order than the one they ended in; some end at the same moment."""
    transcript = SqlTranscript(store)
    days = [f"2031-03-{1 + draw.randrange(number):02}T10:00:00.000Z" for _ in range(number)]
    for n, at in enumerate(days):
        drafts = drafts_of(draw, n, scripted=False, fork=None, at=at)
        lease = (await transcript.open(f"d{n}", drafts[:1], HERE)).lease
        assert lease is not None
        await transcript.append(lease, drafts[1:])


@pytest.mark.parametrize("seed", slow_except(range(40), 0, 1))
async def test_wins_in_a_row_follow_the_order_of_time(store: Store, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totals, "AT_ONCE", (20, 0, 3)[seed % 3])
    draw, number = Random(seed), 24
    await write(store, draw, number)
    left = [f"d{n}" for n in range(number)]
    for gone in draw.sample(left, seed % 3):
        await Register(store).delete(gone)
        left.remove(gone)
    rows = await written(store)
    told = [
        (
            *(row[name] for name in ("session", "model", "sessions", "received", "received_sum", "streak")),
            json.loads(row["bonds"]),
        )
        for row in rows
    ]
    assert told == told_again(await exported(SqlTranscript(store), left))
    await rebuild(store)
    assert await written(store) == rows
