"""Recover the share of errors that simulated readers have in common."""

from __future__ import annotations

import pytest

from moot.stats.evidence.councils import AssumedCouncil, drawn
from moot.stats.evidence.figures import STATED_SHARED
from moot.stats.evidence.reader_agreement import measured_from
from moot.stats.evidence.report import report_from
from moot.stats.evidence.shared_part import ENOUGH, RankedAnswers, fitted_share
from stats.evidence.coarse import coarsely

AGREEMENT = 0.6


def store(questions: int, shared: float, seats: int = 4) -> list[RankedAnswers]:
    """Questions whose best one, two or more answers are right, ranked by readers who share so much."""
    found = drawn(AssumedCouncil(seats=seats, agreement=AGREEMENT, shared=shared), 3_000)
    names = "abcdefgh"[:seats]
    return [
        RankedAnswers(
            ranks={
                reader: {name: -float(vote) for name, vote in zip(names, votes, strict=True)}
                for reader, votes in zip(names, ballots, strict=True)
            },
            right={
                name: bool(each >= sorted(worth)[-1 - at % (seats - 1)])
                for name, each in zip(names, worth, strict=True)
            },
        )
        for at, (worth, ballots) in enumerate(zip(found.worth[-questions:], found.votes[-questions:], strict=True))
    ]


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("shared", [0.2, 0.5, 0.65, 0.85])
def test_the_share_is_recovered(shared: float, seats: int) -> None:
    found = fitted_share(store(800, shared, seats), AGREEMENT)
    assert found.value == pytest.approx(shared, abs=0.12)
    assert found.low - 0.03 <= shared <= found.high + 0.03


def test_below_forty_questions_the_share_is_stated_and_named() -> None:
    mixed = store(200, 0.2)
    assert fitted_share(mixed[: ENOUGH - 1], AGREEMENT) is STATED_SHARED
    assert fitted_share(mixed[:ENOUGH], AGREEMENT).sessions == ENOUGH
    with coarsely():
        stated = report_from(4, measured_from([], mixed[: ENOUGH - 1]))
        fitted = report_from(4, measured_from([], mixed))
    assert stated.said[0].how.startswith("Assumes readers share 65 % of their errors; not measured here.")
    assert f"as {len(mixed)} known answers here show" in fitted.said[0].how
    assert fitted.evidence.best.value > stated.evidence.best.value


def test_questions_that_show_nothing_are_left_out_and_missing_ballots_are_none() -> None:
    all_right = RankedAnswers(ranks={"a": {"b": 1.0, "c": 2.0}}, right=dict.fromkeys("abc", True))
    two = RankedAnswers(ranks={"a": {"a": 1.0, "b": 2.0}}, right={"a": True, "b": False})
    unranked = RankedAnswers(ranks={}, right={"a": True, "b": False, "c": False})
    assert fitted_share([all_right, two, unranked] * ENOUGH, AGREEMENT) is STATED_SHARED
    sparse = RankedAnswers(ranks={"z": {"a": 1.0, "b": 2.0, "c": 2.0}}, right={"a": True, "b": False, "c": False})
    found = fitted_share([sparse] * ENOUGH, AGREEMENT)
    assert (found.sessions, found.value) == (ENOUGH, 0.0)
