"""Draws councils: what answers are worth, what readers see in them, and in which order they read.

They vote, and are counted, as those of `assumed.py`.

All arrays are by council, reader, answer. The same draw is judged on every kind of sheet, so that rules are compared on
the same councils.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.judges.conditions import Condition

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Bools = NDArray[np.bool_]
Sheets = Literal["same", "cyclic", "neighbours", "others"]
"""One order for all; each answer in every position once; and beside every other one equally often; or the cyclic order
of the others' answers alone."""


class Readers(NamedTuple):
    """What stays with a council's readers from session to session."""

    noise: Floats
    own: Floats
    weaker: Floats


class Session(NamedTuple):
    """One question: what the answers are worth, and what each reader sees before sheets have their effect."""

    truth: Floats
    seen: Floats
    severity: Floats


def drawn_readers(condition: Condition, councils: int, chance: Generator) -> Readers:
    """The readers of so many councils."""
    shape = (councils, condition.seats)
    half = np.argsort(chance.random(shape), axis=1) < condition.seats // 2
    weak = np.arange(condition.seats) < condition.seats // 2
    return Readers(
        noise=condition.noise * np.exp(condition.uneven_noise * chance.standard_normal(shape)),
        own=condition.own + condition.vain * half + (9.0 * weak if condition.weak else np.zeros(shape)),
        weaker=np.broadcast_to(condition.weak * weak, shape),
    )


def drawn_session(condition: Condition, readers: Readers, chance: Generator) -> Session:
    """One question put to each of the councils."""
    councils, seats = readers.noise.shape
    truth = chance.standard_normal((councils, seats)) - readers.weaker
    errors = chance.standard_normal((councils, seats, seats))
    if condition.twins:
        errors[:, 1] = 0.8 * errors[:, 0] + 0.6 * errors[:, 1]
    seen = truth[:, None, :] + errors * readers.noise[:, :, None]
    each = np.arange(seats)
    seen[:, each, each] += readers.own
    if condition.twins:
        seen[:, :2, :2] += 0.7
    impressed = np.hypot(condition.length, condition.shared)
    seen += impressed * chance.standard_normal((councils, 1, seats))
    return Session(truth, seen, condition.severity * chance.standard_normal((councils, seats)))


def on_sheets(
    condition: Condition, session: Session, sheets: Sheets, chance: Generator, *, attacked: bool = True
) -> Floats:
    """What each reader makes of each answer on its sheet; the more the better."""
    councils, seats = session.truth.shape
    order = _orders(councils, seats, sheets, chance)
    place = np.argsort(order, axis=2)
    seen = session.seen + condition.position * (0.5 - place / (seats - 1)) + condition.first * (place == 0)
    if condition.contrast:
        before = np.take_along_axis(order, np.maximum(place - 1, 0), axis=2)
        strong = np.take_along_axis(np.broadcast_to(session.truth[:, None, :], seen.shape), before, axis=2)
        seen = seen - condition.contrast * np.where(place > 0, strong, 0)
    for reader in range(condition.attackers if attacked else 0):
        seen[:, reader] = -seen[:, reader]
        seen[:, reader, 0] = 99.0
    if condition.severity:
        seen = np.clip(np.rint(5.5 + 1.5 * (seen - session.severity[:, :, None])), 1, 10)
    return seen


def there(condition: Condition, councils: int) -> Bools:
    """Which readers' ballots are there."""
    return np.broadcast_to(np.arange(condition.seats) >= condition.missing, (councils, condition.seats))


def _orders(councils: int, seats: int, sheets: Sheets, chance: Generator) -> Whole:
    """Answers by position, for each reader."""
    step = np.arange(seats)
    if sheets == "same":
        rows = np.tile(step, (seats, 1))
        return np.broadcast_to(rows, (councils, seats, seats)).copy()
    if sheets == "others":  # the reader's own answer stands last and is not read
        return np.broadcast_to((step[:, None] + step + 1) % seats, (councils, seats, seats)).copy()
    zigzag = np.where(step % 2, (step + 1) // 2, seats - step // 2) % seats
    rows = (step if sheets == "cyclic" else zigzag) + step[:, None]
    drawn = rows[np.argsort(chance.random((councils, seats)), axis=1)] % seats
    if sheets == "neighbours" and seats % 2:  # an odd number needs the square and its mirror: one of them is drawn
        drawn = np.where(chance.random((councils, 1, 1)) < 0.5, drawn, drawn[:, :, ::-1])
    names = np.argsort(chance.random((councils, seats)), axis=1)
    return np.take_along_axis(np.broadcast_to(names[:, None, :], drawn.shape), drawn, axis=2)
