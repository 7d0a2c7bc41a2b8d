"""When is a finished session counted? In the transaction that writes its verdict; what could not be counted, later.

A session that cannot be counted, because a package is broken or its findings are damaged, keeps its verdict: it is
noted as due with the reason, and tried again when its figures are asked for. Forks and sessions from elsewhere are not
counted. `tests/transcripts/counted/` holds that a store built again is the one before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.protocols import registry
from moot.protocols.files import Counting
from moot.transcripts.counted.voters import clear_voters, drop_voters, keep_voters
from moot.transcripts.record import IMPORTED, Record
from moot.transcripts.sql.rows import EVENT_COLUMNS, Values, event_from
from moot.transcripts.sql.schema import (
    achievements,
    counted_marks,
    counted_seats,
    counted_sessions,
    counted_sums,
    counted_ties,
    counting_due,
    events,
    personalities,
    sessions,
)
from moot.transcripts.sql.statement import Reach, Statement, bare
from moot.vocabulary.earlier.counted import (
    Counted,
    CountedAward,
    CountedMark,
    CountedSeat,
    CountedTie,
    without_people,
)
from moot.vocabulary.earlier.sums import Of, Sum, histogram, sums_of
from moot.vocabulary.earlier.track_record import Bond, Career
from moot.vocabulary.events import FindingMade
from moot.vocabulary.findings import Finding

COUNTED = ("verdict", "inconclusive")
"""How sessions end that are counted."""
EVER = ""
"""The span of all that was ever counted here."""


def count_ended(connection: Reach, record: Record) -> None:
    """Counts a session whose verdict is being written, or notes that it is still to be counted."""
    if not is_counted(record):
        return
    _keep_voters(connection, record)
    if (counting := registry.counting_of(record.protocol)) is not None:
        try:
            counted, at = _read(connection, record.id, counting)
        except Exception as error:  # a package's code may raise anything, and a verdict is kept whatever it does
            _put_off(connection, record, error)
            return
        if counted is not None and counted.seats:
            keep(connection, record, counting, counted, at)


def _keep_voters(connection: Reach, record: Record) -> None:
    try:
        keep_voters(connection, record)
    except Exception as error:  # as above
        _put_off(connection, record, error)


def _put_off(connection: Reach, record: Record, error: Exception) -> None:
    _DUE.run(connection, {"session": record.id, "why": f"{type(error).__name__}: {error}"[:500]})


def is_counted(record: Record) -> bool:
    """Whether it ended so, here, and was asked anew."""
    return record.state in COUNTED and record.fork_of is None and record.door != IMPORTED


def uncount(connection: Reach, session: str) -> None:
    """Takes a session out of everything that was counted."""
    _NOT_DUE.run(connection, {"session": session})
    drop_voters(connection, session)
    row = _FIND.run(connection, {"session": session}).fetchone()
    if row is None:
        return
    number, protocol, scripted, at, ranked = row
    _change_sums(connection, protocol, scripted, at, sums_of(stored(connection, number, ranked)), -1)
    for statement in _DROPS:
        statement.run(connection, {"number": number})


def clear(connection: Reach) -> None:
    """Forgets all that was counted; whatever can be counted is due."""
    clear_voters(connection)
    for table in (*_BY_NUMBER, counted_sums, counting_due):
        bare(connection).execute(f"DELETE FROM {table.name}")
    bare(connection).execute(_ALL_DUE, (*COUNTED, IMPORTED))


def count_due(connection: Reach, most: int) -> int:
    """Counts up to so many sessions that are still to be counted, the first to end first; how many it looked at."""
    found = [row[0] for row in _NEXT_DUE.run(connection, {"most": most}).fetchall()]
    for session in found:
        _NOT_DUE.run(connection, {"session": session})
        row = _RECORD.run(connection, {"session": session}).fetchone()
        if row is None:
            continue
        if _FIND.run(connection, {"session": session}).fetchone() is None:
            count_ended(connection, _recorded(session, row))
        else:  # by an earlier version, which knew nothing of voters
            _keep_voters(connection, _recorded(session, row))
    return len(found)


def stored(connection: Reach, number: int, ranked: int) -> Counted:
    """What was counted of a session, as its rows tell it; without words."""
    seats = _SEATS.run(connection, {"number": number}).fetchall()
    marks = _MARKS.run(connection, {"number": number}).fetchall()
    ties = _TIES.run(connection, {"number": number}).fetchall()
    awards: dict[int, list[Any]] = {}
    for place, model, name in _AWARDS.run(connection, {"number": number}).fetchall():
        awards.setdefault(place, [name]).append(model)
    seat_of = {row[1]: row[0] for row in seats}
    return Counted(
        ranked=ranked,
        seats=tuple(CountedSeat(**dict(zip(_SEAT, row, strict=True))) for row in seats),
        marks=tuple(CountedMark(**dict(zip(_MARK, row, strict=True))) for row in marks),
        ties=tuple(CountedTie(**dict(zip(_TIE, row, strict=True))) for row in ties),
        awards=tuple(
            CountedAward(name=name, title="", seats=tuple(seat_of[model] for model in models), because="")
            for name, *models in awards.values()
        ),
    )


def sums_in(connection: Reach, protocol: str, scripted: bool, spans: Sequence[str]) -> list[dict[Of, Sum]]:
    """What is added up of these spans: all, a month as `2031-05`, or a day as `2031-05-04`."""
    found = []
    for span in spans:
        rows = _SPAN.run(connection, {"protocol": protocol, "scripted": scripted, "span": span})
        found.append({Of(one, other): _sum.decode(body) for one, other, body in rows})
    return found


def career_from(sums: Mapping[Of, Sum], model: str) -> Career:
    """What a model's sums say of it, for what its protocol calls its traits."""
    mine = sums.get(Of(model), {})
    bonds = {}
    for of, sum_ in sums.items():
        if of.other and model in of:
            way = "to" if of.one == model else "from"
            sides = histogram(sum_, way)
            bonds[of.other if of.one == model else of.one] = Bond(
                agreed=sides.get("agree", 0), disagreed=sides.get("disagree", 0), neutral=sides.get("neutral", 0)
            )
    return Career(
        debates=mine.get("sessions", 0),
        won=mine.get("wins", 0),
        marks=mine.get("compared", 0),
        contrary=mine.get("contrary", 0),
        rebuttals=mine.get("rebutted", 0),
        comebacks=mine.get("comeback", 0),
        given=mine.get("given", 0),
        given_sum=mine.get("given_sum", 0),
        received=mine.get("received", 0),
        received_sum=mine.get("received_sum", 0),
        bonds=dict(sorted(bonds.items())),
    )


