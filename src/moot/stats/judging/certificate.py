"""Compute the smallest number of ballots that would change the winner by the rule of `ranking_rule.py`: *k\\**,
replaced or removed.

There are two numbers: until the winner is no longer first *alone*, and until another answer is *above* it.
`tests/stats/judging/test_certificate.py` compares both with full enumeration.

Why it is exact: a score only gains from a better place, so of all ballots over a sheet *challenger first, winner last*
is best for the challenger, and only *which* ballots to replace is open. Of two with the same weights for both, the one
that puts the challenger lower and the winner higher is better to replace and to lose, so only sets that leave out no
better one are tried. Beyond `EXACT_BALLOTS` the two votes are chosen separately, which can only make the attacker
stronger: a sound lower bound. A requested ballot that is missing is free for the attacker.

With marks, the other marks of a replaced ballot move its reader's mean, and with it both votes at once. Each of the two
is taken at its own best, which again can only make the attacker stronger; the result is exact if one set of marks
achieves both, else a lower bound.

All numbers are whole parts of the scale (`PairwiseVotes.unit`): as exact as fractions, and fast enough to compute for
every session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from operator import itemgetter
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from moot.stats.judging.ballot_votes import HIGHEST, LOWEST, ONE, ZERO, PairwiseVotes, Vote, parts_of
from moot.stats.judging.ranking_rule import Said, pulled, scores_of

EXACT_BALLOTS = 12
_PLACE = itemgetter(0)


class BallotsToTurn(Struct, frozen=True, kw_only=True):
    """How many ballots would have to change for another answer to win."""

    level: int | None
    """Number of ballots until the winner is no longer first alone; 0 if it is not first alone now, or if missing
    ballots alone suffice; `None` if no number suffices.
    """
    above: int | UnsetType | None
    """Number of ballots until another answer is above the winner, with 0 and `None` as in `level`. Left out if own
    votes count less, because the answer must then be above in both counts.
    """
    exact: bool = True
    """False if both numbers are lower bounds."""


class PlaceScale(NamedTuple):
    """The scale on which this module counts votes, divided into so many parts that every place is a whole number of
    them."""

    unit: int
    """Number of parts into which the scale is divided."""
    pull: int
    """Maximum distance from the median at which votes count in full, in parts of the scale."""
    marks: bool
    """Whether ballots contain marks."""


class ChallengerBallot(NamedTuple):
    """One ballot's votes on the winner and on one other answer (the challenger), before and after a replacement.

    The ballot is replaced by the one that helps the challenger most.
    """

    theirs: Said
    """The ballot's vote on the challenger, at its best for the challenger."""
    ours: Said
    """The ballot's vote on the winner, at its worst for the winner."""
    best: Said
    """Vote on the challenger in the best replacement ballot."""
    worst: Said
    """The ballot's vote on the winner. With marks, each of the two is at its own best."""
    off: tuple[int, int]
    """Amount subtracted from the ballot's votes on the two answers."""
    size: int
    """Number of answers that the ballot's reader was shown."""


class Contest(NamedTuple):
    """The ballots that decide between the winner and one other answer (the challenger), sorted for the search."""

    alike: tuple[ChallengerBallot, ...]
    """Ballots that weigh both answers equally, sorted so that those best to lose come first."""
    apart: tuple[ChallengerBallot, ...]
    """Ballots that weigh the two answers differently, usually those of the two authors."""
    free: tuple[ChallengerBallot, ...]
    """Ballots that were requested and are missing."""
    theirs: list[Said]
    """Votes of `alike` on the challenger, worst for the challenger first."""
    ours: list[Said]
    """Votes of `alike` on the winner, best for the winner first."""
    best: list[Said]
    """Replacement votes on the challenger, best for the challenger last."""
    worst: list[Said]
    """Replacement votes on the winner, worst for the winner first."""


