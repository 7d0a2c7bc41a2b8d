"""Compute figures of voters and councils from the records of finished sessions, with alarms and pairs of alike voters.

Figures of councils are ballots, control claims, tiers, and the number of independent voters.
`tests/analytics/voter_quality/test_figures.py` counts every figure again from exports.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from statistics import median
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.dialects.sqlite import insert

from moot.analytics.standings import count_what_is_due
from moot.analytics.track_records import past_of
from moot.analytics.voter_quality.ledger import (
    BALLOTS,
    BallotRecord,
    ballots_by,
    casts_in,
    controls_by,
    controls_met,
    controls_seen,
    seated_last,
    silences_in,
    sittings_by,
    took_by,
    trials_by,
    voters_in,
)
from moot.analytics.voter_quality.tiers import SessionTiers, drift_in_words, drifted, given_in, made_in, mixes_of
from moot.analytics.voter_quality.weights import council_weights, known_in, not_yet_in_words, readable, weighed
from moot.errors import StorageFailed, UnknownName
from moot.protocols import registry
from moot.stats.voter_quality.alarms import SILENT, too_often_wrong
from moot.stats.voter_quality.fitness import fitness
from moot.stats.voter_quality.leniency import VoterLeniency, habits_of
from moot.stats.voter_quality.pairs import FEWEST, Worth, independent_voters, pairs_of
from moot.stats.voter_quality.posterior import Tries, rates_of
from moot.transcripts.sql.schema import acknowledged_alarms, voter_sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.history.track_record import CouncilWeights, KnownControl, Past, SameVotes
from moot.vocabulary.history.voter_quality import (
    ControlSeen,
    Rate,
    UpkeepAlarm,
    UpkeepCouncil,
    UpkeepPair,
    UpkeepReport,
    UpkeepVoter,
    VoterIdentity,
    VoterPair,
    VoterReport,
    VoterSession,
    voter_in,
)
from moot.vocabulary.seats import dollars
from moot.vocabulary.seeded_draws import Lot

Kind = Literal["controls", "silent", "unfit", "pair", "drift"]


class AcknowledgedAlarms:
    """Stores which alarms (warnings about a voter or council) a person has acknowledged.

    An acknowledged alarm is hidden until it ends.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, alarm: str) -> None:
        """Store that a person has acknowledged the alarm with this key."""
        row = {"alarm": alarm, "at": self._store.clock()}
        kept = insert(acknowledged_alarms).values(row).on_conflict_do_nothing()

        def work(connection: Connection) -> None:
            connection.execute(kept)

        await self._store.write(work, changes=())

    async def drop(self, alarms: Collection[str]) -> int:
        """Forget that the alarms with these keys were acknowledged, and return how many of them had been."""
        gone = delete(acknowledged_alarms).where(acknowledged_alarms.c.alarm.in_(alarms))
        return await self._store.write(lambda connection: connection.execute(gone).rowcount, changes=())


def acknowledged_in(connection: Connection) -> frozenset[str]:
    """Return the keys of acknowledged alarms."""
    return frozenset(connection.execute(select(acknowledged_alarms.c.alarm)).scalars())


def alarm_stamp(connection: Connection) -> tuple[object, ...]:
    """Return values by which a caller notices that alarms may have changed: a vote was counted or an alarm
    acknowledged."""
    votes = select(func.count(), func.max(voter_sessions.c.number)).select_from(voter_sessions)
    seen = select(func.count(), func.max(acknowledged_alarms.c.at)).select_from(acknowledged_alarms)
    return (*connection.execute(votes).one(), *connection.execute(seen).one())


def alarm_of(kind: Kind, about: str, says: str) -> UpkeepAlarm:
    """Return an alarm with the message `says`, and a key made of its kind and the voter or council that it is about."""
    return UpkeepAlarm(key=f"{kind}:{about}", about=about, kind=kind, says=says)


def upkeep_pair(pair: VoterPair, models: Mapping[str, str]) -> UpkeepPair:
    """Return a pair of voters that vote alike, with the names of their models."""
    return UpkeepPair(models=(models.get(pair.a, pair.a), models.get(pair.b, pair.b)), **asdict(pair))


def alike_in_words(pair: UpkeepPair) -> str:
    """Return a sentence on how often two voters cast the same vote. The sentence gives no reason for this."""
    one, other = pair.models
    return (
        f"{one} and {other} cast the same vote on {pair.same:.0%} of {pair.claims} claims; all other pairs on "
        f"{pair.others or 0.0:.0%}. Their skill does not explain it: about {pair.copied or 0.0:.0%} of their votes "
        "look copied."
    )


