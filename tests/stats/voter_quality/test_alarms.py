"""Test that alarms come as often and as soon as published, for voters of known skill."""

from __future__ import annotations

from collections import deque
from functools import cache
from random import Random
from statistics import median

import pytest

from moot.stats.voter_quality.alarms import council_was_right, too_often_wrong

SESSIONS, VOTERS = 60, 2_500


@cache
def wrong(hits: int, of: int) -> bool:
    return too_often_wrong([True] * hits + [False] * (of - hits))


@cache
def first_alarms(rate: float, *, swaps: int = 0) -> list[int]:
    """After which session each of many voters is named, 99 for never; two control claims a session. With `swaps` it
    is right 19 of 20 times until that session: a service changed the model silently."""
    draw, found = Random(11), []
    for _ in range(VOTERS):
        last: deque[bool] = deque(maxlen=40)
        named = 99
        for session in range(1, SESSIONS + 1):
            now = 0.95 if session <= swaps else rate
            last.extend(draw.random() < now for _ in range(2))
            if wrong(sum(last), len(last)):
                named = session
                break
        found.append(named)
    return found


def named_within(sessions: int, rate: float) -> float:
    return sum(first <= sessions for first in first_alarms(rate)) / VOTERS


@pytest.mark.parametrize(
    ("rate", "within", "share"), [(0.95, 60, 0.0), (0.9, 60, 0.03), (0.7, 10, 0.5), (0.7, 60, 0.96)]
)
def test_alarms_come_at_the_published_rates(rate: float, within: int, share: float) -> None:
    assert named_within(within, rate) == pytest.approx(share, abs=0.02)


def test_who_guesses_is_named_in_the_third_session_in_the_middle() -> None:
    assert median(first_alarms(0.5)) == 3


def test_a_model_that_is_swapped_is_named_though_it_was_well_for_long() -> None:
    late = [first - 20 for first in first_alarms(0.4, swaps=20) if first > 20]
    assert len(late) > 0.98 * VOTERS
    assert median(late) <= 10


def test_one_session_names_nobody() -> None:
    assert not too_often_wrong([])
    assert not too_often_wrong([False, False])
    assert too_often_wrong([False, False, False])
    assert not too_often_wrong([True] * 40)


@cache
def councils_named(rate: float, *, together: float, by_vote: bool = False) -> float:
    """The share of councils of five that are named within sixty sessions, whose members are each right that often, and
    err on a claim together so often, else each alone."""
    draw, named = Random(17), 0
    for _ in range(VOTERS):
        last: deque[bool] = deque(maxlen=40)
        for _ in range(SESSIONS):
            for _ in range(2):
                one = draw.random() < rate
                votes = [one] * 5 if draw.random() < together else [draw.random() < rate for _ in range(5)]
                last.extend(votes if by_vote else [council_was_right(sum(votes), len(votes))])
            if wrong(sum(last), len(last)):
                named += 1
                break
    return named / VOTERS


@pytest.mark.parametrize(("rate", "share"), [(0.95, 0.0), (0.9, 0.03), (0.7, 0.96)])
def test_a_council_whose_members_err_together_is_named_at_the_published_rates(rate: float, share: float) -> None:
    assert councils_named(rate, together=1.0) == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize("together", [0.0, 0.5])
def test_a_council_whose_members_err_alone_is_not_named_more_often(together: float) -> None:
    assert councils_named(0.9, together=together) <= 0.03 + 0.02
