"""Test the estimated share of common errors against simulated members with a known one."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion
from moot.stats.evidence.shared_errors import FEWEST, shared_errors
from moot.vocabulary.history.track_record import SHARED_ERRORS

THRESHOLDS = {"m/a": -0.8, "m/b": -0.4, "m/c": 0.0, "m/d": 0.3}


def asked(questions: int, share: float, seed: int = 1, members: int = len(THRESHOLDS)) -> list[AnsweredQuestion]:
    """Members whose errors have this share in common."""
    draw, found = random.Random(seed), []
    levels = [*THRESHOLDS.values()]
    thresholds = {f"m/{chr(97 + at)}": levels[at % len(levels)] for at in range(members)}
    for _ in range(questions):
        common = draw.gauss()
        right: dict[str, bool | None] = {
            name: sqrt(share) * common + sqrt(1 - share) * draw.gauss() > threshold
            for name, threshold in thresholds.items()
        }
        found.append(AnsweredQuestion(right={**right, THE_COUNCIL: True}))
    return found


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8])
def test_the_share_is_found(share: float) -> None:
    found = shared_errors(asked(4_000, share))
    assert found == pytest.approx(100 * share, abs=5)


def test_few_questions_leave_the_assumed_share() -> None:
    assert shared_errors(asked(FEWEST - 1, 0.1)) is None
    few, many = shared_errors(asked(FEWEST, 0.1)), shared_errors(asked(400, 0.1))
    assert few is not None
    assert many is not None
    assert SHARED_ERRORS > few > many


def test_members_that_are_never_wrong_tell_nothing() -> None:
    right = AnsweredQuestion(right={"m/a": True, "m/b": True, "m/c": None})
    assert shared_errors([right] * FEWEST) == SHARED_ERRORS
