"""Where does a model stand out? Six figures beside those of all others, rivals, its best rebuttal, reliability."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from math import fsum
from statistics import median
from typing import NamedTuple

from msgspec import json
from sqlalchemy import Connection, text

from moot.analytics.counted_asked import KIND, Asked
from moot.tally.counted_marks import Weighed, interval_of, mean_of, means_of, net_in
from moot.tally.leaderboard import wilson
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.vocabulary.earlier.model_figures import BestRebuttal, Reliability, Reminders, Rival, Strip, StripDot
from moot.vocabulary.earlier.pairs import FEWEST_MET
from moot.vocabulary.earlier.sums import Of, Sum
from moot.vocabulary.events import SeatSpoke

LATEST = 20
"""Sessions whose calls are looked at."""
MOST_CONTROLS = 200
"""Members held against their control, the latest first."""


class _Figure(NamedTuple):
    """What a strip shows of a model."""

    value: float | None
    of: int
    share: tuple[int, int] | None = None
    """For a share, of how many how many are."""


def _share(some: int, all_: int) -> _Figure:
    return _Figure(some / all_ if all_ else None, all_, (some, all_))


def _mean(total: int, number: int) -> _Figure:
    return _Figure(total / number if number else None, number)


def _agreement(sum_: Sum) -> _Figure:
    return _share(sum_.get("agree", 0), sum(sum_.get(side, 0) for side in ("agree", "disagree", "neutral")))


STRIPS: Mapping[str, Callable[[Sum], _Figure]] = {
    "received": lambda sum_: _mean(sum_.get("received_sum", 0), sum_.get("received", 0)),
    "given": lambda sum_: _mean(sum_.get("given_sum", 0), sum_.get("given", 0)),
    "contrary": lambda sum_: _share(sum_.get("contrary", 0), sum_.get("compared", 0)),
    "comebacks": lambda sum_: _share(sum_.get("comeback", 0), sum_.get("rebutted", 0)),
    "agrees": _agreement,
    "reliability": lambda sum_: _share(sum_.get("readable", 0), sum_.get("asked", 0)),
}
"""The six, and how each is computed from a model's sums."""


def strips_of(sums: Mapping[Of, Sum], model: str) -> list[Strip]:
    """Six of a model's figures beside those of all models."""
    found = []
    models = sorted(of.one for of in sums if of.one and not of.other)
    for name, figure in STRIPS.items():
        mine = figure(sums[Of(model)])
        dots = [
            StripDot(id=each, value=value) for each in models if (value := figure(sums[Of(each)]).value) is not None
        ]
        sure = None
        if mine.share is not None and mine.share[1]:
            sure = wilson(*mine.share)
        elif name == "received":
            sure = interval_of(means_of(sums[Of(model)]))
        found.append(
            Strip(
                name=name,
                value=mine.value,
                low=sure.low if sure else None,
                high=sure.high if sure else None,
                of=mine.of,
                median=median(dot.value for dot in dots) if dots else None,
                least=1.0 if mine.share is None else 0.0,
                most=10.0 if mine.share is None else 1.0,
                dots=dots,
            )
        )
    return found


def nemesis_of(sums: Mapping[Of, Sum], model: str) -> Rival | None:
    """Whom it was placed lower than most often, less how often it was placed higher."""
    found = []
    for of, sum_ in _pairs(sums, model):
        lower, higher = ("other", "one") if of.one == model else ("one", "other")
        found.append(_rival(of, model, sum_, sum_.get(lower, 0), sum_.get(higher, 0)))
    return _clearest(found)


def friend_of(sums: Mapping[Of, Sum], model: str) -> Rival | None:
    """With whom it most often agreed on both sides, less how often both disagreed."""
    found = []
    for of, sum_ in _pairs(sums, model):
        kinds = [kind for kind in net_in(sum_) if kind.number > 1]
        agreed = sum(kind.times for kind in kinds if kind.total == kind.number)
        found.append(_rival(of, model, sum_, agreed, sum(kind.times for kind in kinds if kind.total == -kind.number)))
    return _clearest(found)


def _pairs(sums: Mapping[Of, Sum], model: str) -> list[tuple[Of, Sum]]:
    return [(of, sum_) for of, sum_ in sums.items() if of.other and model in of and sum_.get("met", 0) >= FEWEST_MET]


def _rival(of: Of, model: str, sum_: Sum, times: int, other: int) -> Rival:
    return Rival(model=of.other if of.one == model else of.one, met=sum_["met"], times=times, other=other)


