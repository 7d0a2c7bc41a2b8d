"""May these votes be believed? Figures of voters and councils, from what finished sessions show of them.

`tests/analytics/upkeep/test_figures.py` counts every figure again from exports.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from statistics import median
from typing import Any

from msgspec import structs
from msgspec.structs import replace
from sqlalchemy import Connection, text

from moot.analytics.standings import count_what_is_due
from moot.analytics.upkeep.ledger import (
    BALLOTS,
    Ballot,
    ballots_by,
    casts_in,
    controls_by,
    sittings_by,
    took_by,
    trials_by,
    voters_in,
)
from moot.errors import StorageFailed, UnknownName
from moot.protocols import registry
from moot.tally.upkeep.fitness import fitness
from moot.tally.upkeep.leniency import Habit, habits_of
from moot.tally.upkeep.posterior import Tries, rates_of
from moot.transcripts.sql.store import Store
from moot.vocabulary.earlier.upkeep import (
    Rate,
    UpkeepCouncil,
    UpkeepReport,
    UpkeepVoter,
    VoterReport,
    VoterSession,
)
from moot.vocabulary.earlier.voters import Voter, voter_in
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import dollars

MOST_SESSIONS = 100
"""Sessions of one voter that are told."""


class Upkeep:
    """What finished sessions show of voters and councils."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def report(self) -> UpkeepReport:
        """Every voter and every council."""
        with suppress(StorageFailed):  # what cannot be counted now is told as due
            await count_what_is_due(self._store)
        return await self._store.read(report_in)

    async def voter(self, fingerprint: str) -> VoterReport:
        """One voter, by its fingerprint or the beginning of it, or by its model where that has one voter."""
        report = await self.report()
        found = [each for each in report.voters if each.fingerprint == fingerprint or each.model == fingerprint]
        found = found or [each for each in report.voters if fingerprint and each.fingerprint.startswith(fingerprint)]
        if len(found) != 1:
            raise UnknownName(
                "voter",
                fingerprint,
                [each.fingerprint for each in found or report.voters],
                remedy="" if not found else f"Name one of: {', '.join(each.fingerprint for each in found)}.",
            )
        (voter,) = found
        return VoterReport(
            voter=voter,
            sessions=await self._store.read(lambda connection: _sessions_of(connection, voter.fingerprint)),
        )

    async def opening(self, opened: SessionOpened) -> SessionOpened:
        """The session that is about to open, with a note on every member that was tried out and found unfit."""
        if not registry.is_offered(opened.protocol) or opened.depth:
            return opened
        seats = {voter_in(seat, opened.system).fingerprint: seat for seat in opened.roster.seats if not seat.person}
        trials = await self._store.read(lambda connection: trials_by(connection, seats))
        unfit = [
            UNFIT.format(model=seats[name].model, bad=tries.of - tries.good, of=tries.of)
            for name, tries in trials.items()
            if fitness(*tries) == "unfit"
        ]
        return replace(opened, notes=(*opened.notes, *unfit))


UNFIT = "{model} is unfit: {bad} of its {of} ballots could not be read when it was tried out. Seat another model."
"""What is said of such a member before it is asked."""


def report_in(connection: Connection) -> UpkeepReport:
    """The whole report, from one moment of the store."""
    (sessions, due) = connection.execute(_HOW_MANY).one()
    return UpkeepReport(sessions=sessions, voters=_voters(connection), councils=_councils(connection), due=due)


def _voters(connection: Connection) -> list[UpkeepVoter]:
    sat, ballots, controls = (by(connection, "voter") for by in (sittings_by, ballots_by, controls_by))
    trials = trials_by(connection)
    known = {name: voter for name, voter in voters_in(connection).items() if name in sat or name in trials}
    names = sorted(known, key=lambda name: (known[name].model, name))
    valid = rates_of([_readable(ballots.get(name, [])) for name in names])
    right = rates_of([_right(controls.get(name, [])) for name in names])
    habits, took = habits_of(casts_in(connection)), took_by(connection)
    return [
        replace(
            _voter(name, known[name], sat.get(name), ballots.get(name, []), valid[at], habits.get(name), took),
            controls=right[at],
            trial=fitness(*trials[name]) if name in trials else None,
        )
        for at, name in enumerate(names)
    ]


