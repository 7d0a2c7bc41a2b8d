"""Test that the cache between two appends always equals the file, whichever process writes to it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from moot.errors import LeaseLost, MootError
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.lease import Lease
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft, Transcript
from sessions.drafts import HERE, asked, failed, opened, resumed, spoke, stage, stopped, verdict

SESSIONS = ("s1", "s2", "s3")


def drafts_by(chance: Random) -> list[Draft]:
    """A few that fit each other now and then."""
    key = f"a/seat-{chance.choice('abcd')}"
    made = [
        lambda: asked(key, chance.randint(1, 2), reserved=chance.choice([None, 3, 9])),
        lambda: spoke(key, cost=chance.choice([None, 2]), attempt=chance.randint(1, 2)),
        lambda: failed(key, final=chance.random() < 0.5, spent=chance.random() < 0.5),
        lambda: stage(chance.choice("xyz")),
        lambda: stopped(chance.randint(1, 2)),
        lambda: resumed(chance.randint(1, 2)),
        lambda: verdict() if chance.random() < 0.1 else stage("w"),
    ]
    return [chance.choice(made)() for _ in range(chance.randint(1, 3))]


async def done(transcript: Transcript, session: str, act: float, lease: Lease, drafts: list[Draft]) -> object:
    """What comes of one act: an append most often, else the lease is taken anew, or let go."""
    try:
        if act < 0.1:
            return await transcript.take(session, HERE, force=True)
        if act < 0.15:
            return await transcript.release(lease)
        return [(event.seq, event.key, event.body) for event in await transcript.append(lease, drafts)]
    except MootError as error:
        return type(error)


@pytest.mark.parametrize("seed", range(6))
async def test_two_processes_that_remember_do_what_one_does_that_reads_everything(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    stores = [Store(tmp_path / "moot.db") for _ in range(2)]
    files = [SqlTranscript(store) for store in stores]
    oracle = MemoryTranscript()
    leases: dict[str, Lease] = {}
    for session in SESSIONS:
        first = opened(cap=30)
        await oracle.open(session, [first], HERE)
        lease = (await files[0].open(session, [first], HERE)).lease
        assert lease is not None
        leases[session] = lease
    for _ in range(120):
        session, act, drafts = chance.choice(SESSIONS), chance.random(), drafts_by(chance)
        lease = leases[session]
        came = [await done(each, session, act, lease, drafts) for each in (oracle, chance.choice(files))]
        assert came[0] == came[1], (session, act, [draft.key for draft in drafts])
        if isinstance(came[1], Lease):
            leases[session] = came[1]
    for session in SESSIONS:
        assert await oracle.balance(session) == await files[1].balance(session)
        assert await oracle.read(session) == await files[1].read(session)
    for store in stores:
        await store.close()


async def test_who_lost_the_lease_to_another_process_learns_it_at_the_next_append(store: Store, path: Path) -> None:
    here = SqlTranscript(store)
    lease = (await here.open("s1", [opened()], HERE)).lease
    assert lease is not None
    await here.append(lease, [stage("a")])
    other = Store(path)
    taken = await SqlTranscript(other).take("s1", HERE, force=True)
    await SqlTranscript(other).append(taken, [stage("b")])
    await other.close()
    with pytest.raises(LeaseLost):
        await here.append(lease, [stage("c")])
    assert [event.seq for event in await here.append(taken, [stage("b"), stage("c")])] == [3, 4]
