"""Test that a study is warned of before it is asked, exactly if no outcome could be significant."""

from __future__ import annotations

from itertools import product

import pytest
from statsmodels.stats.power import TTestPower

from moot.extensions.studies.reports.report_tables import reach_words
from moot.extensions.studies.stats.arms import class_differences, differences
from moot.extensions.studies.stats.figures import FEWEST, SURE, QuestionClass, QuestionValue
from moot.extensions.studies.stats.reach import reach_of


def lowest_by_hand(groups: int) -> float:
    """The least p that sign flips of so many groups come to, every way gone through: of the groups that all lean one
    way, the share of ways that lean as far."""
    ways = list(product((-1, 1), repeat=groups))
    return sum(abs(sum(way)) >= groups for way in ways) / len(ways)


def asked(groups: int, arms: int, far: float) -> list[QuestionValue]:
    """Six questions of each of so many domains, in which each arm is as far ahead as can be."""
    return [
        QuestionValue(question=f"q{group}-{n}", arm=arm, value=(far + n / 100) * bool(at), cluster=f"d{group}")
        for at, arm in enumerate(["base", *(f"a{n}" for n in range(arms))])
        for group in range(groups)
        for n in range(6)
    ]


@pytest.mark.parametrize("arms", [1, 2, 4])
@pytest.mark.parametrize("groups", range(2, 13))
def test_of_every_number_of_domains_it_says_what_brute_force_says(groups: int, arms: int) -> None:
    lowest = lowest_by_hand(groups)
    can = lowest * arms <= SURE
    reach = reach_of([f"d{n // 6}" for n in range(6 * groups)], arms)
    assert (reach.tells, reach.domains, reach.least_p) == (can, groups, pytest.approx(min(1.0, lowest * arms)))
    assert (reach.spreads is not None) == can
    assert ("cannot tell" in reach_words(reach)) == (not can)
    told = differences(asked(groups, arms, 1_000.0), "base", [f"a{n}" for n in range(arms)])
    assert [each.p for each in told] == [pytest.approx(lowest)] * arms, "so large a difference has the least p there is"


@pytest.mark.parametrize("questions", range(1, 13))
def test_questions_by_themselves_are_told_alike(questions: int) -> None:
    can = questions >= FEWEST and lowest_by_hand(questions) <= SURE
    reach = reach_of([""] * questions)
    assert (reach.tells, reach.domains, reach.spreads is not None) == (can, 0, can)
    one_domain = reach_of(["same"] * questions)
    assert (one_domain.tells, one_domain.domains) == (can, 0), "all of one domain count by themselves"


@pytest.mark.parametrize(("questions", "arms"), [(12, 1), (24, 1), (24, 4), (96, 1)])
def test_what_a_study_can_show_is_near_what_power_tells(questions: int, arms: int) -> None:
    exact = TTestPower().solve_power(nobs=questions, alpha=0.05 / arms, power=0.8)
    assert reach_of([""] * questions, arms).spreads == pytest.approx(exact, rel=0.04)


@pytest.mark.parametrize("groups", range(2, 13))
def test_changes_of_class_have_the_same_bound(groups: int) -> None:
    found = [
        QuestionClass(question=f"q{group}-{n}", arm=arm, value=arm, cluster=f"d{group}")
        for arm in ("base", "arm")
        for group in range(groups)
        for n in range(6)
    ]
    told = class_differences(found, "base", ["arm"])[0]
    assert (told.changed.clusters, told.p) == (groups, pytest.approx(lowest_by_hand(groups)))
