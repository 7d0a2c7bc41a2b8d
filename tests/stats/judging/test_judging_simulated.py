"""What is claimed of the one model of judging: kept figures bear it out, and a coarse simulation agrees."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from benchmarks.judges.arms import ARMS, HALF, MODEL, ORIGINAL, OTHERS
from benchmarks.judges.assumed import AssumedCouncil, best_wins, drawn, scores, winners
from benchmarks.judges.calibration import AS_DRAWN, UNDER, calibration, equal_answers
from benchmarks.judges.chances import told_of
from benchmarks.judges.conditions import CONDITIONS, Condition
from benchmarks.judges.grid import shares
from benchmarks.judges.table import KEPT
from benchmarks.judges.table import told as table_told

from moot.vocabulary.history.priors import SHARED_ERRORS, Prior

FOUND = json.loads(KEPT.read_text())
WINS = FOUND["best wins"]
PAGE = Path(__file__).parents[3] / "docs/why/rankings.md"


def test_the_page_sums_up_what_was_found() -> None:
    rows = {
        row[0]: row[1:] for line in table_told(FOUND).splitlines() if len(row := line.strip("| ").split(" | ")) == 4
    }
    told = {"others, median": "4.8", "mean": "0.8", "median": "1.3", "model": "0.3", "model, past": "0.2"}
    for rule, mean in told.items():
        most, _, found = rows[rule]
        assert f"| {most} | {mean} |" in PAGE.read_text()
        assert abs(float(found) - float(mean)) <= 0.06, rule
    assert FOUND["councils"] == 20_000
    assert list(WINS) == [condition.key for condition in CONDITIONS]
    assert len(WINS) >= 60


def test_a_coarse_simulation_says_the_same() -> None:
    def of(name: str, seats: int = 4) -> Condition:
        return next(each for each in CONDITIONS if (each.name, each.seats) == (name, seats))

    arms = [arm for arm in ARMS if not arm.past]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # means of sheets on which nothing counts
        even, placed, harsh = (shares(of(name), arms, 1_500) for name in ("no bias", "position", "severity"))
        attacked = shares(of("two attackers", 6), arms, 1_500)
    assert even[MODEL.name] > even["others, median"] + 3
    assert even[MODEL.name] > even[ORIGINAL.name] - 2.5
    assert placed[MODEL.name] > placed[ORIGINAL.name] + 3
    assert attacked[MODEL.name] > attacked["mean"] + 7
    assert harsh[f"harshest: {MODEL.name}"] < 29 < harsh[f"harshest: {OTHERS.name}"]


@pytest.mark.slow
def test_a_coarse_calibration_says_the_same() -> None:
    found = calibration(AS_DRAWN, 4, councils=4_000)
    assert max(abs(off) for off in found["off by tenth"] if off is not None) < 12
    assert 92 <= found["covered"] <= 99
    shared = next(kind for kind in UNDER if kind.name == "shared error")
    assert (calibration(shared, 8, councils=2_000)["off by tenth"][9] or 0) < -6
    assert equal_answers(4, 2_000) < 1.5


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_chance_is_right_where_readers_share_errors(seats: int) -> None:
    """What people are told of the first answer, in councils that share as many errors as is assumed."""
    told: list[float] = []
    best: list[bool] = []
    for agreement, likely in zip(Prior().agreement, Prior().likely, strict=True):
        assumed = AssumedCouncil(seats=seats, agreement=agreement / 100, shared=SHARED_ERRORS / 100)
        found = drawn(assumed, 60 * likely)
        first = winners(found.votes)
        chance = told_of(found.votes.astype(float), scores(found.votes.astype(float)), HALF, shared=assumed.shared)
        told += list(chance.chance[np.arange(len(first)), first])
        best += list(best_wins(found, first))
    assert np.mean(told) == pytest.approx(np.mean(best), abs=0.06)
    for low in (0.3, 0.4, 0.5, 0.6):
        inside = [(each, so) for each, so in zip(told, best, strict=True) if low <= each < low + 0.1]
        if len(inside) > 300:
            assert np.mean([each for each, _ in inside]) == pytest.approx(np.mean([so for _, so in inside]), abs=0.09)
