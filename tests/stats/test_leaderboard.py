"""Test shares, chance, ranks and intervals, and the remark on few runs."""

from __future__ import annotations

import pytest

from moot.stats.leaderboard import FEW, RunPlaces, board_from, wilson


def placing(ranking: str, models: str, **more: object) -> RunPlaces:
    """`placing("ba", "xy")`: seat a is model x's, seat b y's; b was placed before a."""
    seats = sorted(ranking)
    return RunPlaces(models=dict(zip(seats, models, strict=True)), ranking=tuple(ranking), **more)  # type: ignore[arg-type]


def test_shares_and_ranks_by_hand() -> None:
    board = board_from(
        [
            placing("abc", "xyz", confidence=0.9, tokens={"x": 100, "y": 50, "z": 10}),
            placing("bac", "xyz", confidence=0.7, tokens={"x": 300}),
            placing("cab", "xxy"),
        ]
    )
    lines = {line.model: line for line in board.lines}
    x = lines["x"]
    assert (x.evaluations, x.wins) == (3, 1)
    assert x.by_chance == pytest.approx((1 / 3 + 1 / 3 + 2 / 3) / 3)
    assert x.mean_rank == pytest.approx((1 + 2 + 2 + 3) / 4)
    assert x.relative_rank == pytest.approx((0 + 0.5 + 0.5 + 1) / 4)
    assert x.average_confidence == pytest.approx(0.8)
    assert x.average_tokens == pytest.approx(200)
    assert lines["y"].wins == 2
    assert lines["z"].wins == 0
    assert board.lines[0].model == "y"
    assert board.runs == 3
    assert sum(line.wins for line in board.lines) == 3


def test_a_model_with_many_instances_is_not_taken_for_better() -> None:
    board = board_from([placing("abcd", "xxxy") for _ in range(3)] + [placing("dabc", "xxxy")])
    x, y = (next(line for line in board.lines if line.model == name) for name in "xy")
    assert x.win_rate == x.by_chance == 0.75
    assert y.win_rate == y.by_chance == 0.25


def test_a_pick_tells_a_first_place_and_no_ranks() -> None:
    picked = RunPlaces(models={"a": "x", "b": "y"}, ranking=("a",))
    lines = {line.model: line for line in board_from([picked]).lines}
    assert lines["x"].wins == 1
    assert lines["y"].wins == 0
    assert lines["y"].mean_rank is None


def test_few_runs_are_said_to_be_few() -> None:
    assert "few" in board_from([placing("ab", "xy")]).caution
    assert "few" not in board_from([placing("ab", "xy")] * FEW).caution
    assert "opinion" in board_from([placing("ab", "xy")] * FEW).caution
    empty = board_from([])
    assert empty.lines == ()
    assert empty.caution


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilson_s(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.low == pytest.approx(low, abs=2e-4)
    assert found.high == pytest.approx(high, abs=2e-4)
