"""Test that every figure of a study has its basis, and is left out if too few questions support it."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from statsmodels.stats.contingency_tables import mcnemar as published_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from moot.errors import BadInput
from moot.extensions.studies.stats import distributions
from moot.extensions.studies.stats.arms import arm_means, class_differences, differences
from moot.extensions.studies.stats.chance import class_change, holm, mcnemar, sign_flip
from moot.extensions.studies.stats.figures import Figure, QuestionClass, QuestionValue, pairs
from moot.extensions.studies.stats.intervals import mean_figure, rate_figure, share_figure, spread_of
from moot.extensions.studies.stats.stability import stability


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


LOTS = np.random.default_rng(5)


@pytest.mark.parametrize("n", [5, 12, 59])
def test_a_mean_has_the_t_interval(n: int) -> None:
    values = LOTS.normal(1, 2, n)
    found = mean_figure(values.tolist())
    ends = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (found.how, found.n) == ("t", n)
    assert [found.low, found.high] == pytest.approx([ends.low, ends.high])


@pytest.mark.parametrize("domains", [2, 8, 10, 17])
def test_a_clustered_mean_has_the_bias_reduced_error(domains: int) -> None:
    """CR2 with Bell and McCaffrey's degrees of freedom, as their matrices have it."""
    n = 53
    groups = np.arange(n) % domains
    values = LOTS.normal(1, 1, n) + LOTS.normal(0, 2, domains)[groups]
    hat = np.full((n, n), 1 / n)
    rest = np.eye(n) - hat
    vectors = []
    for group in range(domains):
        own = np.flatnonzero(groups == group)
        lows, basis = np.linalg.eigh(np.eye(len(own)) - hat[np.ix_(own, own)])
        adjusted = basis @ np.diag(lows**-0.5) @ basis.T
        vectors.append(rest[:, own] @ adjusted @ np.full(len(own), 1 / n))
    met = np.array([[one @ other for other in vectors] for one in vectors])
    error = np.sqrt(sum((vector @ values) ** 2 for vector in vectors))
    df = np.trace(met) ** 2 / (met**2).sum()
    spread = spread_of(values.tolist(), [f"d{group}" for group in groups])
    assert (spread.error, spread.df) == pytest.approx((max(error, values.std(ddof=1) / np.sqrt(n)), df))
    found = mean_figure(values.tolist(), [f"d{group}" for group in groups])
    assert (found.how, found.clusters) == ("clustered t", domains)
    half = scipy.stats.t.ppf(0.975, df) * spread.error
    assert [found.low, found.high] == pytest.approx([values.mean() - half, values.mean() + half])


def test_equal_domains_have_the_errors_of_a_regression_on_nothing() -> None:
    groups = np.arange(60) % 12
    values = LOTS.normal(1, 1, 60) + LOTS.normal(0, 2, 12)[groups]
    fit = sm.OLS(values, np.ones((60, 1))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}, use_t=True
    )
    spread = spread_of(values.tolist(), [f"d{group}" for group in groups])
    assert (spread.error, spread.df) == pytest.approx((fit.bse[0] * np.sqrt(12 / 11), 11))


@pytest.mark.parametrize(("so", "n"), [(0, 5), (3, 12), (12, 12), (47, 96)])
def test_a_share_has_wilsons_interval(so: int, n: int) -> None:
    found = share_figure(so, n)
    assert [found.low, found.high] == pytest.approx(list(proportion_confint(so, n, method="wilson")), abs=1e-12)


@pytest.mark.parametrize(("one", "other"), [(0, 0), (1, 9), (5, 5), (12, 3), (40, 22)])
def test_mcnemar_is_the_exact_one(one: int, other: int) -> None:
    assert mcnemar(one, other) == pytest.approx(published_mcnemar([[7, one], [other, 7]], exact=True).pvalue)


def test_sign_flips_are_all_exchanges_of_the_two_conditions() -> None:
    values = LOTS.normal(0.7, 1, 11)
    oracle = scipy.stats.permutation_test((values,), np.sum, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip(values.tolist()) == pytest.approx(oracle.pvalue)


def test_drawn_sign_flips_come_near_the_exact_ones() -> None:
    values = LOTS.normal(0.4, 1, 30)
    oracle = scipy.stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=50_000, rng=1)
    assert sign_flip(values.tolist()) == pytest.approx(oracle.pvalue, abs=0.012)


def test_domains_are_turned_round_as_a_whole() -> None:
    values, clusters = [1.0, 2.0, -0.5, 3.0], ["a", "a", "b", "b"]
    assert sign_flip(values, clusters) == sign_flip([3.0, 2.5]) == 0.5


def test_classes_that_only_trade_places_are_no_change_of_shares() -> None:
    assert class_change([["a"], ["b"]] * 6, [["b"], ["a"]] * 6) == 1.0
    assert class_change([["a"]] * 6, [["a"]] * 6) is None
    assert class_change([["a"]] * 6, [["b"]] * 6) == pytest.approx(2 / 2**6)


def test_holm_is_holms() -> None:
    ps = [0.01, 0.04, 0.03, 0.005, 0.9]
    assert holm([*ps, None]) == pytest.approx([*multipletests(ps, method="holm")[1], None])
