"""Measure the agreement of readers and the share of authors in answers' worth from earlier ballots.

If votes are normal, the probability that two readers put two answers in the same order gives their correlation: tau is
2/pi times the arcsine of the correlation, whatever the scale and however short the sheets (Kendall). So agreement is
the sine of pi/2 tau over all pairs of readers and of answers neither of them wrote; the same between two sessions with
the same two models gives the share of an answer's worth that belongs to its author. Errors that readers share look like
worth: ballots cannot distinguish them. Intervals leave out one session at a time (jackknife).
`tests/stats/evidence/test_reader_agreement.py` recovers known figures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import pi, sin, sqrt

from msgspec import Struct

from moot.stats.evidence.figures import STATED_AGREEMENT, STATED_AUTHORS, STATED_SHARED, Assumption
from moot.stats.evidence.shared_part import WIDE, RankedAnswers, fitted_share

FEWEST = 10
"""Minimum number of sessions with comparable ballots; below, an assumed figure is used."""
LEAST, MOST = 0.03, 0.97
"""Limits on measured agreement, against extreme results of few sessions."""


class SessionBallots(Struct, frozen=True, kw_only=True):
    """The ballots of one session."""

    models: dict[str, str]
    """Model per seat."""
    ranks: dict[str, dict[str, float]]
    """Per reader, the rank of each answer by its author's seat: lower is better, equal is a tie."""


class MeasuredVotes(Struct, frozen=True, kw_only=True):
    """Measurements on a store's earlier ballots."""

    agreement: Assumption
    """Share of a vote that two readers have in common."""
    authors: Assumption
    """Share of the differences between answers that depends on their authors."""
    sessions: int
    """Number of sessions with comparable ballots."""
    ballots: int
    """Number of their ballots."""
    pairs: int
    """Number of times two readers ordered the same two answers, neither their own."""
    shared: Assumption = STATED_SHARED
    """Share of the readers' agreement that is a common error, from questions with known answers."""


class _Counts(Struct):
    """Sums that can be subtracted again."""

    same: float = 0.0
    """Pairs in the same order minus pairs in opposite orders."""
    of: float = 0.0
    """Pairs that both readers ordered."""


def measured_from(voted: Sequence[SessionBallots], known: Sequence[RankedAnswers] = ()) -> MeasuredVotes:
    """Measure these sessions, in any order, and the questions with known answers among them."""
    likeness = [_likeness(each) for each in voted]
    usable = [each for each in likeness if each.of]
    told = sum(each.of for each in usable)
    agreement = STATED_AGREEMENT
    if len(usable) >= FEWEST:
        agreement = _interval(usable)
    return MeasuredVotes(
        agreement=agreement,
        authors=_authors(voted, agreement.value, len(usable)),
        sessions=len(usable),
        ballots=sum(len(each.ranks) for each, counts in zip(voted, likeness, strict=True) if counts.of),
        pairs=int(told),
        shared=fitted_share(known, agreement.value),
    )


def _likeness(voted: SessionBallots) -> _Counts:
    """Count how two readers ordered two answers that neither wrote, over all of them. A tie is no order."""
    counts = _Counts()
    for one, other in combinations(voted.ranks, 2):
        mine, theirs = voted.ranks[one], voted.ranks[other]
        shared = sorted((mine.keys() & theirs.keys()) - {one, other})
        for a, b in combinations(shared, 2):
            first, second = _sign(mine[b] - mine[a]), _sign(theirs[b] - theirs[a])
            if first and second:
                counts.same += first * second
                counts.of += 1
    return counts


def _agreement(counts: Sequence[_Counts]) -> float:
    of = sum(each.of for each in counts)
    tau = sum(each.same for each in counts) / of if of else 0.0
    return min(MOST, max(LEAST, sin(pi / 2 * tau)))


