"""Test sums, and what is computed from them, against plain counting, drawing and fitting."""

from __future__ import annotations

from random import Random
from statistics import fmean, quantiles

import pytest

from moot.stats.counted_marks import (
    MOST_DRAWN,
    MarkWeight,
    adjusted_marks,
    interval_of,
    mean_of,
    ranks_of,
    still_needed,
)
from moot.stats.leaderboard import FEW, Interval, RunPlaces, board_from, wilson
from moot.vocabulary.history.session_counts import CountedMark, CountedSeat, Of, SessionCounts, added, sums_of


def drawn_by_hand(kinds: list[MarkWeight], times: int = 4000) -> tuple[float, float]:
    """The same interval by drawing sessions one by one."""
    draw = Random(7)
    each = [(kind.number, kind.total) for kind in kinds for _ in range(kind.times)]
    means = []
    for _ in range(times):
        some = draw.choices(each, k=len(each))
        means.append(sum(total for _, total in some) / sum(number for number, _ in some))
    cuts = quantiles(means, n=40)
    return cuts[0], cuts[-1]


def kinds_of(sessions: int) -> list[MarkWeight]:
    draw = Random(sessions)
    return [MarkWeight(1, n := draw.randint(2, 5), sum(draw.randint(1, 10) for _ in range(n))) for _ in range(sessions)]


@pytest.mark.parametrize("sessions", [2, 12, MOST_DRAWN, MOST_DRAWN + 1])
def test_an_interval_is_what_drawing_sessions_one_by_one_gives(sessions: int) -> None:
    kinds = kinds_of(sessions)
    found, by_hand = interval_of(kinds), drawn_by_hand(kinds, 4000 if sessions < 100 else 1000)
    assert found is not None
    assert tuple(found) == pytest.approx(by_hand, abs=0.1 if sessions < 100 else 0.04)
    assert interval_of(kinds) == found, "the same sums give the same interval"


def test_of_one_session_nothing_can_be_drawn() -> None:
    assert interval_of(kinds_of(1)) is None
    assert interval_of([]) is None
    assert mean_of([]) is None


def session(marks: dict[tuple[str, str], int]) -> SessionCounts:
    models = sorted({model for pair in marks for model in pair})
    return SessionCounts(
        seats=tuple(CountedSeat(seat=model, model=model) for model in models),
        marks=tuple(CountedMark(reader=r, author=a, first=mark, counts=mark) for (r, a), mark in marks.items()),
    )


def test_the_adjusted_mark_takes_strictness_off() -> None:
    """Two authors who never meet are marked 4 by a strict reader and 8 by a generous one, who differ by 4 elsewhere."""
    meet = session({("strict", "other"): 3, ("kind", "other"): 7, ("strict", "kind"): 3, ("kind", "strict"): 7})
    one = session({("strict", "one"): 4, ("strict", "other"): 3})
    two = session({("kind", "two"): 8, ("kind", "other"): 7})
    fits = adjusted_marks(added(sums_of(each) for each in [meet, one, two] * 40))
    assert fits["one"].adjusted == pytest.approx(fits["two"].adjusted, abs=0.1)
    assert fits["strict"].strict - fits["kind"].strict == pytest.approx(4, abs=0.2)


def test_nothing_is_fitted_where_nobody_marked() -> None:
    assert adjusted_marks({}) == {}
    assert adjusted_marks(sums_of(SessionCounts(seats=(CountedSeat(seat="a", model="m"),)))) == {}


def test_ranks_are_ranges() -> None:
    apart = [Interval(8, 9), Interval(7, 8.5), Interval(5, 6), None]
    assert [tuple(each) for each in ranks_of(apart)] == [(1, 3), (1, 3), (3, 4), (1, 4)]


def test_more_sessions_are_wanted_until_two_are_apart() -> None:
    draw = Random(1)
    first = [MarkWeight(1, 4, sum(draw.randint(3, 10) for _ in range(4))) for _ in range(12)]
    second = [MarkWeight(1, 4, sum(draw.randint(1, 9) for _ in range(4))) for _ in range(12)]
    more = still_needed(first, second)
    assert more is not None
    grown = [[kind._replace(times=(12 + more + 6)) for kind in kinds] for kinds in (first, second)]
    assert still_needed(*grown) == 0
    assert still_needed(first, first) is None


def test_what_is_added_is_what_is_there_together() -> None:
    draw, models = Random(3), "abcd"
    several = [
        session({(r, a): draw.randint(1, 10) for r in models for a in models if r != a and draw.random() < 0.8})
        for _ in range(20)
    ]
    total = added(sums_of(each) for each in several)
    marks = [mark for each in several for mark in each.marks]
    assert total[Of()]["marks"] == len(marks)
    assert total[Of("a", "b")]["to:sum"] == sum(m.counts for m in marks if (m.reader, m.author) == ("a", "b"))
    assert total[Of("a", "b")]["from:marks"] == sum((m.reader, m.author) == ("b", "a") for m in marks)
    assert fmean(m.first for m in marks) == pytest.approx(total[Of()]["marks_sum"] / total[Of()]["marks"])


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