def firmness(votes: PairwiseVotes, *, removed: bool = True) -> list[BallotsToTurn]:
    """Return how few ballots would change the winner.

    If readers' votes for their own answers count less than others, this is the smaller of the numbers with and without
    those votes.

    Returns:
        A record for replacing ballots and, with `removed`, a second one for removing them.
    """
    by_all, others = turnings(votes, removed=removed), votes.by_others
    if others == votes:
        return by_all
    return [
        BallotsToTurn(
            level=min((each.level for each in both if each.level is not None), default=None),
            above=UNSET,
            exact=all(each.exact for each in both),
        )
        for both in zip(by_all, turnings(others, removed=removed), strict=True)
    ]


def turnings(votes: PairwiseVotes, *, removed: bool = True) -> list[BallotsToTurn]:
    """Return how few ballots would change the winner if exactly these votes count.

    Returns:
        A record for replacing ballots and, with `removed`, a second one for removing them.
    """
    wanted = (True, False) if removed else (True,)
    scores = scores_of(votes)
    best = max((score for score in scores if score is not None), default=None)
    winners = [one for one, score in enumerate(scores) if score is not None and score == best]
    if not winners:
        return [BallotsToTurn(level=0, above=0) for _ in wanted]
    rivals = sorted(set(range(len(scores))) - {winners[0]}, key=lambda one: -(scores[one] or 0))
    scale = _scale_of(votes)
    contests = [_contest(votes, scale, winners[0], rival) for rival in rivals]
    return [_turning(_CertificateSearch(scale, contests, len(votes.sheets), each), len(winners) > 1) for each in wanted]


def _turning(search: _CertificateSearch, shared: bool) -> BallotsToTurn:
    level = 0 if shared else search.least(range(search.most + 1), above=False)
    above = None if level is None else search.least(range(level, search.most + 1), above=True)
    return BallotsToTurn(level=level, above=above, exact=search.exact)


class _CertificateSearch:
    """Search for the fewest ballots that change the winner. If a result is only a lower bound, `exact` becomes
    false."""

    def __init__(self, scale: PlaceScale, contests: Sequence[Contest], ballots: int, replacing: bool) -> None:
        self.exact = True
        self.most = ballots if replacing else ballots - 1
        self._scale = scale
        self._whole = ballots <= EXACT_BALLOTS
        self._replacing = replacing
        self._contests = contests

    def least(self, counts: range, *, above: bool) -> int | None:
        """Return the smallest number in `counts` of ballots that can change the winner; `None` if no number can."""
        for count in counts:
            found = False
            for contest in self._contests:
                if (exact := self._falls(contest, count, above)) is not None:
                    found = True
                    if exact:
                        return count
                    if not self._whole:
                        break
            if found:
                self.exact = False
                return count
        return None

    def _falls(self, contest: Contest, count: int, above: bool) -> bool | None:
        """Return whether `count` ballots can put the challenger level with the winner or, with `above`, above it.

        Returns:
            True if a set of ballots does so, false if none was found but one may exist, `None` if none can.
        """
        for lost in _subsets(len(contest.apart), count) if self._whole else _worth_losing(contest.apart, count):
            shared = count - len(lost)
            if shared > len(contest.alike):
                continue
            stay = [ballot for at, ballot in enumerate(contest.apart) if at not in lost]
            turned = [contest.apart[at] for at in lost]
            if not self._bound(contest, stay, turned, shared, above):
                continue  # not even at its own best for each of the two
            if not self._whole:
                return False  # a bound without a set
            for gone in _chosen(contest.alike, shared, _best_alike):
                kept = [*stay, *(ballot for at, ballot in enumerate(contest.alike) if at not in gone)]
                lose = [*turned, *(contest.alike[at] for at in gone)]
                if self._passes(contest, kept, lose, above):
                    return any(
                        self._passes(contest, kept, lose, above, others) for others in self._means(lose, contest)
                    )
        return None

    def _passes(
        self,
        contest: Contest,
        kept: Sequence[ChallengerBallot],
        lose: Sequence[ChallengerBallot],
        above: bool,
        others: Fraction | None = None,
    ) -> bool:
        theirs = [ballot.theirs for ballot in kept]
        ours = [ballot.ours for ballot in kept]
        for ballot in (*contest.free, *lose) if self._replacing else contest.free:
            best, worst = (ballot.best, ballot.worst) if others is None else _replaced(ballot, self._scale, others)
            theirs.append(best)
            ours.append(worst)
        return self._beats(theirs, ours, above)

    def _bound(
        self,
        contest: Contest,
        stay: Sequence[ChallengerBallot],
        turned: Sequence[ChallengerBallot],
        shared: int,
        above: bool,
    ) -> bool:
        """Return whether the challenger could succeed if the best ballots were chosen for its own votes and for the
        winner's separately.

        This is optimistic: if it returns false, no set of ballots succeeds.
        """
        put = (*contest.free, *turned) if self._replacing else contest.free
        theirs = [*contest.theirs[shared:], *(each.theirs for each in stay), *(each.best for each in put)]
        ours = [*contest.ours[shared:], *(each.ours for each in stay), *(each.worst for each in put)]
        if self._replacing:
            theirs += contest.best[len(contest.best) - shared :]
            ours += contest.worst[:shared]
        return self._beats(theirs, ours, above)

    def _beats(self, theirs: Sequence[Said], ours: Sequence[Said], above: bool) -> bool:
        challenger, its_weight = pulled(theirs, self._scale.pull)
        if not its_weight:
            return False  # an answer that was never ranked cannot be first
        winner, weight = pulled(ours, self._scale.pull)
        if not weight:
            return True
        one, other = challenger * weight, winner * its_weight
        return one > other if above else one >= other

    def _means(self, lose: Sequence[ChallengerBallot], contest: Contest) -> Iterator[Fraction | None]:
        """Yield the possible mean marks that replaced ballots can give to all other answers, the middle ones first.

        A mean is a share of the scale. If the ballots are rankings, yield `None` once.
        """
        sizes = [ballot.size for ballot in (*lose, *contest.free) if ballot.size > 2] if self._scale.marks else []
        if not sizes:
            yield None
            return
        steps = (HIGHEST - LOWEST) * (min(sizes) - 2)
        for step in sorted(range(steps + 1), key=lambda step: abs(2 * step - steps)):
            yield Fraction(step, steps)


