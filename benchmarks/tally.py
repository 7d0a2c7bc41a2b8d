"""How fast is the model of judging? B16 of `make bench`."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from moot.stats.judging.ballot_votes import PairwiseVotes, votes_from
from moot.stats.judging.certificate import turnings
from moot.stats.judging.ranking_rule import judged


def standings() -> dict[str, Any]:
    """B16: milliseconds for one poll in which every member ranks every answer: chances with their intervals, and k*
    for ballots replaced and removed. The least of several rounds, each the mean of polls near and clear."""
    chance = Random(16)
    figures: dict[str, Any] = {}
    for seats, most in ((4, 5.0), (12, 20.0)):
        names = "abcdefghijkl"[:seats]
        polls = []
        for noise in (1, 2, 4, 8) * 5:
            read = {reader: sorted(names, key=lambda seat: ord(seat) + chance.gauss(0, noise)) for reader in names}
            polls.append(votes_from(names, names, {reader: [[seat] for seat in row] for reader, row in read.items()}))
        figures[f"{seats} seats"] = {
            "chances_ms": _each(judged, polls),
            "budget_ms": most,
            "k_ms": _each(turnings, polls),
            "budget_k_ms": 2.0 if seats == 4 else 20.0,
        }
    return figures


def _each(work: Callable[[PairwiseVotes], object], polls: list[PairwiseVotes]) -> float:
    took = []
    for _ in range(5):
        began = time.process_time()
        for votes in polls:
            work(votes)
        took.append(1000 * (time.process_time() - began) / len(polls))
    return round(min(took), 2)
