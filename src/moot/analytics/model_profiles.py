"""Build the profile of a model, the comparison of two, and lists of achievements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import asdict
from sqlalchemy import Connection, Row, text

from moot.analytics.model_board import rows_of
from moot.analytics.session_filter import KIND, SessionFilter, asked_for, check_known, sums_asked
from moot.errors import UnknownName
from moot.protocols import registry
from moot.stats.counted_marks import PROVISIONAL, apart_in, interval_of, mean_of
from moot.transcripts.session_counts.totals import EVER, sums_in
from moot.vocabulary.history.session_counts import ALL, Of, Sum, histogram, pair_of
from moot.vocabulary.history.standings import (
    Achievement,
    BondShown,
    HeadToHead,
    MarksGiven,
    ModelProfile,
    ModelReport,
    ModelSession,
    SharedSession,
    Stood,
    TraitShown,
)

SHOWN = 50
"""Maximum number of sessions in a list."""


def model_of(connection: Connection, model: str, protocol: str | None, scripted: bool | None) -> ModelReport:
    """Return one model's figures and latest sessions, for its profile page."""
    asked = asked_for(connection, [model], protocol, scripted)
    sums = sums_asked(connection, asked)
    everybody = [of.one for of in sums if of.one and not of.other]
    row = next(each for each in rows_of(connection, asked, sums, everybody) if each.id == model)
    mine = sums[Of(model)]
    profile = ModelProfile(
        **asdict(row),  # this has every field of a row
        given=mine.get("given_sum", 0) / mine["given"] if mine.get("given") else None,
        contrary=mine.get("contrary", 0),
        compared=mine.get("compared", 0),
        proposed=mine.get("proposed", 0),
        traits=_traits(connection, asked, model),
        bonds=_bonds(sums, model),
    )
    latest = list(connection.execute(_LATEST, asked.under(model=model, most=SHOWN)).scalars())
    return ModelReport(
        protocol=asked.protocol,
        scripted=asked.scripted,
        profile=profile,
        sessions=[_session(each, model) for each in _told(connection, latest)],
    )


def _bonds(sums: Mapping[Of, Sum], model: str) -> list[BondShown]:
    bonds = []
    for of, sum_ in sums.items():
        if of.other and model in of:
            ways = ("to", "from") if of.one == model else ("from", "to")
            mine, theirs = (histogram(sum_, way) for way in ways)
            bonds.append(
                BondShown(
                    model=of.other if of.one == model else of.one,
                    met=sum_.get("met", 0),
                    agrees=mine.get("agree", 0),
                    disagrees=mine.get("disagree", 0),
                    agreed_with=theirs.get("agree", 0),
                    disagreed_with=theirs.get("disagree", 0),
                )
            )
    return sorted(bonds, key=lambda bond: (-bond.met, bond.model))


def _traits(connection: Connection, asked: SessionFilter, model: str) -> list[TraitShown]:
    """Return the traits that a model has after its latest session, each with the day on which it got the trait."""
    latest = connection.execute(_TRAITS, asked.under(model=model)).first()
    if latest is None:
        return []
    return [
        TraitShown(slug=slug, title=slug.replace("-", " "), since=since, figure=_figure(latest))
        for slug, since in zip(latest.traits.split(), latest.since.split(), strict=True)
    ]


def _figure(row: Any) -> str:
    """Return the figures that justify a trait, in words."""
    return (
        f"{row.contrary} of {row.compared} marks far from the others', {row.comebacks} of {row.rebuttals} rebuttals "
        f"won back, {row.given_sum / row.given if row.given else 0:.1f} given on average, in {row.sessions} sessions"
    )


class _ModelSession(NamedTuple):
    """One session of a model, with all its seats and the achievements earned in it."""

    session: Row[Any]
    seats: list[Row[Any]]
    awards: list[Row[Any]]


def _told(connection: Connection, numbers: Iterable[int]) -> list[_ModelSession]:
    """Return the sessions with these numbers, in this order, with the model's figures in each."""
    wanted = list(numbers)
    kept: dict[int, _ModelSession] = {}
    values = {"numbers": json.encode(wanted).decode()}
    for row in connection.execute(_SESSIONS, values):
        kept[row.number] = _ModelSession(row, [], [])
    for row in connection.execute(_SEATS, values):
        kept[row.number].seats.append(row)
    for row in connection.execute(_EARNED, values):
        kept[row.number].awards.append(row)
    return [kept[number] for number in wanted]