class _Read(NamedTuple):
    """What a session comes to, and when it ended."""

    counted: Counted | None
    at: str


def _read(connection: Reach, session: str, counting: Counting) -> _Read:
    findings: dict[str, Finding] = {}
    for row in _FINDINGS.run(connection, {"session": session}):
        event = event_from(row)
        if isinstance(event.body, FindingMade):
            findings[event.key] = event.body.finding
    counted = counting.count(findings)
    ended = _ENDED.run(connection, {"session": session}).fetchone()
    return _Read(without_people(counted) if counted is not None else None, ended[0] if ended else "")


def keep(connection: Reach, record: Record, counting: Counting, counted: Counted, at: str) -> None:
    """Writes what a session comes to, and adds it to the sums."""
    number = _NUMBER.run(connection, {"session": record.id}).fetchone()[0]
    under: Values = {"number": number, "protocol": record.protocol, "scripted": record.scripted, "at": at}
    _PUT_SESSION.run(
        connection,
        {**under, "session": record.id, "topic": counted.topic, "told": counted.told, "ranked": counted.ranked},
    )
    _PUT_SEAT.run_many(connection, [{**under, **asdict(each)} for each in counted.seats])
    _PUT_MARK.run_many(connection, [{"number": number, **asdict(each)} for each in counted.marks])
    _PUT_TIE.run_many(connection, [{"number": number, **asdict(each)} for each in counted.ties])
    model_of = {seat.seat: seat.model for seat in counted.seats}
    _PUT_AWARD.run_many(
        connection,
        [
            {**under, "place": place, "model": model, "name": each.name, "title": each.title, "because": each.because}
            for place, each in enumerate(counted.awards)
            for model in sorted({model_of[seat] for seat in each.seats})
        ],
    )
    _change_sums(connection, record.protocol, record.scripted, at, sums_of(counted), 1)
    present = sorted(set(model_of.values()))
    ever = _sums_of_models(connection, record, present)
    for model in present:
        career = career_from(ever, model)
        _PUT_PERSONALITY.run(
            connection,
            {
                **under,
                "model": model,
                "sessions": career.debates,
                "contrary": career.contrary,
                "compared": career.marks,
                "comebacks": career.comebacks,
                "rebuttals": career.rebuttals,
                "given": career.given,
                "given_sum": career.given_sum,
                "received": career.received,
                "received_sum": career.received_sum,
                "bonds": _json({name: [b.agreed, b.disagreed, b.neutral] for name, b in career.bonds.items()}),
                "traits": " ".join(counting.traits(career, [other for other in present if other != model])),
            },
        )


