"""Is what people are told of three ballots so? Simulated councils under the model's own assumptions."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np
import pytest
from benchmarks.judges.arms import HALF, Ballots, pulled, votes
from benchmarks.judges.calibration import AS_DRAWN, as_the_prior_has_it
from benchmarks.judges.chances import told_of
from benchmarks.judges.councils import drawn_readers, drawn_session, on_sheets
from msgspec.structs import replace

from moot.vocabulary.findings import Place, Standing
from moot.vocabulary.words.standing import chance_in_words

COUNCILS, FEWEST, WITHIN = 20_000, 800, 5
"""Councils, how many of them must be told a figure before its distance from the truth is looked at, and how far off it
may be beside its standard error."""


def told(chance: float, counted: int, asked: int) -> int:
    place = Place(seat="a", votes=counted, mean_rank=1.0, chance=chance)
    gone = tuple("xyz"[: asked - counted])  # who abstained said so: of them nothing is made worse
    standing = Standing(
        places=(place,), winner="a", counted=counted, asked=asked, abstained=gone, rule="model", wording=2
    )
    return int(re.findall(r"\d+", chance_in_words(standing, place))[0])


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize(("seats", "abstain"), [(3, 0), (4, 1), (5, 2)])
def test_what_is_told_of_three_ballots_is_so_within_a_step(seats: int, abstain: int) -> None:
    chance = np.random.default_rng([52, seats])
    condition = replace(AS_DRAWN, seats=seats)
    readers = drawn_readers(condition, COUNCILS, chance)
    readers = readers._replace(noise=as_the_prior_has_it(chance, readers.noise.shape))
    session = drawn_session(condition, readers, chance)
    seen = on_sheets(condition, session, "neighbours", chance)
    there = np.broadcast_to(np.arange(seats) >= abstain, (COUNCILS, seats))
    ballots = Ballots(seen, there, np.zeros((COUNCILS, seats)))
    scores = pulled(ballots, HALF)
    first = scores.argmax(axis=1)
    found = told_of(votes(ballots), scores, HALF).chance[np.arange(COUNCILS), first]
    best = first == session.truth.argmax(axis=1)
    by_figure: dict[int, list[bool]] = defaultdict(list)
    for each, so in zip(found, best, strict=True):
        by_figure[told(float(each), 3, seats)].append(bool(so))
    looked_at = {figure: each for figure, each in by_figure.items() if len(each) >= FEWEST}
    assert len(looked_at) >= 5
    assert max(by_figure) == 90
    for figure, each in looked_at.items():
        so, error = 100 * sum(each) / len(each), 50 / len(each) ** 0.5
        assert abs(figure - so) <= WITHIN + error, f"{figure} % is told where {so:.1f} % are so."
