"""Test that a scheduler opens as documented, slows only refused models, and lets sessions take turns."""

from __future__ import annotations

import asyncio

import pytest

from moot.floor.calls.connection_limit import LEAST, ConnectionLimit
from moot.floor.calls.rate_limiter import IN_A_ROW, IN_A_ROW_AS_TOLD
from moot.floor.calls.scheduler import DOUBLES_EVERY, FIRST_WIDTH, LONGEST_DEAF, THIS, Hold, Scheduler
from moot.providers.provider import CallReply
from rig.faults.simulated_endpoint import run_simulated

RATE = CallReply(settled="error", error="rate", cause="too fast")
OK = CallReply(settled="ok", text="x")


def asked_to_wait(seconds: float) -> CallReply:
    return CallReply(settled="error", error="rate", cause="wait", retry_after=seconds)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def starts(scheduler: Scheduler, model: str, session: str = "other") -> bool:
    """Return whether a call starts at once."""
    entering = asyncio.ensure_future(scheduler.enter(model, session))
    await asyncio.sleep(0)
    if entering.done():
        scheduler.leave()
        return True
    entering.cancel()
    await asyncio.gather(entering, return_exceptions=True)
    return False


async def inside_of(scheduler: Scheduler, clock: Clock, *passes: float) -> int:
    """Return how many of a hundred calls have started after the process was away for so many seconds at a time."""
    entering = [asyncio.create_task(scheduler.enter("up/a")) for _ in range(100)]
    await asyncio.sleep(0)
    for seconds in passes:
        clock.now += seconds
        await asyncio.sleep(1.2 * DOUBLES_EVERY)
    found = sum(task.done() for task in entering)
    for task in entering:
        task.cancel()
    await asyncio.gather(*entering, return_exceptions=True)
    return found


@pytest.mark.parametrize(
    ("away", "places"),
    [
        (DOUBLES_EVERY, 2 * FIRST_WIDTH),
        (8 * DOUBLES_EVERY, FIRST_WIDTH),
        (9 * DOUBLES_EVERY + LONGEST_DEAF, 2 * FIRST_WIDTH),
    ],
)
def test_time_in_which_no_refusal_could_be_read_gives_no_more_places(away: float, places: int) -> None:
    clock = Clock()
    assert run_simulated(inside_of(Scheduler("up", now=clock), clock, away)) == places


async def test_endpoints_take_turns_at_the_files_of_the_process() -> None:
    others = 0
    lines = ConnectionLimit(LEAST + 4, others=lambda: others)
    busy, quiet = Scheduler("busy", lines=lines), Scheduler("quiet", lines=lines)
    told: list[Hold] = []
    calls = [asyncio.create_task(busy.enter("busy/a", "s", tell=lambda hold, _: told.append(hold))) for _ in range(30)]
    await asyncio.sleep(0)
    late = [asyncio.create_task(quiet.enter("quiet/a", "t")) for _ in range(3)]
    await asyncio.sleep(0.3)  # more places let nobody more in
    assert (sum(call.done() for call in calls), sum(call.done() for call in late)) == (LEAST + 4, 0)
    assert told[-1] == Hold("queue", THIS, None)
    for _ in range(6):
        busy.leave()
    await asyncio.sleep(0)
    assert (sum(call.done() for call in calls), sum(call.done() for call in late)) == (LEAST + 4 + 3, 3)
    others = 100  # more have come by other doors: no call starts until fewer run, but some always may
    for _ in range(4):
        busy.leave()
    await asyncio.sleep(0)
    assert sum(call.done() for call in calls) == LEAST + 4 + 3
    busy.leave()
    await asyncio.sleep(0)
    assert sum(call.done() for call in calls) == LEAST + 4 + 4
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)


async def test_the_concurrency_of_a_row_is_never_passed() -> None:
    scheduler = Scheduler("up", 2)
    inside = most = 0

    async def call() -> None:
        nonlocal inside, most
        await scheduler.enter("up/a")
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        scheduler.leave()

    await asyncio.wait_for(asyncio.gather(*(call() for _ in range(8))), 60)
    assert most == 2


async def test_retry_after_keeps_calls_of_its_model_waiting() -> None:
    clock = Clock()
    scheduler = Scheduler("up", now=clock)
    scheduler.heard("up/a", asked_to_wait(20))
    assert await scheduler.enter("up/a", "t", patience=5) == Hold("retry_after", "up/a", 120.0)
    assert await starts(scheduler, "up/b", "s")
    clock.now += 20.1
    assert await starts(scheduler, "up/a")


