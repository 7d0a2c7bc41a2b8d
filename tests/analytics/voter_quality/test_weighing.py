"""Test that votes are weighed by what was known when a session opened, and never by later results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import UNSET

from moot.analytics.voter_quality.figures import Upkeep
from moot.analytics.voter_quality.weights import VoterBallotRecords, weighed
from moot.errors import UnknownName
from moot.exports.reports import report
from moot.exports.session_files import sealed_lines
from moot.protocols.claim_vote.ballots import ClaimVotes
from moot.protocols.claim_vote.claim_tally import tiers_from
from moot.protocols.claim_vote.findings import Tiers
from moot.sessions.replay import replayed
from moot.stats.voter_quality.posterior import Tries
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import BallotRead, Event, FindingMade, SessionOpened
from moot.vocabulary.history.voter_quality import voter_in
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import state_of
from protocols.claim_vote.drawn_voters import Voters
from sessions.backend import Backend

OPTIONS = {"controls": 0, "weighted": True}


class Sloppy(Voters):
    """Some of whose members write ballots that cannot be read."""

    def __init__(self, seed: int, sloppy: str) -> None:
        super().__init__(seed)
        self.sloppy = sloppy

    def __call__(self, call: Any) -> Any:
        if self.sloppy and call.key.startswith(f"votes/{self.sloppy}"):
            return "I would rather talk about the weather."
        return super().__call__(call)


async def sat(store: Store, seeds: Sequence[int], sloppy: str = "", **options: Any) -> list[list[Event]]:
    """Sessions of one council, each opened by what is known then."""
    found = []
    for seed in seeds:
        backend = Backend(Sloppy(seed, sloppy), transcript=SqlTranscript(store))
        backend.runner._completed = Upkeep(store).opening
        session = await backend.convene(
            "claim-vote", members=3, council={"name": "ours"}, options={**OPTIONS, **options}
        )
        found.append(await backend.events(session))
        await backend.runner.close()
    return found


def opened(events: Sequence[Event]) -> SessionOpened:
    body = events[0].body
    assert isinstance(body, SessionOpened)
    return body


def tiers(events: Sequence[Event]) -> Tiers:
    (found,) = [
        each.body.finding
        for each in events
        if isinstance(each.body, FindingMade) and isinstance(each.body.finding, Tiers)
    ]
    return found


def cast(events: Sequence[Event]) -> dict[str, ClaimVotes]:
    ballots = [each.body for each in events if isinstance(each.body, BallotRead)]
    return {each.reader: each.ballot for each in ballots if isinstance(each.ballot, ClaimVotes)}


@pytest.mark.slow
async def test_votes_weigh_by_what_was_known_at_the_opening_and_never_by_what_came_later(store: Store) -> None:
    upkeep = Upkeep(store)
    with pytest.raises(UnknownName):
        await upkeep.weights("ours")
    first = [*await sat(store, range(4)), *await sat(store, range(4, 10), sloppy="seat-c")]
    for number, events in enumerate(first):
        past = opened(events).past
        assert past is None or past.weights is UNSET
        assert tiers(events).weights is UNSET
        notes = [note for note in opened(events).notes if note.startswith("All votes weigh the same for now: ")]
        assert f"fake/a has voted in {number} of 10 sessions." in notes[0]
    (off,) = await sat(store, [10], weighted=False)
    assert opened(off).past is None or opened(off).past.weights is UNSET  # type: ignore[union-attr]
    later = await sat(store, range(11, 19))
    past = opened(later[0]).past
    assert past is not None
    assert past.weights is not UNSET
    assert [(each.seat, each.model) for each in past.weights] == [(f"seat-{x}", f"fake/{x}") for x in "abc"]
    assert [each.weight for each in past.weights] == [1.0, 1.0, round((5 / 12) / (11 / 12), 3)]
    assert (past.weights[2].valid, past.weights[2].spoiled) == (4, 6)  # of its last ten
    moved = 0
    for events in later:
        found, settled = tiers(events), opened(events).past
        assert settled is not None
        assert settled.weights is not UNSET
        assert found.weights == {each.seat: each.weight for each in settled.weights}
        assert max(found.weights.values()) / min(found.weights.values()) <= 3
        equal = tiers_from([each.claim for each in found.claims], cast(events), found.bounds, found.silent)
        assert [each.equal for each in found.claims] == [each.tier for each in equal.claims]
        others = [each for each in found.claims if each.equal != each.tier]
        written = report(state_of(events), "md")
        assert "Votes weigh by how often earlier ballots of their voters could be read: Advisor-" in written
        for each in others:
            assert f"{each.claim}: {each.tier}; {each.equal} with equal votes." in written
        votes = json.loads(report(state_of(events), "votes"))
        assert votes["weights"] == found.weights
        assert {row["id"]: row["tier_equal"] for row in votes["claims"]} == {
            each.claim: each.equal for each in found.claims
        }
        moved += len(others)
    assert moved, "weights change a tier here and there"
    before, lines = await upkeep.weights("ours"), sealed_lines(later[0])
    await sat(store, range(20, 29), sloppy="seat-a")
    after = await upkeep.weights("ours")
    assert [each.weight for each in after.voters] != [each.weight for each in before.voters]
    transcript = SqlTranscript(store)
    again = await transcript.read(later[0][0].session)
    assert sealed_lines(again) == lines
    assert (await replayed(again, transcript)).verdict == state_of(later[0]).verdict


def test_a_person_weighs_as_much_as_the_greatest_and_is_waited_for_by_nobody() -> None:
    seats = [Seat(id="seat-a", model="up/x"), Seat(id="seat-b", model="person", person=True)]
    name = voter_in(seats[0]).fingerprint
    known = VoterBallotRecords(tries={name: Tries(2, 10)}, sessions={name: 10})
    found = weighed(known, seats, "")
    assert [(each.voter, each.weight) for each in found.voters] == [(name, 1.0), ("", 1.0)]
    assert found.waiting == []
    assert weighed(VoterBallotRecords({}, {name: 3}), seats, "").waiting == ["up/x has voted in 3 of 10 sessions."]
