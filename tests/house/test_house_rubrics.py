"""Which rubric does a council judge by, and does the session keep the whole of it? Real store, scripted voices."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.errors import BadInput, UnknownName
from moot.house import House
from moot.protocols import registry
from moot.protocols.floor import Floor
from moot.protocols.protocol import Options, protocol
from moot.request import Ask
from moot.sessions.fork import ForkChanges
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatAsked, SessionOpened
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.state import state_of
from moot.vocabulary.verdicts import Verdict
from stats.test_rules import RUBRICS

VOICES = Council(
    members=("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), chair="rehearsal/hana", protocol="weighing"
)
MEMBERS = ("rehearsal/eli", "rehearsal/fay")


@protocol(
    name="weighing",
    title="t",
    stages=("answers", "verdict"),
    offices=("adjudicator",),
    rubric=RUBRICS["legal-analysis"],
)
async def weighing(floor: Floor, options: Options) -> Verdict:
    assert floor.rubric is not None
    async with floor.stage("answers"):
        await floor.ask_all(floor.seats, f"{floor.question.text} {floor.rubric.wording.answer}")
    async with floor.stage("verdict"):
        return await floor.adopt(f"{floor.rubric.name}: {floor.rubric.title}")


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setitem(registry.OURS, "weighing", "house.test_house_rubrics:weighing")
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    house = await House.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield house
    await house.close()


def kept(house: House, **changes: object) -> Rubric:
    """A rubric of the user's own."""
    rubric = replace(house.rubrics.rubric("general"), name="mine", title="Mine", **changes)
    house.rubrics.save(rubric, replace=True)
    return house.rubrics.rubric("mine")


async def opened(house: House, council: Council) -> SessionOpened:
    session = await house.convene(Ask(question="Is it time?", council=council))
    await house.runner.ended(session)
    first = (await house.transcript.read(session))[0].body
    assert isinstance(first, SessionOpened)
    return first


async def test_naming_a_rubric_takes_a_protocol_that_judges_by_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await house.sits(Ask(rubric="stress-test"))).council.protocol == "adjudication"
    monkeypatch.setattr("moot.protocols.registry.JUDGING", "weighing")
    sitting = await house.sits(Ask(rubric="stress-test"))
    assert (sitting.council.protocol, sitting.council.rubric) == ("weighing", "stress-test")
    members = ("rehearsal/ada:2",)
    with pytest.raises(BadInput, match="has no use for a rubric"):
        await house.convene(Ask(question="?", members=members, protocol="peer-review", rubric="general"))
    with pytest.raises(UnknownName, match="rubric"):
        await house.sits(Ask(rubric="nobody"))
    with pytest.raises(UnknownName, match="rubric"):
        await house.convene(Ask(question="?", council=replace(VOICES, rubric="nobody")))


async def test_a_rubric_may_name_who_sits_and_who_judges(house: House) -> None:
    kept(house, members=MEMBERS, adjudicators=("rehearsal/gus", "rehearsal/dov"))
    sitting = await house.sits(Ask(rubric="mine", protocol="weighing"))
    assert sitting.council.members == MEMBERS
    assert "rubric" in sitting.why
    first = await opened(house, sitting.council)
    assert [seat.model for seat in first.roster.seats] == list(MEMBERS)
    held = [seat.model for seat in first.roster.offices if seat.id.startswith("adjudicator")]
    assert held == ["rehearsal/gus", "rehearsal/dov"]
    named = await house.sits(Ask(rubric="mine", members=["rehearsal/ada", "rehearsal/bo"], protocol="weighing"))
    named = replace(named, council=replace(named.council, offices={"adjudicator": "rehearsal/cyn"}))
    first = await opened(house, named.council)
    assert [seat.model for seat in first.roster.seats] == ["rehearsal/ada", "rehearsal/bo"]
    assert [seat.model for seat in first.roster.offices if seat.id == "adjudicator"] == ["rehearsal/cyn"]


async def test_the_same_answers_judged_by_another_rubric(house: House) -> None:
    """A fork with rules changed asks nothing that was asked; one with the members' wording changed is refused."""
    mine = kept(house)
    session = await house.convene(Ask(question="Is it time?", council=replace(VOICES, rubric="mine")))
    await house.runner.ended(session)
    kept_answers = replace(mine, title="Judged otherwise", rules=mine.rules[-1:])
    fork = await house.runner.fork(session, ForkChanges(stage="verdict", rubric=kept_answers))
    await house.runner.ended(fork)
    events = await house.transcript.read(fork)
    state = state_of(events)
    assert state.verdict is not None
    assert state.verdict.text == "mine: Judged otherwise"
    assert not any(isinstance(event.body, SeatAsked) for event in events)
    assert isinstance(events[0].body, SessionOpened)
    assert events[0].body.rubric == kept_answers
    other = house.rubrics.rubric("stress-test")
    with pytest.raises(BadInput, match=r"rubric = stress-test would change what was asked before 'verdict'"):
        await house.runner.fork(session, ForkChanges(stage="verdict", rubric=other))
    plain = await house.convene(Ask(question="Is it time?", council=replace(VOICES, protocol="peer-review")))
    await house.runner.ended(plain)
    with pytest.raises(BadInput, match="no use for a rubric"):
        await house.runner.fork(plain, ForkChanges(stage="review", rubric=other))


@pytest.mark.fast(2)
@pytest.mark.parametrize("name", RUBRICS)
async def test_every_word_of_a_packaged_rubric_reaches_somebody(house: House, name: str) -> None:
    """A whole adjudication by scripted voices: what the rubric says stands in some prompt, and its rules decide."""
    rubric = RUBRICS[name]
    session = await house.convene(Ask(question="Should the lock go?", rubric=name))
    await house.runner.ended(session)
    events = await house.transcript.read(session)
    asked = {event.body.prompt for event in events if isinstance(event.body, SeatAsked)}
    prompts = "\n".join([str(await house.transcript.text(digest)) for digest in asked])
    # Prompts are stored as JSON, so texts are sought as they stand there.
    said = [rubric.labelling.asks, rubric.comparison.asks, rubric.wording.answer, rubric.wording.axes]
    said += [text for axis in rubric.axes for text in (axis.asks, axis.one, axis.three, axis.five)]
    said += [label.meaning for label in rubric.labelling.labels]
    said += [detail.asks for detail in rubric.labelling.details]
    missing = [text for text in said if json.dumps(text, ensure_ascii=False)[1:-1] not in prompts]
    assert not missing
    state = state_of(events)
    assert state.verdict is not None
    assert state.verdict.ruling is not None
    rule = rubric.rules[state.verdict.ruling.rule - 1]
    assert state.verdict.ruling.verdict_class == rule.verdict
    assert (state.verdict.text is None) == (state.verdict.outcome == "inconclusive")