def same_votes_of(worth: Worth) -> SameVotes | None:
    """Return how many voters vote so alike that their independence cannot be judged, and the similarity of their
    votes; `None` if there are none.
    """
    return SameVotes(voters=worth.alike, share=worth.same) if worth.alike else None


def councils_in(
    connection: Connection, alike: Sequence[VoterPair], made: Mapping[str, Sequence[SessionTiers]]
) -> list[UpkeepCouncil]:
    """Return the figures of every council that has voted: readable ballots, control claims, independent voters.

    Args:
        alike: Compared pairs of voters.
        made: Tiers of claims by council.
    """
    seated = seated_last(connection)
    sat, ballots = sittings_by(connection, "council"), ballots_by(connection, "council")
    controls = controls_by(connection, "council")
    names = sorted(sat)
    valid = rates_of([readable(ballots.get(name, [])) for name in names])
    right = rates_of([Tries(sum(met), len(met)) for met in (controls.get(name, []) for name in names)])
    worth = {name: independent_voters(seated.get(name, ()), alike) for name in names}
    return [
        UpkeepCouncil(
            name=name,
            sessions=sat[name].sessions,
            last=sat[name].last,
            valid=valid[at],
            controls=right[at],
            voters=len(seated.get(name, ())),
            effective=worth[name].most,
            same_votes=same_votes_of(worth[name]),
            repaired=sum(each.outcome == "repaired" for each in ballots.get(name, [])),
            ballots=readable(ballots.get(name, [])).of,
            mixes=mixes_of(made.get(name, ())),
            weighted=bool(made.get(name)) and made[name][-1].weighted,
            tiers_from=made[name][-1].tiers_from if made.get(name) else "",
        )
        for at, name in enumerate(names)
    ]


MOST_SESSIONS = 100
"""Maximum number of sessions listed per voter."""


