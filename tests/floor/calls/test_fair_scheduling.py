"""Does a session suffer from the rate limits of others at its endpoint? Simulated: the real scheduler, a clock that
jumps, and the limits of real services."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rig.faults.simulated_endpoint import (
    Council,
    FixedWindow,
    Limit,
    Outage,
    Report,
    TokenBucket,
    simulate,
)

MOST = 1.3
"""How many times longer a healthy session may take than alone."""
LIMITS: dict[str, Callable[[], Limit]] = {
    "a token bucket": lambda: TokenBucket(0.2, 2),
    "a fixed window": lambda: FixedWindow(3),
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
    assert max(found.values()) <= MOST


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


@pytest.mark.parametrize("kind", LIMITS)
def test_sessions_that_share_limited_models_end(kind: str) -> None:
    councils = [Council(f"s{at}", [f"up/{seat}" for seat in range(4)]) for at in range(5)]
    report = simulate(councils, limits={f"up/{seat}": LIMITS[kind]() for seat in range(4)})
    assert ended(report) == 5, report


@pytest.mark.parametrize(("error", "header"), [("rate", "right"), ("rate", "none"), ("server", "right")])
def test_sessions_end_after_an_outage(error: str, header: str) -> None:
    councils = [Council(f"s{at}", [f"up/{at}-{seat}" for seat in range(4)]) for at in range(20)]
    report = simulate(councils, whole=Outage(10), header=header, error=error)
    assert ended(report) == 20, report
    assert report.early == 0
