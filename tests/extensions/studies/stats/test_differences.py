"""Test that equal arms seldom have a small p, and that a difference is shown with what is missing."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace
from statsmodels.stats.power import TTestPower

from cases import slow_except
from extensions.studies.stats.drawn_studies import drawn_study
from moot.extensions.studies.reports.report_tables import gaps_words, reach_words
from moot.extensions.studies.stats.arms import class_differences, differences
from moot.extensions.studies.stats.figures import FEWEST, SURE, QuestionClass, QuestionValue
from moot.extensions.studies.stats.reach import reach_of


def some_found(questions: int, arms: int, studies: int, effect: float = 0.0) -> float:
    """The share of studies in which some arm has a small p by Holm; the last arm is better by the `effect`."""
    lots, so = np.random.default_rng(41), 0
    for _ in range(studies):
        found = []
        for number in range(questions):
            hard = lots.normal(0, 2)
            for arm in range(arms + 1):
                value = hard + lots.normal(0, 3.0) + (effect if arm == arms else 0.0)
                found.append(QuestionValue(question=f"q{number}", arm=f"a{arm}", value=value))
        told = differences(found, "a0", [f"a{number + 1}" for number in range(arms)])
        so += any(each.p_holm is not None and each.p_holm <= SURE for each in told)
    return so / studies


@pytest.mark.parametrize(("questions", "arms"), [(6, 2), (12, 4)])
def test_equal_arms_seldom_have_a_small_p_in_a_sample(questions: int, arms: int) -> None:
    assert some_found(questions, arms, 60) <= 0.1


def values(arm: str, given: list[float], **more: object) -> list[QuestionValue]:
    return [QuestionValue(question=f"q{n}", arm=arm, value=value, **more) for n, value in enumerate(given)]  # type: ignore[arg-type]


def members(arm: str, scores: dict[str, float], *, degraded: bool = False, n: int = 8) -> list[QuestionValue]:
    return [
        QuestionValue(
            question=f"q{at}", arm=arm, value=sum(scores.values()) / len(scores) + at / 100, degraded=degraded,
            parts={name: score + at / 100 for name, score in scores.items()},
        )
        for at in range(n)
    ]  # fmt: skip


def test_an_arm_whose_weak_member_fails_is_no_better() -> None:
    """The mean of whoever is left is another thing: only members that both have are compared."""
    base = members("base", {"a": 20.0, "b": 20.0, "c": 10.0})
    found = differences(base + members("arm", {"a": 20.0, "b": 20.0}, degraded=True), "base", ["arm"])[0]
    assert (found.difference.value, found.degraded, found.p) == (0.0, 8, None)
    assert gaps_words(found, 8) == "8 of 8 with a degraded result"


def test_answers_that_could_not_be_told_are_counted_beside_the_difference() -> None:
    right = [QuestionValue(question=f"q{n}", arm="base", value=float(n % 4 > 0)) for n in range(32)]
    longer = [
        replace(each, arm="arm", value=0.0 if n < 14 else each.value, untold=n < 14) for n, each in enumerate(right)
    ]
    found = differences(right + longer, "base", ["arm"], kind="share")[0]
    assert (found.unread, found.degraded) == (14, 0)
    assert gaps_words(found, 32) == "14 of 32 with an answer that is not graded"


def test_a_difference_says_of_how_many_planned_questions_it_is() -> None:
    found = differences(values("base", [0.0] * 9) + values("arm", [1.0] * 6), "base", ["arm"], planned=12)[0]
    assert (found.difference.n, found.planned) == (6, 12)


def domain_differences_found(domains: int, each: int, studies: int) -> float:
    """How often chance that domains share is called a difference, at p of 5 %."""
    lots, so = np.random.default_rng(59), 0
    for _ in range(studies):
        found = []
        for domain in range(domains):
            shared = lots.normal(0, 0.55)
            for number in range(each):
                name, drew = f"{domain}-{number}", lots.normal(0, 0.84)
                found.append(QuestionValue(question=name, arm="base", value=0.0, cluster=f"d{domain}"))
                found.append(QuestionValue(question=name, arm="arm", value=shared + drew, cluster=f"d{domain}"))
        p = differences(found, "base", ["arm"])[0].p
        so += p is not None and p <= 0.05
    return so / studies


def test_eight_domains_are_seldom_taken_for_a_difference_in_a_sample() -> None:
    assert domain_differences_found(8, 5, 150) <= 0.1


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
