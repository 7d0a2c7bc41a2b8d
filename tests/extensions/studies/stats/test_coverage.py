"""Test that intervals cover the true value as often as stated."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from cases import slow_except
from extensions.studies.stats.drawn_studies import drawn_study
from moot.extensions.studies.stats.arms import differences
from moot.extensions.studies.stats.intervals import paired_shares, rate_figure

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


@pytest.mark.slow
def test_what_ignores_the_domains_is_too_narrow() -> None:
    """The clusters are what makes the interval right: without them the same studies hold the truth too seldom."""
    lots, so = np.random.default_rng(17), 0
    for _ in range(200):
        measured = drawn_study(lots, effect=1.5, questions=48, repeats=2, domains=12, together=1.5)
        blind = [replace(each, cluster="") for each in measured]
        told = differences(blind, "base", ["arm"])[0].difference
        so += told.low <= 1.5 <= told.high  # type: ignore[operator]
    assert so / 200 < 0.9


def paired(lots: np.random.Generator, shape: dict[str, float]) -> tuple[list[float], list[float], list[str]]:
    """Yes and no of the same questions under two conditions, a tenth apart; questions of a domain go together."""
    before, after, clusters = list[float](), list[float](), list[str]()
    more, rate = (1 - shape["icc"]) / shape["icc"], shape["rate"]
    for domain in range(int(shape["domains"])):
        shares = lots.beta(rate * more, (1 - rate) * more), lots.beta((rate + 0.1) * more, (0.9 - rate) * more)
        for _ in range(int(shape["each"])):
            before.append(float(lots.random() < shares[0]))
            after.append(float(lots.random() < shares[1]))
            clusters.append(f"d{domain}")
    return before, after, clusters


PAIRED = {
    f"{domains} × {each}, rate {rate}, together {icc}": {"domains": domains, "each": each, "rate": rate, "icc": icc}
    for domains, each in ((8, 5), (24, 4))
    for rate in (0.2, 0.5)
    for icc in (0.1, 0.5)
}


def shares_held(shape: dict[str, float], studies: int) -> tuple[float, float]:
    """How often the intervals of a share and of a difference of two hold the truth."""
    lots, alone, apart = np.random.default_rng(37), 0, 0
    for _ in range(studies):
        before, after, clusters = paired(lots, shape)
        one, both = rate_figure(before, clusters), paired_shares(before, after, clusters)
        assert one.low is not None
        assert one.high is not None
        assert both.low is not None
        assert both.high is not None
        alone += one.low <= shape["rate"] <= one.high
        apart += both.low <= 0.1 <= both.high
    return alone / studies, apart / studies


@pytest.mark.slow
@pytest.mark.parametrize("shape", PAIRED)
def test_intervals_of_shares_hold_the_truth_in_2000_studies(shape: str) -> None:
    alone, apart = shares_held(PAIRED[shape], 2_000)
    assert 0.92 <= alone <= 0.99
    assert 0.93 <= apart <= 0.995
