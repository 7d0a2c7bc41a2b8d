"""Do offices rotate fairly over the sessions of a real house? SQLite, scripted voices."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from cases import slow_except
from moot.house import House
from moot.protocols.debate.findings import Deeds, Roles
from moot.vocabulary.councils import Council
from moot.vocabulary.events import FindingMade, SessionOpened

VOICES = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn", "rehearsal/dov"]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield house
    await house.close()


async def debated(house: House, members: Sequence[str]) -> Roles:
    """Holds one debate to its end; returns who held which office."""
    council = Council(members=tuple(members), protocol="debate", chair="rehearsal/hana")
    session = await house.convene("Is it time?", council, options={"propose": True})
    await house.runner.ended(session)
    bodies = {event.key: event.body for event in await house.transcript.read(session)}
    made = bodies["topic/roles"]
    assert "verdict" in bodies
    assert isinstance(made, FindingMade)
    assert isinstance(made.finding, Roles)
    return made.finding


@pytest.mark.slow
@pytest.mark.parametrize("debates", slow_except((14, 50), 14))
async def test_many_debates_of_one_council(house: House, debates: int) -> None:
    chairs, proposers = Counter[str](), Counter[str]()
    for number in range(debates):
        roles = await debated(house, VOICES[:3])
        chairs[roles.chair] += 1
        proposers[roles.proposer or ""] += 1
        if number >= 3:
            assert max(chairs.values()) - min(chairs.values()) <= 1
            assert max(proposers.values()) - min(proposers.values()) <= 1
    assert sorted(chairs) == sorted(proposers) == ["seat-a", "seat-b", "seat-c"]
    listing = (await house.register.list(1))[0]
    opened = (await house.transcript.read(listing.id))[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.sessions == debates - 1
    assert {career.debates for career in opened.past.careers.values()} == {debates - 1}
    deeds = next(
        event.body.finding
        for event in await house.transcript.read(listing.id)
        if isinstance(event.body, FindingMade) and isinstance(event.body.finding, Deeds)
    )
    assert [deed.model for deed in deeds.deeds] == VOICES[:3]


@pytest.mark.slow
async def test_changing_rosters(house: House) -> None:
    held, due = Counter[str](), Counter[str]()
    for number in range(20):
        members = [voice for at, voice in enumerate(VOICES) if (number + at) % 4]  # each stays away in turn
        roles = await debated(house, members)
        held[members["abc".index(roles.chair[-1])]] += 1
        for member in members:
            due[member] += 1
        for voice in VOICES:
            assert abs(held[voice] - due[voice] / 3) <= 1.5, (number, held)
    assert max(held.values()) - min(held.values()) <= 1


async def test_debates_of_other_voices_do_not_count(house: House) -> None:
    await debated(house, VOICES[:2])
    council = Council(members=("rehearsal/eli", "rehearsal/fay"), protocol="debate", chair="rehearsal/hana")
    session = await house.convene("Is it time?", council)
    opened = (await house.transcript.read(session))[0].body
    await house.runner.ended(session)
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.careers == {}
    peers = await house.convene("Is it time?", Council(members=tuple(VOICES[:2]), chair="rehearsal/hana"))
    await house.runner.ended(peers)
    opened = (await house.transcript.read(peers))[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.careers == opened.past.turns == {}, "peer review asks nothing of debates"


async def test_a_vote_on_claims_leaves_its_attendance_behind(house: House) -> None:
    council = Council(members=tuple(VOICES[:3]), protocol="claim-vote", chair="rehearsal/hana")
    session = await house.convene("Should a small team move its API to GraphQL?", council)
    await house.runner.ended(session)
    bodies = {event.key: event.body for event in await house.transcript.read(session)}
    if "votes/attendance" not in bodies:
        pytest.skip("nothing was put to the vote")
    second = await house.convene("Should a small team move its API to GraphQL?", council)
    await house.runner.ended(second)
    opened = (await house.transcript.read(second))[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.sessions == 1
