"""How few ballots would change who comes first by the rule of `model.py`? *k\\**, for ballots replaced and removed.

Two readings are told apart: how many it takes until the winner no longer stands first *alone*, and until another
stands *above* it. `tests/tally/judging/test_certificate.py` compares both with whole enumeration.

Why it is exact: a score only ever gains from a better place, so of all ballots over a sheet *challenger first, winner
last* does the challenger most good, and only *which* ballots to replace is open. Of two that weigh the same for both,
the one that puts the challenger lower and the winner higher is the better one to replace and to lose, so only sets that
leave out no better one are tried. Beyond `EXACT_BALLOTS` the two are chosen apart, which can only make the attacker
stronger: a sound lower bound. A ballot that was asked for and is not there is the attacker's for nothing.

Of marks, the other marks of a replaced ballot move its reader's mean, and with it both votes at once. Each of the two
is taken at its best by itself, which again can only make the attacker stronger; it is exact where one set of marks was
found that does both, and told as a lower bound where none was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from moot.tally.judging.model import score_of, scores_of
from moot.tally.judging.votes import MIDDLE, ONE, ZERO, Vote, Votes
from moot.vocabulary.debate_ballots import HIGHEST, LOWEST

EXACT_BALLOTS = 12


class Turning(Struct, frozen=True, kw_only=True):
    """How many of the counted ballots it takes."""

    level: int | None
    """Until the winner no longer stands first alone; 0 where it does not now, or where what is not there alone would
    do it; `None` when no number does."""
    above: int | None
    """Until another stands above it; likewise."""
    exact: bool = True
    """False when both are lower bounds."""


class Turned(Struct, frozen=True, kw_only=True):
    """One ballot as it matters between the winner and one challenger."""

    theirs: Vote | None
    """Its vote on the challenger, at its best for it."""
    ours: Vote | None
    """Its vote on the winner, at its worst for it."""
    size: int
    """Answers on its sheet."""
    marks: bool
    """Whether it gives marks."""

    def replaced(self, others: Fraction | None = None) -> tuple[Vote | None, Vote | None]:
        """What the best ballot in its place would say. Of marks, `others` is what it gives everyone else, as a share of
        the scale; without it each of the two votes is at its best by itself."""
        return (
            _moved(self.theirs, ONE, self._mean(ZERO if others is None else others)),
            _moved(self.ours, ZERO, self._mean(ONE if others is None else others)),
        )

    def _mean(self, others: Fraction) -> Fraction:
        if not self.marks:
            return MIDDLE
        between = (self.theirs is not None) + (self.ours is not None)
        return ((ONE if self.theirs else ZERO) + others * (self.size - between)) / self.size


class Contest(Struct, frozen=True, kw_only=True):
    """All ballots that matter between the winner and one challenger."""

    alike: tuple[Turned, ...]
    """Those whose votes weigh the same for both; those best to lose first."""
    apart: tuple[Turned, ...]
    """The others: as a rule the two authors'."""
    free: tuple[Turned, ...]
    """Those that are not there."""
    pull: Fraction
    """How far from their median votes count as given."""


def k_replaced(votes: Votes) -> Turning:
    """Ballots that, replaced by any valid ones of the same sheets, change who comes first."""
    return _turning(votes, replacing=True)


def k_removed(votes: Votes) -> Turning:
    """Ballots that, left out, change who comes first."""
    return _turning(votes, replacing=False)


def _turning(votes: Votes, *, replacing: bool) -> Turning:
    scores = scores_of(votes)
    best = max((score for score in scores if score is not None), default=None)
    winners = [one for one, score in enumerate(scores) if score is not None and score == best]
    if not winners:
        return Turning(level=0, above=0)
    search = _Search(votes, winners[0], replacing)
    most = len(votes.sheets) if replacing else len(votes.sheets) - 1
    level = 0 if len(winners) > 1 else search.least(range(most + 1), above=False)
    above = None if level is None else search.least(range(level, most + 1), above=True)
    return Turning(level=level, above=above, exact=search.exact)


