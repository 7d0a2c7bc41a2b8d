"""Estimate how often readers rank each model above others, over many sessions, without own answers.

Being ranked ahead is not being right. All ballots of one session judge the same answers, so a session counts once.
Tests: `tests/stats/evidence/test_model_ranking.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from moot.stats.evidence.reader_agreement import FEWEST, SessionBallots
from moot.stats.evidence.shared_part import WIDE

MOST = 24
"""Maximum number of models listed: those with the most sessions."""


class WinProbability(Struct, frozen=True, kw_only=True):
    """How often a model is ranked ahead."""

    model: str
    """The model."""
    sessions: int
    """Sessions in which it was judged beside another model."""
    above: float
    """Share of comparisons on one ballot in which it is above another model, averaged over sessions."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end of it."""


def ahead_from(voted: Sequence[SessionBallots]) -> tuple[WinProbability, ...]:
    """Return the models judged in enough sessions, sorted by `above`, highest first."""
    shares: dict[str, list[float]] = {}
    for session in voted:
        often = Counter(session.models.values())
        for seat, model in session.models.items():
            if often[model] == 1 and (met := _met(session, seat)):
                shares.setdefault(model, []).append(fmean(met))
    enough = [(model, each) for model, each in shares.items() if len(each) >= FEWEST]
    told = sorted(enough, key=lambda row: -len(row[1]))[:MOST]
    return tuple(sorted((_row(model, each) for model, each in told), key=lambda row: (-row.above, row.model)))


def _met(session: SessionBallots, seat: str) -> list[float]:
    """Return a value per reader and other answer, neither its own: 1 if it is above, a half on a tie, else 0."""
    return [
        (ranks[seat] < ranks[other]) + (ranks[seat] == ranks[other]) / 2
        for reader, ranks in session.ranks.items()
        if reader != seat and seat in ranks
        for other in ranks
        if other not in (reader, seat) and session.models.get(other) != session.models[seat]
    ]


def _row(model: str, shares: Sequence[float]) -> WinProbability:
    above, error = fmean(shares), WIDE * stdev(shares) / sqrt(len(shares))
    return WinProbability(
        model=model, sessions=len(shares), above=above, low=max(0.0, above - error), high=min(1.0, above + error)
    )
