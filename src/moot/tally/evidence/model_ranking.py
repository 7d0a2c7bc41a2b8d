"""Which models do readers put ahead, over many sessions? Plackett–Luce over all their ballots, own answers left out.

Being put ahead is not being right. All ballots of one session judge the same answers, so a range counts a session as
one ballot, however many were cast. `tests/tally/evidence/test_model_ranking.py` holds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

from moot.tally.evidence.reader_agreement import FEWEST, Voted
from moot.tally.evidence.shared_part import WIDE
from moot.tally.plackett_luce import strengths_by_choice

MOST = 24
"""Models told of, those of the most sessions."""


class Ahead(Struct, frozen=True, kw_only=True):
    """How often a model is put ahead."""

    model: str
    """The model."""
    sessions: int
    """Sessions in which it was judged beside another of these models."""
    above: float
    """How often a reader would put it above another of these models, on the average over them."""
    low: float
    """Lower end of the 95 % range."""
    high: float
    """Upper end."""


def ahead_from(voted: Sequence[Voted]) -> tuple[Ahead, ...]:
    """Models judged in enough sessions, the one put ahead most often first."""
    kept = _often(voted)
    at = {model: index for index, model in enumerate(kept)}
    rankings: list[list[list[int]]] = []
    met: Counter[str] = Counter()
    told: list[int] = []
    for session in voted:
        seats = _alone(session, at)
        found = [tiers for reader in session.ranks if (tiers := _tiers(session, reader, seats, at))]
        rankings += found
        told.append(len(found))
        met.update({kept[one] for tiers in found for tier in tiers for one in tier})
    if len(kept) < 2 or not rankings:
        return ()
    # a session's ballots judge the same answers: together they tell little more than one
    ballots = sqrt(len(rankings) / sum(map(bool, told)))
    strong = strengths_by_choice(len(kept), rankings)
    rows = []
    for index, model in enumerate(kept):
        others = [each for other, each in enumerate(strong.strengths) if other != index]
        mine, error = strong.strengths[index], strong.errors[index] * ballots * WIDE
        rows.append(
            Ahead(
                model=model,
                sessions=met[model],
                above=_above(mine, others),
                low=_above(mine - error, others),
                high=_above(mine + error, others),
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.above, row.model)))


def _often(voted: Sequence[Voted]) -> list[str]:
    """Models that sat alone in enough sessions with ballots."""
    sat: Counter[str] = Counter()
    for session in voted:
        often = Counter(session.models.values())
        sat.update(model for model, count in often.items() if count == 1 and len(often) > 1)
    return [model for model, count in sat.most_common(MOST) if count >= FEWEST]


def _alone(session: Voted, known: dict[str, int]) -> dict[str, str]:
    often = Counter(session.models.values())
    return {seat: model for seat, model in session.models.items() if often[model] == 1 and model in known}


def _tiers(session: Voted, reader: str, seats: dict[str, str], at: dict[str, int]) -> list[list[int]]:
    """A reader's ballot over these models, without its own; nothing where it compares none."""
    ranks = {seat: rank for seat, rank in session.ranks[reader].items() if seat in seats and seat != reader}
    if len(ranks) < 2:
        return []
    return [[at[seats[seat]] for seat, given in ranks.items() if given == rank] for rank in sorted(set(ranks.values()))]


def _above(mine: float, others: Sequence[float]) -> float:
    return sum(1 / (1 + exp(other - mine)) for other in others) / len(others)
