"""Test which round is best and when the rounds end, against the rule written out, over every short course."""

from __future__ import annotations

from itertools import product

import pytest

from moot.protocols.consensus.findings import RoundHeld
from moot.protocols.consensus.progress import best_round, stop_after


def held(number: int, confidence: float | None, again: bool = False, kept: tuple[str, ...] = ("a",)) -> RoundHeld:
    return RoundHeld(
        number=number,
        selected=("a",),
        heard=("a",),
        kept=kept,
        confidence=confidence,
        needs_iteration=again,
        ranking=("a",) if confidence is not None else (),
    )


@pytest.mark.parametrize(
    ("rounds", "best"),
    [
        ([(0.9, False), (0.5, False)], 1),  # the last is worse
        ([(0.5, False), (0.9, False)], 2),
        ([(0.7, False), (0.7, False)], 2),  # equally sure: the refined one
        ([(0.95, True), (0.6, False)], 2),  # asked for another round
        ([(0.95, True), (0.96, True)], 2),
        ([(None, False), (0.1, True)], 2),
        ([(0.2, True), (None, False)], 1),
    ],
)
def test_the_best_round(rounds: list[tuple[float | None, bool]], best: int) -> None:
    found = best_round([held(number, *each) for number, each in enumerate(rounds, start=1)])
    assert found is not None
    assert found.number == best


def test_the_rule_over_every_course() -> None:
    for least, cap in product((1, 2, 3), (1, 2, 3)):
        if least > cap:
            continue
        for course in product([(0.5, False), (0.9, False), (0.9, True)], repeat=cap):
            rounds: list[RoundHeld] = []
            for number, each in enumerate(course, start=1):
                rounds.append(held(number, *each))
                stopped = stop_after(rounds, threshold=0.8, least=least, cap=cap, picked=False, goes_on=False)
                if stopped:
                    break
            sure = [number for number, (confidence, again) in enumerate(course, 1) if confidence >= 0.8 and not again]
            first = next((number for number in sure if number >= least), None)
            assert len(rounds) == (first if first is not None else cap)
            assert stopped == ("confident" if first is not None else "cap")


def test_a_strategy_can_keep_them_going_but_not_past_the_cap() -> None:
    def end(number: int) -> str:
        return stop_after([held(number, 0.9)], threshold=0.8, least=1, cap=3, picked=False, goes_on=True)

    assert [end(1), end(2), end(3)] == ["", "", "confident"]


def test_what_else_ends_them() -> None:
    rule = {"threshold": 0.8, "least": 1, "cap": 3, "picked": False, "goes_on": False}
    assert stop_after([held(1, None)], **rule) == "no_arbiter"  # type: ignore[arg-type]
    assert stop_after([held(1, None, kept=())], **rule) == ""  # type: ignore[arg-type]
    assert stop_after([held(3, None, kept=())], **rule) == "no_majority"  # type: ignore[arg-type]
    assert stop_after([held(2, 0.5), held(3, None, kept=())], **rule) == "cap"  # type: ignore[arg-type]
    assert stop_after([held(1, 0.2)], **{**rule, "picked": True, "cap": 1}) == "single_pass"  # type: ignore[arg-type]
