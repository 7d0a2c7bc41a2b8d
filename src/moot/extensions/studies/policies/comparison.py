"""Compare policies with the best single model, by a paired bootstrap over questions.

The best single model is the one with the most right answers to these very questions: no policy looks better than it by
the luck of a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from moot.extensions.studies.policies.recorded_answers import RecordedAnswers
from moot.extensions.studies.policies.replay import Outcome, outcomes_of

RESAMPLES = 1_000


class PolicyRow(Struct, frozen=True, kw_only=True):
    """Results of one policy (a rule about which models to ask and which answer to take) on the recorded questions."""

    policy: str
    """Name of the policy."""
    right: float
    """Share of right answers."""
    price: float
    """Mean price of a question in dollars."""
    difference: float
    """Share of right answers minus that of the best single model in hindsight."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""
    note: str = ""
    """The model that the policy uses, if it is always the same."""


class PolicyComparison(Struct, frozen=True, kw_only=True):
    """Results of all policies on the same recorded questions."""

    questions: int
    """Number of questions."""
    left_out: int
    """Number of other questions, which not every model was asked."""
    models: tuple[str, ...]
    """The models, the cheapest first."""
    policies: tuple[PolicyRow, ...]
    """The policies, the best single model first."""


def compare_policies(recorded: RecordedAnswers, *, flagship: str = "", seed: int = 0) -> PolicyComparison:
    """Apply every policy to the recorded answers, and compare each with the best single model."""
    outcomes = outcomes_of(recorded, flagship=flagship, seed=seed)
    return PolicyComparison(
        questions=len(recorded.questions),
        left_out=recorded.left_out,
        models=recorded.models,
        policies=tuple(_row(each, outcomes[0], seed) for each in outcomes),
    )


def _row(outcome: Outcome, single: Outcome, seed: int) -> PolicyRow:
    differences = [one - other for one, other in zip(outcome.rights, single.rights, strict=True)]
    low, high = mean_interval(differences, seed)
    return PolicyRow(
        policy=outcome.policy,
        right=fmean(outcome.rights),
        price=fmean(outcome.prices),
        difference=fmean(differences),
        low=low,
        high=high,
        note=outcome.note,
    )


def mean_interval(differences: Sequence[float], seed: int = 0, *, resamples: int = RESAMPLES) -> tuple[float, float]:
    """Return the 95 % interval of the mean of these differences, one per question, by a bootstrap over questions."""
    random, number = Random(seed), len(differences)
    means = sorted(sum(random.choices(differences, k=number)) / number for _ in range(resamples))
    return means[round(0.025 * (resamples - 1))], means[round(0.975 * (resamples - 1))]
