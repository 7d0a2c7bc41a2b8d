"""Test that a calibration is computed once for the same votes, and again for others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from moot.extensions.studies.trials import calibrations
from moot.extensions.studies.trials.calibrations import (
    ORDERS,
    CalibrationCache,
    CalibrationSession,
    Way,
    calibrated,
    ways,
)
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.history.calibration import (
    Calibration,
    CalibrationStatement,
    CalibrationVoter,
    Expected,
    StatementPolled,
)

VOTERS = tuple(CalibrationVoter(fingerprint=f"f{at}", model=f"m{at}") for at in range(4))
SPLIT = (2, 2, -1, -2)


def asked(order: int) -> CalibrationSession:
    """A session that voted on some claims of every kind."""
    cast: dict[Expected, tuple[int, ...]] = {"settled-true": (2, 2, 1, 2), "contested": SPLIT, "open": (0, 0, 1, 0)}
    polled = tuple(
        StatementPolled(
            statement=CalibrationStatement(
                claim=f"{kind}-{at}", denied=False, expected=kind, text=f"Claim {at} [fact]"
            ),
            order=order,
            votes=votes,
            asked=len(VOTERS),
        )
        for kind, votes in cast.items()
        for at in range(3)
    )
    return CalibrationSession(
        session=f"s{order}", part=0, order=order, round=0, parts=1, corpus="mine", digest="d", council="ours",
        voters=VOTERS, scripted=False, ended=True, at=f"2031-05-0{order + 1}T00:00:00.000Z", cost=10, polled=polled,
    )  # fmt: skip


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever something is computed."""
    times: list[int] = []

    def computed(together: Sequence[CalibrationSession], way: Way, options: Mapping[str, OptionValue]) -> Calibration:
        times.append(1)
        return calibrated(together, way, options)

    monkeypatch.setattr(calibrations, "calibrated", computed)
    return times


def others(together: list[CalibrationSession]) -> dict[str, tuple[list[CalibrationSession], dict[str, OptionValue]]]:
    """The same evidence with one thing about it changed, by what was."""
    first, second = together
    revoted = replace(first.polled[0], votes=(-2, 2, 1, 2))
    abstaining = replace(first.polled[0], votes=first.polled[0].votes[:-1])
    changed = {
        "a vote": replace(first, polled=(revoted, *first.polled[1:])),
        "a voter without an opinion": replace(first, polled=(abstaining, *first.polled[1:])),
        "a claim less": replace(first, polled=first.polled[1:]),
        "not at an end": replace(first, ended=False),
        "the price": replace(first, cost=11),
        "a price nobody knows": replace(first, cost=None),
        "the time": replace(first, at="2031-06-01T00:00:00.000Z"),
        "another session": replace(first, session="other"),
    }
    told: dict[str, tuple[list[CalibrationSession], dict[str, OptionValue]]] = {
        name: ([each, second], {}) for name, each in changed.items()
    }
    return {**told, "a session more": ([first, second, replace(second, session="s2", round=0)], {}),
            "a border": (together, {"high_mean": 1.25})}  # fmt: skip


async def test_the_same_votes_are_computed_once_and_any_others_anew(counted: list[int]) -> None:
    (way,) = ways()
    kept, together = CalibrationCache(), [asked(order) for order in range(ORDERS)]
    seen: set[str] = set()
    first = await kept.calibrated(together, way, {}, seen)
    assert await kept.calibrated([asked(order) for order in range(ORDERS)], way, {}, seen) is first
    assert len(counted) == 1
    assert len(seen) == 1
    for at, (name, (evidence, options)) in enumerate(others(together).items(), 2):
        found = await kept.calibrated(evidence, way, options, seen)
        assert len(counted) == at, name
        assert found == calibrated(evidence, way, options), name
    assert len(seen) == len(counted)
    assert await kept.calibrated(together, way, {}, set()) is first, "others push nothing out"


async def test_what_a_look_did_not_need_is_forgotten(counted: list[int]) -> None:
    (way,) = ways()
    kept, together = CalibrationCache(), [asked(order) for order in range(ORDERS)]
    await kept.calibrated(together, way, {}, set())
    seen: set[str] = set()
    await kept.calibrated(together[:1], way, {}, seen)
    kept.forget(seen)
    await kept.calibrated(together[:1], way, {}, set())
    assert len(counted) == 2, "what was needed is kept"
    await kept.calibrated(together, way, {}, set())
    assert len(counted) == 3