def _session(told: _ModelSession, model: str) -> ModelSession:
    session = told.session
    mine = [seat for seat in told.seats if seat.model == model]
    first, mean = _mean(mine, "first"), _mean(mine)
    rebutted = any(seat.rebutted for seat in mine)
    return ModelSession(
        session=session.session,
        at=session.at,
        topic=session.topic,
        place=_place(mine),
        of=session.ranked,
        mean=mean,
        first_mean=first,
        change=mean - first if rebutted and mean is not None and first is not None else None,
        won=any(seat.won for seat in mine),
        chaired=any(seat.chaired for seat in mine),
        proposed=any(seat.proposed for seat in mine),
        rebutted=rebutted,
        badges=[award.name for award in told.awards if award.model == model],
    )


def head_to_head_of(
    connection: Connection, models: tuple[str, str], protocol: str | None, scripted: bool | None
) -> HeadToHead:
    """Return how two models compare in the sessions in which both took part."""
    asked = asked_for(connection, models, protocol, scripted)
    a, b = models
    sums = sums_asked(connection, asked)
    pair, turned = sums.get(pair_of(a, b), {}), a > b
    mine, theirs = ("from", "to") if turned else ("to", "from")
    first, second = ("other", "one") if turned else ("one", "other")
    kinds = apart_in(pair, turned=turned)
    interval = interval_of(kinds) if kinds else None
    return HeadToHead(
        protocol=asked.protocol,
        scripted=asked.scripted,
        a=a,
        b=b,
        met=pair.get("met", 0),
        wins_a=pair.get(first, 0),
        wins_b=pair.get(second, 0),
        ties=pair.get("level", 0),
        mean_diff=mean_of(kinds),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        a_gave_b=_given(pair, mine, sums[Of(a)]),
        b_gave_a=_given(pair, theirs, sums[Of(b)]),
        a_to_b=_stood(pair, mine),
        b_to_a=_stood(pair, theirs),
        provisional=pair.get("met", 0) < PROVISIONAL,
        sessions=[
            _meeting(each, models)
            for each in _told(connection, connection.execute(_BOTH, asked.under(a=a, b=b, most=SHOWN)).scalars())
        ],
    )


def _given(pair: Sum, way: str, usual: Sum) -> MarksGiven:
    marks = pair.get(f"{way}:marks", 0)
    return MarksGiven(
        marks=marks,
        mean=pair.get(f"{way}:sum", 0) / marks if marks else None,
        usual=usual.get("given_sum", 0) / usual["given"] if usual.get("given") else None,
    )


def _stood(pair: Sum, way: str) -> Stood:
    return Stood(**{side: pair.get(f"{way}:{side}", 0) for side in ("agree", "disagree", "neutral")})


def _meeting(told: _ModelSession, models: tuple[str, str]) -> SharedSession:
    session = told.session
    a, b = ([seat for seat in told.seats if seat.model == model] for model in models)
    return SharedSession(
        session=session.session,
        at=session.at,
        topic=session.topic,
        mean_a=_mean(a),
        mean_b=_mean(b),
        place_a=_place(a),
        place_b=_place(b),
    )


def _place(seats: Sequence[Row[Any]]) -> int:
    return min((seat.place for seat in seats if seat.place), default=0)


def _mean(seats: Sequence[Row[Any]], marks: str = "received") -> float | None:
    number = sum(getattr(seat, marks) for seat in seats)
    return sum(getattr(seat, f"{marks}_sum") for seat in seats) / number if number else None