class Upkeep:
    """Reports how reliable voters (models with their settings) and councils are, from a store's finished sessions."""

    def __init__(
        self,
        store: Store,
        controls: Callable[[], Sequence[KnownControl]] = tuple,
    ) -> None:
        self._store, self._controls, self._acknowledged = store, controls, AcknowledgedAlarms(store)
        self._stamp: tuple[object, ...] = ()
        self.latest_alarms: Sequence[UpkeepAlarm] = ()
        """The alarms of the latest report in this process."""

    async def report(self) -> UpkeepReport:
        """Return the report on all voters (models with their settings) and councils."""
        with suppress(StorageFailed):  # what cannot be counted now is reported as due
            await count_what_is_due(self._store)
        report, seen = await self._store.read(lambda connection: (report_in(connection), acknowledged_in(connection)))
        if ended := seen - {alarm.key for alarm in report.alarms}:  # an alarm that recurs is shown again
            with suppress(StorageFailed):
                await self._acknowledged.drop(ended)
        self.latest_alarms = report.alarms
        return report

    async def alarms(self) -> Sequence[UpkeepAlarm]:
        """Return the current alarms.

        Cheap to call often: the same object is returned until votes or acknowledgements are added.
        """
        stamp = await self._store.read(alarm_stamp)
        if stamp != self._stamp:
            self._stamp = stamp
            await self.report()
        return self.latest_alarms

    async def acknowledge(self, key: str) -> UpkeepReport:
        """Record that a person has seen an alarm, so that it is hidden until it ends, and return the new report."""
        alarms = [alarm.key for alarm in (await self.report()).alarms]
        if key not in alarms:
            raise UnknownName("alarm", key, alarms)
        await self._acknowledged.add(key)
        return await self.report()

    async def show_again(self, key: str) -> UpkeepReport:
        """Show an acknowledged alarm again, and return the new report."""
        if not await self._acknowledged.drop([key]):
            seen = [each.key for each in (await self.report()).alarms if each.acknowledged]
            raise UnknownName("acknowledged alarm", key, seen)
        return await self.report()

    async def voter(self, fingerprint: str) -> VoterReport:
        """Return one voter's figures and sessions. A voter is a model with its settings.

        Args:
            fingerprint: The voter's fingerprint, or the beginning of one. A model's name is accepted if the model has
                one voter only.
        """
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

    async def controls(self) -> list[ControlSeen]:
        """Return the latest control claims (claims known to be true or false, mixed into a vote to test voters), with
        the votes.
        """
        return await self._store.read(controls_seen)

    async def weights(self, council: str) -> CouncilWeights:
        """Return the weight of each voter of a council, and which results of earlier sessions these weights would
        change.
        """
        with suppress(StorageFailed):
            await count_what_is_due(self._store)
        return await council_weights(self._store, council)

    async def opening(self, opened: SessionOpened) -> SessionOpened:
        """Return a new session's opening event, with what earlier sessions show about its members.

        A note is added on each member that a trial showed to be unfit. If the protocol uses control claims, they are
        added. If weights of votes are requested, they are added, too.
        """
        offered = registry.is_offered(opened.protocol) and not any(seat.scripted for seat in opened.roster.seats)
        seats = {voter_in(seat, opened.system).fingerprint: seat for seat in opened.roster.seats if not seat.person}
        votes = registry.find(opened.protocol).voting is not None
        past, worth, trials = await self._store.read(
            lambda connection: (
                past_of(connection, opened),
                independent_of(connection, opened) if offered and votes else Worth(None),
                trials_by(connection, seats) if offered else {},
            )
        )
        opened = replace(opened, past=past)
        if not offered:
            return opened
        if opened.options.get(TAKES, 0) != 0:
            past = replace(opened.past or Past(), controls=await self._drawn(opened) or UNSET)
            opened = replace(opened, past=past)
        if worth.most is not None or worth.alike:
            told = UNSET if worth.most is None else worth.most
            past = replace(opened.past or Past(), independent=told, same_votes=same_votes_of(worth) or UNSET)
            opened = replace(opened, past=past)
        opened = await self._with_weights(opened)
        unfit = [
            unfit_in_words(seats[name].model, tries.of - tries.good, tries.of)
            for name, tries in trials.items()
            if fitness(*tries) == "unfit"
        ]
        return replace(opened, notes=(*opened.notes, *unfit))

    async def _with_weights(self, opened: SessionOpened) -> SessionOpened:
        voting = registry.voting_of(opened.protocol)
        if voting is None or not voting.weighted or not opened.options.get(voting.weighted):
            return opened
        weighing = weighed(await self._store.read(known_in), opened.roster.seats, opened.system)
        if weighing.waiting:
            return replace(opened, notes=(*opened.notes, not_yet_in_words(weighing.waiting)))
        return replace(opened, past=replace(opened.past or Past(), weights=weighing.voters))

    async def _drawn(self, opened: SessionOpened) -> tuple[KnownControl, ...]:
        """Draw control claims at random that none of the members' models met recently, as many as a session may
        have."""
        models = [seat.model for seat in opened.roster.seats if not seat.person]
        met = await self._store.read(lambda connection: controls_met(connection, models))
        fresh = [control for control in self._controls() if control.key not in met]
        return tuple(Lot(opened.seed, "known control").shuffle(fresh)[:MOST_DRAWN])


def independent_of(connection: Connection, opened: SessionOpened) -> Worth:
    """Return an upper bound on how many of a new session's members vote independently of each other.

    The bound is missing until two members have enough votes to be compared.
    """
    seated = [voter_in(seat, opened.system).fingerprint for seat in opened.roster.seats if not seat.person]
    together = [casts for casts in casts_in(connection) if len({cast.voter for cast in casts}.intersection(seated)) > 1]
    if len(together) < FEWEST:
        return Worth(None)
    alike = [pair for pair in pairs_of(together) if pair.a in seated and pair.b in seated]
    people = len(opened.roster.seats) - len(seated)
    worth = independent_voters(seated, alike)
    return worth if worth.most is None else worth._replace(most=worth.most + people)


MOST_DRAWN = 2
"""Number of control claims drawn for a session."""
TAKES = "controls"
"""Name of the option with which a protocol mixes control claims into a vote."""


def unfit_in_words(model: str, spoiled: int, of: int) -> str:
    """Return the note on a member that is unfit: `spoiled` of the `of` ballots in its trial could not be read."""
    return (
        f"{model} is unfit: {spoiled} of its {of} ballots could not be read when it was tried out. Seat another model."
    )


