"""Test that a session does not suffer from other sessions' rate limits at its endpoint. Simulated: the real scheduler,
a clock that jumps, and the limits of real services.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rig.faults.simulated_endpoint import (
    Concurrency,
    Council,
    DailyQuota,
    FixedWindow,
    Limit,
    Report,
    TokenBucket,
    simulate,
)

MOST = 1.3
"""How many times longer a healthy session may take than alone."""
LIMITS: dict[str, Callable[[], Limit]] = {
    "a token bucket": lambda: TokenBucket(0.2, 2),
    "a fixed window": lambda: FixedWindow(3),
    "concurrency": lambda: Concurrency(1),
    "a daily quota": DailyQuota,
}


def healthy(number: int = 0, waves: int = 2) -> Council:
    return Council(f"healthy {number}", [f"up/h{number}{at}" for at in range(5)], 1.0 + 0.5 * number, waves)


def failing(sessions: int, models: int) -> list[Council]:
    """Return sessions that begin anew for ever, each with five of these limited models."""
    return [
        Council(f"failing {at}", [f"up/l{(at + seat) % models}" for seat in range(min(5, models))], repeats=True)
        for at in range(sessions)
    ]


def times_longer(sessions: int, models: int, limit: Callable[[], Limit], header: str) -> float:
    """Return how many times longer a healthy session takes beside failing ones than alone."""
    alone = simulate([healthy()]).took["healthy 0"]
    limits = {f"up/l{at}": limit() for at in range(models)}
    beside = simulate([*failing(sessions, models), healthy()], limits=limits, header=header).took["healthy 0"]
    assert alone is not None
    assert beside is not None
    return beside / alone


@pytest.mark.parametrize(
    ("sessions", "header"), [(2, "right"), (4, "none"), *((8, header) for header in ("right", "none", "zero", "long"))]
)
@pytest.mark.parametrize("kind", LIMITS)
def test_no_healthy_session_is_slowed_by_others_limits(sessions: int, header: str, kind: str) -> None:
    found = {models: times_longer(sessions, models, LIMITS[kind], header) for models in (1, 3, 20)}
    print(f"{sessions} sessions, {kind}, header {header}: {found}")
    assert max(found.values()) <= MOST


def test_fifty_sessions_keep_their_pace_beside_eight_that_fail() -> None:
    limits = {f"up/l{at}": TokenBucket(0.2, 2) for at in range(20)}
    report = simulate([*failing(8, 20), *map(healthy, range(42))], limits=limits, header="none")
    alone = simulate([healthy()]).took["healthy 0"]
    assert alone is not None
    assert all(took is not None and took <= MOST * alone for took in report.took.values()), report.took


def ended(report: Report) -> int:
    return sum(took is not None for took in report.took.values())


@pytest.mark.parametrize(("sessions", "rate"), [(8, 24), (60, 10), (50, 2)])
@pytest.mark.parametrize("header", ["right", "none"])
def test_a_limit_of_the_whole_endpoint_is_learnt(sessions: int, rate: int, header: str) -> None:
    councils = [Council(f"s{at}", [f"up/{at}-{seat}" for seat in range(4)]) for at in range(sessions)]
    report = simulate(councils, whole=TokenBucket(rate, rate), header=header)
    assert ended(report) == sessions
    assert report.early == 0, "nothing is sent before the time a model named"
    assert report.attempts <= (1.4 if rate >= 10 else 1.7), report


def test_a_limited_session_is_not_stopped_by_models_that_refuse_for_good() -> None:
    limited = [Council(f"s{at}", [f"up/{seat}" for seat in range(4)], 2.0) for at in range(3)]
    limits: dict[str, Limit] = {f"up/l{at}": DailyQuota() for at in range(20)}
    limits |= {f"up/{seat}": TokenBucket(1.0, 1.0) for seat in range(4)}
    report = simulate([*failing(4, 20), *limited], limits=limits, header="none")
    assert ended(report) == 3, report


SLOW: dict[str, tuple[Callable[[], Limit], str, int, bool]] = {
    "three calls a minute for a model": (lambda: FixedWindow(3), "none", 3, False),
    "three calls a minute for all models": (lambda: FixedWindow(3), "zero", 3, True),
    "a call in five seconds for a model": (lambda: TokenBucket(0.2, 2), "none", 3, False),
    "a call in five seconds for all models": (lambda: TokenBucket(0.2, 2), "none", 10, True),
    "one call at once for all models": (lambda: Concurrency(1), "none", 3, True),
}
"""Limits of models or of their endpoint, what their refusals say, and sessions that share four models."""


@pytest.mark.parametrize("case", SLOW)
def test_no_model_is_given_up_that_is_only_slow(case: str) -> None:
    limit, header, sessions, whole = SLOW[case]
    councils = [Council(f"s{at}", [f"up/{seat}" for seat in range(4)], 0.3 * at) for at in range(sessions)]
    limits = {} if whole else {f"up/{seat}": limit() for seat in range(4)}
    report = simulate(councils, limits=limits, whole=limit() if whole else None, header=header)
    assert ended(report) == sessions, report
