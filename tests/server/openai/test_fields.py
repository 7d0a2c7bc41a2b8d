"""Every field of the public requests is honoured or refused in words: none is ignored."""

from __future__ import annotations

import asyncio
import typing
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.chat import completion_create_params as chat_params

from extensions.compat.three_stage.test_page import CHAIR, MODELS, with_gateway
from moot.server.openai.chat import ChatBody
from moot.server.openai.fields import BESIDE, EXTRAS, NEUTRAL, TAKEN, Wishes
from moot.server.openai.stream import StopSequences, whole
from rig.script import Asked, Plan
from server.openai.test_chat import ASK, client_of
from server.running import Running, running

REFUSED: dict[str, object] = {
    "audio": {"voice": "alloy", "format": "mp3"},
    "frequency_penalty": 0.5,
    "function_call": {"name": "x"},
    "functions": [{"name": "x"}],
    "logit_bias": {"50256": -100},
    "logprobs": True,
    "moderation": {"model": "omni"},
    "parallel_tool_calls": "yes",
    "prediction": {"type": "content", "content": "x"},
    "presence_penalty": -0.5,
    "service_tier": "priority",
    "tool_choice": "required",
    "tools": [{"type": "function", "function": {"name": "x"}}],
    "top_logprobs": 3,
    "top_p": 0.2,
    "verbosity": "low",
    "web_search_options": {},
}


def test_every_public_field_is_in_one_table() -> None:
    public = set(typing.get_type_hints(chat_params.CompletionCreateParamsStreaming))
    tables = [set(ChatBody.model_fields) - {"moot", *TAKEN}, set(TAKEN), set(NEUTRAL), set(EXTRAS), set(BESIDE)]
    assert set.union(*tables) >= public, "a field nobody decided about would be refused as unknown"
    assert sum(map(len, tables)) == len(set.union(*tables)), "each in one table only"
    assert set(REFUSED) == set(NEUTRAL)
    page = (Path(__file__).parents[3] / "docs" / "connect.md").read_text(encoding="utf-8")
    assert not [name for name in public if f"`{name}`" not in page]


async def test_what_is_refused_names_the_field_and_opens_nothing(server: Running) -> None:
    async with server.client() as client:
        beside = dict.fromkeys(BESIDE, "x") | {"top_k": 5, "think": True, "features": {"web_search": True}}
        for name, value in {**REFUSED, **beside, "flavour": "mild"}.items():
            body = {"model": "moot", "messages": ASK, name: value}
            answer = await client.post("/v1/chat/completions", json=body)
            assert answer.status_code == 400, (name, answer.text)
            assert f"`{name}`" in answer.json()["error"]["message"]
        wrong = [
            {"temperature": 3},
            {"max_tokens": 0},
            {"stop": ["a", "b", "c", "d", "e"]},
            {"reasoning_effort": "heroic"},
            {"stream_options": {"include_usage": True}},
            {"moot": {"progres": True}},
            {"response_format": {"type": "json_schema", "json_schema": {"schema": {"pattern": "x"}}}},
        ]
        for body in wrong:
            answer = await client.post("/v1/chat/completions", json={"model": "moot", "messages": ASK, **body})
            assert answer.status_code == 400, (body, answer.text)
        assert (await client.get("/api/sessions")).json()["sessions"] == []


SENT_BY = {
    "Open WebUI": {
        "stream": True, "chat_id": "c", "session_id": "s", "id": "m", "variables": {"{{USER_NAME}}": "Ann"},
        "features": {"web_search": False, "image_generation": False, "code_interpreter": False}, "tool_ids": [],
        "background_tasks": {"title_generation": True}, "model_item": {"id": "moot"}, "files": [],
        "stream_options": {"include_usage": True}, "metadata": None,
    },
    "LibreChat": {
        "stream": True, "user": "68906998cc83815dd7244885", "conversationId": "c", "parentMessageId": "p",
        "web_search": False, "stream_options": {"include_usage": True},
    },
    "LangChain": {"stream": False, "n": 1, "temperature": 0.7, "stop": None, "parallel_tool_calls": None},
    "a gateway's client": {
        "reasoning": {"effort": "low", "exclude": True}, "include_reasoning": True, "usage": {"include": True},
        "transforms": [], "route": "fallback", "models": [], "provider": {}, "top_k": 0, "repetition_penalty": 1.0,
    },
}  # fmt: skip
"""What programs send beside the question when nobody set anything, as they have published it."""


