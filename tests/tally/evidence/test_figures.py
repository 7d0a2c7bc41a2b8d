from __future__ import annotations

import pytest

from moot.errors import BadInput
from moot.tally.evidence.figures import (
    FEWEST,
    MOST,
    Assumption,
    CouncilFigures,
    LeadRow,
    Share,
    _crossing,
    evidence_for,
)


@pytest.fixture(scope="module")
def of_four() -> CouncilFigures:
    return evidence_for(4, scale=0.2)


def test_what_more_agreement_more_ballots_and_fewer_shared_errors_do(of_four: CouncilFigures) -> None:
    agree = Assumption(value=0.9, low=0.9, high=0.9)
    assert evidence_for(4, agree, scale=0.2).best.value > of_four.best.value
    apart = Assumption(value=0.1, low=0.1, high=0.1)
    assert evidence_for(4, shared=apart, scale=0.2).best.value > of_four.best.value + 0.1
    first, *later = of_four.ballots
    assert first.more is None
    assert [row.ballots for row in of_four.ballots] == list(range(1, 8))
    assert first.best.value + sum(row.more.value for row in later if row.more) == pytest.approx(
        of_four.ballots[-1].best.value, abs=1e-6
    )
    assert later[-1].best.value > first.best.value + 0.04


def test_a_council_beside_its_best_member(of_four: CouncilFigures) -> None:
    assert [row.seats for row in of_four.sizes] == list(range(FEWEST, MOST + 1))
    for row in of_four.sizes:
        assert row.better.value + row.same.value + row.worse.value == pytest.approx(1)
        assert min(row.council.value, row.member.value) > 0.5
        assert row.calls == 2 * row.seats + 1
    assert of_four.sizes[-1].council.value > of_four.sizes[0].council.value


def test_one_member_alone_pays_once_it_is_far_ahead(of_four: CouncilFigures) -> None:
    assert [row.writes_best.value for row in of_four.leads] == sorted(row.writes_best.value for row in of_four.leads)
    assert of_four.leads[0].gain.value > 0.1
    assert of_four.alone is not None
    assert 0.4 < of_four.alone.value < 0.6


def test_errors_are_told_and_shrink_with_the_councils_drawn(of_four: CouncilFigures) -> None:
    assert 0 < of_four.best.error < 0.01
    assert of_four.best.error == pytest.approx((of_four.best.value * (1 - of_four.best.value) / 4_000) ** 0.5)
    again = evidence_for(4, scale=0.8).best
    assert abs(again.value - of_four.best.value) < 4 * of_four.best.error
    assert again.error == pytest.approx(of_four.best.error / 2, rel=0.05)


def test_no_crossing_is_told_where_the_gain_only_comes_near_nothing() -> None:
    def lead(best: float, gain: float, error: float = 0.001) -> LeadRow:
        def told(value: float) -> Share:
            return Share(value=value, error=0.005)

        return LeadRow(writes_best=told(best), better=told(0), worse=told(0), gain=Share(value=gain, error=error))

    assert _crossing([lead(0.3, 0.2), lead(0.6, 0.05), lead(0.9, -0.001)]) is None
    found = _crossing([lead(0.3, 0.2), lead(0.6, 0.05), lead(0.8, -0.05)])
    assert found is not None
    assert found.value == pytest.approx(0.7)
    assert found.error > 0


@pytest.mark.parametrize("seats", [-1, 0, 2, 13])
def test_sizes_without_figures_are_refused(seats: int) -> None:
    with pytest.raises(BadInput, match="no figures"):
        evidence_for(seats)


def test_the_largest_is_drawn_whole() -> None:
    assert evidence_for(MOST, scale=0.1).councils == 2_000


def test_it_takes_what_was_measured() -> None:
    found = evidence_for(4, Assumption(value=0.9, low=0.85, high=0.95, sessions=40), scale=0.05)
    assert found.best.value > 0.45
    assert found.agreement.sessions == 40
