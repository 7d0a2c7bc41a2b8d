"""Test that exactly a council that finds nearly everything high is named."""

from __future__ import annotations

from random import Random

from moot.stats.voter_quality.leniency_drift import Mix, too_lenient


def test_a_council_is_named_from_ten_sessions_on_eight_of_which_are_lenient() -> None:
    lenient, usual = Mix(9, 12), Mix(3, 12)
    assert not too_lenient([lenient] * 9)
    assert too_lenient([lenient] * 10)
    assert too_lenient([usual] * 5 + [lenient] * 8 + [usual] * 2)
    assert not too_lenient([lenient] * 7 + [usual] * 3)
    assert not too_lenient([Mix(60, 60), *[Mix(5, 12)] * 9]), "one session on which all agree is no drift"
    assert not too_lenient([Mix(7, 12)] * 8 + [Mix(30, 30)] * 2), "below 60 % in eight of ten"
    assert too_lenient([Mix(15, 25)] * 10), "60 % is enough"
    assert not too_lenient([Mix(6, 10)] * 10), "unless it may be half by chance"
    assert not too_lenient([lenient] * 9 + [Mix(0, 0)]), "a session without claims is none"


def test_how_often_a_council_is_named() -> None:
    """Of claims that are high at random, by claims in a session: at 40 % none, at 50 % hardly any, at 80 % nearly all
    within thirty sessions, and fewer where there are hardly any claims."""
    assert [named(0.4, claims, 200) for claims in (1, 3, 12)] == [0, 0, 0]
    assert max(named(0.5, claims, 200) for claims in (1, 3, 5)) <= 0.05
    assert named(0.8, 12, 200) > 0.97


def named(rate: float, claims: int, councils: int) -> float:
    """The share of councils that are named within thirty sessions."""
    chance, found = Random(5), 0
    for _ in range(councils):
        sessions = [Mix(sum(chance.random() < rate for _ in range(claims)), claims) for _ in range(30)]
        found += any(too_lenient(sessions[:at]) for at in range(10, 31))
    return found / councils
