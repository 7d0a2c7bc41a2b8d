"""Test that the retry loop stops, and that a process remembers which models to avoid."""

from __future__ import annotations

import pytest

from moot.floor.calls.retry import OFF_FOR, REFUSED_BEFORE, Allowance, Pace, Retry
from moot.providers.provider import CallReply

RATE = CallReply(settled="error", error="rate", cause="too fast")
OK = CallReply(settled="ok", text="x")


@pytest.mark.parametrize(
    ("reply", "attempts"),
    [
        (CallReply(settled="error", error="auth", cause="x"), 1),
        (CallReply(settled="error", error="not_found", cause="x"), 1),
        (CallReply(settled="refused", cause="x"), 1),
        (CallReply(settled="timeout", cause="x"), 2),
        (CallReply(settled="malformed", cause="x"), 2),
        (CallReply(settled="incomplete", cause="x"), 3),
        (CallReply(settled="error", error="server", cause="x"), 4),
        (CallReply(settled="error", error="network", cause="x"), 4),
        (RATE, 6),
        (CallReply(settled="error", error="rate", cause="x", retry_after=1.0), 12),
    ],
)
def test_attempts_end(reply: CallReply, attempts: int) -> None:
    pace, allowance = Pace(chance=lambda: 1.0), Allowance(100)
    made = 1
    while pace.retry(reply, made, allowance, 10_000.0) is not None:
        made += 1
    assert made == attempts


def test_an_allowance_holds_for_the_whole_session() -> None:
    pace, allowance = Pace(chance=lambda: 0.0), Allowance(2)
    broken = CallReply(settled="error", error="server", cause="x")
    assert [pace.retry(broken, 1, allowance, 1e9) is not None for _ in range(10)] == [True] * 8 + [False] * 2
    assert pace.retry(RATE, 1, allowance, 1e9) is not None, "what the scheduler paces is no storm"


def test_retry_after_is_a_floor_and_never_beyond_the_time_left() -> None:
    pace = Pace(chance=lambda: 0.0)
    asked = CallReply(settled="error", error="rate", cause="x", retry_after=7.0)
    assert pace.retry(asked, 1, Allowance(4), 100.0) == Retry(7.0)
    assert pace.retry(asked, 1, Allowance(4), 7.0) is None


def test_a_model_without_a_key_is_left_alone_for_a_while() -> None:
    now = [0.0]
    pace = Pace(now=lambda: now[0])
    pace.heard("a/b", CallReply(settled="error", error="auth", cause="no key"))
    off = pace.switched_off("a/b")
    assert off is not None
    assert "no key" in off.cause
    assert pace.switched_off("a/c") is None
    now[0] = OFF_FOR
    assert pace.switched_off("a/b") is None
    pace.heard("a/b", OK)


def test_whoever_asks_anew_asks_a_model_that_refused_before() -> None:
    now = [5.0]
    pace = Pace(now=lambda: now[0])
    first = pace.of_run(None)
    first.heard("a/b", CallReply(settled="error", error="credit", cause="no money"))
    told = first.switched_off("a/b")
    assert told is not None
    assert told.cause == f"{REFUSED_BEFORE}no money"
    assert pace.of_run(5.0).switched_off("a/b") is not None, "it is of the run that heard it"
    now[0] = 6.0
    anew = pace.of_run(None)
    assert anew.switched_off("a/b") is None
    anew.heard("a/b", CallReply(settled="error", error="credit", cause="still none"))
    assert anew.switched_off("a/b") is not None
    anew.heard("a/b", OK)
    assert first.switched_off("a/b") is None, "what one run learns the others know"