def _sums_of_models(connection: Reach, record: Record, models: Sequence[str]) -> dict[Of, Sum]:
    """All that was ever counted of these models and of their pairs."""
    found = {}
    for at, one in enumerate(models):
        for other in ("", *models[at + 1 :]):
            values = {"protocol": record.protocol, "scripted": record.scripted, "span": EVER}
            row = _ONE_SUM.run(connection, {**values, "one": one, "other": other}).fetchone()
            if row is not None:
                found[Of(one, other)] = _sum.decode(row[0])
    return found


def _change_sums(connection: Reach, protocol: str, scripted: bool, at: str, sums: Mapping[Of, Sum], sign: int) -> None:
    for span in (EVER, at[:7], at[:10]):
        for of, sum_ in sums.items():
            under: Values = {"protocol": protocol, "scripted": scripted, "span": span, **of._asdict()}
            row = _ONE_SUM.run(connection, under).fetchone()
            before = _sum.decode(row[0]) if row is not None else {}
            now = {name: before.get(name, 0) + sign * sum_.get(name, 0) for name in {**before, **sum_}}
            now = {name: number for name, number in sorted(now.items()) if number}
            if now:
                _PUT_SUM.run(connection, {**under, "body": _json(now)})
            else:
                _DROP_SUM.run(connection, under)


def _recorded(session: str, row: Sequence[Any]) -> Record:
    state, protocol, scripted, fork_of, door = row
    return Record(id=session, state=state, protocol=protocol, scripted=bool(scripted), fork_of=fork_of, door=door)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_sum = msgspec.json.Decoder(Sum)
_SEAT = CountedSeat.__struct_fields__
_MARK, _TIE = CountedMark.__struct_fields__, CountedTie.__struct_fields__
_BY_NUMBER = (counted_sessions, counted_seats, counted_marks, counted_ties, achievements, personalities)


def _of_number(table: Any, names: Sequence[str]) -> Statement:
    return Statement(
        select(*(table.c[name] for name in names))
        .where(table.c.number == bindparam("number"))
        .order_by(*table.primary_key)
    )


_SEATS, _MARKS = _of_number(counted_seats, _SEAT), _of_number(counted_marks, _MARK)
_TIES, _AWARDS = _of_number(counted_ties, _TIE), _of_number(achievements, ("place", "model", "name"))
_FINDINGS = Statement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .where(events.c.session == bindparam("session"), events.c.kind == FindingMade.kind)
    .order_by(events.c.seq)
)
_ENDED = Statement(
    select(events.c.at).where(events.c.session == bindparam("session")).order_by(events.c.seq.desc()).limit(1)
)
_NUMBER = Statement(select(sessions.c.number).where(sessions.c.id == bindparam("session")))
_RECORD = Statement(
    select(sessions.c.state, sessions.c.protocol, sessions.c.scripted, sessions.c.fork_of, sessions.c.door).where(
        sessions.c.id == bindparam("session")
    )
)
_FIND = Statement(
    select(*(counted_sessions.c[name] for name in ("number", "protocol", "scripted", "at", "ranked"))).where(
        counted_sessions.c.session == bindparam("session")
    )
)
_PUT_SESSION = Statement(insert(counted_sessions))
_PUT_SEAT = Statement(insert(counted_seats))
_PUT_MARK = Statement(insert(counted_marks))
_PUT_TIE = Statement(insert(counted_ties))
_PUT_AWARD = Statement(insert(achievements))
_PUT_PERSONALITY = Statement(insert(personalities))
_under = [counted_sums.c[name] == bindparam(name) for name in ("protocol", "scripted", "span")]
_SPAN = Statement(select(counted_sums.c.one, counted_sums.c.other, counted_sums.c.body).where(*_under))
_whose = [*_under, *(counted_sums.c[name] == bindparam(name) for name in ("one", "other"))]
_ONE_SUM = Statement(select(counted_sums.c.body).where(*_whose))
_DROP_SUM = Statement(delete(counted_sums).where(*_whose))
_put_sum = put(counted_sums)
_PUT_SUM = Statement(
    _put_sum.on_conflict_do_update(
        index_elements=["protocol", "scripted", "span", "one", "other"], set_={"body": _put_sum.excluded.body}
    )
)
_DUE = Statement(put(counting_due).on_conflict_do_nothing())
_NOT_DUE = Statement(delete(counting_due).where(counting_due.c.session == bindparam("session")))
_NEXT_DUE = Statement(
    select(counting_due.c.session)
    .join(sessions, sessions.c.id == counting_due.c.session, isouter=True)
    .where(counting_due.c.why == "")
    .order_by(sessions.c.updated, sessions.c.number)
    .limit(bindparam("most"))
)
_DROPS = [Statement(delete(table).where(table.c.number == bindparam("number"))) for table in _BY_NUMBER]
_ALL_DUE = (
    "INSERT INTO counting_due (session, why) SELECT id, '' FROM sessions "
    "WHERE state IN (?, ?) AND fork_of IS NULL AND door != ?"
)
