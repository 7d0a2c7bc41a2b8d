"""Test the choice of council, follow-ups and estimates. Real store, scripted voices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, BadSetting, TooDeep, UnknownName
from moot.library.nesting import refuse_circles
from moot.protocols import registry
from moot.request import Ask
from moot.settings import change_setting
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member
from moot.vocabulary.state import SessionState, state_of

VOICES = Council(members=("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), chair="rehearsal/hana")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    app = await Application.opened("python", tmp_path, project=tmp_path / "moot.toml", demo_speed=0)
    yield app
    await app.close()


async def ended(app: Application, session: str) -> SessionState:
    await app.runner.ended(session)
    return state_of(await app.transcript.read(session))


async def test_the_user_s_default_goes_first_and_its_absence_is_named(app: Application, tmp_path: Path) -> None:
    app.shelf.save(Council(name="mine", members=("rehearsal/eli", "rehearsal/fay")))
    change_setting(tmp_path, "council", "mine")
    again = await Application.opened("python", tmp_path, demo_speed=0)
    assert (await again.sits()).council.members == ("rehearsal/eli", "rehearsal/fay")
    again.shelf.file_of("mine").unlink()
    with pytest.raises(UnknownName, match="default"):
        await again.sits()
    await again.close()


async def test_a_council_of_a_protocol_that_sits_alone_seats_no_other_of_it(app: Application) -> None:
    inner = Council(name="inner", members=("rehearsal/ada", "rehearsal/bo"), protocol="fusion")
    app.shelf.save(inner)
    outer = Council(members=("llm/inner", "rehearsal/cyn", "rehearsal/dov"), protocol="fusion")
    for ask in (app.convene, app.estimate):
        with pytest.raises(TooDeep, match="seats the council inner, which does so too"):
            await ask(Ask(question="Is it time?", council=outer))
    refuse_circles(replace(outer, protocol="debate"), app.shelf.found, lone=registry.find("debate").lone)
    own = replace(inner, members=("llm/inner", "rehearsal/bo"))
    with pytest.raises(TooDeep, match="inner holds inner"):
        await app.convene(Ask(question="Is it time?", council=own))


async def test_bad_options_are_refused_before_anything_is_stored(app: Application) -> None:
    for options, says in [
        ({"patiense": 1}, "patience"),
        ({"deadline": -1}, "deadline"),
        ({"deadline": "soon"}, "deadline"),
        ({"temperature": 9}, "temperature"),
        ({"quorum": 0}, "quorum"),
        ({"reasoning": "much"}, "reasoning"),
    ]:
        with pytest.raises(BadInput, match=says):
            await app.convene(Ask(question="Is it time?", council=VOICES, options=options))
    with pytest.raises(BadInput, match="at least 2"):
        await app.convene(Ask(question="Is it time?", council=Council(members=("rehearsal/ada",))))
    assert await app.register.list() == []


async def test_personas_are_those_on_the_shelf_now(app: Application, tmp_path: Path) -> None:
    worn = Council(members=(Member(model="rehearsal/ada", persona="mine"), "rehearsal/bo"), chair="rehearsal/hana")
    file = tmp_path / "personas" / "mine.toml"
    for put in (app.estimate, app.convene):
        with pytest.raises(UnknownName, match="persona called 'mine'"):
            await put(Ask(question="Is it time?", council=worn))
    file.parent.mkdir()
    for text in ("You doubt.", "You hope."):
        file.write_text(f'text = "{text}"')
        assert (await app.estimate(Ask(question="Is it time?", council=worn))).calls == 5
        state = await ended(app, await app.convene(Ask(question="Is it time?", council=worn)))
        persona = state.seats[0].persona
        assert persona is not None
        assert persona.text == text
    file.write_text("text = 4")
    again = await Application.opened("python", tmp_path, demo_speed=0)
    await again.close()
    assert (await ended(app, await app.convene(Ask(question="Is it time?", council=VOICES)))).status == "verdict"
    for put in (app.estimate, app.convene):
        with pytest.raises(BadSetting, match=r"mine\.toml"):
            await put(Ask(question="Is it time?", council=worn))
