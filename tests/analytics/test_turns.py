"""Test that offices rotate fairly over the sessions of a real application. SQLite, scripted voices."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cases import slow_except
from moot.app import Application
from moot.protocols.debate.findings import Roles
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.events import FindingMade, SessionOpened

VOICES = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    app = await Application.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


async def debated(app: Application) -> Roles:
    """Holds one debate to its end; returns who held which office."""
    council = Council(members=VOICES, protocol="debate", chair="rehearsal/hana")
    session = await app.convene(Ask(question="Is it time?", council=council, options={"propose": True}))
    await app.runner.ended(session)
    bodies = {event.key: event.body for event in await app.transcript.read(session)}
    made = bodies["topic/roles"]
    assert "verdict" in bodies
    assert isinstance(made, FindingMade)
    assert isinstance(made.finding, Roles)
    return made.finding


@pytest.mark.slow
@pytest.mark.parametrize("debates", slow_except((14, 50), 14))
async def test_many_debates_of_one_council(app: Application, debates: int) -> None:
    chairs, proposers = Counter[str](), Counter[str]()
    for number in range(debates):
        roles = await debated(app)
        chairs[roles.chair] += 1
        proposers[roles.proposer or ""] += 1
        if number >= 3:
            assert max(chairs.values()) - min(chairs.values()) <= 1
            assert max(proposers.values()) - min(proposers.values()) <= 1
    assert sorted(chairs) == sorted(proposers) == ["seat-a", "seat-b", "seat-c"]
    listing = (await app.register.list(1))[0]
    opened = (await app.transcript.read(listing.id))[0].body
    assert isinstance(opened, SessionOpened)
    assert opened.past is not None
    assert opened.past.sessions == debates - 1
    assert {career.debates for career in opened.past.careers.values()} == {debates - 1}
