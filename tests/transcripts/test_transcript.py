"""Test the contract of `moot.transcripts.transcript` for each implementation."""

from __future__ import annotations

import asyncio
import hashlib

import msgspec
import pytest

from moot.errors import (
    Conflict,
    LeaseLost,
    ProtocolWrong,
    SessionBusy,
    SessionOver,
    UnknownName,
)
from moot.transcripts.lease import LASTS, Lease, holder_here
from moot.transcripts.transcript import HolderRequest, Once, Transcript
from moot.vocabulary.events import Fork
from sessions.conftest import Clock, Make
from sessions.drafts import (
    DEAD,
    ELSEWHERE,
    asked,
    copied,
    failed,
    opened,
    resumed,
    spoke,
    stage,
    start,
    stopped,
    verdict,
)

HERE = holder_here("python")


# the record ---------------------------------------------------------------------------------------------------------


async def test_seq_runs_without_a_gap_and_t_never_falls(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [stage("opinions", t=50), spoke("opinions/seat-a", t=20)])
    await transcript.append(lease, [spoke("opinions/seat-b", t=40)])
    events = await transcript.read("s1")
    assert [event.seq for event in events] == [1, 2, 3, 4]
    assert [event.t for event in events] == [0, 50, 50, 50]
    assert [event.key for event in events] == ["opened", "stage:opinions", "opinions/seat-a", "opinions/seat-b"]
    assert [event.kind for event in events] == ["SessionOpened", "StageEntered", "SeatSpoke", "SeatSpoke"]
    assert all(event.session == "s1" and event.version == 1 for event in events)


async def test_what_is_read_is_what_was_appended(transcript: Transcript) -> None:
    lease = await start(transcript)
    came = await transcript.append(lease, [spoke("opinions/seat-a", "häß\u0000lich \U0001f9ed", cost=3)])
    assert await transcript.read("s1", after=1) == came


async def test_reading_starts_after_a_position_and_stops_at_a_limit(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [spoke(f"opinions/seat-{n}") for n in range(10)])
    assert [event.seq for event in await transcript.read("s1", after=4, limit=3)] == [5, 6, 7]
    assert await transcript.read("s1", after=11) == []
    assert await transcript.read("s1", after=500) == []


async def test_of_two_appends_under_one_key_the_first_stands_and_both_are_told(transcript: Transcript) -> None:
    lease = await start(transcript)
    first, second = await asyncio.gather(
        transcript.append(lease, [spoke("opinions/seat-a", "one")]),
        transcript.append(lease, [spoke("opinions/seat-a", "two"), spoke("opinions/seat-b")]),
    )
    assert first == second[:1]
    assert second[1].seq == 3
    assert len(await transcript.read("s1")) == 3


async def test_a_late_answer_stands_beside_the_failure_that_was_first(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [failed("a/seat-a", final=True, how="late")])
    came = await transcript.append(lease, [spoke("a/seat-a"), spoke("a/seat-a", late=True)])
    assert [event.kind for event in came] == ["SeatFailed", "SeatSpoke"]


async def test_nobody_opened_it(transcript: Transcript) -> None:
    for attempt in (
        transcript.read("nix"),
        transcript.balance("nix"),
        transcript.crashes("nix"),
        transcript.take("nix", HERE),
        transcript.wish(HolderRequest(id=0, session="nix", kind="stop")),
        transcript.append(Lease(session="nix", holder=HERE, epoch=1), [stage("a")]),
    ):
        with pytest.raises(UnknownName):
            await attempt


async def test_texts_and_blobs_lie_under_their_digest(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [asked("a/seat-a", prompt="d1")], {"d1": "the prompt \u0000 é"})
    await transcript.append(lease, [asked("a/seat-b", prompt="d1")], {"d1": "the prompt \u0000 é"})
    digest = await transcript.keep_blob(b"\x00bytes")
    assert digest == await transcript.keep_blob(b"\x00bytes") == hashlib.sha256(b"\x00bytes").hexdigest()
    assert await transcript.text("d1") == "the prompt \u0000 é"
    assert await transcript.blob(digest) == b"\x00bytes"
    assert await transcript.text("d2") is None
    assert await transcript.blob("d2") is None


async def test_followers_are_rung_after_the_commit(transcript: Transcript) -> None:
    waker = transcript.bell.follow("s1")
    lease = await start(transcript)
    assert waker.is_set()
    waker.clear()
    with pytest.raises(ProtocolWrong):
        await transcript.append(lease, [stage("a"), msgspec.structs.replace(opened(), key="again")])
    assert not waker.is_set()
    await transcript.append(lease, [stage("a")])
    assert waker.is_set()
    transcript.bell.leave("s1", waker)


# endings ------------------------------------------------------------------------------------------------------------


