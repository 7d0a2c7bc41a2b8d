"""The OpenAI-compatible door, driven by OpenAI's own client and by curl."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI

from moot.protocols.agreement.findings import Analysis
from moot.protocols.planned import AGREEMENT
from server.running import Running, running

ASK: Any = [{"role": "user", "content": "What is a moot?"}]


def client_of(server: Running, **options: Any) -> AsyncOpenAI:
    http = httpx.AsyncClient(trust_env=False, timeout=300, verify=False)
    return AsyncOpenAI(base_url=f"{server.url}/v1", api_key=server.token, http_client=http, **options)


async def test_councils_are_models(server: Running) -> None:
    async with client_of(server) as client:
        names = [model.id async for model in client.models.list()]
        assert names[0] == "moot"
        assert "rehearsal" in names
        assert (await client.models.retrieve("rehearsal")).id == "rehearsal"
        with pytest.raises(openai.NotFoundError):
            await client.models.retrieve("nobody")


@pytest.mark.parametrize("model", ["moot", "rehearsal"])
async def test_a_whole_answer(server: Running, model: str) -> None:
    async with client_of(server) as client:
        raw = await client.chat.completions.with_raw_response.create(
            model=model, messages=ASK, temperature=0.3, user="me", metadata={"a": "b"}, max_tokens=10_000
        )
        answer = raw.parse()
    session = raw.headers["moot-session"]
    assert answer.id == f"chatcmpl-{session}"
    assert answer.object == "chat.completion"
    assert answer.choices[0].finish_reason == "stop"
    async with server.client() as native:
        result = (await native.get(f"/api/sessions/{session}")).json()
    assert answer.choices[0].message.content == result["body"]
    assert answer.usage is not None
    assert answer.usage.prompt_tokens == result["usage"]["input"]
    assert answer.usage.total_tokens == result["usage"]["input"] + result["usage"]["output"]
    assert result["usage"]["calls"] >= 9, "the usage is the whole session's"
    assert answer.model_extra is not None
    assert answer.model_extra["moot"]["notice"] == "scripted voices, not a language model"


async def test_a_whole_answer_waits_for_an_agreement_map_only_if_its_council_asks_for_one(server: Running) -> None:
    folder = server.backend.app.home / "councils"
    folder.mkdir(exist_ok=True)
    members = 'members = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]\nchair = "rehearsal/gus"\n'
    (folder / "plain.toml").write_text(members)
    (folder / "mapped.toml").write_text(f"{members}[options]\nagreement = true\n")
    async with client_of(server) as client:
        for council in ("plain", "mapped"):
            raw = await client.chat.completions.with_raw_response.create(model=council, messages=ASK)
            state = await server.backend.state(raw.headers["moot-session"])
            made = [each for each in state.findings if isinstance(each.finding, Analysis)]
            assert ((AGREEMENT in state.entered), bool(made)) == ((council == "mapped"),) * 2


async def test_a_streamed_answer_comes_as_it_is_written(tmp_path: Path) -> None:
    async with running(tmp_path, speed=20) as server, client_of(server) as client:
        stream = await client.chat.completions.create(
            model="moot", messages=ASK, stream=True, stream_options={"include_usage": True}
        )
        session = stream.response.headers["moot-session"]
        pieces, finish, usage, open_while = [], [], None, 0
        async for chunk in stream:
            assert chunk.id == f"chatcmpl-{session}"
            if chunk.usage is not None:
                usage = chunk.usage
                assert chunk.choices == []
                continue
            pieces.append(chunk.choices[0].delta.content or "")
            finish.append(chunk.choices[0].finish_reason)
            open_while += (await server.backend.state(session)).verdict is None and bool(pieces[-1])
        state = await server.backend.state(session)
        assert state.verdict is not None
        assert "".join(pieces) == state.verdict.text
        assert open_while > 1, "words arrived before the verdict stood"
        assert finish[-1] == "stop"
        assert finish[:-1] == [None] * (len(finish) - 1)
        assert usage is not None
        assert usage.prompt_tokens == state.usage.input


async def test_earlier_messages_are_carried_and_the_system_is_told(server: Running) -> None:
    async with client_of(server) as client:
        raw = await client.chat.completions.with_raw_response.create(
            model="moot",
            messages=[
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "What is a moot?"},
                {"role": "assistant", "content": "A meeting."},
                {"role": "user", "content": [{"type": "text", "text": "Where?"}]},
            ],
        )
    opened: Any = (await server.backend.events(raw.headers["moot-session"]))[0].body
    assert opened.question.text == "Where?"
    assert [(turn.question, turn.answer) for turn in opened.question.history] == [("What is a moot?", "A meeting.")]
    assert opened.system == "Be brief."


CANNOT: list[tuple[dict[str, Any], int]] = [
    ({"model": "nobody"}, 404),
    ({"n": 2}, 400),
    ({"tools": [{"type": "function", "function": {"name": "x"}}]}, 400),
    ({"logprobs": True}, 400),
    ({"response_format": {"type": "xml"}}, 400),
    ({"messages": []}, 400),
    ({"messages": [{"role": "assistant", "content": "x"}]}, 400),
    ({"messages": [{"role": "wizard", "content": "x"}]}, 400),
    ({"messages": [{"role": "user", "content": ""}]}, 400),
    (
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://a/b.png"}}]}]},
        400,
    ),
]


async def test_what_a_council_cannot_do(server: Running) -> None:
    async with client_of(server, max_retries=0) as client:
        for change, status in CANNOT:
            with pytest.raises(openai.APIStatusError) as refused:
                await client.chat.completions.create(**{"model": "moot", "messages": ASK, **change})
            assert refused.value.status_code == status, change
            error: Any = refused.value.response.json()["error"]
            assert set(error) == {"message", "type", "param", "code"}
    async with server.client() as native:
        assert (await native.get("/api/sessions")).json()["sessions"] == []


async def test_a_council_in_a_council_in_a_council_is_refused(server: Running) -> None:
    async with client_of(server, max_retries=0) as client:
        once = await client.chat.completions.create(model="moot", messages=ASK, extra_headers={"Moot-Depth": "1"})
        assert once.choices
        for depth in ("2", "7"):
            with pytest.raises(openai.ConflictError):
                await client.chat.completions.create(model="moot", messages=ASK, extra_headers={"Moot-Depth": depth})
        for depth in ("-1", "x", "99999"):
            with pytest.raises(openai.BadRequestError):
                await client.chat.completions.create(model="moot", messages=ASK, extra_headers={"Moot-Depth": depth})


@pytest.mark.parametrize("marked", [True, False])
async def test_a_council_that_seats_itself_ends(server: Running, marked: bool) -> None:
    """Each call of the seat opens at most one session, whose own seat is refused; an unmarked row opens none."""
    home, app = server.backend.app.home, server.backend.app
    row = f'[self]\nurl = "{server.url}/v1"\nprivate = true\nprice = "free"\nmoot = {str(marked).lower()}\n'
    (home / "endpoints.toml").write_text(row)
    (home / "councils").mkdir(exist_ok=True)
    members = '["self/loop", "rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]'
    (home / "councils" / "loop.toml").write_text(f'members = {members}\nchair = "rehearsal/hana"\n')
    app.directory.keys.put("self", server.url, server.token)
    app.directory.reload()
    async with server.client() as client:
        body = {"question": "What is a moot?", "council": "loop"}
        result = (await client.post("/api/sessions", json=body, params={"wait": 60})).json()
        assert result["outcome"] == "verdict"
        opened = (await client.get("/api/sessions")).json()["sessions"]
        assert len(opened) <= (4 if marked else 1), "one for its answer, one for its review, one for the repair"
        if not marked:
            assert "moot = true" in str(result["missing"])


async def test_a_session_that_fails_is_an_error_that_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "councils").mkdir(parents=True)
    (tmp_path / "councils" / "mute.toml").write_text('members = ["rehearsal/failing:3"]\nchair = "rehearsal/hana"\n')
    async with running(tmp_path) as server, client_of(server) as client:
        with pytest.raises(openai.InternalServerError) as failed:
            await client.chat.completions.create(model="mute", messages=ASK)
        assert failed.value.status_code == 502
        assert failed.value.response.headers["moot-session"]
        stream = await client.chat.completions.create(model="mute", messages=ASK, stream=True)
        with pytest.raises(openai.APIError) as broke:
            async for _ in stream:
                pass
        assert "too few" in str(broke.value).lower() or str(broke.value)
        async with server.client() as native:
            assert len((await native.get("/api/sessions")).json()["sessions"]) == 2


async def test_the_chair_breaks_off_in_mid_verdict(tmp_path: Path) -> None:
    """A client cannot take text back: an error frame, no `[DONE]`, nothing of the stand-in's words."""
    async with running(tmp_path, speed=20) as server, client_of(server, max_retries=0) as client:
        stream = await client.chat.completions.create(model="moot", messages=ASK, stream=True)
        session = stream.response.headers["moot-session"]
        pieces: list[str] = []
        with pytest.raises(openai.APIError, match="broke off"):
            await _interrupted(stream, pieces, server, session)
        got = "".join(pieces)
        assert "Quite" not in got


async def _interrupted(stream: Any, pieces: list[str], server: Running, session: str) -> None:
    """Reads on, and lets a stand-in begin in mid-sentence."""
    async for chunk in stream:
        pieces.append(chunk.choices[0].delta.content or "")
        if len("".join(pieces)) > 20:
            bell = server.backend.app.transcript.bell
            bell.speak(session, "synthesis/stand-in-1", "stand-in-1", 1, "Quite", False, verdict=True)
