"""Random draws from the session's seed: a replay makes the same draws.

A draw is SHA-256 of seed, name and counter, so it needs no process state and never changes with Python's version
(`random` guarantees that for `random()` alone). Golden values: `tests/vocabulary/test_seeded_draws.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Lot:
    """A source of random draws that follow from a seed and a name, so that a replay draws the same."""

    def __init__(self, seed: str, name: str) -> None:
        self._stem = f"{seed}\x1f{name}\x1f".encode()
        self._drawn = 0

    def number(self, below: int) -> int:
        """Draw and return an integer from 0 up to but excluding `below`."""
        return self._numbers(below, 1)[0]

    def share(self) -> float:
        """Draw and return a number from 0 up to but excluding 1."""
        return self.number(1 << 53) / (1 << 53)

    def pick(self, things: Sequence[T]) -> T:
        """Draw and return one of the items."""
        return things[self.number(len(things))]

    def picks(self, things: Sequence[T], count: int) -> list[T]:
        """Draw and return `count` items, each from all of them, so that one may be drawn again."""
        return [things[number] for number in self._numbers(len(things), count)]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """Return the items in random order. The given sequence is not changed."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _numbers(self, below: int, count: int) -> list[int]:
        if below < 1:
            raise ValueError(f"a lot needs at least one possibility, not {below}")
        limit = (1 << 64) - (1 << 64) % below  # larger draws would favour small numbers
        numbers: list[int] = []
        while len(numbers) < count:
            draw = int.from_bytes(sha256(b"%b%d" % (self._stem, self._drawn)).digest()[:8], "big")
            self._drawn += 1
            if draw < limit:
                numbers.append(draw % below)
        return numbers
