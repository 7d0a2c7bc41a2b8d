"""What becomes of councils whose best answer is known? Many are drawn, vote, and are counted as real ones are.

An answer's worth is normal; a part of it belongs to who wrote it. A vote is where a reader puts an answer on its
sheet: it follows the worth of answers, errors that all readers share, and an error of its own. `AssumedCouncil` says
how much of each. Draws come from a fixed seed, so a figure is the same for everybody who asks. Councils that are
drawn otherwise, as those of `benchmarks/judges`, cast their ballots and are counted here too.
`tests/stats/evidence/test_councils.py`.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from moot.stats.judging.votes import PULL, WHOLE
from moot.vocabulary.history.priors import SHARED_ERRORS, Prior

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Reals = NDArray[Any]
    """As exact as what they are made from."""
    Whole = NDArray[np.intp]
    Truths = NDArray[np.bool_]

OWN = Prior().own_weight / WHOLE
"""What a reader's vote for its own answer counts, where nothing is known of its habit."""
SEED = 20_260


class AssumedCouncil(Struct, frozen=True, kw_only=True):
    """A kind of council."""

    seats: int
    """Members; each writes an answer."""
    agreement: float
    """How alike any two readers see answers: the part of a vote, from 0 to 1, that does not belong to its reader."""
    shared: float = SHARED_ERRORS / 100
    """How much of what they agree on is an error they share, from 0 to 1; the rest is what the answers are worth."""
    authors: float = 0.2
    """How much of the differences between answers lies in who wrote them, from 0 to 1; the rest in the question."""


class CouncilSample(NamedTuple):
    """Councils, a row for each."""

    worth: Floats
    """What each answer is worth."""
    best_member: Whole
    """Whose answers are the best on the average."""
    votes: Floats
    """`votes[council, reader, answer]`: the share of the others on its sheet that the reader puts below it."""


def drawn(assumed: AssumedCouncil, councils: int) -> CouncilSample:
    """So many councils."""
    import numpy as np  # heavy to load; the terminal's help never needs it

    seats = assumed.seats
    # one stream for each part, so that councils which differ in one assumption are otherwise the same ones
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
    """Ballots of readers by what they see in each answer: the share of the others on the sheet below it. Without `own`
    a reader's answer is on no sheet of its own, and its place there is not a number."""
    import numpy as np  # as above

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
    """What each answer comes to: the mean of its votes, those far from their median pulled in, the reader's own counted
    less. A vote that is not a number is not there; an answer nobody has a vote on comes to -1."""
    import numpy as np  # as above

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
    """Who comes first in each council. Exact ties go to the earlier seat, which is nobody in particular."""
    import numpy as np  # as above

    # votes are fractions of small numbers: what float32 tells apart beyond five digits is its own noise
    first: Whole = np.round(scores(votes, own=own), 5).argmax(axis=1)
    return first


def best_wins(found: CouncilSample, first: Whole) -> Truths:
    """In which councils the best answer comes first."""
    won: Truths = found.worth.argmax(axis=1) == first
    return won
