"""Test the Python API: awaited, iterated, abandoned and resumed, and without an event loop."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

import moot
from moot.app import Application
from moot.errors import BadInput, MootError, QuorumLost, UnknownName
from moot.sessions.resume import awaited
from moot.views.result import Result
from moot.vocabulary.events import Event, SeatAsked, SeatSpeaking
from moot.vocabulary.questions import Turn
from rig.offline import no_network as no_network
from rig.script import Plan
from rig.upstream import Upstream

VOICES = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


def test_ask_gives_a_result_without_a_loop() -> None:
    result = moot.ask("Is it time?", members=VOICES, chair="rehearsal/hana")
    assert isinstance(result, Result)
    assert result.outcome == "verdict"
    assert result.scripted


def test_a_result_fits_a_screen_and_names_models() -> None:
    result = moot.ask("Is it time? " + 200 * "Really? ", members=VOICES, chair="rehearsal/hana", budget=1.0)
    shown = repr(result).splitlines()
    assert len(shown) <= 8
    assert all(len(line) <= 130 for line in shown)
    assert result.session[:8] in shown[0]
    assert result.models["seat-a"] == "rehearsal/ada"
    assert result.verdict_model == "rehearsal/hana"
    assert result.winner_model == (result.models[result.winner] if result.winner else None)
    assert result.raise_for_outcome() is result


def test_an_outcome_without_an_answer_can_be_raised() -> None:
    failed = moot.ask("Is it time?", members=["rehearsal/failing:2"])
    assert failed.outcome == "failed"
    assert "quorum" in repr(failed)
    with pytest.raises(QuorumLost):
        failed.raise_for_outcome()


def test_a_further_question_goes_on_with_the_same_council() -> None:
    first = moot.ask("Is it time?", members=VOICES, chair="rehearsal/hana", protocol="consensus")
    second = moot.follow_up(first, "And tomorrow?")
    assert second.models == first.models
    assert second.protocol == "consensus"
    assert second.thread is not None
    third = moot.follow_up(second, "And then?", council="rehearsal", protocol="peer-review")
    assert (third.council, third.protocol, third.thread) == ("rehearsal", "peer-review", second.thread)


def test_an_error_names_parameters_not_flags() -> None:
    with pytest.raises(MootError) as refused:
        moot.ask("Is it time?", members=VOICES, protocol="peer-review", rubric="general")
    assert refused.value.remedy == "Leave the rubric out, or take `protocol=adjudication`."


async def test_ask_in_a_running_loop_says_what_to_await() -> None:
    with pytest.raises(BadInput, match=r"await moot\.convene"):
        moot.ask("Is it time?", members=VOICES)


async def test_a_council_is_named_or_handed_over(home: Path) -> None:
    council = moot.Council(members=VOICES, chair="rehearsal/hana", protocol="consensus", system="Be brief.")
    result = await moot.convene("Is it time?", council=council, options={"max_iterations": 1})
    assert result.protocol == "consensus"
    changed = await moot.convene("Is it time?", council=council, protocol="peer-review")
    assert changed.protocol == "peer-review"
    assert (await moot.convene("Is it time?", council="rehearsal")).council == "rehearsal"
    with pytest.raises(UnknownName):
        await moot.convene("Is it time?", council="nosuch")
    with pytest.raises(BadInput, match="Name one or the other"):
        await moot.convene("Is it time?", council=council, members=VOICES)


async def test_events_come_as_they_are_committed_and_the_result_is_of_the_same_session() -> None:
    deliberation = moot.convene("Is it time?", members=VOICES, chair="rehearsal/hana")
    assert deliberation.session == ""
    events = [event async for event in deliberation]
    assert all(isinstance(event, Event) for event in events)
    assert [event.seq for event in events if isinstance(event, Event)] == list(range(1, len(events) + 1))
    result = await deliberation
    assert result.session == deliberation.session == events[0].session
    assert [event async for event in deliberation] == []
    app = await Application.opened("python")
    assert len(await app.register.list()) == 1
    await app.close()


async def test_words_come_too_when_asked_for() -> None:
    async with Upstream(default=Plan(chunks=20, gap=0.05)) as upstream:
        _lab(upstream)
        deliberation = moot.convene("Is it time?", members=["lab/alpha", "lab/beta"], chair="lab/gamma")
        seen = [event async for event in deliberation.with_words()]
    assert any(isinstance(event, SeatSpeaking) for event in seen)
    assert (await deliberation).outcome == "verdict"


async def test_an_iteration_left_early_parks_and_goes_on_without_asking_twice() -> None:
    async with Upstream() as upstream:
        _lab(upstream)
        deliberation = moot.convene("Is it time?", members=["lab/alpha", "lab/beta"], chair="lab/gamma")
        before = []
        async for event in deliberation:
            before.append(event)
            if isinstance(event, Event) and event.key.startswith("review"):
                break
        app = await Application.opened("python")
        for _ in range(500):  # whoever breaks out of a loop does not wait for what it leaves
            if (listing := await app.register.get(deliberation.session)).state != "running":
                break
            await asyncio.sleep(0.02)
        await app.close()
        assert listing.state == "interrupted"
        after = [event async for event in deliberation]
        result = await deliberation
    assert result.outcome == "verdict"
    assert not {event.seq for event in before if isinstance(event, Event)} & {
        event.seq for event in after if isinstance(event, Event)
    }
    settled = [event.key for event in before if isinstance(event, Event) and event.key.startswith("opinions/seat-")]
    asked = [event.key for event in after if isinstance(event, Event) and isinstance(event.body, SeatAsked)]
    assert not {key.partition("~")[0] for key in asked} & {key for key in settled if "~" not in key}


@pytest.mark.parametrize("last", ["opened", "verdict"])
async def test_an_iteration_may_be_left_at_its_first_or_last_event(last: str) -> None:
    deliberation = moot.convene("Is it time?", members=VOICES, chair="rehearsal/hana")
    async for event in deliberation:
        if event.key == last:
            break
    assert (await deliberation).outcome == "verdict"
    assert (await deliberation).session == event.session


async def test_one_that_waited_for_a_person_goes_on_when_it_is_awaited_again() -> None:
    deliberation = moot.convene("Is it time?", members=["person", *VOICES[:2]], chair="rehearsal/hana")
    assert (await deliberation).outcome == "waiting"
    assert (await deliberation).outcome == "waiting", "nobody has answered yet"
    for move in ("opinions/seat-a", "review/seat-a", "review/seat-a+repair"):  # no ballot: it is asked for once more
        app = await Application.opened("python")
        (key,) = awaited(await app.transcript.read(deliberation.session))
        assert key == move
        await app.runner.answer(deliberation.session, key, "It is time." if move == "opinions/seat-a" else "I abstain.")
        await app.runner.ended(deliberation.session)
        await app.close()
        result = await deliberation
    assert (result.outcome, result.session) == ("verdict", deliberation.session)
    assert await deliberation is result


async def test_earlier_turns_reach_the_members() -> None:
    async with Upstream() as upstream:
        _lab(upstream)
        turn = Turn(question="What of the teal elephant?", answer="It sleeps.")
        await moot.convene("And now?", members=["lab/alpha", "lab/beta"], chair="lab/gamma", history=[turn])
        bodies = [str(call.body) for call in upstream.calls]
    assert all("teal elephant" in body for body in bodies if "And now?" in body)


async def test_what_fails_is_a_result_too() -> None:
    result = await moot.convene("Is it time?", members=["rehearsal/failing:3"], chair="rehearsal/hana")
    assert result.outcome == "failed"
    assert result.reason == "quorum"
    assert "are missing in opinions" in result._repr_html_()


def _lab(upstream: Upstream) -> None:
    file = Path(os.environ["MOOT_HOME"]) / "endpoints.toml"
    file.write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\nprice = "free"\n')