async def test_nothing_follows_a_verdict(transcript: Transcript) -> None:
    lease = await start(transcript)
    came = await transcript.append(lease, [spoke("a/seat-a"), verdict()])
    for more in (stage("b"), resumed(), stopped()):
        with pytest.raises(SessionOver):
            await transcript.append(lease, [more])
    assert await transcript.append(lease, [spoke("a/seat-a"), verdict("other")]) == came, "a retry finds its own"
    with pytest.raises(SessionOver):
        await transcript.take("s1", ELSEWHERE, force=True)
    assert len(await transcript.read("s1")) == 3


async def test_nothing_of_an_append_stands_when_part_of_it_follows_the_verdict(transcript: Transcript) -> None:
    lease = await start(transcript)
    with pytest.raises(SessionOver):
        await transcript.append(lease, [verdict(), stage("b")])
    assert len(await transcript.read("s1")) == 1


async def test_after_a_stop_only_a_resumption_follows(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [stopped()])
    for more in ([stage("b")], [stage("b"), resumed()], [verdict()]):
        with pytest.raises(SessionOver):
            await transcript.append(lease, more)
    await transcript.append(lease, [resumed(), stage("b")])
    assert [event.key for event in await transcript.read("s1")] == ["opened", "stopped.1", "resumed.1", "stage:b"]


# leases -------------------------------------------------------------------------------------------------------------


async def test_a_living_holder_keeps_others_out_until_its_lease_runs_out(make: Make, clock: Clock) -> None:
    transcript = make()
    await start(transcript, holder=ELSEWHERE)
    with pytest.raises(SessionBusy, match="another-host"):
        await transcript.take("s1", HERE)
    clock.now += LASTS - 1
    with pytest.raises(SessionBusy):
        await transcript.take("s1", HERE)
    clock.now += 2
    assert (await transcript.take("s1", HERE)).epoch == 2
    assert await transcript.crashes("s1") == 1
    await transcript.close()


async def test_renewing_keeps_a_lease(make: Make, clock: Clock) -> None:
    transcript = make()
    lease = await start(transcript, holder=ELSEWHERE)
    for _ in range(5):
        clock.now += LASTS - 1
        assert await transcript.renew(ELSEWHERE, [lease]) == []
    with pytest.raises(SessionBusy):
        await transcript.take("s1", HERE)
    taken = await transcript.take("s1", HERE, force=True)
    assert await transcript.renew(ELSEWHERE, [lease]) == ["s1"]
    assert await transcript.renew(HERE, [taken]) == []
    await transcript.close()


async def test_a_dead_process_of_this_host_frees_its_sessions_at_once(transcript: Transcript) -> None:
    await start(transcript, holder=DEAD)
    assert (await transcript.take("s1", HERE)).epoch == 2


async def test_a_stale_lease_writes_nothing(transcript: Transcript) -> None:
    old = await start(transcript, holder=ELSEWHERE)
    new = await transcript.take("s1", HERE, force=True)
    with pytest.raises(LeaseLost):
        await transcript.append(old, [stage("a")])
    await transcript.release(old)
    await transcript.append(new, [stage("b")])
    assert [event.key for event in await transcript.read("s1")] == ["opened", "stage:b"]


async def test_two_executors_race_and_one_runs(transcript: Transcript) -> None:
    leases = [await start(transcript, holder=DEAD)]
    for n in range(20):
        leases.append(await transcript.take("s1", HERE if n % 2 else ELSEWHERE, force=True))
    results = await asyncio.gather(
        *(transcript.append(lease, [spoke(f"a/seat-{n}")]) for n, lease in enumerate(leases)), return_exceptions=True
    )
    assert [type(result) for result in results] == [LeaseLost] * 20 + [list]


async def test_who_lets_go_lets_go_at_once_and_counts_no_crash(transcript: Transcript) -> None:
    lease = await start(transcript, holder=ELSEWHERE)
    await transcript.release(lease, "waiting")
    await transcript.release(lease)
    with pytest.raises(LeaseLost):
        await transcript.append(lease, [stage("a")])
    assert (await transcript.take("s1", HERE)).epoch > lease.epoch
    assert await transcript.crashes("s1") == 0


async def test_crashes_in_a_row_are_counted_until_a_move_is_settled(transcript: Transcript) -> None:
    await start(transcript, holder=DEAD)
    for n in range(1, 4):
        lease = await transcript.take("s1", DEAD, force=True)
        assert await transcript.crashes("s1") == n
        await transcript.append(lease, [asked(f"a/seat-{n}"), failed(f"a/seat-{n}")])
    assert await transcript.crashes("s1") == 3, "an attempt settles nothing"
    await transcript.append(lease, [failed("a/seat-1", final=True, how="late")])
    assert await transcript.crashes("s1") == 0
    lease = await transcript.take("s1", HERE)
    await transcript.append(lease, [spoke("a/seat-2")])
    assert await transcript.crashes("s1") == 0


