"""Does a gate open, narrow and shut as it says, and does the one retry loop stop?"""

from __future__ import annotations

import asyncio

import pytest

from moot.providers.provider import Reply
from moot.sessions.pace import FIRST_WIDTH, OFF_FOR, Allowance, Gate, Pace, Retry

RATE = Reply(settled="error", error="rate", cause="too fast")
OK = Reply(settled="ok", text="x")


async def test_a_burst_is_let_in_within_a_quarter_of_a_second() -> None:
    async def burst() -> float:
        gate = Gate(None)
        began = asyncio.get_running_loop().time()
        await asyncio.gather(*(gate.enter() for _ in range(400)))
        return asyncio.get_running_loop().time() - began

    # The quickest of three: what else a machine does adds to a time, and never takes from it.
    assert min([await burst() for _ in range(3)]) < 1.0


async def test_a_row_s_limit_holds() -> None:
    gate = Gate(2)
    inside = most = 0

    async def call() -> None:
        nonlocal inside, most
        await gate.enter()
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        gate.leave()

    await asyncio.gather(*(call() for _ in range(30)))
    assert most == 2


async def test_a_refusal_narrows_the_gate_by_half_once_an_episode() -> None:
    now = [0.0]
    gate = Gate(None, lambda: now[0])
    for _ in range(FIRST_WIDTH):
        await gate.enter()
    for _ in range(5):
        gate.heard(RATE)
    for _ in range(FIRST_WIDTH):
        gate.leave()
    entered = [asyncio.create_task(gate.enter()) for _ in range(FIRST_WIDTH)]
    now[0] = 10.0
    await asyncio.sleep(0.12)
    assert 1 <= sum(task.done() for task in entered) <= FIRST_WIDTH // 2
    for task in entered:
        task.cancel()
    await asyncio.gather(*entered, return_exceptions=True)


async def test_retry_after_shuts_the_gate_for_everybody() -> None:
    gate = Gate(None)
    gate.heard(Reply(settled="error", error="rate", cause="wait", retry_after=0.3))
    began = asyncio.get_running_loop().time()
    await gate.enter()
    assert asyncio.get_running_loop().time() - began >= 0.29


async def test_whoever_stops_waiting_takes_no_place() -> None:
    gate = Gate(1)
    await gate.enter()
    waiting = asyncio.create_task(gate.enter())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    gate.leave()
    await asyncio.wait_for(gate.enter(), 1)


@pytest.mark.parametrize(
    ("reply", "attempts"),
    [
        (Reply(settled="error", error="auth", cause="x"), 1),
        (Reply(settled="error", error="not_found", cause="x"), 1),
        (Reply(settled="refused", cause="x"), 1),
        (Reply(settled="timeout", cause="x"), 2),
        (Reply(settled="malformed", cause="x"), 2),
        (Reply(settled="incomplete", cause="x"), 3),
        (Reply(settled="error", error="server", cause="x"), 4),
        (Reply(settled="error", error="network", cause="x"), 4),
        (RATE, 6),
    ],
)
def test_attempts_end(reply: Reply, attempts: int) -> None:
    pace, allowance = Pace(chance=lambda: 1.0), Allowance(100)
    made = 1
    while pace.retry(reply, made, allowance, 10_000.0) is not None:
        made += 1
    assert made == attempts


def test_an_allowance_holds_for_the_whole_session() -> None:
    pace, allowance = Pace(chance=lambda: 0.0), Allowance(2)
    assert [pace.retry(RATE, 1, allowance, 1e9) is not None for _ in range(10)] == [True] * 8 + [False] * 2


def test_retry_after_is_a_floor_and_never_beyond_the_time_left() -> None:
    pace = Pace(chance=lambda: 0.0)
    asked = Reply(settled="error", error="rate", cause="x", retry_after=7.0)
    assert pace.retry(asked, 1, Allowance(4), 100.0) == Retry(7.0)
    assert pace.retry(asked, 1, Allowance(4), 7.0) is None


def test_thinking_that_used_up_the_room_gets_more() -> None:
    pace = Pace(chance=lambda: 0.0)
    retry = pace.retry(Reply(settled="empty", reasoning="hm", cause="x"), 1, Allowance(4), 100.0)
    assert retry is not None
    assert retry.more_room


def test_a_model_without_a_key_is_left_alone_for_a_while() -> None:
    now = [0.0]
    pace = Pace(now=lambda: now[0])
    pace.heard("a/b", Reply(settled="error", error="auth", cause="no key"))
    off = pace.switched_off("a/b")
    assert off is not None
    assert "no key" in off.cause
    assert pace.switched_off("a/c") is None
    now[0] = OFF_FOR
    assert pace.switched_off("a/b") is None
    pace.heard("a/b", OK)