def report_in(connection: Connection) -> UpkeepReport:
    """Return the report on all voters and councils."""
    (sessions, due) = connection.execute(_HOW_MANY).one()
    alike, made = pairs_of(casts_in(connection)), made_in(connection)
    voters, councils = _voters(connection), councils_in(connection, alike, made)
    wrong = {name for name, met in controls_by(connection, "voter").items() if too_often_wrong(met)}
    unsteady = {name for name, met in controls_by(connection, "council").items() if too_often_wrong(met)}
    alarms = [alarm for voter in voters for alarm in _alarms(voter, wrong=voter.fingerprint in wrong)]
    alarms += [
        alarm_of("controls", each.name, _missed_by_all(each.name, each.controls))
        for each in councils
        if each.name in unsteady and each.controls is not None
    ]
    alarms += [
        alarm_of("drift", name, drift_in_words(name, sessions, given_in(connection, name, sessions)))
        for name, sessions in sorted(made.items())
        if drifted(sessions)
    ]
    models = {voter.fingerprint: voter.model for voter in voters}
    pairs = [upkeep_pair(each, models) for each in alike]
    alarms += [alarm_of("pair", f"{each.a}+{each.b}", alike_in_words(each)) for each in pairs if each.says == "alarm"]
    seen = acknowledged_in(connection)
    alarms = [replace(alarm, acknowledged=alarm.key in seen) for alarm in alarms]
    return UpkeepReport(sessions=sessions, voters=voters, councils=councils, pairs=pairs, alarms=alarms, due=due)


def _alarms(voter: UpkeepVoter, *, wrong: bool) -> Iterator[UpkeepAlarm]:
    about = voter.fingerprint
    if wrong and voter.controls is not None:
        yield alarm_of("controls", about, f"{voter.model} {_missed(voter.controls)}")
    if voter.silent >= SILENT:
        says = f"{voter.model} has not voted for {voter.silent} sessions: replace it, or try it out."
        yield alarm_of("silent", about, says)
    if voter.trial == "unfit" and voter.sessions:
        says = f"{voter.model} is unfit by trying it out, and votes all the same."
        yield alarm_of("unfit", about, says)


def _missed(found: Rate) -> str:
    return (
        f"voted as it should on {found.good} of its last {found.of} control claims: surely on fewer than four fifths."
    )


def _missed_by_all(council: str, found: Rate) -> str:
    """Return the message that a council was wrong too often on control claims.

    Each control claim counts once, however many members voted on it.
    """
    return (
        f"Of the last {found.of} control claims in the council {council}, at least half of the votes were as they "
        f"should be on {found.good}: surely on fewer than four fifths."
    )


def _voters(connection: Connection) -> list[UpkeepVoter]:
    sat, ballots = sittings_by(connection, "voter"), ballots_by(connection, "voter")
    controls = controls_by(connection, "voter")
    trials = trials_by(connection)
    known = {name: voter for name, voter in voters_in(connection).items() if name in sat or name in trials}
    names = sorted(known, key=lambda name: (known[name].model, name))
    valid = rates_of([readable(ballots.get(name, [])) for name in names])
    right = rates_of([_right(controls.get(name, [])) for name in names])
    habits, took = habits_of(casts_in(connection)), took_by(connection)
    silent = silences_in(connection)
    return [
        replace(
            _voter(name, known[name], sat.get(name), ballots.get(name, []), valid[at], habits.get(name), took),
            silent=silent.get(name, 0),
            controls=right[at],
            trial=fitness(*trials[name]) if name in trials else None,
        )
        for at, name in enumerate(names)
    ]


def _voter(
    name: str,
    voter: VoterIdentity,
    sat: Any,
    ballots: Sequence[BallotRecord],
    valid: Rate | None,
    habit: VoterLeniency | None,
    took: Any,
) -> UpkeepVoter:
    mine = took.get(name, ())
    prices = [row.cost for row in mine if row.cost is not None]
    return UpkeepVoter(
        fingerprint=name,
        model=voter.model,
        settings=voter.settings,
        sessions=sat.sessions if sat is not None else 0,
        last=sat.last if sat is not None else "",
        valid=valid,
        repaired=sum(each.outcome == "repaired" for each in ballots),
        silent=0,
        controls=None,
        leniency=habit.leniency if habit else None,
        noise=habit.noise if habit else None,
        votes=habit.votes if habit else 0,
        price=dollars(round(median(prices))) if prices else None,
        seconds=median(row.total_ms for row in mine) / 1000 if mine else None,
        lately=[each.outcome for each in reversed(ballots)][-BALLOTS:],
        trial=None,
    )


def _right(controls: Sequence[bool]) -> Tries:
    return Tries(sum(controls), len(controls))


def _sessions_of(connection: Connection, fingerprint: str) -> list[VoterSession]:
    rows = connection.execute(_SESSIONS, {"voter": fingerprint, "most": MOST_SESSIONS})
    return [VoterSession(**row._mapping) for row in rows]


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