def _interval(counts: Sequence[_Counts]) -> Assumption:
    """Return agreement with its jackknife interval over sessions."""
    whole, size = _agreement(counts), len(counts)
    same, of = sum(each.same for each in counts), sum(each.of for each in counts)
    without = [_agreement([_Counts(same=same - each.same, of=of - each.of)]) for each in counts]
    middle = sum(without) / size
    error = sqrt((size - 1) / size * sum((each - middle) ** 2 for each in without))
    return Assumption(
        value=whole, low=max(LEAST, whole - WIDE * error), high=min(MOST, whole + WIDE * error), sessions=size
    )


# --- share of authors -------------------------------------------------------------------------------------------------

Models = tuple[str, str]


def _authors(voted: Sequence[SessionBallots], agreement: float, sessions: int) -> Assumption:
    """Measure, for two models that met in several sessions, how often readers in two sessions rank the same one ahead;
    unlike the order within one session, this cannot depend on the question."""
    orders = [_orders(each) for each in voted]
    whole: dict[Models, _PairSums] = defaultdict(_PairSums)
    for session in orders:
        for models, counts in session.items():
            whole[models].add(counts)
    total = _between(whole.values())
    if sessions < FEWEST or total.of < 2 * FEWEST:
        return STATED_AUTHORS
    without = []
    for session in orders:
        if session:
            left = _Counts(same=total.same, of=total.of)
            for models, counts in session.items():
                for sign, sums in ((-1, whole[models]), (1, whole[models].less(counts))):
                    left.same += sign * sums.same
                    left.of += sign * sums.of
            without.append(_carried(left, agreement))
    value, size = _carried(total, agreement), len(without)
    middle = sum(without) / size
    error = sqrt((size - 1) / size * sum((each - middle) ** 2 for each in without))
    return Assumption(
        value=_within(value),
        low=_within(value - WIDE * error),
        high=_within(value + WIDE * error),
        sessions=sum(map(bool, orders)),
    )


class _PairSums(Struct):
    """Sums over the sessions of two models."""

    ahead: float = 0.0
    """Readers who ranked the first ahead, minus those who ranked the second ahead."""
    readers: float = 0.0
    """Readers who ordered them."""
    squares: float = 0.0
    """Sum of squares of the session values of `ahead`."""
    squared: float = 0.0
    """Sum of squares of the session values of `readers`."""

    def add(self, counts: _Counts) -> None:
        """Add one session."""
        self.ahead += counts.same
        self.readers += counts.of
        self.squares += counts.same**2
        self.squared += counts.of**2

    def less(self, counts: _Counts) -> _PairSums:
        """Return the sums without one session."""
        return _PairSums(
            self.ahead - counts.same,
            self.readers - counts.of,
            self.squares - counts.same**2,
            self.squared - counts.of**2,
        )

    @property
    def same(self) -> float:
        """Return pairs of readers of different sessions who agree, minus those who do not."""
        return (self.ahead**2 - self.squares) / 2

    @property
    def of(self) -> float:
        """Return the number of pairs of readers of different sessions."""
        return (self.readers**2 - self.squared) / 2


def _between(met: Iterable[_PairSums]) -> _Counts:
    counts = _Counts()
    for each in met:
        counts.same += each.same
        counts.of += each.of
    return counts


def _carried(counts: _Counts, agreement: float) -> float:
    tau = counts.same / counts.of if counts.of > 0 else 0.0
    return sin(pi / 2 * max(-1.0, min(1.0, tau))) / agreement


def _within(share: float) -> float:
    return min(0.95, max(0.0, share))


def _orders(voted: SessionBallots) -> Mapping[Models, _Counts]:
    """Count, for each two models with one seat each, how the other readers ordered them."""
    seats_of: dict[str, list[str]] = defaultdict(list)
    for seat, model in voted.models.items():
        seats_of[model].append(seat)
    alone = {model: seats[0] for model, seats in seats_of.items() if len(seats) == 1}
    found = {}
    for one, other in combinations(sorted(alone), 2):
        a, b = alone[one], alone[other]
        signs = [
            _sign(ranks[b] - ranks[a])
            for reader, ranks in voted.ranks.items()
            if reader not in (a, b) and a in ranks and b in ranks
        ]
        if of := sum(map(abs, signs)):
            found[one, other] = _Counts(same=float(sum(signs)), of=float(of))
    return found


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
