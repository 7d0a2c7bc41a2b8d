"""How fast is the arithmetic of a large vote? Tiers, alpha and the agreement of every pair of voters.

B9 of `make bench`; B16 is what the model of judging makes of rankings, B17 the audit of a long report of a vote.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from moot.protocols.claim_vote.findings import TierBounds
from moot.protocols.claim_vote.narrative.audit import audit
from moot.protocols.claim_vote.tiers import ABSENT, cut_at, tiers_in
from moot.protocols.claim_vote.votes.voters import agreement_in, alike_from, ratings_in
from moot.tally.alpha import alpha_from
from moot.tally.judging.certificate import turnings
from moot.tally.judging.model import judged
from moot.tally.judging.votes import Votes, votes_from
from protocols.claim_vote.narrative.test_audit import TRUE, council

CLAIMS, VOTERS = 10_000, 100
LONG = 100_000
"""Characters of a long report."""


def million_votes() -> dict[str, Any]:
    """10,000 claims by 100 voters, one vote in twenty missing: seconds, and peak room over that of the votes."""
    chance = np.random.default_rng(9)
    votes = chance.integers(-2, 3, size=(CLAIMS, VOTERS), dtype=np.int8)
    votes[chance.random(votes.shape) < 0.05] = ABSENT
    took = []
    for _ in range(5):
        began = time.perf_counter()
        _counted(votes)
        took.append(time.perf_counter() - began)
    tracemalloc.start()
    _counted(votes)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "seconds": round(sorted(took)[2], 3),
        "budget_seconds": 1.0,
        "room_over_input": round(peak / votes.nbytes, 1),
        "budget_room": 10,
    }


def _counted(votes: np.ndarray[Any, np.dtype[np.int8]]) -> None:
    names = [f"seat-{number}" for number in range(VOTERS)]
    tiers_in(votes, cut_at(TierBounds()))
    alpha_from(ratings_in(votes), "interval")
    alike_from(agreement_in(votes, names))


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


def _each(work: Callable[[Votes], object], polls: list[Votes]) -> float:
    took = []
    for _ in range(5):
        began = time.process_time()
        for votes in polls:
            work(votes)
        took.append(1000 * (time.process_time() - began) / len(polls))
    return round(min(took), 2)


def long_report() -> dict[str, Any]:
    """B17: true reports of one council, one after another until there are 100,000 characters."""
    told = "\n\n".join(file.read_text() for file in TRUE)
    report = (told * (LONG // len(told) + 1))[:LONG]
    took = []
    for _ in range(5):
        began = time.process_time()
        audit(report, *council())
        took.append(time.process_time() - began)
    return {"seconds": round(min(took), 3), "budget_seconds": 0.2}
