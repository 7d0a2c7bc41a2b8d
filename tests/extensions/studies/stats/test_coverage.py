"""Test that intervals cover the true value as often as stated."""

from __future__ import annotations

import numpy as np
import pytest

from cases import slow_except
from extensions.studies.stats.drawn_studies import drawn_study
from moot.extensions.studies.stats.arms import differences

SHAPES = {
    "12 questions twice": {"questions": 12, "repeats": 2},
    "24 questions once": {"questions": 24, "repeats": 1},
    "clustered by 24 domains": {"questions": 96, "repeats": 1, "domains": 24, "together": 1.5},
    "clustered by 12 domains": {"questions": 48, "repeats": 2, "domains": 12, "together": 1.5},
    "clustered by 8 domains": {"questions": 40, "repeats": 1, "domains": 8, "together": 2.0},
    "clustered by 9 domains": {"questions": 90, "repeats": 1, "domains": 9, "together": 1.0},
}


def held(shape: dict[str, float], studies: int) -> float:
    """How often the interval of the difference holds the true one."""
    lots, so = np.random.default_rng(17), 0
    for _ in range(studies):
        told = differences(drawn_study(lots, effect=1.5, **shape), "base", ["arm"])[0].difference  # type: ignore[arg-type]
        assert told.low is not None
        assert told.high is not None
        so += told.low <= 1.5 <= told.high
    return so / studies


@pytest.mark.parametrize("studies", slow_except([200, 2_000], 200))
@pytest.mark.parametrize("shape", SHAPES)
def test_intervals_hold_the_truth(shape: str, studies: int) -> None:
    assert held(SHAPES[shape], studies) == pytest.approx(0.95, abs=0.035 if studies < 1_000 else 0.02)