def _scale_of(votes: PairwiseVotes) -> PlaceScale:
    """Return the scale for counting these votes. With marks, it is so fine that every mean from `_means` is a whole
    number of parts."""
    unit = votes.unit
    if votes.marks:
        sizes = {_size(each) for each in (*votes.sheets, *votes.lost)} - {0}
        unit *= lcm(*sizes) * lcm(*((HIGHEST - LOWEST) * (size - 2) for size in sizes if size > 2))
    return PlaceScale(unit=unit, pull=parts_of(votes.pull, unit), marks=votes.marks)


def _contest(votes: PairwiseVotes, scale: PlaceScale, winner: int, rival: int) -> Contest:
    ballots = [
        _turned(scale, _told(sheet[rival], scale, high=True), _told(sheet[winner], scale, high=False), _size(sheet))
        for sheet in votes.sheets
    ]
    alike = [ballot for ballot in ballots if ballot.theirs[1] == ballot.ours[1] > 0]
    alike.sort(key=lambda ballot: (ballot.theirs[0], -ballot.ours[0]))
    apart = [ballot for ballot in ballots if not ballot.theirs[1] == ballot.ours[1] > 0]
    if len(ballots) > EXACT_BALLOTS:  # the best to lose first
        apart.sort(
            key=lambda ballot: (ballot.theirs, *(-each for each in ballot.ours), -ballot.best[0], ballot.worst[0])
        )
    half = scale.unit // 2
    return Contest(
        alike=tuple(alike),
        apart=tuple(apart),
        free=tuple(
            _turned(scale, (half, weights[rival], 0), (half, weights[winner], 0), _size(weights))
            for weights in votes.lost
        ),
        theirs=sorted((ballot.theirs for ballot in alike), key=_PLACE),
        ours=sorted((ballot.ours for ballot in alike), key=_PLACE, reverse=True),
        best=sorted((ballot.best for ballot in alike), key=_PLACE),
        worst=sorted((ballot.worst for ballot in alike), key=_PLACE),
    )


