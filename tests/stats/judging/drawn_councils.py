"""Councils of every kind for the model of judging: ties, gaps, guests, habits, lost ballots, open marks.

Drawn by `Random.random` alone, of which Python promises the same numbers in every version, so that the results can be
compared with recorded ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from moot.stats.judging.ballot_votes import Own, PairwiseVotes, votes_from, votes_from_marks
from moot.vocabulary.history.priors import Prior, SelfMarkHabit

SIZES = (2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8)
LARGE = (10, 12, 13, 14)
"""Beyond twelve ballots only a bound is told."""


def councils(seed: str, number: int) -> Iterator[PairwiseVotes]:
    """So many councils' votes."""
    chance = Random(seed)
    for _ in range(number):
        yield _one(chance)


def _one(chance: Random) -> PairwiseVotes:
    size = _of(chance, SIZES if chance.random() < 0.97 else LARGE)
    names = "abcdefghijklmn"[:size]
    readers = [*names, *("pq"[: _of(chance, (0, 0, 0, 1, 2))])]
    lost = _some(chance, readers, _of(chance, (0, 0, 0, 1, 1, 2)) if size > 2 else 0)
    own: Own = ("auto", "auto", "in", "out")[int(4 * chance.random())]  # type: ignore[assignment]
    habits = {
        name: SelfMarkHabit(lift=int(80 * chance.random()) - 30, sessions=9) for name in names if chance.random() < 0.3
    }
    prior = Prior(habits=habits) if chance.random() < 0.4 else Prior()
    noise = _of(chance, (1, 2, 4, 7, 12))
    worth = {name: 4 * chance.random() for name in names}
    there = [reader for reader in readers if reader not in lost]
    if size <= 8 and chance.random() < 0.35:
        marks = {
            reader: {
                seat: max(1, min(10, round(3.5 + worth[seat] + noise * (chance.random() - 0.5))))
                for seat in names
                if chance.random() < 0.96
            }
            for reader in there
        }
        still_open = {reader: _some(chance, names, _of(chance, (0, 0, 1, 2)) if size > 2 else 0) for reader in there}
        return votes_from_marks(names, readers, marks, own=own, prior=prior, unread=lost, open_marks=still_open)
    tiers: dict[str, list[list[str]] | None] = {}
    for reader in there:
        seen = {seat: worth[seat] + noise * (chance.random() - 0.5) for seat in names}
        order: list[list[str]] = []
        for seat in sorted(names, key=lambda seat: -seen[seat]):
            drawn = chance.random()
            if order and drawn < 0.2:
                order[-1].append(seat)
            elif drawn < 0.97:  # the rest leaves it out
                order.append([seat])
        tiers[reader] = order if chance.random() < 0.95 else None
    return votes_from(names, readers, tiers, own=own, prior=prior, unread=lost)


def _of(chance: Random, choices: Sequence[int]) -> int:
    return choices[int(len(choices) * chance.random())]


def _some(chance: Random, names: Sequence[str], number: int) -> list[str]:
    return sorted(names, key=lambda _: chance.random())[:number]