class _Search:
    """Looks for the fewest ballots, and remembers whether what it found is exact."""

    def __init__(self, votes: Votes, winner: int, replacing: bool) -> None:
        self.exact = True
        self._whole = len(votes.sheets) <= EXACT_BALLOTS
        self._replacing = replacing
        self._contests = [_contest(votes, winner, one) for one in range(len(votes.candidates)) if one != winner]

    def least(self, counts: range, *, above: bool) -> int | None:
        """The first of these counts that does it."""
        for count in counts:
            found = [exact for contest in self._contests if (exact := self._falls(contest, count, above)) is not None]
            if found:
                self.exact = self.exact and any(found)
                return count
        return None

    def _falls(self, contest: Contest, count: int, above: bool) -> bool | None:
        """Whether so many ballots can put this challenger level with the winner, or above it: `None` when not, else
        whether a set of ballots was found that does."""
        bounded = False
        for lost in _subsets(len(contest.apart), count):
            shared = count - len(lost)
            if shared > len(contest.alike):
                continue
            stay = [ballot for at, ballot in enumerate(contest.apart) if at not in lost]
            turned = [contest.apart[at] for at in lost]
            if not self._bound(contest, stay, turned, shared, above):
                continue  # not even with the best choice for each of the two by itself
            bounded = True
            for gone in _chosen(contest.alike, shared) if self._whole else ():
                kept = [*stay, *(ballot for at, ballot in enumerate(contest.alike) if at not in gone)]
                lose = [*turned, *(contest.alike[at] for at in gone)]
                if self._passes(contest, kept, lose, None, above):
                    return any(self._passes(contest, kept, lose, others, above) for others in _means(lose, contest))
        return None if not bounded or self._whole else False

    def _passes(
        self,
        contest: Contest,
        kept: Sequence[Turned],
        lose: Sequence[Turned],
        others: Fraction | None,
        above: bool,
    ) -> bool:
        pairs = [(ballot.theirs, ballot.ours) for ballot in kept]
        pairs += [ballot.replaced(others) for ballot in (*contest.free, *(lose if self._replacing else ()))]
        theirs = [vote for vote, _ in pairs if vote]
        ours = [vote for _, vote in pairs if vote]
        return _beats(theirs, ours, contest.pull, above)

    def _bound(
        self, contest: Contest, stay: Sequence[Turned], turned: Sequence[Turned], shared: int, above: bool
    ) -> bool:
        """The same with those of `alike` chosen for each of the two apart."""
        pairs = [(ballot.theirs, ballot.ours) for ballot in stay]
        pairs += [ballot.replaced() for ballot in (*contest.free, *(turned if self._replacing else ()))]
        best = [ballot.replaced() for ballot in contest.alike]
        theirs = [vote for vote, _ in pairs if vote]
        ours = [vote for _, vote in pairs if vote]
        by_theirs = sorted(range(len(best)), key=lambda at: _place(contest.alike[at].theirs))
        by_ours = sorted(range(len(best)), key=lambda at: -_place(contest.alike[at].ours))
        theirs += [vote for at in by_theirs[shared:] if (vote := contest.alike[at].theirs)]
        ours += [vote for at in by_ours[shared:] if (vote := contest.alike[at].ours)]
        if self._replacing:
            theirs += sorted((vote for vote, _ in best if vote), key=_place)[len(best) - shared :]
            ours += sorted((vote for _, vote in best if vote), key=_place)[:shared]
        return _beats(theirs, ours, contest.pull, above)


def _contest(votes: Votes, winner: int, challenger: int) -> Contest:
    ballots = [
        Turned(
            theirs=replaced_at(sheet[challenger], high=True),
            ours=replaced_at(sheet[winner], high=False),
            size=sum(vote is not None for vote in sheet),
            marks=votes.marks,
        )
        for sheet in votes.sheets
    ]
    alike = [each for each in ballots if each.theirs and each.ours and each.theirs.weight == each.ours.weight]
    alike.sort(key=lambda ballot: (_place(ballot.theirs), -_place(ballot.ours)))
    return Contest(
        alike=tuple(alike),
        apart=tuple(ballot for ballot in ballots if not any(ballot is each for each in alike)),
        free=tuple(
            Turned(
                theirs=_whole_vote(weights[challenger]),
                ours=_whole_vote(weights[winner]),
                size=sum(map(bool, weights)),
                marks=votes.marks,
            )
            for weights in votes.lost
        ),
        pull=votes.pull,
    )


def replaced_at(vote: Vote | None, *, high: bool) -> Vote | None:
    """A vote at the most, or the least, it could be."""
    return (
        None if vote is None or not vote.weight else _moved(vote, (vote.high if high else vote.low) + vote.off, MIDDLE)
    )


def _whole_vote(weight: int) -> Vote | None:
    return Vote(place=MIDDLE, weight=weight, low=ZERO, high=ONE) if weight else None


def _moved(vote: Vote | None, mark: Fraction, mean: Fraction) -> Vote | None:
    if vote is None:
        return None
    place = mark - mean + MIDDLE - vote.off
    return Vote(place=place, weight=vote.weight, low=place, high=place, off=vote.off)


def _place(vote: Vote | None) -> Fraction:
    return vote.place if vote else MIDDLE


def _beats(theirs: Sequence[Vote], ours: Sequence[Vote], pull: Fraction, above: bool) -> bool:
    challenger, winner = score_of(theirs, pull), score_of(ours, pull)
    if challenger is None:
        return False  # whom nobody ranked cannot stand first
    if winner is None:
        return True
    return challenger > winner if above else challenger >= winner


def _means(lose: Sequence[Turned], contest: Contest) -> Iterator[Fraction | None]:
    """What replaced ballots may give everybody else: every sum of marks there is, middle ones first."""
    marking = [ballot for ballot in (*lose, *contest.free) if ballot.marks and ballot.size > 2]
    if not marking:
        yield None
        return
    steps = (HIGHEST - LOWEST) * (min(ballot.size for ballot in marking) - 2)
    for step in sorted(range(steps + 1), key=lambda step: abs(2 * step - steps)):
        yield Fraction(step, steps)


def _subsets(size: int, most: int) -> Iterator[frozenset[int]]:
    for mask in range(1 << size):
        if mask.bit_count() <= most:
            yield frozenset(at for at in range(size) if mask >> at & 1)


def _chosen(ballots: Sequence[Turned], count: int) -> Iterator[frozenset[int]]:
    """Every set of so many that leaves out no better one."""
    places = [(_place(ballot.theirs), -_place(ballot.ours), ballot.size) for ballot in ballots]
    better = [
        frozenset(
            other
            for other in range(at)
            if places[other][0] <= places[at][0]
            and places[other][1] <= places[at][1]
            and places[other][2] == places[at][2]
        )
        for at in range(len(places))
    ]

    def choose(at: int, missing: int, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        if not missing:
            yield chosen
            return
        if at + missing > len(places):
            return
        if better[at] <= chosen:
            yield from choose(at + 1, missing - 1, chosen | {at})
        yield from choose(at + 1, missing, chosen)

    yield from choose(0, count, frozenset())