def _clearest(found: list[Rival]) -> Rival | None:
    standing = [each for each in found if each.times > each.other]
    return min(standing, key=lambda each: (each.other - each.times, each.model), default=None)


def best_rebuttal_of(connection: Connection, asked: Asked, model: str) -> BestRebuttal | None:
    """The rebuttal that raised its mean most, in its own words."""
    row = connection.execute(_BEST, asked.under(model=model)).first()
    if row is None:
        return None
    said = connection.execute(_SAID, {"session": row.session, "key": row.said}).first()
    body = event_from(tuple(said)[:-1]).body if said is not None else None
    if said is None or not isinstance(body, SeatSpoke):
        return None
    return BestRebuttal(session=row.session, topic=row.topic, text=body.text, rise=row.rise, t=said.moment, at=row.at)


def reliability_of(connection: Connection, asked: Asked, model: str, sum_: Sum) -> Reliability:
    """How often its ballots could be read; of its latest sessions, how fast it answered and how often it did not."""
    all_, readable = sum_.get("asked", 0), sum_.get("readable", 0)
    sure = wilson(readable, all_) if all_ else None
    seats = connection.execute(_LATEST, asked.under(model=model, most=LATEST)).all()
    values = {"seats": json.encode([f"{row.session} {row.seat}" for row in seats]).decode()}
    values["sessions"] = json.encode(sorted({row.session for row in seats})).decode()
    calls = connection.execute(_CALLS, values).all()
    took = [row.ms for row in calls if row.kind == "SeatSpoke" and row.ms]
    paces = [row.tokens * 1000 / row.ms for row in calls if row.kind == "SeatSpoke" and row.ms and row.tokens]
    return Reliability(
        asked=all_,
        readable=readable,
        repaired=sum_.get("repaired", 0),
        share=readable / all_ if all_ else None,
        low=sure.low if sure else None,
        high=sure.high if sure else None,
        latest=len({row.session for row in seats}),
        calls=sum(row.kind == "SeatSpoke" for row in calls),
        failed=sum(row.kind == "SeatFailed" for row in calls),
        seconds=median(took) / 1000 if took else None,
        tokens_per_second=median(paces) if paces else None,
    )


def reminders_of(connection: Connection, asked: Asked, model: str | None = None) -> Reminders:
    """What being reminded changes: of one model, or of all."""
    more = " AND model = :model" if model is not None else ""
    rows = connection.execute(text(_CONTROLS.format(more=more)), asked.under(model=model, most=MOST_CONTROLS)).all()
    apart: defaultdict[str, list[float]] = defaultdict(list)
    for row in rows:
        apart[row.parent].append(row.marks_sum / row.marks - row.without_sum / row.without)
    # members of one session hang together, and so do its controls: it is drawn whole or not at all
    kinds = [Weighed(1, len(each), fsum(each)) for each in apart.values()]
    sure = interval_of(kinds)
    return Reminders(
        pairs=len(rows),
        sessions=len(kinds),
        diff=mean_of(kinds),
        low=sure.low if sure else None,
        high=sure.high if sure else None,
    )


_BEST = text(
    "SELECT s.rise, s.said, c.session, c.topic, c.at FROM counted_seats s JOIN counted_sessions c "
    "ON c.number = s.number WHERE s.scripted = :scripted AND s.protocol = :protocol AND s.model = :model "
    "AND s.rise > 0 ORDER BY s.rise DESC, s.at, s.number LIMIT 1"
)
_SAID = text(f"SELECT {', '.join(EVENT_COLUMNS)}, t AS moment FROM events WHERE session = :session AND key = :key")
_LATEST = text(
    f"SELECT c.session, s.seat FROM (SELECT number, seat FROM counted_seats WHERE {KIND} AND model = :model "
    "ORDER BY at DESC, number DESC LIMIT :most) s JOIN counted_sessions c ON c.number = s.number"
)
_CALLS = text(
    "SELECT kind, json_extract(body, '$.total_ms') AS ms, json_extract(body, '$.usage.output') AS tokens FROM events "
    "WHERE session IN (SELECT value FROM json_each(:sessions)) AND kind IN ('SeatSpoke', 'SeatFailed') "
    "AND origin IS NULL AND session || ' ' || json_extract(body, '$.seat') IN (SELECT value FROM json_each(:seats)) "
    "AND (kind = 'SeatSpoke' OR json_extract(body, '$.final'))"
)
_CONTROLS = (
    f"SELECT parent, marks, marks_sum, without, without_sum FROM counted_controls WHERE {KIND}{{more}} "
    "ORDER BY at DESC, number DESC, seat LIMIT :most"
)
