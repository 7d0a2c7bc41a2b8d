"""Is what is called beyond noise seldom nothing, and is what can be shown found as often as it says?"""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from moot.analytics.studies.difference_words import HELD_BACK, called, p_words
from moot.tally.studies.arms import ArmDifference, class_differences, differences
from moot.tally.studies.figures import Classed, Measured
from moot.tally.studies.noise import NoiseFloor, floor_for, noise_floor


def drawn(
    lots: np.random.Generator, questions: int, arms: int, *, own: float, judge: float, effect: float = 0.0
) -> tuple[list[Measured], NoiseFloor]:
    """Arms whose members answer anew, with a chance of their `own`, before a judge's; the last arm is so much better.
    What forks from the judging on show is the judge's chance alone."""
    found, again = list[Measured](), list[Measured]()
    for number in range(questions):
        hard = lots.normal(0, 2)
        for arm in range(arms + 1):
            value = hard + lots.normal(0, own) + (effect if arm == arms else 0.0)
            found.append(Measured(question=f"q{number}", arm=f"a{arm}", value=value + lots.normal(0, judge)))
            if arm == 0:
                again += [
                    Measured(
                        question=f"q{number}", arm="noise", value=value + lots.normal(0, judge), source=f"s{number}"
                    )
                    for _ in range(3)
                ]
    return found, noise_floor(again)


def told(lots: np.random.Generator, questions: int, arms: int, **how: float) -> tuple[ArmDifference, ...]:
    found, floor = drawn(lots, questions, arms, **how)
    return differences(found, "a0", [f"a{number + 1}" for number in range(arms)], floor=floor)


def false_ones(questions: int, arms: int, studies: int) -> float:
    """The share of studies of equal arms that call some of them beyond noise."""
    lots = np.random.default_rng(41)
    return (
        sum(any(each.beyond_noise for each in told(lots, questions, arms, own=3.0, judge=0.3)) for _ in range(studies))
        / studies
    )


@pytest.mark.parametrize(("questions", "arms"), [(6, 2), (12, 4)])
def test_equal_arms_are_seldom_beyond_noise_in_a_sample(questions: int, arms: int) -> None:
    assert false_ones(questions, arms, 60) <= 0.1


@pytest.mark.slow
@pytest.mark.parametrize("questions", [6, 12, 96])
@pytest.mark.parametrize("arms", [1, 2, 4, 10])
def test_equal_arms_are_seldom_beyond_noise(questions: int, arms: int) -> None:
    """Five in a hundred at most, and the chance of 1,000 drawn studies."""
    assert false_ones(questions, arms, 1_000) <= 0.05 + 2 * 0.007


def found_at_the_least(questions: int, arms: int, own: float, judge: float, studies: int) -> float:
    """How often an arm that is better by what one study told is called beyond noise in another one."""
    lots, so = np.random.default_rng(43), 0
    for _ in range(studies):
        least = told(lots, questions, arms, own=own, judge=judge)[-1].least
        assert least is not None
        assert (least.by, least.questions) == ("differences", questions)
        so += told(lots, questions, arms, own=own, judge=judge, effect=least.shown)[-1].beyond_noise is True
    return so / studies


def test_four_of_five_find_the_least_difference_in_a_sample() -> None:
    assert 0.7 <= found_at_the_least(12, 1, 3.0, 0.3, 150) <= 0.9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("questions", "arms", "own", "judge"),
    [(6, 1, 3.0, 0.3), (8, 1, 3.0, 0.3), (12, 1, 3.0, 0.3), (12, 1, 0.0, 3.0), (12, 4, 3.0, 0.3), (24, 2, 1.0, 1.0),
     (96, 1, 0.0, 3.0)],
)  # fmt: skip
def test_four_of_five_find_the_least_difference(questions: int, arms: int, own: float, judge: float) -> None:
    assert 0.77 <= found_at_the_least(questions, arms, own, judge, 2_000) <= 0.83


def test_many_questions_show_what_one_cannot() -> None:
    """A difference of two standard deviations of the noise of one question, over 96 of them, is far beyond it."""
    lots = np.random.default_rng(47)
    found = [told(lots, 96, 1, own=0.0, judge=3.0, effect=6.0)[0].beyond_noise for _ in range(10)]
    assert found == [True] * 10


def values(arm: str, given: list[float], **more: object) -> list[Measured]:
    return [Measured(question=f"q{n}", arm=arm, value=value, **more) for n, value in enumerate(given)]  # type: ignore[arg-type]


QUIET = NoiseFloor(sigma=noise_floor([*values("n", [1.0] * 8), *values("n", [1.1] * 8, repeat=2)]).sigma, df=8)
LOUD = NoiseFloor(sigma=noise_floor([*values("n", [1.0] * 8), *values("n", [40.0] * 8, repeat=2)]).sigma, df=8)


