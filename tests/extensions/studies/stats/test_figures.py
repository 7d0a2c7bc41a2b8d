"""Test that every figure of a study has its basis, and is left out if too few questions support it."""

from __future__ import annotations

import pytest

from moot.errors import BadInput
from moot.extensions.studies.stats import distributions
from moot.extensions.studies.stats.arms import arm_means, class_differences, differences
from moot.extensions.studies.stats.figures import Figure, QuestionClass, QuestionValue, pairs
from moot.extensions.studies.stats.intervals import mean_figure, rate_figure, share_figure
from moot.extensions.studies.stats.questions_told_apart import stability


def measured(arm: str, values: list[list[float]]) -> list[QuestionValue]:
    return [
        QuestionValue(question=f"q{number}", arm=arm, repeat=repeat, value=value)
        for number, repeats in enumerate(values)
        for repeat, value in enumerate(repeats, start=1)
    ]


def classed(arm: str, values: list[str]) -> list[QuestionClass]:
    return [
        QuestionClass(question=f"q{number}", arm=arm, repeat=repeat, value=value)
        for number, repeats in enumerate(values)
        for repeat, value in enumerate(repeats, start=1)
    ]


def test_below_five_questions_nothing_is_told() -> None:
    for figure in (mean_figure([1.0] * 4), share_figure(2, 4), rate_figure([0.5] * 4)):
        assert figure == Figure(value=None, low=None, high=None, n=4, how="withheld")
    four = measured("base", [[1.0, 2.0]] * 4) + measured("arm", [[9.0]] * 4)
    told = differences(four, "base", ["arm"])[0]
    assert (told.difference.value, told.p, told.p_holm) == (None, None, None)


def test_repeats_are_averaged_before_questions_are_counted() -> None:
    values = measured("base", [[1.0, 3.0], [5.0]]) + measured("arm", [[4.0, 4.0, 7.0], [4.0]])
    assert [(each.question, each.difference) for each in pairs(values, "base", "arm")] == [("q0", 3.0), ("q1", -1.0)]
    assert arm_means(measured("base", [[0.0, 10.0]] * 5), "base").n == 5


def test_a_question_that_one_arm_lacks_is_in_no_difference() -> None:
    values = measured("base", [[1.0]] * 6) + measured("arm", [[2.0]] * 5)
    assert differences(values, "base", ["arm"])[0].difference.n == 5


def test_yes_and_no_asked_once_are_told_by_mcnemar() -> None:
    values = measured("base", [[0.0]] * 9 + [[1.0]]) + measured("arm", [[1.0]] * 9 + [[0.0]])
    told = differences(values, "base", ["arm"], kind="share")[0]
    assert told.test == "McNemar"
    assert told.p == pytest.approx(22 / 1024)


def test_mcnemar_is_told_of_answers_of_yes_and_no_that_changed_alone() -> None:
    """Where nothing changed there is nothing to be surprised at, and a share of several members is no yes or no."""
    same = measured("base", [[1.0]] * 9) + measured("arm", [[1.0]] * 9)
    told = differences(same, "base", ["arm"], kind="share")[0]
    assert (told.test, told.p, told.p_holm) == ("", None, None)
    thirds = measured("base", [[1 / 3]] * 9) + measured("arm", [[2 / 3]] * 8 + [[0.0]])
    assert differences(thirds, "base", ["arm"], kind="share")[0].test == "sign flips"


def test_arms_that_are_looked_at_together_pay_for_it() -> None:
    values = measured("base", [[0.0]] * 8) + measured("one", [[1.0]] * 8) + measured("two", [[1.0]] * 7 + [[-1.0]])
    one, two = differences(values, "base", ["one", "two"])
    assert one.p == pytest.approx(2 / 256)
    assert one.p_holm == pytest.approx(4 / 256)
    assert two.p_holm == pytest.approx(two.p)


def test_a_change_of_class_is_of_what_repeats_come_to_most_often() -> None:
    values = classed("base", ["aa", "ab", "aa", "bb", "aa"]) + classed("arm", ["bb", "bb", "aa", "bb", "ba"])
    told = class_differences(values, "base", ["arm"])[0]
    assert (told.changed.value, told.changed.n) == (0.4, 5)
    assert told.p is not None


def test_stability_is_how_often_two_repeats_agree() -> None:
    told = stability(classed("base", ["aaa", "aab", "abc", "bbb", "bbb"]), "base")
    assert told.agreement.value == pytest.approx((1 + 1 / 3 + 0 + 1 + 1) / 5)
    assert [each.question for each in told.questions] == ["q2", "q1", "q0", "q3", "q4"]
    first = told.questions[0]
    assert (first.dominant, first.classes, first.share.n) == ("", {"a": 1, "b": 1, "c": 1}, 3), "none is the usual one"
    assert [each.dominant for each in told.questions] == ["", "a", "a", "b", "b"]
    assert first.share.value is None, "three repeats are too few for a share of their own"


def test_what_takes_scipy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributions, "find_spec", lambda name: None)
    with pytest.raises(BadInput) as refused:
        mean_figure([1.0, 2.0, 3.0, 4.0, 5.0])
    assert "moot[studies]" in refused.value.remedy
    assert share_figure(3, 12).n == 12, "Wilson's needs nothing"


def test_what_does_not_vary_has_no_interval() -> None:
    """An interval without a width would be as if it were known for sure."""
    assert mean_figure([3.0] * 6) == Figure(value=3.0, low=None, high=None, n=6, how="did not vary")
    assert mean_figure([3.0] * 6, ["a", "b"] * 3).how == "did not vary"
    apart = differences(measured("base", [[0.0]] * 8) + measured("arm", [[1.0]] * 8), "base", ["arm"], kind="share")
    assert (apart[0].difference.how, apart[0].test) == ("did not vary", "McNemar")
    for share in (0.0, 1.0):
        for clusters in ((), ["a", "b", "c", "d"] * 3):
            found = rate_figure([share] * 12, clusters)
            assert found.low is not None
            assert found.high is not None
            assert found.high - found.low > 0.2


def test_a_count_is_not_below_none() -> None:
    few = measured("base", [[0.0]] * 7 + [[6.0]])
    assert arm_means(few, "base").low == pytest.approx(-1.02, abs=0.01)
    assert arm_means(few, "base", "count").low == 0.0


def test_what_is_told_of_both_arms_subtracts_to_the_difference() -> None:
    """Each arm's own mean rests on other questions; the two beside a difference rest on its own."""
    base = [QuestionValue(question=f"q{at}", arm="base", value=float(at < 4)) for at in range(8)]
    other = [QuestionValue(question=f"q{at}", arm="other", value=float(at < 7)) for at in range(2, 12)]
    [told] = differences([*base, *other], "base", ["other"], kind="share")
    assert (told.difference.n, told.before, told.after) == (6, 2 / 6, 5 / 6)
    assert told.after - told.before == pytest.approx(told.difference.value)
    few = differences([*base[:3], *other[:1]], "base", ["other"], kind="share")
    assert (few[0].before, few[0].after) == (None, None)
