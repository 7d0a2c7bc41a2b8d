"""Test which rubric a council judges by, and that the session stores all of it. Real store, scripted voices."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, UnknownName
from moot.protocols import registry
from moot.protocols.floor_interface import Floor
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
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Application]:
    monkeypatch.setitem(registry.OURS, "weighing", "app.test_rubrics:weighing")
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    app = await Application.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


def kept(app: Application, **changes: object) -> Rubric:
    """A rubric of the user's own."""
    rubric = replace(app.rubrics.rubric("general"), name="mine", title="Mine", **changes)
    app.rubrics.save(rubric, replace=True)
    return app.rubrics.rubric("mine")


async def opened(app: Application, council: Council) -> SessionOpened:
    session = await app.convene(Ask(question="Is it time?", council=council))
    await app.runner.ended(session)
    first = (await app.transcript.read(session))[0].body
    assert isinstance(first, SessionOpened)
    return first


async def test_naming_a_rubric_takes_a_protocol_that_judges_by_one(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await app.sits(Ask(rubric="stress-test"))).council.protocol == "adjudication"
    monkeypatch.setattr("moot.protocols.registry.JUDGING", "weighing")
    sitting = await app.sits(Ask(rubric="stress-test"))
    assert (sitting.council.protocol, sitting.council.rubric) == ("weighing", "stress-test")
    members = ("rehearsal/ada:2",)
    with pytest.raises(BadInput, match="has no use for a rubric"):
        await app.convene(Ask(question="?", members=members, protocol="peer-review", rubric="general"))
    with pytest.raises(UnknownName, match="rubric"):
        await app.sits(Ask(rubric="nobody"))
    with pytest.raises(UnknownName, match="rubric"):
        await app.convene(Ask(question="?", council=replace(VOICES, rubric="nobody")))


async def test_a_rubric_may_name_who_sits_and_who_judges(app: Application) -> None:
    kept(app, members=MEMBERS, adjudicators=("rehearsal/gus", "rehearsal/dov"))
    sitting = await app.sits(Ask(rubric="mine", protocol="weighing"))
    assert sitting.council.members == MEMBERS
    assert "rubric" in sitting.why
    first = await opened(app, sitting.council)
    assert [seat.model for seat in first.roster.seats] == list(MEMBERS)
    held = [seat.model for seat in first.roster.offices if seat.id.startswith("adjudicator")]
    assert held == ["rehearsal/gus", "rehearsal/dov"]
    named = await app.sits(Ask(rubric="mine", members=["rehearsal/ada", "rehearsal/bo"], protocol="weighing"))
    named = replace(named, council=replace(named.council, offices={"adjudicator": "rehearsal/cyn"}))
    first = await opened(app, named.council)
    assert [seat.model for seat in first.roster.seats] == ["rehearsal/ada", "rehearsal/bo"]
    assert [seat.model for seat in first.roster.offices if seat.id == "adjudicator"] == ["rehearsal/cyn"]


async def test_the_same_answers_judged_by_another_rubric(app: Application) -> None:
    """A fork with rules changed asks nothing that was asked; one with the members' wording changed is refused."""
    mine = kept(app)
    session = await app.convene(Ask(question="Is it time?", council=replace(VOICES, rubric="mine")))
    await app.runner.ended(session)
    kept_answers = replace(mine, title="Judged otherwise", rules=mine.rules[-1:])
    fork = await app.runner.fork(session, ForkChanges(stage="verdict", rubric=kept_answers))
    await app.runner.ended(fork)
    events = await app.transcript.read(fork)
    state = state_of(events)
    assert state.verdict is not None
    assert state.verdict.text == "mine: Judged otherwise"
    assert not any(isinstance(event.body, SeatAsked) for event in events)
    assert isinstance(events[0].body, SessionOpened)
    assert events[0].body.rubric == kept_answers
    other = app.rubrics.rubric("stress-test")
    with pytest.raises(BadInput, match=r"rubric = stress-test would change what was asked before 'verdict'"):
        await app.runner.fork(session, ForkChanges(stage="verdict", rubric=other))
    plain = await app.convene(Ask(question="Is it time?", council=replace(VOICES, protocol="peer-review")))
    await app.runner.ended(plain)
    with pytest.raises(BadInput, match="no use for a rubric"):
        await app.runner.fork(plain, ForkChanges(stage="review", rubric=other))


@pytest.mark.fast(2)
@pytest.mark.parametrize("name", RUBRICS)
async def test_every_word_of_a_packaged_rubric_reaches_somebody(app: Application, name: str) -> None:
    """A whole adjudication by scripted voices: what the rubric says stands in some prompt, and its rules decide."""
    rubric = RUBRICS[name]
    session = await app.convene(Ask(question="Should the lock go?", rubric=name))
    await app.runner.ended(session)
    events = await app.transcript.read(session)
    asked = {event.body.prompt for event in events if isinstance(event.body, SeatAsked)}
    prompts = "\n".join([str(await app.transcript.text(digest)) for digest in asked])
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
