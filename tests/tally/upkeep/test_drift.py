"""Is a council named that finds nearly everything high, and no other?"""

from __future__ import annotations

from random import Random

from moot.tally.upkeep.drift import Mix, too_lenient


def test_a_council_is_named_from_ten_sessions_on_eight_of_which_are_lenient() -> None:
    lenient, usual = Mix(9, 12), Mix(3, 12)
    assert not too_lenient([lenient] * 9)
    assert too_lenient([lenient] * 10)
    assert too_lenient([usual] * 5 + [lenient] * 8 + [usual] * 2)
    assert not too_lenient([lenient] * 7 + [usual] * 3)
    assert not too_lenient([Mix(60, 60), *[Mix(5, 12)] * 9]), "one session on which all agree is no drift"
    assert not too_lenient([Mix(7, 12)] * 8 + [Mix(30, 30)] * 2), "below 60 % in eight of ten"
    assert too_lenient([Mix(6, 10)] * 10), "60 % is enough"
    assert not too_lenient([lenient] * 9 + [Mix(0, 0)]), "a session without claims is none"


def test_how_often_a_council_is_named() -> None:
    """Of claims that are high at random: at 40 % none of a thousand within thirty sessions, at 80 % nearly all."""
    chance = Random(5)

    def named(rate: float) -> float:
        found = 0
        for _ in range(1_000):
            sessions = [Mix(sum(chance.random() < rate for _ in range(12)), 12) for _ in range(30)]
            found += any(too_lenient(sessions[:at]) for at in range(10, 31))
        return found / 1_000

    assert named(0.4) == 0
    assert named(0.8) > 0.97
