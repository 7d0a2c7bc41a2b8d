"""Test that every example gives a whole result, is labelled, and stays deleted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from moot.app import Application
from moot.app.examples import IDS, add_examples, resolve
from moot.demo.examples import PROTOCOLS, example
from moot.errors import UnknownName
from moot.exports.session_files import export
from moot.protocols import registry
from moot.request import Ask
from moot.views.result import result_of
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import EXAMPLE_LABEL
from moot.vocabulary.state import state_of


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    app = await Application.opened("server", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


def test_every_protocol_of_ours_has_an_example() -> None:
    assert set(PROTOCOLS) == {*registry.OURS, "reader"}


@pytest.mark.parametrize("session", IDS)
async def test_an_example_is_whole_labelled_and_replays(app: Application, session: str) -> None:
    assert await resolve(app, session) == session
    events = list(await app.transcript.read(session))
    state = state_of(events)
    assert state.status == "verdict", (state.reason, state.message)
    assert state.verdict is not None
    assert (state.verdict.degraded, state.verdict.missing) == ((), ())
    assert not [key for key, ballot in state.ballots.items() if ballot.spoiled]
    settled = {key: move.state for key, move in state.moves.items() if "+repair" in key or move.state != "spoke"}
    assert not settled
    assert state.scripted
    assert result_of(state).label == EXAMPLE_LABEL
    for form in ("md", "html"):
        assert EXAMPLE_LABEL.capitalize() in str(export(state, events, form))
    assert (await app.runner.replay(session)).digest == state.digest
    unused = set(example(IDS[session])["replies"]) - set(state.moves)
    assert all(key.endswith("/*") for key in unused), f"replies to calls that nobody made: {unused}"


async def test_they_are_added_to_a_new_home_and_stay_deleted(app: Application) -> None:
    await add_examples(app)
    assert {listing.id for listing in await app.register.list()} == set(IDS)
    assert all(listing.door == "example" and listing.scripted for listing in await app.register.list())
    for session in IDS:
        await app.register.delete(session)
    await add_examples(app)
    assert await app.register.list() == []


async def test_a_home_where_somebody_asked_before_gets_them_too(app: Application) -> None:
    council = Council(members=("rehearsal/ada", "rehearsal/bo"), protocol="peer-review")
    asked = await app.convene(Ask(question="Why?", council=council))
    await app.runner.ended(asked)
    await add_examples(app)
    assert {listing.id for listing in await app.register.list()} == {asked, *IDS}


async def test_no_other_question_is_answered_by_their_models(app: Application) -> None:
    council = Council(members=("example/model-a", "example/model-b"), protocol="peer-review")
    session = await app.convene(Ask(question="Why?", council=council))
    await app.runner.ended(session)
    state = state_of(await app.transcript.read(session))
    assert state.status == "failed"
    assert "written examples only" in " ".join(move.cause for move in state.moves.values())


async def test_a_name_that_is_no_example_is_unknown(app: Application) -> None:
    with pytest.raises(UnknownName):
        await resolve(app, "jury-example")


async def test_the_newest_session_is_none_of_them(app: Application) -> None:
    asked = await app.convene(Ask(question="Why?", council="rehearsal"))
    await app.runner.ended(asked)
    await add_examples(app)
    assert await app.register.resolve("last") == asked
    assert await app.register.places(await app.register.list()) == [0] * len(IDS) + [1]