async def test_sessions_take_turns() -> None:
    scheduler = Scheduler("up", 1)
    await scheduler.enter("up/a", "first")
    order: list[str] = []

    async def call(session: str) -> None:
        await scheduler.enter("up/a", session)
        order.append(session)
        scheduler.leave()

    many = [asyncio.create_task(call("many")) for _ in range(500)]
    await asyncio.sleep(0)
    few = [asyncio.create_task(call(session)) for session in ("one", "two") for _ in range(2)]
    await asyncio.sleep(0)
    scheduler.leave()
    await asyncio.gather(*many, *few)
    assert order[:6] == ["many", "one", "two", "many", "one", "two"]


async def test_a_blocked_model_keeps_no_other_of_its_session_waiting() -> None:
    scheduler = Scheduler("up", 1)
    await scheduler.enter("up/a", "s")
    scheduler.heard("up/blocked", asked_to_wait(50))
    waiting = asyncio.create_task(scheduler.enter("up/blocked", "s"))
    await asyncio.sleep(0)
    fine = asyncio.create_task(scheduler.enter("up/fine", "s"))
    await asyncio.sleep(0)
    scheduler.leave()
    assert await asyncio.wait_for(fine, 60) is None
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_a_call_that_cannot_wait_so_long_is_sent_away_at_once() -> None:
    scheduler = Scheduler("up", 1, now=Clock())
    await scheduler.enter("up/a")
    waiting = asyncio.create_task(scheduler.enter("up/b", patience=10))
    await asyncio.sleep(0)
    scheduler.heard("up/b", asked_to_wait(50))
    hold = await asyncio.wait_for(waiting, 60)
    assert hold == Hold("retry_after", "up/b", 150.0)
    assert scheduler.left_for(hold) == 50


def refuse(scheduler: Scheduler, clock: Clock, times: int, reply: CallReply = RATE) -> None:
    for _ in range(times):
        clock.now += 20
        scheduler.heard("up/a", reply, started=clock.now)


@pytest.mark.parametrize(("reply", "times"), [(RATE, IN_A_ROW), (asked_to_wait(0), IN_A_ROW_AS_TOLD)])
async def test_calls_of_a_model_that_refuses_everything_are_sent_away(reply: CallReply, times: int) -> None:
    clock = Clock()
    scheduler = Scheduler("up", now=clock)
    refuse(scheduler, clock, times - 1, reply)
    waiting = [asyncio.create_task(scheduler.enter("up/a", session)) for session in "st"]
    await asyncio.sleep(0)
    refuse(scheduler, clock, 1, reply)
    cause = f"Rate limited: {times} requests in a row were refused over {20 * (times - 1)} s."
    assert await asyncio.wait_for(asyncio.gather(*waiting), 5) == [Hold("refused", "up/a", None, cause)] * 2
    assert await scheduler.enter("up/a", since=clock.now - 1) is not None, "nor does it wait again"
    clock.now += 30
    assert await starts(scheduler, "up/a"), "whoever comes later tries it once"
    scheduler.heard("up/a", OK, started=clock.now)
    assert scheduler.refusal("up/a", 0) is None


async def test_a_call_that_is_given_up_takes_no_place() -> None:
    scheduler = Scheduler("up", 1)
    await scheduler.enter("up/a")
    waiting = asyncio.create_task(scheduler.enter("up/a"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    scheduler.leave()
    assert await asyncio.wait_for(scheduler.enter("up/a"), 60) is None


class Counting(Scheduler):
    """A scheduler that counts how often it looks at a call."""

    looks = 0

    def _endpoint_hold(self, now: float) -> Hold | None:
        self.looks += 1
        return super()._endpoint_hold(now)


@pytest.mark.parametrize("crowd", [100, 400])
async def test_a_queue_is_not_looked_through_for_every_call_that_ends(crowd: int) -> None:
    scheduler = Counting("up", most=20)
    told: list[tuple[int, str]] = []
    entering = [
        asyncio.ensure_future(
            scheduler.enter(
                "up/a", f"s{number}", tell=lambda hold, left, number=number: told.append((number, hold.why))
            )  # type: ignore[misc]
        )
        for number in range(crowd)
    ]
    await asyncio.sleep(0)
    for _ in range(crowd):
        scheduler.leave()
        await asyncio.sleep(0)
    await asyncio.gather(*entering)
    assert told == [(number, "queue") for number in range(20, crowd)], "whoever waits has heard for what, once"
    assert scheduler.looks <= 6 * crowd
