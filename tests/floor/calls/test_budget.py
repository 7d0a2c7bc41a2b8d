"""Test reserving and settling money: this part of the contract holds for every transcript."""

from __future__ import annotations

import asyncio

import pytest

from moot.errors import OutOfBudget
from moot.transcripts.lease import holder_here
from moot.transcripts.transcript import Transcript
from sessions.conftest import Clock, Make
from sessions.drafts import DEAD, asked, failed, resumed, spoke, start, stopped, verdict

HERE = holder_here("python")


async def test_a_wave_that_does_not_fit_is_refused_whole(transcript: Transcript) -> None:
    lease = await start(transcript, cap=1_000_000_000)
    await transcript.append(lease, [asked("a/seat-a", reserved=400_000_000)])
    wave = [asked(f"b/seat-{n}", reserved=250_000_000) for n in range(3)]
    told = r"\$0\.75 .*budget of \$1\.00.*\$0\.00 is charged, \$0\.00 may still be charged, and \$0\.40"
    with pytest.raises(OutOfBudget, match=told):
        await transcript.append(lease, wave)
    assert len(await transcript.read("s1")) == 2
    await transcript.append(lease, wave[:2])
    with pytest.raises(OutOfBudget):
        await transcript.append(lease, wave)
    await transcript.append(lease, [stopped(outcome="out_of_budget", reason="budget")])
    await transcript.append(lease, [resumed(cap=2_000_000_000), *wave[2:]])
    balance = await transcript.balance("s1")
    assert (balance.spent, balance.reserved, balance.cap) == (900_000_000, 250_000_000, 2_000_000_000)


async def test_the_day_has_a_cap_over_all_sessions(make: Make, clock: Clock) -> None:
    transcript = make(day_cap=100)
    first, second = await start(transcript, "s1"), await start(transcript, "s2")
    await transcript.append(first, [asked("a/seat-a", reserved=60)])
    with pytest.raises(OutOfBudget, match="day"):
        await transcript.append(second, [asked("a/seat-a", reserved=60)])
    await transcript.append(first, [spoke("a/seat-a", cost=10)])
    await transcript.append(second, [asked("a/seat-a", reserved=60)])
    clock.now += 86_400
    await transcript.append(first, [asked("b/seat-a", reserved=100)])
    await transcript.append(second, [spoke("a/seat-a", cost=60)])
    with pytest.raises(OutOfBudget):
        await transcript.append(first, [asked("b/seat-b", reserved=1)])
    await transcript.close()


async def test_waves_that_race_for_the_last_money_never_overshoot(transcript: Transcript) -> None:
    lease = await start(transcript, cap=100)
    results = await asyncio.gather(
        *(transcript.append(lease, [asked(f"a/seat-{n}", reserved=1)]) for n in range(500)), return_exceptions=True
    )
    assert sum(isinstance(result, list) for result in results) == 100
    assert sum(isinstance(result, OutOfBudget) for result in results) == 400
    assert (await transcript.balance("s1")).reserved == 100


@pytest.mark.parametrize(
    ("ends", "spent", "reserved", "unknown"),
    [
        ([spoke("a/seat-a", cost=30)], 30, 0, 0),
        ([spoke("a/seat-a", cost=130)], 130, 0, 0),
        ([spoke("a/seat-a")], 100, 0, 0),
        ([failed("a/seat-a")], 0, 0, 0),
        ([failed("a/seat-a", spent=True)], 100, 0, 0),
        ([failed("a/seat-a", spent=True, cost=7)], 7, 0, 0),
        ([failed("a/seat-a"), failed("a/seat-a", final=True)], 0, 0, 0),
        ([failed("a/seat-a", spent=True), failed("a/seat-a", final=True)], 100, 0, 0),
        ([failed("a/seat-a", cost=7), failed("a/seat-a", final=True, cost=7)], 7, 0, 0),
        ([failed("a/seat-a", final=True, how="late")], 0, 100, 0),
        ([failed("a/seat-a", final=True, how="late"), spoke("a/seat-a", late=True, cost=9)], 9, 0, 0),
        ([failed("a/seat-a", final=True, how="late"), verdict()], 100, 0, 0),
        ([failed("a/seat-a", attempt=2, final=True, how="budget")], 0, 100, 0),
        ([spoke("b/seat-a", cost=5)], 5, 100, 0),
        ([stopped()], 100, 0, 0),
        ([resumed()], 100, 0, 0),
        ([resumed(), spoke("a/seat-a", cost=30)], 30, 0, 0),
        ([spoke("a/seat-a", cost=0), verdict()], 0, 0, 0),
    ],
)
async def test_how_a_reservation_ends(
    transcript: Transcript, ends: list[object], spent: int, reserved: int, unknown: int
) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [asked("a/seat-a", reserved=100)])
    for end in ends:
        await transcript.append(lease, [end])  # type: ignore[list-item]
    balance = await transcript.balance("s1")
    assert (balance.spent, balance.reserved, balance.unknown) == (spent, reserved, unknown)


async def test_a_repair_has_money_of_its_own(transcript: Transcript) -> None:
    lease = await start(transcript)
    await transcript.append(lease, [asked("a/seat-a", reserved=100), spoke("a/seat-a", cost=10)])
    await transcript.append(lease, [asked("a/seat-a+repair", reserved=50)])
    assert (await transcript.balance("s1")).reserved == 50
    await transcript.append(lease, [spoke("a/seat-a+repair", cost=5)])
    balance = await transcript.balance("s1")
    assert (balance.spent, balance.reserved) == (15, 0)


async def test_a_call_nobody_knows_a_price_of_is_counted_as_unknown(transcript: Transcript) -> None:
    lease = await start(transcript, cap=10)
    await transcript.append(lease, [asked("a/seat-a"), spoke("a/seat-a"), asked("a/seat-b")])
    assert (await transcript.balance("s1")).unknown == 1
    await transcript.append(lease, [stopped()])
    balance = await transcript.balance("s1")
    assert (balance.spent, balance.unknown) == (0, 2)


async def test_whoever_takes_over_finds_the_money_of_the_dead_spent(transcript: Transcript) -> None:
    lease = await start(transcript, holder=DEAD, cap=100)
    await transcript.append(lease, [asked("a/seat-a", reserved=60)])
    lease = await transcript.take("s1", HERE)
    balance = await transcript.balance("s1")
    assert (balance.spent, balance.reserved) == (60, 0)
    with pytest.raises(OutOfBudget):
        await transcript.append(lease, [asked("a/seat-a", 2, reserved=60)])