@pytest.mark.parametrize("program", list(SENT_BY))
async def test_what_chat_programs_send_by_themselves_is_no_obstacle(server: Running, program: str) -> None:
    async with server.client() as client:
        answer = await client.post("/v1/chat/completions", json={"model": "moot", "messages": ASK, **SENT_BY[program]})
        assert answer.status_code == 200, answer.text


async def test_a_gateways_effort_is_honoured_and_its_tokens_are_refused(server: Running) -> None:
    async with server.client() as client:
        body = {"model": "moot", "messages": ASK, "reasoning": {"effort": "high"}}
        answer = await client.post("/v1/chat/completions", json=body)
        opened: Any = (await server.backend.events(answer.headers["moot-session"]))[0].body
        assert opened.options["reasoning"] == "high"
        refused = await client.post("/v1/chat/completions", json={**body, "reasoning": {"max_tokens": 2000}})
        assert refused.status_code == 400
        assert "reasoning.max_tokens" in refused.json()["error"]["message"]


@pytest.mark.parametrize("at_least", [None, 1])
async def test_a_request_may_go_on_with_whoever_answers(tmp_path: Path, at_least: int | None) -> None:
    def script(asked: Asked) -> Plan | str | None:
        return "401" if asked.model in MODELS[:3] else None

    async with with_gateway(tmp_path, script) as server, server.client() as client:
        body = {"model": "moot", "messages": ASK, "moot": {"at_least": at_least}}
        answer = await client.post("/v1/chat/completions", json=body)
    if at_least is None:
        assert answer.status_code == 502, answer.text
        assert "moot.at_least" in answer.json()["error"]["message"]
    else:
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["moot"]["missing"]) == 3


async def test_what_is_honoured_reaches_every_call(tmp_path: Path) -> None:
    seen: list[Asked] = []

    def script(asked: Asked) -> Plan | None:
        seen.append(asked)
        return Plan(text="One. Two. Three. Four.") if asked.model == CHAIR else None

    async with with_gateway(tmp_path, script) as server, client_of(server, max_retries=0) as client:
        raw = await client.chat.completions.with_raw_response.create(
            model="moot", messages=ASK, temperature=0.25, reasoning_effort="minimal", seed=7, stop=["Three"],
            metadata={"a": "b"}, n=1, store=False, modalities=["text"],
        )  # fmt: skip
        answer = raw.parse()
        opened: Any = (await server.backend.events(raw.headers["moot-session"]))[0].body
        sent = {asked.model: asked.body["temperature"] for asked in seen if "temperature" in asked.body}
        assert sent["x-ai/grok-4"] == 0.25
        assert set(sent.values()) <= {0.25, 1.0}, "a model that loops at low temperatures is spared them"
        assert (opened.options["temperature"], opened.options["reasoning"], opened.seed) == (0.25, "low", "7")
        assert (answer.choices[0].message.content, answer.choices[0].finish_reason) == ("One. Two. ", "stop")
        assert answer.to_dict()["metadata"] == {"a": "b"}
        for stream in (False, True):
            short: Any = await client.chat.completions.create(
                model="moot", messages=ASK, max_tokens=5, max_completion_tokens=2, stream=stream
            )
            if stream:
                chunks = [chunk async for chunk in short]
                text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
                finish = chunks[-1].choices[0].finish_reason
            else:
                text, finish = short.choices[0].message.content, short.choices[0].finish_reason
            assert (text, finish) == ("One. Two", "length")


async def test_whoever_writes_the_verdict_is_limited_too(tmp_path: Path) -> None:
    limits: dict[str, set[Any]] = {}

    def script(asked: Asked) -> Plan | None:
        sent = asked.body.get("max_tokens") or asked.body.get("max_completion_tokens")
        limits.setdefault(asked.model, set()).add(sent)
        return None

    async with with_gateway(tmp_path, script) as server, server.client() as client:
        # what a model thinks comes on top of what it writes, and is known for it
        thinks = server.backend.app.directory.abilities_of(f"gw/{CHAIR}").reasoning_floor
        for most, written in ((300, 300), (5, 256)):
            limits.clear()
            body = {"model": "moot", "messages": ASK, "max_tokens": most}
            answer = await client.post("/v1/chat/completions", json=body)
            assert answer.status_code == 200, answer.text
            assert limits[CHAIR] == {written + thinks}
            assert all(limits[model] == {None} for model in MODELS), "members answer and judge in full"
        limits.clear()
        await client.post("/v1/chat/completions", json={**body, "response_format": {"type": "json_object"}})
        assert limits[CHAIR] == {None}, "JSON is not cut"


