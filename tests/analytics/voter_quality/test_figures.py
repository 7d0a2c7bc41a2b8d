"""Test that every figure of a voter equals a recount of the exports, whatever happens to the store."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from analytics.drawn_votes import HERE, Sitting, drafts_of, drawn, exported, leniencies
from cases import slow_except
from moot.analytics.voter_quality.figures import Upkeep
from moot.errors import UnknownName
from moot.stats.voter_quality.alarms import too_often_wrong
from moot.stats.voter_quality.posterior import Tries, rates_of
from moot.transcripts.session_counts.writing import clear
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.history.voter_quality import UpkeepVoter

TABLES = ("voters", "voter_sessions", "evidence", "counting_due")


async def rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that was gathered."""
    return await store.read(
        lambda connection: {
            name: sorted((tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {name}")), key=str)
            for name in TABLES
        }
    )


def who(voter: UpkeepVoter) -> tuple[str, float | None]:
    return voter.model, float(voter.settings["temperature"]) if "temperature" in voter.settings else None


def last_sessions(sittings: list[Sitting], number: int = 10) -> list[Sitting]:
    """Those of the last ten sessions, the latest last; sessions that ended at one moment by their number."""
    names = list(dict.fromkeys(each.session for each in sittings))[-number:]
    return [each for each in sittings if each.session in names]


def tries_of(sittings: list[Sitting]) -> Tries:
    given = [each.ballot for each in last_sessions(sittings) if each.ballot != "missing"]
    return Tries(sum(ballot != "spoiled" for ballot in given), len(given))


def last_controls(sittings: list[Sitting]) -> list[bool]:
    """Whether it was right on the last forty, the latest first."""
    ordered = sorted(((each, *one) for each in sittings for one in each.controls), key=lambda one: (one[1], one[2]))
    ordered.sort(key=lambda one: (one[0].at, int(one[0].session[1:])), reverse=True)
    return [hit for *_, hit in ordered][:40]


def last_claims(sittings: list[Sitting]) -> list[bool]:
    """Whether at least half were right on each of the last forty claims of a council, the latest first."""
    voted: dict[tuple[str, int], dict[tuple[str, str], list[bool]]] = {}
    for each in sittings:
        of_session = voted.setdefault((each.at, int(each.session[1:])), {})
        for _, key, hit in each.controls:
            of_session.setdefault(key, []).append(hit)
    return [
        hits.count(True) >= hits.count(False)
        for session in sorted(voted, reverse=True)
        for _, hits in sorted(voted[session].items())
    ][:40]


def silence(sittings: list[Sitting]) -> int:
    streak = 0
    for session in reversed(list(dict.fromkeys(each.session for each in sittings))):
        if any(each.ballot in ("valid", "repaired") for each in sittings if each.session == session):
            return streak
        streak += 1
    return streak


@pytest.mark.parametrize("number", slow_except([12, 150], 12))
async def test_every_figure_is_what_the_exports_say(store: Store, number: int) -> None:
    transcript = SqlTranscript(store)
    await drawn(transcript, number)
    every = await exported(transcript, [f"v{n}" for n in range(number)])
    report = await Upkeep(store).report()
    assert report.sessions == len({each.session for each in every})
    assert report.due == 0
    assert {who(voter) for voter in report.voters if voter.sessions} == {each.who for each in every}
    assert len(report.voters) == len({who(voter) for voter in report.voters})
    assert any(voter.trial for voter in report.voters)
    mine = {who(voter): [each for each in every if each.who == who(voter)] for voter in report.voters}
    valid = rates_of([tries_of(mine[who(voter)]) for voter in report.voters])
    lenient = leniencies(every)
    for voter, rate in zip(report.voters, valid, strict=True):
        sittings = mine[who(voter)]
        if not sittings:
            assert (voter.sessions, voter.last, voter.valid, voter.votes) == (0, "", None, 0)
            continue
        assert voter.sessions == len({each.session for each in sittings})
        assert voter.last == sittings[-1].at
        assert voter.valid == rate
        assert voter.repaired == sum(each.ballot == "repaired" for each in last_sessions(sittings))
        assert voter.silent == silence(sittings)
        last = last_controls(sittings)
        assert (voter.controls is None) == (not last)
        if voter.controls is not None:
            assert (voter.controls.good, voter.controls.of) == (sum(last), len(last))
        named = {alarm.kind for alarm in report.alarms if alarm.about == voter.fingerprint}
        assert ("controls" in named) == too_often_wrong(last)
        assert ("silent" in named) == (voter.silent >= 3)
        if voter.votes:
            assert voter.leniency == pytest.approx(lenient[who(voter)], abs=1e-4)
        took = [each for each in sittings if each.took][-10:]
        prices = [each.cost for each in took if each.cost is not None]
        assert (voter.price is None) == (not prices)
        if prices:
            assert voter.price == pytest.approx(median(prices) / 1e9, abs=1e-9)
        assert (voter.seconds is None) == (not took)
        if took:
            assert voter.seconds == pytest.approx(median(each.took for each in took) / 1000)
    if number > 100:
        assert any(alarm.kind == "controls" for alarm in report.alarms)
    for council in report.councils:
        sittings = [each for each in every if each.council == council.name]
        assert council.sessions == len({each.session for each in sittings})
        last = last_claims(sittings)
        assert (council.controls is None) == (not last)
        if council.controls is not None:
            assert (council.controls.good, council.controls.of) == (sum(last), len(last))
        on = [alarm.key for alarm in report.alarms if alarm.kind == "controls"]
        assert (f"controls:{council.name}" in on) == too_often_wrong(last)
        assert (council.valid is None) == (not tries_of(sittings).of)
        if council.valid is not None:
            assert (council.valid.good, council.valid.of) == tries_of(sittings)
    assert {council.name for council in report.councils} == {each.council for each in every}


@pytest.mark.slow
async def test_one_voter_is_told_session_by_session_and_named_in_three_ways(store: Store) -> None:
    transcript, upkeep = SqlTranscript(store), Upkeep(store)
    await drawn(transcript, 40)
    every = await exported(transcript, [f"v{n}" for n in range(40)])
    for voter in (await upkeep.report()).voters:
        found = await upkeep.voter(voter.fingerprint)
        assert found.voter == voter
        assert await upkeep.voter(voter.fingerprint[:8]) == found
        sittings = [each for each in every if each.who == who(voter)]
        live = [each for each in found.sessions if each.source == "live"]
        assert sorted((each.session, each.ballot, each.votes) for each in live) == sorted(
            (each.session, each.ballot, len(each.votes)) for each in sittings
        )
        assert [each.at for each in found.sessions] == sorted((each.at for each in found.sessions), reverse=True)
        for each in live:
            means = [
                sum(one.votes.values()) / len(one.votes)
                for one in sittings
                if one.session == each.session and one.votes
            ]
            assert (each.mean is None) == (not each.votes)
            assert each.mean is None or any(each.mean == pytest.approx(mean) for mean in means)
    with pytest.raises(UnknownName, match="no voter called 'up/nobody'"):
        await upkeep.voter("up/nobody")
    with pytest.raises(UnknownName) as told:  # two settings of one model are two voters
        await upkeep.voter("up/model-s")
    assert "Name one of: " in told.value.remedy


@pytest.mark.slow
async def test_a_store_built_again_is_the_one_before(store: Store) -> None:
    transcript = SqlTranscript(store)
    await drawn(transcript, 30)
    before = await rows(store)
    assert len(before["evidence"]) > 50
    await rebuild(store)
    assert await rows(store) == before
    await store.write(clear)  # as a store of an earlier version comes forward
    report = await Upkeep(store).report()
    assert report.due == 0
    assert await rows(store) == before
    for session in [f"v{n}" for n in range(30)]:
        await Register(store).delete(session)
    assert not any((await rows(store)).values())


async def test_what_is_scripted_a_fork_or_from_elsewhere_shows_nothing(store: Store) -> None:
    transcript = SqlTranscript(store)
    await drawn(transcript, 9)
    shown = {row[2] for row in (await rows(store))["voter_sessions"]}
    assert shown == {f"v{n}" for n in range(9)} - {"v6", "v8"}
    name = "00000000-0000-4000-8000-000000000001"
    drafts = drafts_of(Random(1), scripted=False, fork=None, door="cli", at="2031-05-04T10:00:00.000Z")
    lease = (await transcript.open(name, drafts[:1], HERE)).lease
    assert lease is not None
    await transcript.append(lease, drafts[1:])
    assert name in {row[2] for row in (await rows(store))["voter_sessions"]}
    await rebuild(store)
    assert name in {row[2] for row in (await rows(store))["voter_sessions"]}
    await store.write(lambda connection: connection.exec_driver_sql("INSERT INTO imports VALUES (?, 1.0)", (name,)))
    await rebuild(store)  # which knows by that table that it is from elsewhere
    assert name not in {row[2] for row in (await rows(store))["voter_sessions"]}


async def test_of_people_nothing_is_kept(store: Store) -> None:
    transcript = SqlTranscript(store)
    await drawn(transcript, 60)
    people = 0
    for number in range(60):
        events = await transcript.read(f"v{number}")
        opened = events[0].body
        assert isinstance(opened, SessionOpened)
        people += len(sat := {(f"v{number}", seat.id) for seat in opened.roster.seats if seat.person})
        assert not sat & {(row[2], row[1]) for row in (await rows(store))["voter_sessions"]}
    assert people > 3
    assert not [row for row in (await rows(store))["voters"] if "person" in str(row)]
