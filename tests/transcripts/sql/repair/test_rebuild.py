"""Test that the derived tables are the same when rebuilt from the events."""

from __future__ import annotations

import json
from pathlib import Path

from exports.test_three_stage_files import conversation, turn
from moot.exports.three_stage_files import import_conversation
from moot.exports.transcript_import import import_transcript
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import DEAD, asked, failed, opened, resumed, spoke, stage, stopped, verdict

GOLDEN = Path(__file__).parents[3] / "golden" / "transcripts"
HERE = holder_here("python")

TABLES = {
    "sessions": "id",
    "money": "session, key",
    "search": "rowid",
    "conversations": "id",
    "days": "day",
}


async def dump(store: Store) -> dict[str, list[tuple[object, ...]]]:
    return await store.read(
        lambda connection: {
            name: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {name} ORDER BY {order}")]
            for name, order in TABLES.items()
        }
    )


async def lived(store: Store) -> None:
    transcript = SqlTranscript(store)
    for n, end in enumerate(([verdict("Yes.")], [stopped(), resumed(cap=900)], [stopped(outcome="failed")], [])):
        came = await transcript.open(f"s{n}", [opened(cap=500, thread=f"t{n}")], HERE if n % 2 else DEAD)
        assert came.lease is not None
        wave = [asked(f"a/seat-{seat}", reserved=90) for seat in "abcd"]
        await transcript.append(came.lease, [stage("a"), *wave])
        await transcript.append(came.lease, [spoke("a/seat-a", cost=80), failed("a/seat-b", spent=True)])
        await transcript.append(came.lease, [spoke("a/seat-c")])
        for draft in end:
            await transcript.append(came.lease, [draft])
    await transcript.take("s2", DEAD)
    await transcript.sweep()
    await Register(store).name("s1", "A title")


async def test_a_rebuilt_store_is_the_store_before(store: Store) -> None:
    await lived(store)
    before = await dump(store)
    assert await rebuild(store) == 4
    assert await dump(store) == before


async def test_what_came_in_from_elsewhere_has_no_accounts_before_or_after(store: Store) -> None:
    await lived(store)
    await import_conversation(store, json.dumps(conversation(*turn("How old?"))))
    await import_transcript(store, (GOLDEN / "0.1.0-peer-review-full.jsonl").read_text(encoding="utf-8"))
    before = await dump(store)
    await rebuild(store)
    assert await dump(store) == before
