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
from moot.stats.leaderboard import Interval
from moot.vocabulary.history.session_counts import CountedMark, CountedSeat, SessionCounts
from moot.vocabulary.history.totals import Of, added, sums_of


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
