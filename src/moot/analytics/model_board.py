"""Build the leaderboard of models: means, intervals, adjusted marks, wins against chance, ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from sqlalchemy import Connection, text

from moot.analytics.session_filter import KIND, SessionFilter, councils_of, sums_asked
from moot.stats.counted_marks import (
    PROVISIONAL,
    Ranks,
    Strictness,
    adjusted_marks,
    interval_of,
    mean_of,
    means_of,
    ranks_of,
    still_needed,
)
from moot.stats.leaderboard import Interval, wilson
from moot.transcripts.session_counts.totals import EVER, sums_in
from moot.vocabulary.history.session_counts import ALL, Of, Sum, histogram
from moot.vocabulary.history.standings import Apart, BoardModel, Leaderboard
from moot.vocabulary.seats import MOST_SEATS, NANO

FORM = 10
"""Number of latest sessions whose marks show a model's current form."""


def board_of(connection: Connection, asked: SessionFilter, least: int) -> Leaderboard:
    """Return the leaderboard of the models that took part in at least `least` of the sessions that `asked` selects."""
    sums = sums_asked(connection, asked)
    models = [of.one for of, sum_ in sums.items() if of.one and not of.other and sum_["sessions"] >= least]
    rows = rows_of(connection, asked, sums, models)
    other = sums_in(connection, asked.kind._replace(scripted=not asked.scripted), [EVER])[0]
    apart = None
    if len(rows) > 1 and rows[1].mean is not None:
        more = still_needed(means_of(sums[Of(rows[0].id)]), means_of(sums[Of(rows[1].id)]))
        apart = Apart(one=rows[0].id, other=rows[1].id, more=more)
    return Leaderboard(
        protocol=asked.protocol,
        protocols=asked.protocols,
        scripted=asked.scripted,
        since=asked.since,
        council=asked.council,
        councils=councils_of(connection, asked),
        least=least,
        debates=sums.get(ALL, {}).get("sessions", 0),
        others=other.get(ALL, {}).get("sessions", 0),
        due=int(connection.execute(_HOW_MANY_DUE).scalar_one()),
        models=rows,
        apart=apart,
    )


def rows_of(
    connection: Connection, asked: SessionFilter, sums: Mapping[Of, Sum], models: Sequence[str]
) -> list[BoardModel]:
    """Return a leaderboard row for each of these models, the best mean mark first.

    `sums` are the stored totals of the selected sessions, by model and by pair of models.
    """
    fits = adjusted_marks(sums)
    means = {model: mean_of(means_of(sums[Of(model)])) for model in models}
    order = sorted(models, key=lambda model: (-(means[model] or 0), model))
    intervals = {model: interval_of(means_of(sums[Of(model)])) for model in order}
    ranks = dict(zip(order, ranks_of([intervals[model] for model in order]), strict=True))
    return [
        _row(connection, asked, model, sums[Of(model)], ranks[model], means[model], intervals[model], fits.get(model))
        for model in order
    ]


def _row(
    connection: Connection,
    asked: SessionFilter,
    model: str,
    sum_: Sum,
    ranks: Ranks,
    mean: float | None,
    interval: Interval | None,
    fit: Strictness | None,
) -> BoardModel:
    sessions, wins = sum_["sessions"], sum_.get("wins", 0)
    stances = [sum_.get(side, 0) for side in ("agree", "disagree", "neutral")]
    chance = sum((times * Fraction(share) for share, times in histogram(sum_, "chance").items()), Fraction())
    ranked = sum(histogram(sum_, "chance").values())
    won = wilson(wins, sessions)
    return BoardModel(
        id=model,
        rank_low=ranks.low,
        rank_high=ranks.high,
        debates=sessions,
        mean=mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        adjusted=fit.adjusted if fit else None,
        adjusted_low=fit.low if fit else None,
        adjusted_high=fit.high if fit else None,
        strictness=fit.strict if fit else None,
        wins=wins,
        win_rate=wins / sessions,
        win_low=won.low,
        win_high=won.high,
        by_chance=float(chance / ranked) if ranked else 0.0,
        comebacks=sum_.get("comeback", 0),
        rebuttals=sum_.get("rebutted", 0),
        chaired=sum_.get("chaired", 0),
        agreement=stances[0] / sum(stances) if any(stances) else None,
        badges=dict(sorted(histogram(sum_, "badge").items())),
        form=_form(connection, asked, model),
        cost=sum_.get("cost", 0) / sum_["priced"] / NANO if sum_.get("priced") else None,
        priced=sum_.get("priced", 0),
        provisional=sessions < PROVISIONAL,
    )


def _form(connection: Connection, asked: SessionFilter, model: str) -> list[float]:
    """Return a model's mean mark in each of its latest sessions, the latest last. Sessions without marks are left
    out."""
    found: list[float] = []
    statement = _FORM_OF_COUNCIL if asked.council else _FORM
    rows = connection.execute(statement, asked.under(model=model, since=asked.since, most=FORM * MOST_SEATS))
    for _, seats in groupby(rows, key=lambda row: row.number):
        marks = [(seat.received, seat.received_sum) for seat in seats]
        found.append(sum(total for _, total in marks) / sum(number for number, _ in marks))
        if len(found) == FORM:
            break
    return found[::-1]


_HOW_MANY_DUE = text("SELECT COUNT(*) FROM counting_due")
_FORM = text(
    f"SELECT number, received, received_sum FROM counted_seats WHERE {KIND} AND model = :model AND at >= :since "
    "AND received > 0 ORDER BY at DESC, number DESC LIMIT :most"
)
_FORM_OF_COUNCIL = text(
    "SELECT s.number, s.received, s.received_sum FROM counted_sessions c CROSS JOIN counted_seats s "
    "ON s.number = c.number WHERE c.scripted = :scripted AND c.protocol = :protocol AND c.council = :council "
    "AND c.at >= :since AND s.model = :model AND s.received > 0 ORDER BY c.at DESC, c.number DESC LIMIT :most"
)
"""SQL query for a model's latest sessions in one council. The order of the joins matters: it sorts the council's own
sessions by age, not all of the model's.
"""
