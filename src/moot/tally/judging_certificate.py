"""How few ballots would change who comes first by the rule of `judging.py`? *k\\**, for ballots replaced and removed.

Two readings are told apart: how many it takes until the winner no longer stands first *alone*, and until another
stands *above* it. Exact up to `EXACT_BALLOTS`, a sound lower bound beyond; `tests/tally/test_judging_certificate.py`
compares both with whole enumeration.

Why it is exact: a score only ever gains from a better place, so of all ballots over a sheet *challenger first, winner
last* does the challenger most good, and only *which* ballots to replace is open. Of two that weigh the same for both,
the one that puts the challenger lower and the winner higher is the better one to replace and to lose, so only sets that
leave out no better one are tried. A ballot that was asked for and is not there is the attacker's for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from moot.tally.judging import Vote, Votes, score_of, scores_of

EXACT_BALLOTS = 12
FIRST, LAST = Fraction(1), Fraction(0)


Pair = tuple[Vote | None, Vote | None]


class Turning(Struct, frozen=True, kw_only=True):
    """How many of the counted ballots it takes."""

    level: int | None
    """Until the winner no longer stands first alone; `None` when no number does."""
    above: int | None
    """Until another stands above it; likewise."""
    exact: bool = True
    """False when both are lower bounds."""


class Contest(Struct, frozen=True, kw_only=True):
    """The votes that matter between the winner and one challenger."""

    alike: tuple[Pair, ...]
    """On the challenger and on the winner, by readers whose votes weigh the same for both; those best to lose first."""
    apart: tuple[Pair, ...]
    """By readers for whom that is not so: as a rule the two authors."""
    free: tuple[Pair, ...]
    """Votes that are not there, as they help the challenger most."""


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
    contests = [_contest(votes, winners[0], one) for one in range(len(scores)) if one != winners[0]]
    ballots = len(votes.sheets)
    exact = ballots <= EXACT_BALLOTS
    most = ballots if replacing else ballots - 1
    level = 0 if len(winners) > 1 else _least(contests, range(most + 1), exact, replacing, above=False)
    above = None if level is None else _least(contests, range(level, most + 1), exact, replacing, above=True)
    return Turning(level=level, above=above, exact=exact)


def _contest(votes: Votes, winner: int, challenger: int) -> Contest:
    alike: list[Pair] = []
    apart: list[Pair] = []
    for sheet in votes.sheets:
        pair = sheet[challenger], sheet[winner]
        (alike if pair[0] and pair[1] and pair[0].weight == pair[1].weight else apart).append(pair)
    alike.sort(key=lambda pair: (pair[0].place, -pair[1].place) if pair[0] and pair[1] else (FIRST, LAST))
    return Contest(
        alike=tuple(alike),
        apart=tuple(apart),
        free=tuple(
            (
                Vote(place=FIRST, weight=weights[challenger]) if weights[challenger] else None,
                Vote(place=LAST, weight=weights[winner]) if weights[winner] else None,
            )
            for weights in votes.lost
        ),
    )


def _least(contests: Sequence[Contest], counts: range, exact: bool, replacing: bool, above: bool) -> int | None:
    for count in counts:
        if any(_falls(contest, count, exact, replacing, above) for contest in contests):
            return count
    return None


def _falls(contest: Contest, count: int, exact: bool, replacing: bool, above: bool) -> bool:
    """Whether losing that many ballots can put this challenger level with the winner, or above."""
    for lost in _subsets(len(contest.apart), count):
        shared = count - len(lost)
        if shared > len(contest.alike):
            continue
        pairs = [*contest.free, *(pair for at, pair in enumerate(contest.apart) if at not in lost)]
        if replacing:
            pairs += [_turned(contest.apart[at]) for at in lost]
        apart = _bound(contest, pairs, shared, replacing)
        if not _passes(*apart, above):
            continue  # not even with the best choice for each of the two by itself
        if not exact:
            return True
        for gone in _chosen(contest.alike, shared):
            kept = [pair for at, pair in enumerate(contest.alike) if at not in gone]
            turned = [_turned(contest.alike[at]) for at in gone] if replacing else []
            if _passes(*_split([*pairs, *kept, *turned]), above):
                return True
    return False


def _bound(contest: Contest, pairs: list[Pair], shared: int, replacing: bool) -> tuple[list[Vote], list[Vote]]:
    """The challenger's and the winner's votes, the ballots lost chosen for each of them apart."""
    theirs, ours = _split(pairs)
    given, taken = _split(contest.alike)
    given.sort(key=lambda vote: vote.place)
    taken.sort(key=lambda vote: -vote.place)
    theirs += given[shared:] + ([Vote(place=FIRST, weight=vote.weight) for vote in given[:shared]] if replacing else [])
    ours += taken[shared:] + ([Vote(place=LAST, weight=vote.weight) for vote in taken[:shared]] if replacing else [])
    return theirs, ours


def _turned(pair: Pair) -> Pair:
    theirs, ours = pair
    return (
        Vote(place=FIRST - theirs.off, weight=theirs.weight, off=theirs.off) if theirs else None,
        Vote(place=LAST - ours.off, weight=ours.weight, off=ours.off) if ours else None,
    )


def _split(pairs: Sequence[Pair]) -> tuple[list[Vote], list[Vote]]:
    return [theirs for theirs, _ in pairs if theirs], [ours for _, ours in pairs if ours]


def _passes(theirs: list[Vote], ours: list[Vote], above: bool) -> bool:
    challenger, winner = score_of(theirs), score_of(ours)
    if challenger is None:
        return False  # whom nobody ranked cannot stand first
    if winner is None:
        return True
    return challenger > winner if above else challenger >= winner


def _subsets(size: int, most: int) -> Iterator[frozenset[int]]:
    for mask in range(1 << size):
        if mask.bit_count() <= most:
            yield frozenset(at for at in range(size) if mask >> at & 1)


def _chosen(pairs: Sequence[Pair], count: int) -> Iterator[frozenset[int]]:
    """Every set of so many that leaves out no better one."""
    places = [(theirs.place, -ours.place) if theirs and ours else (FIRST, LAST) for theirs, ours in pairs]
    better = [
        frozenset(
            other for other in range(at) if places[other][0] <= places[at][0] and places[other][1] <= places[at][1]
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
