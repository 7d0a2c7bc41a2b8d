"""Build reports on pairs of models: alliances up to the end of a month."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from sqlalchemy import Connection

from moot.analytics.session_filter import SessionFilter, check_known, months_of, spans_of
from moot.errors import BadInput, UnknownName
from moot.stats.counted_marks import net_in
from moot.stats.leaderboard import Interval, wilson
from moot.transcripts.session_counts.totals import EVER, added_in
from moot.vocabulary.history.pairs import (
    AllianceModel,
    AlliancePair,
    AllianceReport,
    SideTaken,
)
from moot.vocabulary.history.totals import ALL, Of, Sum


def alliances_of(connection: Connection, asked: SessionFilter, until: str) -> AllianceReport:
    """Return the alliances up to the end of a month; empty for all."""
    if until and not _MONTH.fullmatch(until):
        raise BadInput(f"{until!r} is no month.", "Write it as 2031-05.")
    check_known(connection, asked)
    months = months_of(connection, asked)
    if until and months and until < months[0]:
        raise UnknownName("counted month", until, remedy=f"The first is {months[0]}.")
    spans = spans_of([month for month in months if month <= until], until=until) if until else [EVER]
    sums = added_in(connection, asked.kind, spans)
    pairs = [_alliance(of, sum_) for of, sum_ in sums.items() if of.other]
    return AllianceReport(
        protocol=asked.protocol,
        scripted=asked.scripted,
        until=until,
        months=months,
        debates=sums.get(ALL, {}).get("sessions", 0),
        models=[_model(of.one, sum_) for of, sum_ in sorted(sums.items()) if of.one and not of.other],
        pairs=sorted(pairs, key=lambda pair: (-pair.met, pair.a, pair.b)),
    )


def _model(model: str, sum_: Sum) -> AllianceModel:
    stances = [sum_.get(side, 0) for side in ("agree", "disagree", "neutral")]
    return AllianceModel(
        id=model,
        debates=sum_.get("sessions", 0),
        agreement=stances[0] / sum(stances) if any(stances) else None,
    )


def _alliance(of: Of, sum_: Sum) -> AlliancePair:
    to, back, net = side_taken(sum_, "to"), side_taken(sum_, "from"), net_of(sum_)
    sure = net_interval(sum_)
    return AlliancePair(
        a=of.one,
        b=of.other,
        met=sum_.get("met", 0),
        a_to_b=to,
        b_to_a=back,
        net=net,
        low=sure.low if sure else None,
        high=sure.high if sure else None,
        warmer=_warmer(to, back),
    )


def side_taken(sum_: Mapping[str, int], way: str) -> SideTaken:
    """Return the stances of one model towards another."""
    agree, disagree, neutral = (sum_.get(f"{way}:{side}", 0) for side in ("agree", "disagree", "neutral"))
    stances = agree + disagree + neutral
    net = (agree - disagree) / stances if stances else None
    sure = _net_interval(net, stances)
    return SideTaken(
        agree=agree,
        disagree=disagree,
        neutral=neutral,
        net=net,
        low=sure.low if sure else None,
        high=sure.high if sure else None,
    )


def net_of(sum_: Mapping[str, int]) -> float | None:
    """Return the mean over sessions of both models' stances towards each other."""
    kinds = net_in(sum_)
    sessions = sum(kind.times for kind in kinds)
    return sum(kind.times * kind.total / kind.number for kind in kinds) / sessions if sessions else None


def net_interval(sum_: Mapping[str, int]) -> Interval | None:
    """Return its interval, as a share between full disagreement and full agreement, each session counting once."""
    return _net_interval(net_of(sum_), sum(kind.times for kind in net_in(sum_)))


def _net_interval(net: float | None, number: int) -> Interval | None:
    if net is None:
        return None
    low, high = wilson(number * (net + 1) / 2, number)
    return Interval(2 * low - 1, 2 * high - 1)


def _warmer(to: SideTaken, back: SideTaken) -> Literal["", "a", "b"]:
    """Return which direction has the higher agreement, if the intervals do not overlap."""
    if to.low is None or to.high is None or back.low is None or back.high is None:
        return ""
    return "a" if to.low > back.high else "b" if back.low > to.high else ""


_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