def _told(vote: Vote | None, scale: PlaceScale, *, high: bool) -> tuple[int, int, int]:
    """Return the highest or lowest place that a vote may have, its weight, and what was subtracted for the reader's
    habit."""
    if vote is None or not vote.weight:
        return scale.unit // 2, 0, 0
    return parts_of(vote.high if high else vote.low, scale.unit), vote.weight, parts_of(vote.off, scale.unit)


def _turned(scale: PlaceScale, theirs: tuple[int, int, int], ours: tuple[int, int, int], size: int) -> ChallengerBallot:
    ballot = ChallengerBallot(theirs[:2], ours[:2], theirs[:2], ours[:2], (theirs[2], ours[2]), size)
    best, worst = _replaced(ballot, scale, ZERO)
    if scale.marks:
        _, worst = _replaced(ballot, scale, ONE)
    return ballot._replace(best=best, worst=worst)


def _replaced(ballot: ChallengerBallot, scale: PlaceScale, others: Fraction) -> tuple[Said, Said]:
    """Return the votes on challenger and winner in the ballot that would help the challenger most in place of this
    ballot.

    With marks, `others` is the mean mark of the ballot's other answers, as a share of the scale.
    """
    mean = scale.unit // 2
    above, under = ballot.theirs[1], ballot.ours[1]
    if scale.marks:
        between = (above > 0) + (under > 0)
        rest = (ballot.size - between) * scale.unit * others.numerator // others.denominator
        mean = (scale.unit * (above > 0) + rest) // ballot.size
    level = scale.unit // 2 - mean
    return (scale.unit + level - ballot.off[0], above), (level - ballot.off[1], under)


def _size(sheet: Iterable[Vote | int | None]) -> int:
    """Return the number of answers on which a reader voted."""
    return sum(map(bool, sheet))


def _subsets(size: int, most: int) -> Iterator[frozenset[int]]:
    for mask in range(1 << size):
        if mask.bit_count() <= most:
            yield frozenset(at for at in range(size) if mask >> at & 1)


def _worth_losing(ballots: Sequence[ChallengerBallot], most: int) -> Iterator[frozenset[int]]:
    """Yield the sets of at most `most` ballots that are worth trying: those that no other set of the same size
    dominates."""
    for count in range(min(most, len(ballots)) + 1):
        yield from _chosen(ballots, count, _better_lost)


def _better_lost(one: ChallengerBallot, other: ChallengerBallot) -> bool:
    """Return whether the challenger gains at least as much from losing ballot `one` as from losing ballot `other`.

    This is so if the votes of `one` are no better for the challenger, and its replacement is no worse.
    """
    if (one.theirs[1], one.ours[1]) != (other.theirs[1], other.ours[1]):
        return False
    theirs = one.theirs[0] <= other.theirs[0] and one.best[0] >= other.best[0]
    ours = one.ours[0] >= other.ours[0] and one.worst[0] <= other.worst[0]
    return (theirs or not one.theirs[1]) and (ours or not one.ours[1])


def _best_alike(one: ChallengerBallot, other: ChallengerBallot) -> bool:
    """Return what `_better_lost` does, for two ballots that both weigh the winner and the challenger equally
    (`Contest.alike`)."""
    return one.size == other.size and one.theirs[0] <= other.theirs[0] and one.ours[0] >= other.ours[0]


def _chosen(
    ballots: Sequence[ChallengerBallot], count: int, does_better: Callable[[ChallengerBallot, ChallengerBallot], bool]
) -> Iterator[frozenset[int]]:
    """Yield every set of `count` ballots that does not leave out a ballot better than one in the set.

    If ballots are equal, the first of them are used.
    """
    size = len(ballots)
    better = [frozenset(other for other in range(at) if does_better(ballots[other], ballots[at])) for at in range(size)]

    def choose(at: int, missing: int, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        if not missing:
            yield chosen
            return
        if at + missing > size:
            return
        if better[at] <= chosen:
            yield from choose(at + 1, missing - 1, chosen | {at})
        yield from choose(at + 1, missing, chosen)

    yield from choose(0, count, frozenset())
