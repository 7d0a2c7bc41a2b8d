"""Where does chance come from? From a seed written into the session: a lot is the same draw at every replay.

A draw is SHA-256 of seed, name and counter, so it needs no state of the process and never changes with Python's version
(`random` promises that for `random()` alone). Golden values: `tests/vocabulary/test_seeded_draws.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Lot:
    """A named source of chance. Two lots of one seed and one name draw the same."""

    def __init__(self, seed: str, name: str) -> None:
        self._stem = f"{seed}\x1f{name}\x1f".encode()
        self._drawn = 0

    def number(self, below: int) -> int:
        """A whole number from 0 up to but not including `below`, each equally likely."""
        return self._numbers(below, 1)[0]

    def share(self) -> float:
        """A number from 0 up to but not including 1."""
        return self.number(1 << 53) / (1 << 53)

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.number(len(things))]

    def picks(self, things: Sequence[T], count: int) -> list[T]:
        """So many of them, drawn one by one; the same one may come again."""
        return [things[number] for number in self._numbers(len(things), count)]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        """All of them in a drawn order; what was passed in stays as it is."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _numbers(self, below: int, count: int) -> list[int]:
        if below < 1:
            raise ValueError(f"a lot needs at least one possibility, not {below}")
        limit = (1 << 64) - (1 << 64) % below  # draws beyond would favour small numbers
        numbers: list[int] = []
        while len(numbers) < count:
            draw = int.from_bytes(sha256(b"%b%d" % (self._stem, self._drawn)).digest()[:8], "big")
            self._drawn += 1
            if draw < limit:
                numbers.append(draw % below)
        return numbers
