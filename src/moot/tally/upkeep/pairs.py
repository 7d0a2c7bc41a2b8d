"""Which two voters vote alike beyond what the others explain, and how many voters is a council worth?

A vote is taken as the worth of the claim times a loading of its voter, plus noise (`one_factor.py`): precise voters
vote alike without copying anybody. The excess of two is the share of their noise that both have, above what their
loadings explain, which are fitted with these two left out. It takes four voters. The most alike of those that are sure
is named, left out of all further fits, and the rest is looked at again, since who copies makes others look alike.
Nothing is said below five sessions. From ten on a pair can be a hint and from thirty an alarm, if its excess is above a
quarter, and above nothing beyond chance (Benjamini and Hochberg over pairs): a hint puts up with more false ones.

Votes have no truth here. Most of a council who copy each other vote just as voters who are simply right would, whom
nothing disturbs: what votes bear out is an upper end of how many are independent, and where voters cast the same vote
on nearly every claim, and the others do not tell why, not even that is told.

How many voters a council is worth at most is the participation ratio of these excesses, each at its lower end: n² over
the sum of their squares. Who votes against the others can only lower it. Held by `tests/tally/upkeep/test_pairs.py` by
simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import erfc, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from moot.tally.upkeep.leniency import Cast
from moot.tally.upkeep.one_factor import Excess, Votes, excess_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 5
"""Sessions below which nothing is said of a pair."""
FEWEST_CLAIMS = 3
"""Claims of a session below which it tells nothing."""
FEWEST_VOTERS = 4
"""Voters of a session below which nothing is left to hold two against."""
HINT = 10
"""Sessions from which a pair can be a hint."""
ALARM = 30
"""Sessions from which it can be an alarm."""
EXCESS = 0.25
"""Share of their noise that two must have in common."""
HINT_FALSE, ALARM_FALSE = 0.12, 0.02
"""Share of false ones among those named that is put up with: of hints, which ask for a second look, and of alarms."""
MOST_FOUND = 20
"""Pairs that are named one after the other."""
SAME = 0.95
"""Share of claims with the same vote from which on two are taken to vote the same."""
SURE = 1.6449
"""Standard errors beyond which one of twenty lies, on one side."""

PairSays = Literal["nothing", "hint", "alarm"]
Pair = tuple[str, str]


class PairLike(NamedTuple):
    """How alike two voters vote."""

    a: str
    """One."""
    b: str
    """The other."""
    sessions: int
    """Sessions both sat in."""
    claims: int
    """Claims both voted on."""
    same: float
    """Share of these claims on which they cast the same vote."""
    correlation: float | None
    """Of their votes, less what each votes on average in a session; none where one always casts the same."""
    excess: float | None
    """The share of their noise that both have; none where the others do not tell."""
    low: float | None
    """With a probability of 95 % it is at least this."""
    high: float | None
    """With a probability of 95 % it is at most this."""
    says: PairSays
    """What is said of it."""


class Worth(NamedTuple):
    """What votes tell of how many voters are independent."""

    most: float | None
    """At most so many; none where it cannot be told."""
    alike: int = 0
    """How many of them cast the same vote on nearly every claim, where that is why."""
    same: float = 0.0
    """On what share of the claims, at least."""


class _Together(NamedTuple):
    """All that two did together."""

    sessions: int
    claims: int
    same: float


class _Held(NamedTuple):
    """Votes, and the column of each voter."""

    votes: Votes
    at: Mapping[str, int]


class _Found(NamedTuple):
    """The excess of two, and how likely chance alone gives as much."""

    excess: Excess
    chance: float

    @property
    def share(self) -> float:
        """Of their noise."""
        return self.excess.above / self.excess.noise


def pairs_of(sessions: Sequence[Sequence[Cast]]) -> list[PairLike]:
    """Every pair that sat together often enough, the most alike first."""
    met = [_distinct(session) for session in sessions]
    together = {pair: each for pair, each in _together(met).items() if each.sessions >= FEWEST}
    held, at = _held(met, together)
    found, named = _named(held, at, together, HINT_FALSE)
    strictly, sure = _named(held, at, together, ALARM_FALSE)
    found |= {pair: each for pair, each in strictly.items() if together[pair].sessions >= ALARM}
    groups = _groups(
        {pair for pair, each in together.items() if each.same >= SAME}, {name for pair in together for name in pair}
    )
    for pair in together:  # who votes the same as one of two that are named shares what they share
        for of in (named, sure):
            told = [other for other in of if {groups[name] for name in (*other, *pair)} == {groups[pair[0]]}]
            if told and pair not in of:
                of.append(pair)
                found.setdefault(pair, found[told[0]])
    kept = [
        _told(pair, each, found.get(pair), named=pair in named, sure=pair in sure) for pair, each in together.items()
    ]
    return sorted(kept, key=lambda like: (like.excess is None, -(like.excess or 0.0), like.a, like.b))


def independent_voters(voters: Iterable[str], pairs: Sequence[PairLike]) -> Worth:
    """How many independent voters these are worth at most, by the pairs that are named."""
    seated = list(voters)
    known = {frozenset((like.a, like.b)): like for like in pairs if like.a in seated and like.b in seated}
    named = {pair for pair, like in known.items() if like.says != "nothing"}
    same = {
        (like.a, like.b)
        for pair, like in known.items()
        if like.same >= SAME and like.sessions >= FEWEST and pair not in named
    }
    if same:
        groups = _groups(same, set(seated))
        biggest = max(set(groups.values()), key=lambda group: (sum(groups[each] == group for each in seated), group))
        inside = {each for each in seated if groups[each] == biggest}
        shares = [like.same for like in known.values() if {like.a, like.b} <= inside]
        return Worth(None, sum(each in inside for each in seated), min(shares))
    if len(seated) > 1 and not any(like.excess is not None for like in known.values()):
        return Worth(None)
    squares = float(len(seated))
    for one, other in combinations(seated, 2):
        pair = frozenset((one, other))
        least = known[pair].low if pair in named else None
        excess = 1.0 if one == other else max(0.0, least or 0.0)
        squares += 2 * min(1.0, excess) ** 2
    return Worth(len(seated) ** 2 / squares if seated else None)


def _distinct(session: Sequence[Cast]) -> dict[str, Mapping[str, float]]:
    """Votes by voter, of those who gave one; of two seats of one voter the first counts."""
    votes: dict[str, Mapping[str, float]] = {}
    for cast in session:
        if cast.votes:
            votes.setdefault(cast.voter, cast.votes)
    return votes


def _together(sessions: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[Pair, _Together]:
    """What every two did together, in sessions in which both voted on enough claims."""
    found: dict[Pair, _Together] = {}
    for session in sessions:
        for a, b in combinations(sorted(session), 2):
            both = session[a].keys() & session[b].keys()
            if len(both) >= FEWEST_CLAIMS:
                before = found.get((a, b), _Together(0, 0, 0.0))
                equal = sum(session[a][claim] == session[b][claim] for claim in both)
                claims = before.claims + len(both)
                found[a, b] = _Together(before.sessions + 1, claims, (before.same * before.claims + equal) / claims)
    return found


def _held(sessions: Sequence[Mapping[str, Mapping[str, float]]], together: Mapping[Pair, _Together]) -> _Held:
    """All votes of those who met, and in which column each one's stand."""
    voters = sorted({name for pair in together for name in pair})
    at = {name: place for place, name in enumerate(voters)}
    return _Held(_votes(sessions, at), at)


