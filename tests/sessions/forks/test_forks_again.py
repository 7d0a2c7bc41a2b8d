"""Test forks with another member, question or protocol, or one answer alone, with nothing kept asked twice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.analytics.cost_estimates import again_estimated
from moot.errors import BadInput, UnknownName
from moot.protocols import registry
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import SeatSpoke, SessionOpened, StageEntered
from moot.vocabulary.tools import ToolBound
from sessions.forks.test_forks import Application


async def opening(app: Application, session: str) -> SessionOpened:
    opened = (await app.events(session))[0].body
    assert isinstance(opened, SessionOpened)
    return opened


async def kept(app: Application, session: str) -> set[str]:
    """Keys of the answers a fork holds without having asked."""
    return {event.key for event in await app.events(session) if event.origin is not None and spoke(event.body)}


def spoke(body: object) -> bool:
    return isinstance(body, SeatSpoke)


async def test_one_answer_is_asked_again_with_all_that_rests_on_it(app: Application) -> None:
    source = await app.convene()
    app.asked()
    fork = await app.fork(source, again=("opinions/seat-b",))
    assert app.asked() == {"alpha": 1, "beta": 2, "gamma": 1, "delta": 1, "chair": 1}
    assert await kept(app, fork) == {"opinions/seat-a", "opinions/seat-c", "opinions/seat-d"}
    opened = await opening(app, fork)
    assert opened.fork is not None
    assert (opened.fork.stage, opened.fork.changed) == ("opinions", ("opinions/seat-b is asked again",))
    assert (await app.runner.replay(fork)).digest == (await app.state(fork)).digest


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_any_answer_of_any_protocol_is_asked_again_without_asking_what_does_not_rest_on_it(
    app: Application, protocol: str
) -> None:
    source = await app.convene(protocol)
    whole = app.asked().total()
    events = await app.events(source)
    stages = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
    moves = [event.key for event in events if spoke(event.body)]
    firsts = [next((key for key in moves if key.startswith(f"{stage}/")), None) for stage in stages]
    asked = []
    for key in filter(None, firsts):
        fork = await app.fork(source, again=(key,))
        state = await app.state(fork)
        assert state.status == "verdict", (key, state.message)
        assert (await app.runner.replay(fork)).digest == state.digest
        assert key not in await kept(app, fork)
        asked.append(app.asked().total())
    assert all(0 < each <= whole for each in asked)


async def test_another_member_answers_and_the_others_keep_theirs(app: Application) -> None:
    source = await app.convene()
    app.asked()
    fork = await app.fork(source, members={"seat-b": "fake/other"})
    assert app.asked() == {"alpha": 1, "other": 2, "gamma": 1, "delta": 1, "chair": 1}
    roster = (await opening(app, fork)).roster
    assert [seat.model for seat in roster.seats] == ["fake/alpha", "fake/other", "fake/gamma", "fake/delta"]
    assert roster.offices == (await opening(app, source)).roster.offices
    assert (await app.runner.replay(fork)).digest == (await app.state(fork)).digest
    with pytest.raises(BadInput, match="comes before 'review'"):
        await app.fork(source, members={"seat-b": "fake/other"}, stage="review")
    with pytest.raises(UnknownName):
        await app.fork(source, members={"seat-z": "fake/other"})


async def test_another_question_or_protocol_asks_the_same_council_from_the_beginning(app: Application) -> None:
    source = await app.convene()
    whole = app.asked()
    fork = await app.fork(source, question="Is it sound?")
    assert app.asked() == whole
    opened = await opening(app, fork)
    assert opened.question.text == "Is it sound?"
    assert opened.fork is not None
    assert opened.fork.session == source
    assert await kept(app, fork) == set()
    fork = await app.fork(source, protocol="debate")
    opened = await opening(app, fork)
    assert (opened.protocol, opened.question.text) == ("debate", "Is it moot?")
    assert [seat.model for seat in opened.roster.seats] == [
        f"fake/{name}" for name in ("alpha", "beta", "gamma", "delta")
    ]
    assert opened.roster.office("chair")[0].model == "fake/chair"
    assert (await app.state(fork)).status == "verdict"
    assert (await app.runner.replay(fork)).digest == (await app.state(fork)).digest
    with pytest.raises(BadInput, match="from the beginning"):
        await app.fork(source, protocol="debate", stage="review")
    with pytest.raises(UnknownName):
        await app.fork(source, protocol="nosuch")


async def test_what_a_fork_would_keep_and_ask_is_told_beforehand(app: Application) -> None:
    source = await app.convene()
    app.asked()
    store = app.transcript._store
    price = (await app.transcript.balance(source)).spent
    for changes, kept, asked in (
        (ForkChanges(chair="fake/other-chair"), 8, 1),
        (ForkChanges(again=("opinions/seat-b",)), 3, 6),
        (ForkChanges(members={"seat-b": "fake/other"}), 3, 6),
        (ForkChanges(again=("review/seat-c",)), 7, 2),
        (ForkChanges(stage="review"), 4, 5),
        (ForkChanges(protocol="peer-review", question="Is it sound?"), 0, 9),
    ):
        told = await again_estimated(store, app.runner, source, changes, lambda names: ToolBound())
        assert (told.kept, told.estimate.calls) == (kept, asked), changes
        assert told.worth is not None
        assert told.worth < price
        assert told.estimate.most is not None
        assert told.estimate.bound == told.estimate.most
        capped = (
            await again_estimated(store, app.runner, source, replace(changes, cap=7), lambda names: ToolBound())
        ).estimate
        assert (capped.cap, capped.bound) == (7, min(7, capped.most or 0)), "no call starts beyond its budget"
        await app.runner.ended(fork := await app.runner.fork(source, changes))
        assert app.asked().total() == asked
        assert (await app.transcript.balance(fork)).spent <= told.estimate.most