def achievements_of(
    connection: Connection, asked: SessionFilter, model: str | None, name: str | None, most: int, *, latest: bool
) -> list[Achievement]:
    """Return the achievements that models earned in sessions, the latest first.

    Args:
        most: Maximum number of achievements returned.
        latest: Whether to list only the latest time a model earned each.
    """
    check_known(connection, asked, model)
    counting = registry.counting_of(asked.protocol)
    if name and counting is not None and counting.awards and name not in counting.awards:
        raise UnknownName("achievement", name, counting.awards)
    sums = sums_in(connection, asked.kind, [EVER])[0]
    every = sums.get(ALL, {})
    own = {of.one: histogram(sum_, "badge") for of, sum_ in sums.items() if of.one and not of.other}
    where = [f"a.{column} = :{column}" for column, value in (("model", model), ("name", name)) if value]
    where += [_OF_COUNCIL] if asked.council else []
    values = asked.under(model=model, name=name, most=most)
    if latest:
        earned = [[model, each] for model, badges in own.items() for each in badges]
        values["earned"] = json.encode(earned).decode()
        where.append(_IS_LATEST.format(more=f" AND {_OF_COUNCIL.replace('a.', 'l.')}" if asked.council else ""))
    statement = text(_AWARDS.format(more="".join(f" AND {each}" for each in where)))
    rows = connection.execute(statement, values).all()
    names = json.encode(sorted({row.name for row in rows})).decode()
    earned_in = text(_WITHIN.format(more=f" AND {_OF_COUNCIL}" if asked.council else ""))
    within = {row.name: row.sessions for row in connection.execute(earned_in, asked.under(names=names))}
    found = []
    for row in rows:
        models = sorted(row.earners.split("\n"))
        found.append(
            Achievement(
                name=row.name,
                title=row.title,
                models=models,
                because=row.because,
                session=row.session,
                topic=row.topic,
                t=row.moment or 0,
                at=row.at,
                first=bool(row.first),
                own=[own.get(each, {}).get(row.name, 0) for each in models],
                times=every.get(f"badge:{row.name}", 0),
                share=within[row.name] / every["sessions"] if every.get("sessions") else 0.0,
            )
        )
    return found


_LATEST = text(
    f"SELECT DISTINCT number, at FROM counted_seats WHERE {KIND} AND model = :model "
    "ORDER BY at DESC, number DESC LIMIT :most"
)
_BOTH = text(
    f"SELECT DISTINCT number, at FROM counted_seats WHERE {KIND} AND model = :a AND EXISTS "
    "(SELECT 1 FROM counted_seats o WHERE o.number = counted_seats.number AND o.model = :b) "
    "ORDER BY at DESC, number DESC LIMIT :most"
)
_THESE = "number IN (SELECT value FROM json_each(:numbers))"
_SESSIONS = text(f"SELECT number, session, at, topic, ranked FROM counted_sessions WHERE {_THESE}")
_SEATS = text(f"SELECT * FROM counted_seats WHERE {_THESE}")
_EARNED = text(f"SELECT number, model, name FROM achievements WHERE {_THESE} ORDER BY number, place")
_TRAITS = text(f"SELECT * FROM personalities WHERE {KIND} AND model = :model ORDER BY at DESC, number DESC LIMIT 1")
_OF_COUNCIL = (
    "a.number IN (SELECT number FROM counted_sessions WHERE scripted = :scripted AND protocol = :protocol "
    "AND council = :council)"
)
_WITHIN = (
    "SELECT name, count(*) AS sessions FROM (SELECT DISTINCT name, at, number FROM achievements a "
    "WHERE scripted = :scripted AND protocol = :protocol AND name IN (SELECT value FROM json_each(:names)){more}) "
    "GROUP BY name"
)
_IS_LATEST = (
    "a.rowid IN (SELECT (SELECT rowid FROM achievements l WHERE l.scripted = :scripted AND l.protocol = :protocol "
    "AND l.model = json_extract(value, '$[0]') AND l.name = json_extract(value, '$[1]'){more} "
    "ORDER BY l.at DESC, l.number DESC LIMIT 1) FROM json_each(:earned))"
)
"""SQL condition for the latest time a model earned an achievement. It is looked up for each row, because thousands of
rows may not match.
"""
_AWARDS = (
    "SELECT a.name, a.title, a.because, c.session, c.topic, c.at, "
    "(SELECT t FROM events e WHERE e.session = c.session AND e.key = c.told) AS moment, "
    "(SELECT group_concat(model, char(10)) FROM achievements e WHERE e.number = a.number AND e.place = a.place) AS "
    "earners, EXISTS (SELECT 1 FROM achievements e WHERE e.number = a.number AND e.place = a.place AND NOT EXISTS "
    "(SELECT 1 FROM achievements p WHERE p.scripted = :scripted AND p.protocol = :protocol AND p.model = e.model AND "
    "p.name = e.name AND (p.at < e.at OR (p.at = e.at AND p.number < e.number)))) AS first "
    "FROM (SELECT DISTINCT at, number, place, name, title, because FROM achievements a WHERE a.scripted = :scripted "
    "AND a.protocol = :protocol{more} ORDER BY at DESC, number DESC, place LIMIT :most) a "
    "JOIN counted_sessions c ON c.number = a.number ORDER BY a.at DESC, a.number DESC, a.place"
)
