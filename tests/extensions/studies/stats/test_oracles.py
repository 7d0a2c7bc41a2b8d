"""Test intervals and tests against `statsmodels` and `scipy` on the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from statsmodels.stats.contingency_tables import mcnemar as published_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from moot.extensions.studies.stats.chance import class_change, holm, mcnemar, sign_flip
from moot.extensions.studies.stats.intervals import mean_figure, share_figure, spread_of

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
