"""Is it asked again with another member, question or protocol, or one answer alone, and nothing kept asked twice?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.analytics.rerun_cost import again_estimated
from moot.errors import BadInput, UnknownName
from moot.protocols import registry
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import SeatSpoke, SessionOpened, StageEntered
from sessions.forks.test_forks import House


async def opening(house: House, session: str) -> SessionOpened:
    opened = (await house.events(session))[0].body
    assert isinstance(opened, SessionOpened)
    return opened


async def kept(house: House, session: str) -> set[str]:
    """Keys of the answers a fork holds without having asked."""
    return {event.key for event in await house.events(session) if event.origin is not None and spoke(event.body)}


def spoke(body: object) -> bool:
    return isinstance(body, SeatSpoke)


async def test_one_answer_is_asked_again_with_all_that_rests_on_it(house: House) -> None:
    source = await house.convene()
    house.asked()
    fork = await house.fork(source, again=("opinions/seat-b",))
    assert house.asked() == {"alpha": 1, "beta": 2, "gamma": 1, "delta": 1, "chair": 1}
    assert await kept(house, fork) == {"opinions/seat-a", "opinions/seat-c", "opinions/seat-d"}
    opened = await opening(house, fork)
    assert opened.fork is not None
    assert (opened.fork.stage, opened.fork.changed) == ("opinions", ("opinions/seat-b is asked again",))
    assert (await house.runner.replay(fork)).digest == (await house.state(fork)).digest


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_any_answer_of_any_protocol_is_asked_again_without_asking_what_does_not_rest_on_it(
    house: House, protocol: str
) -> None:
    source = await house.convene(protocol)
    whole = house.asked().total()
    events = await house.events(source)
    stages = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
    moves = [event.key for event in events if spoke(event.body)]
    firsts = [next((key for key in moves if key.startswith(f"{stage}/")), None) for stage in stages]
    asked = []
    for key in filter(None, firsts):
        fork = await house.fork(source, again=(key,))
        state = await house.state(fork)
        assert state.status == "verdict", (key, state.message)
        assert (await house.runner.replay(fork)).digest == state.digest
        assert key not in await kept(house, fork)
        asked.append(house.asked().total())
    assert all(0 < each <= whole for each in asked)


async def test_another_member_answers_and_the_others_keep_theirs(house: House) -> None:
    source = await house.convene()
    house.asked()
    fork = await house.fork(source, members={"seat-b": "fake/other"})
    assert house.asked() == {"alpha": 1, "other": 2, "gamma": 1, "delta": 1, "chair": 1}
    roster = (await opening(house, fork)).roster
    assert [seat.model for seat in roster.seats] == ["fake/alpha", "fake/other", "fake/gamma", "fake/delta"]
    assert roster.offices == (await opening(house, source)).roster.offices
    assert (await house.runner.replay(fork)).digest == (await house.state(fork)).digest
    with pytest.raises(BadInput, match="comes before 'review'"):
        await house.fork(source, members={"seat-b": "fake/other"}, stage="review")
    with pytest.raises(UnknownName):
        await house.fork(source, members={"seat-z": "fake/other"})


async def test_another_question_or_protocol_asks_the_same_council_from_the_beginning(house: House) -> None:
    source = await house.convene()
    whole = house.asked()
    fork = await house.fork(source, question="Is it sound?")
    assert house.asked() == whole
    opened = await opening(house, fork)
    assert opened.question.text == "Is it sound?"
    assert opened.fork is not None
    assert opened.fork.session == source
    assert await kept(house, fork) == set()
    fork = await house.fork(source, protocol="debate")
    opened = await opening(house, fork)
    assert (opened.protocol, opened.question.text) == ("debate", "Is it moot?")
    assert [seat.model for seat in opened.roster.seats] == [
        f"fake/{name}" for name in ("alpha", "beta", "gamma", "delta")
    ]
    assert opened.roster.office("chair")[0].model == "fake/chair"
    assert (await house.state(fork)).status == "verdict"
    assert (await house.runner.replay(fork)).digest == (await house.state(fork)).digest
    with pytest.raises(BadInput, match="from the beginning"):
        await house.fork(source, protocol="debate", stage="review")
    with pytest.raises(UnknownName):
        await house.fork(source, protocol="nosuch")


async def test_what_was_never_said_cannot_be_asked_again(house: House) -> None:
    source = await house.convene()
    with pytest.raises(UnknownName):
        await house.fork(source, again=("opinions/seat-z",))


async def test_what_a_fork_would_keep_and_ask_is_told_beforehand(house: House) -> None:
    source = await house.convene()
    house.asked()
    store = house.transcript._store
    price = (await house.transcript.balance(source)).spent
    for changes, kept, asked in (
        (ForkChanges(chair="fake/other-chair"), 8, 1),
        (ForkChanges(again=("opinions/seat-b",)), 3, 6),
        (ForkChanges(members={"seat-b": "fake/other"}), 3, 6),
        (ForkChanges(again=("review/seat-c",)), 7, 2),
        (ForkChanges(stage="review"), 4, 5),
        (ForkChanges(protocol="peer-review", question="Is it sound?"), 0, 9),
    ):
        told = await again_estimated(store, house.runner, source, changes)
        assert (told.kept, told.estimate.calls) == (kept, asked), changes
        assert told.worth is not None
        assert told.worth < price
        assert told.estimate.most is not None
        assert told.estimate.bound == told.estimate.most
        capped = (await again_estimated(store, house.runner, source, replace(changes, cap=7))).estimate
        assert (capped.cap, capped.bound) == (7, min(7, capped.most or 0)), "no call starts beyond its budget"
        await house.runner.ended(fork := await house.runner.fork(source, changes))
        assert house.asked().total() == asked
        assert (await house.transcript.balance(fork)).spent <= told.estimate.most