def _named(
    votes: Votes, at: Mapping[str, int], together: Mapping[Pair, _Together], false_share: float
) -> tuple[dict[Pair, _Found], list[Pair]]:
    """The excess of every two of whom others tell, and those that are named, one after the other."""
    import numpy as np  # takes a tenth of a second, which only these figures need

    left_out = np.zeros((len(at), len(at)), dtype=np.bool_)
    found: dict[Pair, _Found] = {}
    named: list[Pair] = []
    while True:
        now = {pair: each for pair in together if (each := _excess(votes, at, pair, left_out)) is not None}
        found |= now  # of a named pair too: the fit is better once all that are named are left out
        open_to = {pair: each for pair, each in now.items() if pair not in named}
        sure = [
            pair
            for pair in _sure({pair: each.chance for pair, each in open_to.items()}, false_share)
            if together[pair].sessions >= HINT and open_to[pair].share > EXCESS
        ]
        if not sure or len(named) == MOST_FOUND:
            return found, named
        top = max(sure, key=lambda pair: (open_to[pair].share, pair))
        named.append(top)
        one, other = (at[name] for name in top)
        left_out[one, other] = left_out[other, one] = True


def _excess(votes: Votes, at: Mapping[str, int], pair: Pair, left_out: NDArray[np.bool_]) -> _Found | None:
    found = excess_of(votes, at[pair[0]], at[pair[1]], left_out)
    if found is None:
        return None
    return _Found(found, erfc(found.above / max(found.error, 1e-12) / sqrt(2)) / 2)


