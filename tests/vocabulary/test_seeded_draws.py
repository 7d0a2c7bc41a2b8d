"""Test that seeded draws never change. Golden values: a change here makes every stored session unreplayable."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from moot.vocabulary.seeded_draws import Lot


def test_golden_draws() -> None:
    lot = Lot("seed", "review:order")
    assert [lot.number(1000) for _ in range(6)] == [453, 546, 182, 217, 127, 845]
    assert Lot("seed", "review:order").shuffle("abcdefgh") == ["g", "e", "h", "d", "c", "a", "b", "f"]
    assert Lot("seed", "labels").pick(["x", "y", "z"]) == "x"
    assert Lot("seed", "labels").share() == pytest.approx(0.888668639192, abs=1e-12)


def test_a_draw_is_a_digest_and_nothing_else() -> None:
    digest = sha256(b"seed\x1fname\x1f0").digest()
    assert Lot("seed", "name").number(1 << 64) == int.from_bytes(digest[:8], "big")


def test_names_and_seeds_are_kept_apart() -> None:
    draws = {
        tuple(Lot(seed, name).number(1 << 32) for _ in range(3))
        for seed in ("a", "ab", "b")
        for name in ("", "b", "bb")
    }
    assert len(draws) == 9


def test_draws_are_even() -> None:
    lot = Lot("even", "")
    counts = Counter(lot.number(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())
