"""Simulate councils with a known best answer, counted by the same rule as real ones.

An answer's worth is normal; a part of it belongs to its author. A vote is where a reader puts an answer on its sheet:
the answer's worth, plus an error shared by all readers, plus the reader's own error. `AssumedCouncil` has the size of
each. Draws use a fixed seed. Tests: `tests/stats/judging/test_judging_simulated.py`.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from moot.stats.judging.ballot_votes import PULL, WHOLE
from moot.vocabulary.history.track_record import SHARED_ERRORS, Prior

Floats = NDArray[np.float32]
Reals = NDArray[Any]
"""Floats of the precision of their inputs."""
Whole = NDArray[np.intp]
Truths = NDArray[np.bool_]

OWN = Prior().own_weight / WHOLE
"""Default weight of a reader's vote for its own answer."""
SEED = 20_260


class AssumedCouncil(Struct, frozen=True, kw_only=True):
    """Parameters of a simulated council."""

    seats: int
    """Number of members; each writes an answer."""
    agreement: float
    """Share of a vote, 0 to 1, that two readers have in common."""
    shared: float = SHARED_ERRORS / 100
    """Share of that agreement, 0 to 1, that is a common error; the rest is the answers' worth."""
    authors: float = 0.2
    """Share of the differences between answers, 0 to 1, that depends on their authors; the rest depends on the
    question."""


class CouncilSample(NamedTuple):
    """Simulated councils, one per row."""

    worth: Floats
    """Worth of each answer."""
    best_member: Whole
    """The member whose answers are best on average."""
    votes: Floats
    """`votes[council, reader, answer]`: the share of the others on its sheet that the reader puts below it."""


def drawn(assumed: AssumedCouncil, councils: int) -> CouncilSample:
    """Simulate this many councils."""
    seats = assumed.seats
    # one stream per part, so that councils which differ in one assumption share all other draws
    streams = [np.random.default_rng([SEED, seats, part]) for part in range(4)]
    single = streams[0].standard_normal((councils, seats), dtype=np.float32)
    able = streams[1].standard_normal((councils, seats), dtype=np.float32)
    worth = np.float32(sqrt(1 - assumed.authors)) * single + np.float32(sqrt(assumed.authors)) * able
    best_member = able.argmax(axis=1)
    common = streams[2].standard_normal((councils, 1, seats), dtype=np.float32)
    own = streams[3].standard_normal((councils, seats, seats), dtype=np.float32)
    seen = np.float32(sqrt(assumed.agreement * (1 - assumed.shared))) * worth[:, None, :]
    seen = seen + np.float32(sqrt(assumed.agreement * assumed.shared)) * common
    seen = seen + np.float32(sqrt(1 - assumed.agreement)) * own
    return CouncilSample(worth, best_member, places(seen))


def places(seen: Reals, *, own: bool = True) -> Reals:
    """Return readers' ballots from what they see in each answer: the share of the others on the sheet below it.

    Args:
        own: Whether readers judge their own answer; without, its place is NaN.
    """
    seats = seen.shape[2]
    each = np.arange(min(seen.shape[1:]))
    if not own:
        seen = seen.copy()
        seen[:, each, each] = np.nan  # sorted last, so that the others keep the first places
    others = seats - 1 if own else seats - 2
    places = np.arange(seats, dtype=seen.dtype) / seen.dtype.type(max(1, others))
    places[others + 1 :] = np.nan
    votes = np.empty_like(seen)
    np.put_along_axis(votes, seen.argsort(axis=2), np.broadcast_to(places, seen.shape), axis=2)
    return votes


def scores(votes: Reals, *, own: float = OWN, pull: float = float(PULL)) -> Reals:
    """Return the score of each answer: the mean of its votes, those far from their median pulled in, own votes with
    less weight.

    A NaN vote is missing; an answer without votes scores -1.
    """
    readers, seats = votes.shape[1:]
    each = np.arange(min(readers, seats))
    counts = np.ones((readers, seats), dtype=votes.dtype)
    counts[each, each] = own
    lacking = np.isnan(votes)
    whole = not lacking.any()
    middle = (
        np.median(votes, axis=1) if whole and own > 0 else np.nanmedian(np.where(counts > 0, votes, np.nan), axis=1)
    )
    far = votes.dtype.type(pull)
    pulled = np.clip(votes, middle[:, None, :] - far, middle[:, None, :] + far)
    weight = counts.sum(axis=0) if whole else np.einsum("cra,ra->ca", (~lacking).astype(votes.dtype), counts)
    total = np.einsum("cra,ra->ca", pulled if whole else np.where(lacking, 0, pulled), counts)
    return np.where(weight > 0, total / np.where(weight > 0, weight, 1), -1)


def winners(votes: Floats, *, own: float = OWN) -> Whole:
    """Return the winner of each council. Exact ties go to the earlier seat, which is arbitrary."""
    # votes are fractions of small numbers: beyond five digits, float32 has only noise
    first: Whole = np.round(scores(votes, own=own), 5).argmax(axis=1)
    return first


def best_wins(found: CouncilSample, first: Whole) -> Truths:
    """Return in which councils the best answer wins."""
    won: Truths = found.worth.argmax(axis=1) == first
    return won