def test_only_the_measure_that_decides_is_called_beyond_noise() -> None:
    found = values("base", [0.0] * 8) + values("arm", [1.0, 2.0, 1.5, 1.2, 1.9, 2.2, 1.1, 1.3])
    assert differences(found, "base", ["arm"], floor=QUIET)[0].says == "beyond"
    other = differences(found, "base", ["arm"], floor=QUIET, decides=False)[0]
    assert (other.says, other.beyond_noise, other.p) == ("exploratory", None, pytest.approx(2 / 256))


@pytest.mark.parametrize(("questions", "arms", "least"), [(5, 1, 0.0625), (8, 1, None), (6, 2, 0.0625), (8, 8, 0.0625)])
def test_a_p_that_so_few_cannot_come_below_is_told(questions: int, arms: int, least: float | None) -> None:
    names = [f"a{n}" for n in range(arms)]
    found = values("base", [0.0] * questions)
    for name in names:
        found += values(name, [1.0 + n / 10 for n in range(questions)])
    told_of = differences(found, "base", names, floor=QUIET)
    assert {each.p_least for each in told_of} == {least}
    assert {each.beyond_noise for each in told_of} == {True if least is None else None}
    assert {each.least is None for each in told_of} == {least is not None}, (
        "what cannot be found has no least difference"
    )


def members(arm: str, scores: dict[str, float], *, degraded: bool = False, n: int = 8) -> list[Measured]:
    return [
        Measured(
            question=f"q{at}", arm=arm, value=sum(scores.values()) / len(scores) + at / 100, degraded=degraded,
            parts={name: score + at / 100 for name, score in scores.items()},
        )
        for at in range(n)
    ]  # fmt: skip


def test_an_arm_whose_weak_member_fails_is_no_better() -> None:
    """The mean of whoever is left is another thing: only members that both have are compared."""
    base = members("base", {"a": 20.0, "b": 20.0, "c": 10.0})
    found = differences(base + members("arm", {"a": 20.0, "b": 20.0}, degraded=True), "base", ["arm"], floor=QUIET)[0]
    assert (found.difference.value, found.degraded, found.says, found.beyond_noise) == (0.0, 8, "degraded", None)
    assert found.whole is not None
    assert (found.whole.value, found.whole.n) == (None, 0)


def test_answers_that_could_not_be_told_make_no_arm_worse() -> None:
    """Not right is not wrong: an arm whose answers are longer loses nothing by that alone."""
    right = [Measured(question=f"q{n}", arm="base", value=float(n % 4 > 0)) for n in range(32)]
    longer = [
        replace(each, arm="arm", value=0.0 if n < 14 else each.value, untold=n < 14) for n, each in enumerate(right)
    ]
    found = differences(right + longer, "base", ["arm"], floor=QUIET, kind="share")[0]
    assert (found.unread, found.difference.excludes(0.0), found.says) == (14, True, "within")
    assert found.read is not None
    assert (found.read.value, found.read.n) == (0.0, 18)
    assert (found.p_holm or 1) < 0.05
    assert called(found) == f"not beyond noise: {HELD_BACK['read']}", "a small p alone would say more than that"
    worse = [replace(each, untold=False) for each in longer]
    assert differences(right + worse, "base", ["arm"], floor=QUIET, kind="share")[0].says == "beyond"
    mute = [replace(each, value=0.0, untold=n < 28) for n, each in enumerate(longer)]
    assert differences(right + mute, "base", ["arm"], floor=QUIET, kind="share")[0].says == "unread"


def test_no_p_is_none() -> None:
    assert [p_words(p) for p in (1.0, 0.0412, 0.0006, 0.0004, 0.0)] == [
        "p = 1.000", "p = 0.041", "p = 0.001", "p < 0.001", "p < 0.001",
    ]  # fmt: skip


def test_degraded_pairs_decide_nothing_that_whole_ones_do_not_show() -> None:
    base = values("base", [0.0] * 16)
    high = [5.0 + n / 10 for n in range(8)]
    same = [0.1, -0.2, 0.3, -0.1, 0.2, -0.3, 0.1, -0.1]
    bad = [replace(each, degraded=True) for each in values("arm", high)]
    whole = [replace(each, question=f"q{n + 8}") for n, each in enumerate(values("arm", same))]
    found = differences(base + bad + whole, "base", ["arm"], floor=QUIET)[0]
    assert (found.degraded, found.difference.excludes(0.0), found.says) == (8, True, "within")
    assert (found.p_holm or 1) < 0.05
    assert called(found) == f"not beyond noise: {HELD_BACK['whole']}"
    loud = differences(base + values("arm", [3 + n / 10 for n in range(16)]), "base", ["arm"], floor=LOUD)[0]
    assert (loud.says, loud.held_back) == ("within", "noise")
    near = differences(base + values("arm", [(-1) ** n * 0.5 for n in range(16)]), "base", ["arm"], floor=QUIET)[0]
    assert (near.says, near.held_back) == ("within", ""), "a large p needs no reason"
    shown = [replace(each, question=f"q{n + 8}") for n, each in enumerate(values("arm", high))]
    assert differences(base + bad + shown, "base", ["arm"], floor=QUIET)[0].says == "beyond"