def _voter(
    name: str,
    voter: Voter,
    sat: Any,
    ballots: Sequence[Ballot],
    valid: Rate | None,
    habit: Habit | None,
    took: Any,
) -> UpkeepVoter:
    mine = took.get(name, ())
    prices = [row.cost for row in mine if row.cost is not None]
    return UpkeepVoter(
        fingerprint=name,
        model=voter.model,
        settings=settings_of(voter),
        sessions=sat.sessions if sat is not None else 0,
        last=sat.last if sat is not None else "",
        valid=valid,
        repaired=sum(each.outcome == "repaired" for each in ballots),
        silent=silent_for(ballots),
        controls=None,
        leniency=habit.leniency if habit else None,
        noise=habit.noise if habit else None,
        votes=habit.votes if habit else 0,
        price=dollars(round(median(prices))) if prices else None,
        seconds=median(row.total_ms for row in mine) / 1000 if mine else None,
        lately=[each.outcome for each in reversed(ballots)][-BALLOTS:],
        trial=None,
    )


def settings_of(voter: Voter) -> dict[str, str]:
    """Settings that are not left to the service, in words."""
    told = {name: value for name, value in structs.asdict(voter).items() if name != "model" and value not in (None, "")}
    return {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in told.items()}


def silent_for(ballots: Sequence[Ballot]) -> int:
    """Sessions in a row, from the latest back, without a vote that counts; of two seats one that votes is enough."""
    streak = 0
    for _, each in groupby(ballots, key=lambda ballot: ballot.number):
        if any(ballot.outcome in ("valid", "repaired") for ballot in each):
            break
        streak += 1
    return streak


def _councils(connection: Connection) -> list[UpkeepCouncil]:
    sat, ballots, controls = (by(connection, "council") for by in (sittings_by, ballots_by, controls_by))
    names = sorted(sat)
    valid = rates_of([_readable(ballots.get(name, [])) for name in names])
    right = rates_of([_right(controls.get(name, [])) for name in names])
    return [
        UpkeepCouncil(name=name, sessions=sat[name].sessions, last=sat[name].last, valid=valid[at], controls=right[at])
        for at, name in enumerate(names)
    ]


def _readable(ballots: Sequence[Ballot]) -> Tries:
    """Who did not answer at all wrote no ballot that could be read or not."""
    given = [each.outcome for each in ballots if each.outcome != "missing"]
    return Tries(sum(each != "spoiled" for each in given), len(given))


def _right(controls: Sequence[bool]) -> Tries:
    return Tries(sum(controls), len(controls))


def _sessions_of(connection: Connection, fingerprint: str) -> list[VoterSession]:
    found = []
    for row in connection.execute(_SESSIONS, {"voter": fingerprint, "most": MOST_SESSIONS}):
        found.append(
            VoterSession(
                session=row.session,
                at=row.at,
                council=row.council,
                source=row.source,
                ballot=row.ballot,
                votes=row.votes,
                mean=row.mean,
                hits=row.hits,
                controls=row.controls,
            )
        )
    return found


_HOW_MANY = text(
    "SELECT (SELECT COUNT(DISTINCT number) FROM voter_sessions WHERE source = 'live'), "
    "(SELECT COUNT(*) FROM counting_due)"
)
_SESSIONS = text(
    "SELECT s.session, s.at, s.council, s.source, "
    "(SELECT outcome FROM evidence e WHERE e.number = s.number AND e.seat = s.seat AND e.kind = 'ballot') AS ballot, "
    "(SELECT COUNT(*) FROM json_each(s.votes)) AS votes, (SELECT AVG(value) FROM json_each(s.votes)) AS mean, "
    "(SELECT COUNT(*) FROM evidence e WHERE e.number = s.number AND e.seat = s.seat AND e.kind != 'ballot' "
    "AND e.outcome = 'hit') AS hits, "
    "(SELECT COUNT(*) FROM evidence e WHERE e.number = s.number AND e.seat = s.seat AND e.kind != 'ballot') "
    "AS controls "
    "FROM voter_sessions s WHERE s.voter = :voter ORDER BY s.at DESC, s.number DESC, s.seat LIMIT :most"
)
