"""Test that a limit follows replies, and that only time lifts it. Pure states, one event after another."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.floor.calls.rate_limiter import (
    FASTEST,
    LEAST_OF_ENDPOINT,
    LONGEST_BLOCK,
    LONGEST_PAUSE,
    MEMORY,
    OF_ITS_WAIT,
    RateState,
    accepted,
    count,
    is_limited,
    ready_at,
    refused,
    refuses_most,
    start,
    start_unrefused,
)
from moot.providers.rate_headers import Quota

FRESH = RateState()


def many_refused(models: int, *, accepts: int = 0) -> RateState:
    """Return an endpoint that accepted so many calls and then refused so many models."""
    state = FRESH
    for number in range(accepts + models):
        state = count(state, FRESH, 100.0 + 0.01 * number, 99.0, was_refused=number >= accepts)
    return state


def test_refusals_in_a_row_double_the_pause_until_a_call_is_accepted() -> None:
    state, pauses = FRESH, []
    for _ in range(9):
        now = ready_at(state) + 1
        state = refused(start(state, now), now, now)
        pauses.append(ready_at(state) - now)
    assert pauses[0] < pauses[3] < pauses[6]
    assert max(pauses) <= LONGEST_PAUSE + 1 / state.rate
    assert accepted(state, now + 40, now + 40).rounds == 0


@given(st.lists(st.tuples(st.sampled_from(("ok", "refused")), st.floats(0, 30)), max_size=60))
def test_time_alone_lifts_every_limit(events: list[tuple[str, float]]) -> None:
    state, now = FRESH, 100.0
    for what, seconds in events:
        now += seconds
        state = start(state, now)
        state = accepted(state, now, now) if what == "ok" else refused(state, now, now, seconds)
    # Nobody calls: no other session's success is needed.
    later = now + max(LONGEST_BLOCK, MEMORY) + 300
    assert ready_at(state) < later
    assert not start(state, later).rate
    assert msgspec.json.decode(msgspec.json.encode(state), type=RateState) == state


def test_accepted_calls_raise_a_limit_until_it_is_gone() -> None:
    state = refused(FRESH, 10.0, 9.9)
    for number in range(200):
        state = accepted(state, 11.0 + number, 11.0 + number)
    assert state.rate == 0.0 or state.rate > FASTEST / 2


@pytest.mark.parametrize(
    ("quota", "wait"),
    [
        (Quota(remaining=1, reset=60.0, limit=20), 0.0),
        (Quota(remaining=0, reset=60.0, limit=20), 3.0),
        (Quota(remaining=0, reset=30.0), 30.0),
        (Quota(remaining=500, reset=60.0, limit=10_500, tokens=True), 6.0),
        (Quota(remaining=5_000, reset=60.0, limit=10_000, tokens=True), 0.0),
        (Quota(remaining=0, reset=86_400.0), LONGEST_BLOCK),
    ],
)
def test_a_quota_that_is_used_up_blocks_until_one_more_call_fits(quota: Quota, wait: float) -> None:
    state = accepted(FRESH, 100.0, 99.0, [quota], tokens=1_000)
    assert ready_at(state) == (100.0 + wait if wait else 0.0)


def test_an_endpoint_is_limited_by_the_share_that_is_refused_and_not_by_how_many() -> None:
    assert many_refused(20).rate > 0
    assert many_refused(20, accepts=100).rate == 0
    assert many_refused(2).rate == 0


def test_models_known_to_be_limited_say_nothing_about_their_endpoint() -> None:
    state, limited = FRESH, refused(FRESH, 99.0, 98.0)
    for _ in range(50):
        state = count(state, limited, 100.0, 99.5, was_refused=True)
    assert state.rate == 0
    assert is_limited(limited, 99.0 + MEMORY - 1)


def test_a_limited_endpoint_takes_a_second_s_calls_at_once_of_models_nobody_refused() -> None:
    state, now = many_refused(20), 200.0
    for _ in range(5):
        assert state.unrefused_at <= now
        state = start_unrefused(state, now)
    for _ in range(40):  # they are accepted: it is those models, and not the endpoint
        state = count(state, FRESH, now + 1, now + 0.5, was_refused=False)
    assert not refuses_most(state, now + 1)
    assert state.rate >= 0.7 * LEAST_OF_ENDPOINT


def test_no_limit_falls_far_below_the_wait_that_refusals_name() -> None:
    state = RateState()
    for at in range(40):
        state = refused(state, now=10.0 * at, started=10.0 * at, wait=1.0)
    assert state.rate == OF_ITS_WAIT