def test_a_difference_says_of_how_many_planned_questions_it_is() -> None:
    found = differences(values("base", [0.0] * 9) + values("arm", [1.0] * 6), "base", ["arm"], planned=12)[0]
    assert (found.difference.n, found.planned) == (6, 12)


def test_a_judge_who_judges_again_is_told_by_its_noise_before_there_are_pairs() -> None:
    found = differences(values("base", [0.0] * 3) + values("arm", [1.0] * 3), "base", ["arm"], floor=QUIET,
                        planned=12, judged=["arm"])[0]  # fmt: skip
    assert found.least is not None
    assert (found.least.by, found.least.questions) == ("noise", 12)
    anew = differences(values("base", [0.0] * 3) + values("arm", [1.0] * 3), "base", ["arm"], floor=QUIET, planned=12)
    assert anew[0].least is None, "members that answer anew differ by more than the judge"


def test_noise_of_one_stage_is_not_mixed_with_anothers() -> None:
    judge = replace(QUIET, arm="noise", stage="adjudication")
    whole = replace(QUIET, arm="all", stage="discovery", sigma=replace(QUIET.sigma, value=3.0))
    floors = {"noise": judge, "all": whole}
    assert floor_for("adjudication", floors) == judge
    assert floor_for("", floors) == whole, "an arm that asks anew is held against all the noise that is known"
    assert floor_for("", {}) is None


def drifting(lots: np.random.Generator) -> list[Classed]:
    """Classes of 24 domains of four questions; each domain has shares of its own under either arm, none in all."""
    found = []
    for domain in range(24):
        for arm in ("base", "arm"):
            share = lots.beta(0.7, 0.7)
            for number in range(4):
                value = "majority" if lots.random() < share else "contested"
                found.append(Classed(question=f"{domain}-{number}", arm=arm, value=value, cluster=f"d{domain}"))
    return found


def class_changes_found(studies: int) -> float:
    lots = np.random.default_rng(53)
    ps = [class_differences(drifting(lots), "base", ["arm"])[0].p for _ in range(studies)]
    return sum(p is not None and p <= 0.05 for p in ps) / studies


def test_classes_that_drift_by_domain_are_seldom_a_change_in_a_sample() -> None:
    assert class_changes_found(100) <= 0.11


@pytest.mark.slow
def test_classes_that_drift_by_domain_are_seldom_a_change() -> None:
    assert class_changes_found(1_000) <= 0.05 + 2 * 0.007


def domain_differences_found(domains: int, each: int, studies: int) -> float:
    """How often chance that domains share is called a difference, at p of 5 %."""
    lots, so = np.random.default_rng(59), 0
    for _ in range(studies):
        found = []
        for domain in range(domains):
            shared = lots.normal(0, 0.55)
            for number in range(each):
                name, drew = f"{domain}-{number}", lots.normal(0, 0.84)
                found.append(Measured(question=name, arm="base", value=0.0, cluster=f"d{domain}"))
                found.append(Measured(question=name, arm="arm", value=shared + drew, cluster=f"d{domain}"))
        p = differences(found, "base", ["arm"])[0].p
        so += p is not None and p <= 0.05
    return so / studies


def test_eight_domains_are_seldom_taken_for_a_difference_in_a_sample() -> None:
    assert domain_differences_found(8, 5, 150) <= 0.1


@pytest.mark.slow
@pytest.mark.parametrize(("domains", "each"), [(8, 5), (9, 10), (10, 5)])
def test_domains_are_seldom_taken_for_a_difference(domains: int, each: int) -> None:
    assert domain_differences_found(domains, each, 1_000) <= 0.05 + 2 * 0.007


def test_a_question_without_a_domain_is_its_own() -> None:
    found = [
        Measured(question=f"q{n}", arm=arm, value=value, cluster="" if n == 0 else f"d{n % 3}")
        for arm, far in (("base", 0.0), ("arm", 1.0))
        for n, value in enumerate(far * (n % 3 + n / 10) for n in range(12))
    ]
    assert differences(found, "base", ["arm"])[0].difference.clusters == 4