SCHEMA = {"type": "object", "properties": {"safe": {"type": "boolean"}}, "required": ["safe"]}
WANTED: dict[str, Any] = {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}


@pytest.mark.fast(2)
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("said", "form", "sent"),
    [
        ('Here:\n```json\n{"safe": true}\n```', WANTED, '{"safe": true}'),
        ('{"safe": "yes"}', WANTED, None),
        ('{"safe": "yes"}', {"type": "json_object"}, '{"safe": "yes"}'),
        ("It is safe.", {"type": "json_object"}, None),
    ],
)
async def test_an_answer_is_the_json_that_was_asked_for_or_an_error(
    tmp_path: Path, said: str, form: dict[str, Any], sent: str | None, streamed: bool
) -> None:
    told: list[str] = []

    def script(asked: Asked) -> Plan | None:
        told.append(asked.prompt)
        return Plan(text=said) if asked.model == CHAIR else None

    async def asked(client: Any) -> str:
        answer = await client.chat.completions.create(model="moot", messages=ASK, response_format=form, stream=streamed)
        if not streamed:
            return str(answer.choices[0].message.content)
        return "".join([chunk.choices[0].delta.content or "" async for chunk in answer])

    async with with_gateway(tmp_path, script) as server, client_of(server, max_retries=0) as client:
        if sent is not None:
            assert await asked(client) == sent
        else:
            with pytest.raises(openai.APIError, match="not the JSON"):
                await asked(client)
    assert all("must be one JSON" in prompt for prompt in told)


@pytest.mark.parametrize("streamed", [False, True])
async def test_words_are_written_down_as_the_json_once_and_it_is_said(tmp_path: Path, streamed: bool) -> None:
    rewrites: list[Asked] = []

    def script(asked: Asked) -> Plan | None:
        if "WORDS-" in asked.prompt:
            rewrites.append(asked)
            return Plan(text='{"safe": true}')
        return Plan(text="Plan B is the safe one.") if asked.model == CHAIR else None

    body = {"model": "moot", "messages": ASK, "response_format": WANTED, "stream": streamed}
    once = {"Idempotency-Key": "the-same"}
    async with with_gateway(tmp_path, script) as server, server.client() as client:
        answer = await client.post("/v1/chat/completions", json=body, headers={**server.bearer, **once})
        assert answer.status_code == 200, answer.text
        assert "safe" in answer.text
        assert "wrote it down as such" in answer.text, "who rewrote it stands in `moot.degraded`"
        (call,) = rewrites
        assert call.model == CHAIR
        assert call.prompt.count("Plan B is the safe one.") == 1
        if not streamed:
            told = answer.json()
            assert told["choices"][0]["message"]["content"] == '{"safe": true}'
            kept = (await client.get(f"/api/sessions/{answer.headers['moot-session']}")).json()
            assert told["usage"]["prompt_tokens"] > kept["usage"]["input"], "it is counted"
            assert kept["body"] == "Plan B is the safe one.", "the council's own words stay"
        again = await client.post("/v1/chat/completions", json=body, headers={**server.bearer, **once})
        assert again.status_code == 200
        assert len(rewrites) == 1, "asked again under the same key, nobody is paid again"
        listed = (await client.get("/api/sessions")).json()["sessions"]
        assert len(listed) == 1


async def test_progress_comes_when_it_is_asked_for(server: Running) -> None:
    async with client_of(server) as client:
        silent: Any = await client.chat.completions.create(model="rehearsal", messages=ASK)
        assert "reasoning_content" not in silent.choices[0].message.model_extra
        asked: Any = {"moot": {"progress": True}}
        told: Any = await client.chat.completions.create(model="rehearsal", messages=ASK, extra_body=asked)
        lines = told.choices[0].message.model_extra["reasoning_content"].splitlines()
        assert lines[0] == "Stage: opinions"
        assert "answer 1 (rehearsal/ada) is done." in lines
        stream: Any = await client.chat.completions.create(
            model="rehearsal", messages=ASK, stream=True, extra_body=asked
        )
        pieces = [(chunk.choices[0].delta.model_extra or {}).get("reasoning_content", "") async for chunk in stream]
        assert sorted("".join(pieces).splitlines()) == sorted(lines)


