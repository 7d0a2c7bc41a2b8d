"""How often do readers put each model above the others on their ballots, over many sessions? Own answers left out.

Being put ahead is not being right. All ballots of one session judge the same answers, so a session counts once, however
many ballots were cast in it. `tests/stats/evidence/test_model_ranking.py` holds it.
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
"""Models told of, those of the most sessions."""


class WinProbability(Struct, frozen=True, kw_only=True):
    """How often a model is put ahead."""

    model: str
    """The model."""
    sessions: int
    """Sessions in which it was judged beside another model."""
    above: float
    """How often a reader put it above another model on the same ballot, on the average over sessions."""
    low: float
    """Lower end of the 95 % range."""
    high: float
    """Upper end."""


def ahead_from(voted: Sequence[SessionBallots]) -> tuple[WinProbability, ...]:
    """Models judged in enough sessions, the one put ahead most often first."""
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
    """For each reader and other answer, neither of them its own: 1 where it stands above, half where both tie."""
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
