"""How few ballots would change the winner? The certificate k*, for ballots replaced and for ballots removed.

A change is any result in which the winner no longer stands first alone, so a tie counts as one: fewer than k* ballots
provably leave the same single winner. Held by `tests/tally/ranking/test_certificate.py` against whole enumeration.

Why it is exact: of all ballots over a sheet, *challenger first, winner last* does the challenger most good, because the
robust rule only ever gains from better places; so only *which* ballots to replace is open. It beats abstaining as well
(one more first place never worsens a median or a trimmed mean), so `replaced` also covers readers made to abstain. Of
two ballots that rank both, the one that puts the challenger lower and the winner higher is always the better one to
lose, so only sets closed under that order are tried. Beyond `EXACT_BALLOTS` the challenger's and the winner's places
are chosen apart from each other, which can only make the attacker stronger: a sound lower bound.

A ballot that was asked for and is not there could have said anything, so it is the attacker's for nothing: each is
taken to put the challenger first and the winner last. So a lost ballot never raises k*: whatever set of ballots unseats
the winner of the whole poll unseats it, or another, without the lost one. It is 0 where the lost ballots alone suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm

from msgspec import Struct

from moot.tally.ranking.places import Ranks, robust_key, robust_winners

EXACT_BALLOTS = 12


class Certificate(Struct, frozen=True, kw_only=True):
    """How many counted ballots it takes to change the winner; readers who cast none have none to change."""

    replaced: int
    """Least number that, replaced by any valid ones over the same sheets, change it; 0 when none is first alone."""
    removed: int | None
    """Least number that, left out, change it; 0 likewise; `None` when no removal short of all does."""
    exact: bool
    """False when both are lower bounds."""


class Contest(Struct, frozen=True, kw_only=True):
    """All places that matter between the winner and one challenger."""

    both: tuple[tuple[int, int], ...]
    """Challenger's and winner's place on each ballot that ranks both; those best to lose first."""
    better: tuple[int, ...]
    """For each of `both`, as a bit mask, those that are at least as good to lose and come before it."""
    challenger_all: tuple[int, ...]
    """The challenger's places in `both`, best first."""
    winner_all: tuple[int, ...]
    """The winner's places in `both`, worst first."""
    challenger_only: tuple[int, ...]
    """The challenger's places on ballots without the winner (as a rule the winner's own), best first."""
    winner_only: tuple[int, ...]
    """The winner's places on ballots without the challenger (as a rule the challenger's own), worst first."""
    free_challenger: int = 0
    """Ballots that are not there and could have put the challenger first."""
    free_winner: int = 0
    """Ballots that are not there and could have put the winner last."""


def certificate_from(ranks: Ranks, unread: Sequence[str] = ()) -> Certificate:
    """The certificate of the robust rule's winner; `unread` are readers whose ballot was asked for and is not there."""
    winners = robust_winners(ranks)
    # a sheet with one answer on it cannot be filled in as an attacker likes; pretending it can is a bound, not exact
    exact = len(ranks.sheets) <= EXACT_BALLOTS and all(len(s) - s.count(None) > 1 for s in ranks.sheets)
    if len(winners) != 1:
        return Certificate(replaced=0, removed=0, exact=True)
    rivals = [candidate for candidate in range(len(ranks.candidates)) if candidate != winners[0]]
    contests = [contest_from(ranks, winners[0], rival, unread) for rival in rivals]
    ballots = len(ranks.sheets)
    common = lcm(ranks.common, *range(1, ballots + len(unread) + 1))
    counts = range(0 if unread else 1, ballots)
    replaced = _least(contests, counts, ranks.last, common, exact, replacing=True)
    return Certificate(
        replaced=ballots if replaced is None else replaced,  # with every ballot in hand any winner can be unseated
        removed=_least(contests, counts, ranks.last, common, exact, replacing=False),
        exact=exact,
    )


def contest_from(ranks: Ranks, winner: int, challenger: int, unread: Sequence[str] = ()) -> Contest:
    """The ballots as they matter between these two."""
    both: list[tuple[int, int]] = []
    challenger_only: list[int] = []
    winner_only: list[int] = []
    for sheet in ranks.sheets:
        theirs, ours = sheet[challenger], sheet[winner]
        if theirs is not None and ours is not None:
            both.append((theirs, ours))
        elif theirs is not None:
            challenger_only.append(theirs)
        elif ours is not None:
            winner_only.append(ours)
    both.sort(key=lambda pair: (-pair[0], pair[1]))
    return Contest(
        both=tuple(both),
        better=tuple(
            sum(1 << earlier for earlier in range(index) if both[earlier][1] <= both[index][1])
            for index in range(len(both))
        ),
        challenger_all=tuple(sorted(theirs for theirs, _ in both)),
        winner_all=tuple(sorted((ours for _, ours in both), reverse=True)),
        challenger_only=tuple(sorted(challenger_only)),
        winner_only=tuple(sorted(winner_only, reverse=True)),
        free_challenger=sum(reader != ranks.candidates[challenger] for reader in unread),
        free_winner=sum(reader != ranks.candidates[winner] for reader in unread),
    )


def _least(
    contests: Sequence[Contest], counts: range, last: int, common: int, exact: bool, *, replacing: bool
) -> int | None:
    for count in counts:
        if any(_falls(contest, count, last, common, exact, replacing) for contest in contests):
            return count
    return None


def _falls(contest: Contest, count: int, last: int, common: int, exact: bool, replacing: bool) -> bool:
    """Whether losing that many ballots can put this challenger level with the winner or above."""
    for from_challenger in range(min(count, len(contest.challenger_only)) + 1):
        for from_winner in range(min(count - from_challenger, len(contest.winner_only)) + 1):
            shared = count - from_challenger - from_winner
            left = len(contest.both) - shared
            if left < 0:
                continue
            theirs = list(contest.challenger_only[: len(contest.challenger_only) - from_challenger])
            ours = list(contest.winner_only[: len(contest.winner_only) - from_winner])
            lost = shared if replacing else 0
            theirs += [0] * (contest.free_challenger + lost + (from_challenger if replacing else 0))
            ours += [last] * (contest.free_winner + lost + (from_winner if replacing else 0))
            if not _level(theirs, contest.challenger_all[:left], ours, contest.winner_all[:left], common):
                continue  # not even with the best choice for each of the two apart
            if not exact:
                return True
            for kept in _kept(contest, shared):
                if _level(theirs, [pair[0] for pair in kept], ours, [pair[1] for pair in kept], common):
                    return True
    return False


def _level(
    theirs: Sequence[int], their_kept: Sequence[int], ours: Sequence[int], our_kept: Sequence[int], common: int
) -> bool:
    challenger, winner = sorted((*theirs, *their_kept)), sorted((*ours, *our_kept))
    if not challenger or not winner:
        return bool(challenger)  # whom nobody ranked cannot stand first
    return robust_key(challenger, common) <= robust_key(winner, common)


def _kept(contest: Contest, lost: int) -> Iterator[list[tuple[int, int]]]:
    """What remains of `both` for every set of `lost` ballots that leaves out no better one."""
    both, better = contest.both, contest.better

    def choose(index: int, missing: int, chosen: int) -> Iterator[int]:
        if not missing:
            yield chosen
            return
        if index + missing > len(both):
            return
        if better[index] & ~chosen == 0:
            yield from choose(index + 1, missing - 1, chosen | 1 << index)
        yield from choose(index + 1, missing, chosen)

    for chosen in choose(0, lost, 0):
        yield [pair for index, pair in enumerate(both) if not chosen >> index & 1]