@pytest.mark.fast(2)
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("stops", [False, True])
async def test_closing_stops_the_council_when_that_is_wished(tmp_path: Path, streamed: bool, stops: bool) -> None:
    async with running(tmp_path, speed=12) as server, server.client() as client:
        body = {"model": "moot", "messages": ASK, "stream": streamed, "moot": {"stop_on_close": stops}}
        request = client.build_request("POST", "/v1/chat/completions", json=body)
        asking = asyncio.create_task(client.send(request))
        async with server.client() as other:
            while not (await other.get("/api/sessions")).json()["sessions"]:  # the answer is open yet
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert not asking.done()
        asking.cancel()
        await asyncio.wait([asking])
        async with server.client() as other:
            (row,) = (await other.get("/api/sessions")).json()["sessions"]
            result = (await other.get(f"/api/sessions/{row['session']}", params={"wait": 30})).json()
        assert result["outcome"] == ("stopped" if stops else "verdict")


async def test_out_of_budget_is_said_as_a_quota(tmp_path: Path) -> None:
    async with with_gateway(tmp_path, lambda asked: None) as server, client_of(server, max_retries=0) as client:
        with pytest.raises(openai.APIStatusError) as failed:
            await client.chat.completions.create(model="moot", messages=ASK, extra_body={"moot": {"budget": 0.000001}})
        assert failed.value.status_code == 402
        error: Any = failed.value.response.json()["error"]
        assert (error["type"], error["code"]) == ("insufficient_quota", "insufficient_quota")
        told = error["moot"]
        assert told["cap_of"] == "session"
        assert 0.000001 == told["cap"] < told["needs"]
        assert "Nothing was started." in error["message"]
        with pytest.raises(openai.APIStatusError) as streamed:
            await client.chat.completions.create(
                model="moot", messages=ASK, stream=True, extra_body={"moot": {"budget": 0.000001}}
            )
        assert streamed.value.response.json()["error"]["moot"]["needs"] == told["needs"]
        with pytest.raises(openai.APIStatusError) as refused:
            await client.responses.create(model="moot", input="Why?", extra_body={"moot": {"budget": 0.000001}})
        error = refused.value.response.json()["error"]
        assert error["moot"]["needs"] > 0


def test_a_stop_text_is_found_however_the_words_are_cut() -> None:
    wishes = Wishes(stop=("END", "FIN"))
    text = "The bridge holds. EN FI END and more FIN"
    for size in range(1, len(text)):
        ending = StopSequences(wishes)
        got = "".join(ending.heard(text[at : at + size]) for at in range(0, len(text), size)) + ending.ended()
        assert (got, ending.finish) == ("The bridge holds. EN FI ", "stop")
    assert whole("abcdefgh€", Wishes(most=2)) == ("abcdefgh", "length")
    assert whole("abc", Wishes(most=2, stop=("abcd",))) == ("abc", "")


async def test_names_and_files_of_earlier_messages_go_along(server: Running) -> None:
    note = "data:text/plain;base64,U3RvbmUgaXMgc3Ryb25nLg=="
    messages: Any = [
        {"role": "user", "name": "ada", "content": [
            {"type": "text", "text": "What does it say?"},
            {"type": "file", "file": {"filename": "note.txt", "file_data": note}},
        ]},
        {"role": "assistant", "content": None, "refusal": "I cannot say."},
        {"role": "user", "content": "Why not?"},
    ]  # fmt: skip
    async with client_of(server, max_retries=0) as client:
        raw = await client.chat.completions.with_raw_response.create(model="rehearsal", messages=messages)
        opened: Any = (await server.backend.events(raw.headers["moot-session"]))[0].body
        assert [each.name for each in opened.question.attachments] == ["note.txt"]
        assert [(each.question, each.answer) for each in opened.question.history] == [
            ("ada: What does it say?", "I cannot say."),
        ]  # fmt: skip
        called: Any = [{"role": "assistant", "tool_calls": [{"id": "1", "type": "function"}]}, *ASK]
        with pytest.raises(openai.BadRequestError, match="tool calls"):
            await client.chat.completions.create(model="moot", messages=called)
