"""Test that equal arms seldom have a small p, and that a difference is shown with what is missing."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from moot.extensions.studies.reports.report_tables import gaps_words
from moot.extensions.studies.stats.arms import differences
from moot.extensions.studies.stats.figures import SURE, QuestionValue


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
