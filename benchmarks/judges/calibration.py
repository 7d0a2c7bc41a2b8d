"""Is what the model tells of itself so? Told chances against how often it was so, and how often intervals cover."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from benchmarks.judges.arms import HALF, Ballots, pulled, votes
from benchmarks.judges.chances import deciles, fresh_share, told_of
from benchmarks.judges.conditions import KINDS, SEATS, Condition
from benchmarks.judges.councils import Floats, drawn_readers, drawn_session, on_sheets, there
from moot.vocabulary.history.track_record import Prior

COUNCILS, AT_ONCE = 20_000, 2_000
FEWEST = 200
"""Answers told a chance in one tenth before anything is said of that tenth."""
AS_DRAWN = Condition(name="prior", told="noise as the prior has it")
UNDER = (
    AS_DRAWN,
    Condition(name="noise 1", told="noise 1"),
    Condition(name="half the spread", told="noise 2", noise=2.0),
    Condition(name="double the spread", told="noise 1/2", noise=0.5),
    *(kind for kind in KINDS if kind.name in {"position", "own uneven", "length", "shared error", "one attacker"}),
)


def calibration(condition: Condition, seats: int, councils: int = COUNCILS, seed: int = 7) -> dict[str, Any]:
    """For each tenth how far truth lies from what is told, in hundredths, and how often intervals cover."""
    sized = replace(condition, seats=seats)
    tenths = np.zeros((10, 3))
    covered, most = [], []
    for part in range(0, councils, AT_ONCE):
        chance = np.random.default_rng([seed, seats, part, *condition.name.encode()])
        readers = drawn_readers(sized, AT_ONCE, chance)
        if condition is AS_DRAWN:
            readers = readers._replace(noise=as_the_prior_has_it(chance, readers.noise.shape))
        session = drawn_session(sized, readers, chance)
        seen = on_sheets(sized, session, "neighbours", chance)
        ballots = Ballots(seen, there(sized, AT_ONCE), np.zeros((AT_ONCE, seats)))
        scores = pulled(ballots, HALF)
        told = told_of(votes(ballots), scores, HALF)
        for number, (count, mean, true) in enumerate(deciles(told.chance, session.truth)):
            tenths[number] += count, count * mean, count * true
        strong = fresh_share(session.truth, readers.noise)
        covered.append(((strong >= told.low) & (strong <= told.high)).mean())
        first = np.argmax(scores, axis=1)[:, None]
        most.append(np.take_along_axis(told.chance, first, axis=1)[:, 0].mean())
    return {
        "off by tenth": [
            round(100 * (true - told) / count, 1) if count >= FEWEST else None for count, told, true in tenths
        ],
        "covered": round(100 * float(np.mean(covered)), 1),
        "told of the first": round(100 * float(np.mean(most)), 1),
    }


def as_the_prior_has_it(chance: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    prior = Prior()
    share = chance.choice(prior.agreement, size=shape[0], p=np.array(prior.likely) / sum(prior.likely)) / 100
    noise: Floats = np.repeat(np.sqrt(1 / share - 1)[:, None], shape[1], axis=1)
    return noise


def equal_answers(seats: int, councils: int = COUNCILS, seed: int = 8) -> float:
    """How often, in hundredths, one of equally good answers is told the best with a chance of 95 % at least."""
    chance = np.random.default_rng([seed, seats])
    ballots = Ballots(
        chance.standard_normal((councils, seats, seats)),
        np.ones((councils, seats), dtype=bool),
        np.zeros((councils, seats)),
    )
    told = told_of(votes(ballots), pulled(ballots, HALF), HALF)
    return round(100 * float((told.chance.max(axis=1) >= 0.95).mean()), 2)


def calibrations(councils: int = COUNCILS) -> dict[str, Any]:
    """All of it."""
    return {
        "calibration": {
            f"{kind.name}/{seats}": calibration(kind, seats, councils) for kind in UNDER for seats in SEATS
        },
        "equal answers": {str(seats): equal_answers(seats, councils) for seats in SEATS},
    }