async def test_sweeping_finds_what_dead_holders_left(make: Make, clock: Clock) -> None:
    transcript = make()
    for session, holder in (("dead", DEAD), ("alive", HERE), ("away", ELSEWHERE), ("waits", ELSEWHERE)):
        lease = await start(transcript, session, holder)
        await transcript.append(lease, [asked("a/seat-a", reserved=70)])
        if session == "waits":
            await transcript.release(lease, "waiting")
    assert await transcript.sweep() == ["dead"]
    assert (await transcript.balance("dead")).spent == 70
    assert (await transcript.balance("away")).reserved == 70
    clock.now += LASTS + 1
    await transcript.renew(HERE, [Lease(session="alive", holder=HERE, epoch=1)])
    assert sorted(await transcript.sweep()) == ["away", "dead"]
    assert (await transcript.balance("away")).reserved == 0
    assert (await transcript.balance("alive")).reserved == 70
    await transcript.take("dead", HERE)
    assert await transcript.crashes("dead") == 1, "sweeping does not let go for the dead"
    await transcript.close()


# opening ------------------------------------------------------------------------------------------------------------


async def test_opening_twice_with_one_idempotency_key_gives_one_session(transcript: Transcript) -> None:
    once = Once(key="server:k", digest="d")
    came = await asyncio.gather(
        *(transcript.open(f"s{n}", [opened()], HERE, once=once) for n in range(20)), return_exceptions=False
    )
    assert len({one.session for one in came}) == 1
    assert sum(one.lease is not None for one in came) == 1
    with pytest.raises(Conflict):
        await transcript.open("other", [opened()], HERE, once=Once(key="server:k", digest="e"))
    with pytest.raises(UnknownName):
        await transcript.read("other")


async def test_a_conversation_has_one_unfinished_session(transcript: Transcript) -> None:
    first = await start(transcript, "s1", thread="t1")
    with pytest.raises(Conflict, match="s1"):
        await start(transcript, "s2", thread="t1")
    await start(transcript, "s3", thread="t2")
    await transcript.append(first, [verdict()])
    await start(transcript, "s2", thread="t1")


async def test_a_session_has_one_beginning(transcript: Transcript) -> None:
    lease = await start(transcript)
    with pytest.raises(Conflict):
        await transcript.open("s1", [opened(question="Another?")], ELSEWHERE)
    with pytest.raises(ProtocolWrong):
        await transcript.open("s2", [stage("a")], HERE)
    with pytest.raises(ProtocolWrong):
        await transcript.open("s2", [], HERE)
    with pytest.raises(UnknownName):
        await transcript.read("s2")
    assert await transcript.append(lease, []) == []


async def test_copies_of_a_fork_are_numbered_anew_and_cost_nothing(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [asked("a/seat-a", reserved=90), spoke("a/seat-a", cost=50)])
    fork = opened(fork=Fork(session="s1", stage="b"), cap=60)
    copy = copied(spoke("a/seat-a", cost=50), "s1", 3)
    came = await transcript.open("s2", [fork, copy], HERE)
    assert came.lease is not None
    events = await transcript.read("s2")
    assert [(event.seq, event.key) for event in events] == [(1, "opened"), (2, "a/seat-a")]
    assert events[1].origin == copy.origin
    assert (await transcript.balance("s2")).spent == 0
    await transcript.append(came.lease, [asked("b/seat-a", reserved=60)])


# wishes -------------------------------------------------------------------------------------------------------------


async def test_wishes_wait_in_order_until_they_are_granted(transcript: Transcript) -> None:
    await start(transcript, "s1")
    await start(transcript, "s2")
    first = await transcript.wish(HolderRequest(id=0, session="s1", kind="answer", key="a/seat-a", text="mine"))
    await transcript.wish(HolderRequest(id=0, session="s2", kind="stop"))
    second = await transcript.wish(HolderRequest(id=0, session="s1", kind="stop"))
    waiting = await transcript.wishes(["s1"])
    assert [(wish.id, wish.kind, wish.key, wish.text) for wish in waiting] == [
        (first, "answer", "a/seat-a", "mine"),
        (second, "stop", "", ""),
    ]
    await transcript.grant(waiting[0])
    await transcript.grant(waiting[0])
    assert [wish.id for wish in await transcript.wishes(["s1"])] == [second]
    assert len(await transcript.wishes(["s1", "s2", "nix"])) == 2
    assert await transcript.wishes([]) == []


async def test_a_wish_to_stop_does_not_lie_in_wait_for_a_later_attempt(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.wish(HolderRequest(id=0, session="s1", kind="stop"))
    await transcript.wish(HolderRequest(id=0, session="s1", kind="answer", key="a/seat-a", text="mine"))
    await transcript.append(lease, [stopped()])
    assert [wish.kind for wish in await transcript.wishes(["s1"])] == ["answer"]
    with pytest.raises(SessionOver):
        await transcript.wish(HolderRequest(id=0, session="s1", kind="stop"))
    await transcript.append(lease, [resumed(), verdict()])
    assert await transcript.wishes(["s1"]) == []
