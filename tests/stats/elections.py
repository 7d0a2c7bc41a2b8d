"""Elections to count: by hand, at random, and for hypothesis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from moot.stats.judging.ballot_votes import votes_from, votes_from_marks
from moot.stats.judging.ranking_rule import BallotModelFit, judged
from moot.vocabulary.ballots import Poll, Ranking

Tiers = tuple[tuple[str, ...], ...]


def weak_orders(answers: Sequence[str]) -> Iterator[Tiers]:
    """Every order with ties: every choice of a best tier, then every order of the rest."""
    if not answers:
        yield ()
    for size in range(1, len(answers) + 1):
        for tier in combinations(answers, size):
            for rest in weak_orders([answer for answer in answers if answer not in tier]):
                yield (tier, *rest)


def ballot(order: str) -> Ranking:
    """Reads `b>a=c`; an empty text is an abstention."""
    if not order:
        return Ranking(tiers=(), abstained=True)
    return Ranking(tiers=tuple(tuple(tier.split("=")) for tier in order.split(">")))


def poll(candidates: str, **orders: str) -> Poll:
    """`poll("abc", a="b>c", b="a=c")`: candidates by letter, ballots by reader."""
    return Poll(candidates=tuple(candidates), ballots={reader: ballot(order) for reader, order in orders.items()})


def poll_of(candidates: Sequence[str], ballots: Mapping[str, Tiers | None]) -> Poll:
    """The poll a brute-force election stands for."""
    return Poll(
        candidates=tuple(candidates),
        ballots={reader: Ranking(tiers=tiers or (), abstained=tiers is None) for reader, tiers in ballots.items()},
    )


def random_ballots(
    chance: Random,
    members: int,
    *,
    ties: float = 0.3,
    noise: float | None = None,
    guests: int = 0,
    absent: float = 0.0,
    own: bool = False,
) -> tuple[tuple[str, ...], dict[str, Tiers | None]]:
    """Members (and guests, who have no answer of their own) rank the others, or all, around one true order."""
    candidates = tuple("abcdefghijklmnopqrstuvwxyz"[:members])
    noise = chance.choice((0.1, 0.5, 1.5, 5.0)) if noise is None else noise
    ballots: dict[str, Tiers | None] = {}
    for reader in (*candidates, *(f"guest-{number}" for number in range(guests))):
        if chance.random() < absent:
            ballots[reader] = None
            continue
        sheet = [candidate for candidate in candidates if own or candidate != reader]
        sheet.sort(key=lambda candidate: candidates.index(candidate) + chance.gauss(0, noise))
        tiers: list[list[str]] = []
        for candidate in sheet:
            if tiers and chance.random() < ties:
                tiers[-1].append(candidate)
            else:
                tiers.append([candidate])
        ballots[reader] = tuple(tuple(tier) for tier in tiers)
    return candidates, ballots


def judged_from(*ballots: Any, **known: Any) -> BallotModelFit:
    """What rankings come to; see `votes_from`."""
    return judged(votes_from(*ballots, **known))


def marks_judged_from(*ballots: Any, **known: Any) -> BallotModelFit:
    """What marks come to; see `votes_from_marks`."""
    return judged(votes_from_marks(*ballots, **known))
