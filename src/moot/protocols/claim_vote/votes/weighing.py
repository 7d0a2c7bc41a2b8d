"""In which tier does a claim stand where votes weigh differently, and how few ballots would move it to another?

The same rules as where all weigh the same, over a weighted mean and a weighted population deviation, in whole numbers:
weights are thousandths. Which ballots are replaced matters here, so that sets of voters are tried; voters of one weight
and one vote are one and the same. `k` is exact up to `WORK` sets of votes, and beyond that a lower bound. Held by
`tests/protocols/claim_vote/test_weighing.py` against every way to vote, and against the rules for equal votes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.claim_vote.findings import Tier
from moot.protocols.claim_vote.tiers import (
    NONE_GIVEN,
    VALUES,
    Change,
    Cut,
    Moments,
    change_of,
    could_be,
    counts_of,
    held_tier,
    mean_at,
    sd_at,
    tier_at,
    tier_of,
    tiers_reached,
)
from moot.vocabulary.earlier.weights import VoterWeight
from moot.vocabulary.seats import Seat

THOUSAND = 1_000
WORK = 60_000
"""Sets of votes that are tried for one claim at most."""

Weights = Mapping[str, float]
"""Seat and what its votes weigh; none where all weigh the same."""


class Weighed(NamedTuple):
    """One vote."""

    weight: int
    """What it weighs, in thousandths."""
    vote: int
    """The vote, -2 to 2."""


class Stands(Struct, frozen=True, kw_only=True):
    """How a claim stands after the vote."""

    tier: Tier
    """Its tier; HIGH only if no missing opinion could have changed that."""
    given: Tier
    """The tier by the opinions that were given alone."""
    could_be: tuple[Tier, ...]
    """Every tier it could have had, whatever the missing opinions had been."""
    mean: float
    """Mean of the votes; 0 without any."""
    sd: float
    """Their standard deviation."""
    change: Change
    """How few ballots change the tier."""
    equal: Tier | UnsetType
    """The tier if all votes weighed the same; unset where they do."""


def weights_in(settled: Sequence[VoterWeight] | UnsetType, seats: Sequence[Seat]) -> dict[str, float]:
    """What votes weigh in a session: nothing where all weigh the same, or where others sit there now than were
    weighed."""
    if settled is UNSET or [(one.seat, one.model) for one in settled] != [(seat.id, seat.model) for seat in seats]:
        return {}
    return {one.seat: one.weight for one in settled} if len({one.weight for one in settled}) > 1 else {}


def stands(votes: Mapping[str, int], missing: Sequence[str], cut: Cut, weights: Weights) -> Stands:
    """How a claim stands by these votes, by seat, without the opinions of those who are missing."""
    counts, equal = counts_of(votes.values()), tier_stands(votes, missing, cut, {})
    if not weights:
        return Stands(
            tier=equal,
            given=tier_of(counts, cut) if votes else "MEDIUM",
            could_be=could_be(counts, cut, len(missing)),
            mean=mean_at(moments_of([Weighed(1, vote) for vote in votes.values()])) if votes else 0.0,
            sd=sd_at(moments_of([Weighed(1, vote) for vote in votes.values()])) if votes else 0.0,
            change=change_of(counts, cut, len(missing)),
            equal=UNSET,
        )
    cast = [Weighed(_thousandths(weights[seat]), vote) for seat, vote in votes.items()]
    lack = [_thousandths(weights[seat]) for seat in missing]
    moments = moments_of(cast)
    return Stands(
        tier=tier_stands(votes, missing, cut, weights),
        given=tier_at(moments, cut) if votes else "MEDIUM",
        could_be=tiers_reached(moments, cut, lack),
        mean=mean_at(moments) if votes else 0.0,
        sd=sd_at(moments) if votes else 0.0,
        change=change_weighed(cast, cut, lack),
        equal=equal,
    )


def tier_stands(votes: Mapping[str, int], missing: Sequence[str], cut: Cut, weights: Weights) -> Tier:
    """The tier alone, which takes no search."""
    if not weights:
        return held_tier(counts_of(votes.values()), cut, len(missing))
    cast = [Weighed(_thousandths(weights[seat]), vote) for seat, vote in votes.items()]
    return held_weighed(cast, cut, [_thousandths(weights[seat]) for seat in missing])


def moments_of(cast: Sequence[Weighed]) -> Moments:
    """All of these votes that a tier hangs on."""
    moments = NONE_GIVEN
    for weight, vote in cast:
        moments = moments.with_vote(vote, weight)
    return moments


def held_weighed(cast: Sequence[Weighed], cut: Cut, missing: Sequence[int]) -> Tier:
    """The tier that stands where voters of such weights gave no opinion: HIGH only if none could change that."""
    if not cast:
        return "MEDIUM"
    tier = tier_at(moments_of(cast), cut)
    if tier == "HIGH" and missing and tiers_reached(moments_of(cast), cut, missing) != ("HIGH",):
        return "MEDIUM"
    return tier


def change_weighed(cast: Sequence[Weighed], cut: Cut, missing: Sequence[int]) -> Change:
    """The fewest ballots with an opinion that would have to be replaced to change the tier."""
    tier, asked = held_weighed(cast, cut, missing), cut.k_star == "asked"
    if len(cast) + (len(missing) if asked else 0) < cut.least:
        return Change(None)
    done = 0
    for k in range(0 if asked else 1, len(cast) + 1):
        done += comb(len(cast), k) * len(VALUES) ** (k + len(missing))
        if done > WORK and k > 1:
            return Change(k, exact=False)
        for kept, gone in _taken(cast, k):
            if asked:
                if set(tiers_reached(moments_of(kept), cut, [*missing, *gone])) - {tier}:
                    return Change(k)
            elif any(held_weighed([*kept, *new], cut, missing) != tier for new in _anew(gone)):
                return Change(k)
    return Change(None)


def _taken(cast: Sequence[Weighed], k: int) -> Iterator[tuple[list[Weighed], list[int]]]:
    """Every way to take so many ballots away: those that stay, and what those that go weigh."""
    met = set()
    for chosen in combinations(range(len(cast)), k):
        same = tuple(sorted(cast[at] for at in chosen))
        if same not in met:
            met.add(same)
            yield [each for at, each in enumerate(cast) if at not in chosen], [each.weight for each in same]


def _anew(weights: Sequence[int]) -> Iterator[list[Weighed]]:
    """Every way in which voters of such weights can vote."""
    if not weights:
        yield []
        return
    for vote in VALUES:
        for rest in _anew(weights[1:]):
            yield [Weighed(weights[0], vote), *rest]


def _thousandths(weight: float) -> int:
    return round(weight * THOUSAND)