def _votes(sessions: Sequence[Mapping[str, Mapping[str, float]]], at: Mapping[str, int]) -> Votes:
    """All votes of sessions with enough voters, less the voter's mean in the session."""
    import numpy as np  # as above

    rows, places = [], []
    for place, session in enumerate(sessions):
        claims = sorted({claim for votes in session.values() for claim in votes})
        if len(session) < FEWEST_VOTERS or len(claims) < FEWEST_CLAIMS:
            continue
        table = np.full((len(claims), len(at)), np.nan)
        for voter, votes in session.items():
            if voter in at:
                table[:, at[voter]] = [votes.get(claim, np.nan) for claim in claims]
        there = np.isfinite(table)
        mean = np.where(there, table, 0.0).sum(axis=0) / np.maximum(1, there.sum(axis=0))
        rows.append(table - mean)
        places += [place] * len(claims)
    table = np.vstack(rows) if rows else np.empty((0, len(at)))
    there = np.isfinite(table)
    return Votes(np.where(there, table, 0.0), there, np.array(places, dtype=np.int64))


def _told(pair: Pair, together: _Together, found: _Found | None, *, named: bool, sure: bool) -> PairLike:
    says: PairSays = "nothing"
    if sure and together.sessions >= ALARM:
        says = "alarm"
    elif named and together.sessions < ALARM:
        says = "hint"
    a, b = pair
    sessions, claims, same = together
    if found is None:
        return PairLike(a, b, sessions, claims, same, None, None, None, None, says)
    share, error = found.share, found.excess.error / found.excess.noise
    excess, low, high = (min(1.0, max(-1.0, each)) for each in (share, share - SURE * error, share + SURE * error))
    return PairLike(a, b, sessions, claims, same, found.excess.correlation, excess, low, high, says)


def _groups(pairs: Iterable[Pair], voters: Iterable[str]) -> dict[str, str]:
    """Every voter with the first by name of those that it is joined to."""
    group = {voter: voter for voter in voters}
    for pair in pairs:
        first, last = sorted(group[name] for name in pair)
        group = {voter: first if each == last else each for voter, each in group.items()}
    return group


def _sure(chance: Mapping[Pair, float], false_share: float) -> list[Pair]:
    """Those that are named, so that of all that are few are named by chance (Benjamini and Hochberg)."""
    order = sorted(chance, key=lambda pair: (chance[pair], pair))
    most = max(
        (rank for rank, pair in enumerate(order, 1) if chance[pair] <= false_share * rank / len(chance)), default=0
    )
    return order[:most]
