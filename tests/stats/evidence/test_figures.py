from __future__ import annotations

import pytest

from moot.errors import BadInput
from moot.stats.evidence.figures import Assumption, CouncilFigures, evidence_for


@pytest.fixture(scope="module")
def of_four() -> CouncilFigures:
    return evidence_for(4, scale=0.2)


def test_what_more_agreement_and_fewer_shared_errors_do(of_four: CouncilFigures) -> None:
    agree = Assumption(value=0.9, low=0.9, high=0.9)
    assert evidence_for(4, agree, scale=0.2).best.value > of_four.best.value
    apart = Assumption(value=0.1, low=0.1, high=0.1)
    assert evidence_for(4, shared=apart, scale=0.2).best.value > of_four.best.value + 0.1


def test_a_council_beside_its_best_member(of_four: CouncilFigures) -> None:
    beside = of_four.beside_best
    assert beside.better.value + beside.same.value + beside.worse.value == pytest.approx(1)
    alike = evidence_for(4, authors=Assumption(value=0.0, low=0.0, high=0.0), scale=0.2)
    assert beside.worse.value > alike.beside_best.worse.value, (
        "where authors differ, the best of them is harder to beat"
    )


def test_errors_are_told_and_shrink_with_the_councils_drawn(of_four: CouncilFigures) -> None:
    assert 0 < of_four.best.error < 0.01
    assert of_four.best.error == pytest.approx((of_four.best.value * (1 - of_four.best.value) / 4_000) ** 0.5)
    again = evidence_for(4, scale=0.8).best
    assert abs(again.value - of_four.best.value) < 4 * of_four.best.error
    assert again.error == pytest.approx(of_four.best.error / 2, rel=0.05)


@pytest.mark.parametrize("seats", [-1, 0, 2, 13])
def test_sizes_without_figures_are_refused(seats: int) -> None:
    with pytest.raises(BadInput, match="no figures"):
        evidence_for(seats)
