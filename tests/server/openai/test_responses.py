"""`/v1/responses`, driven by OpenAI's own client."""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.responses import response_create_params

from extensions.compat.three_stage.test_page import CHAIR, with_gateway
from moot.server.openai.fields import TAKEN
from moot.server.openai.responses import REFUSED, ResponseBody
from rig.script import Asked, Plan
from server.openai.test_chat import client_of
from server.running import Running

QUESTION = "What is a moot?"


def test_every_public_field_is_in_one_table() -> None:
    public = set(typing.get_type_hints(response_create_params.ResponseCreateParamsStreaming))
    tables = [set(ResponseBody.model_fields) - {"moot", *TAKEN}, set(TAKEN), set(REFUSED)]
    assert set.union(*tables) >= public, "a field nobody decided about would be refused as unknown"
    assert sum(map(len, tables)) == len(set.union(*tables)), "each in one table only"
    page = (Path(__file__).parents[3] / "docs" / "connect.md").read_text(encoding="utf-8")
    assert not [name for name in public if f"`{name}`" not in page]


async def test_a_whole_response(server: Running) -> None:
    async with client_of(server) as client:
        raw = await client.responses.with_raw_response.create(
            model="rehearsal", input=QUESTION, instructions="Be brief.", metadata={"a": "b"}
        )
        made = raw.parse()
        session = raw.headers["moot-session"]
        async with server.client() as native:
            result = (await native.get(f"/api/sessions/{session}")).json()
        assert (made.id, made.object, made.status, made.model) == (
            f"resp_{session}",
            "response",
            "completed",
            "rehearsal",
        )
        assert made.output_text == result["body"]
        assert made.usage is not None
        assert made.usage.total_tokens == result["usage"]["input"] + result["usage"]["output"]
        assert (made.metadata, made.instructions) == ({"a": "b"}, "Be brief.")
        opened: Any = (await server.backend.events(session))[0].body
        assert opened.system == "Be brief."
        again = await client.responses.retrieve(made.id)
        assert (again.output_text, again.status) == (made.output_text, "completed")
        await client.responses.delete(made.id)
        with pytest.raises(openai.NotFoundError):
            await client.responses.retrieve(made.id)


async def test_one_goes_on_from_any_response(server: Running) -> None:
    async with client_of(server, max_retries=0) as client:
        first = await client.responses.create(model="rehearsal", input="One?")
        second = await client.responses.create(model="rehearsal", input="Two?", previous_response_id=first.id)
        third = await client.responses.create(
            model="rehearsal", previous_response_id=second.id,
            input=[{"role": "user", "content": [{"type": "input_text", "text": "Three?"}]}],
        )  # fmt: skip
        branch = await client.responses.create(model="rehearsal", input="Or?", previous_response_id=first.id)
        asked = {}
        threads = {}
        for each in (first, second, third, branch):
            opened: Any = (await server.backend.events(each.id.removeprefix("resp_")))[0].body
            asked[opened.question.text] = [turn.question for turn in opened.question.history]
            threads[opened.question.text] = opened.thread
            assert [turn.answer for turn in opened.question.history][:1] in ([], [first.output_text])
        assert asked == {"One?": [], "Two?": ["One?"], "Three?": ["One?", "Two?"], "Or?": ["One?"]}
        assert threads["One?"] == threads["Two?"] == threads["Three?"] != threads["Or?"]
        loose = await client.responses.create(model="rehearsal", input="Loose?", store=False)
        for missing in (loose.id, "resp_nothing", first.id.removeprefix("resp_")):
            with pytest.raises(openai.NotFoundError):
                await client.responses.create(model="rehearsal", input="?", previous_response_id=missing)
        assert loose.store is False


@pytest.mark.slow
async def test_a_streamed_response_has_the_public_events_in_order(server: Running) -> None:
    async with client_of(server) as client:
        stream = await client.responses.create(model="rehearsal", input=QUESTION, stream=True)
        events: list[Any] = [event async for event in stream]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    kinds = [event.type for event in events]
    deltas = [event.delta for event in events if event.type == "response.output_text.delta"]
    assert kinds[:4] == [
        "response.created", "response.in_progress", "response.output_item.added", "response.content_part.added",
    ]  # fmt: skip
    assert set(kinds[4:-4]) == {"response.output_text.delta"}
    assert kinds[-4:] == [
        "response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed",
    ]  # fmt: skip
    assert "".join(deltas) == events[-1].response.output_text == events[-4].text
    assert deltas


async def test_wishes_are_honoured_here_too(tmp_path: Path) -> None:
    def script(asked: Asked) -> Plan | None:
        return Plan(text='Here: {"safe": true}') if asked.model == CHAIR else None

    schema: Any = {"type": "json_schema", "name": "x", "schema": {"type": "object", "required": ["safe"]}}
    async with with_gateway(tmp_path, script) as server, client_of(server, max_retries=0) as client:
        made = await client.responses.create(model="moot", input=QUESTION, text={"format": schema})
        assert made.output_text == '{"safe": true}'
        cut = await client.responses.create(model="moot", input=QUESTION, max_output_tokens=1)
        assert (cut.output_text, cut.status) == ("Here", "incomplete")
        assert cut.incomplete_details is not None
        assert cut.incomplete_details.reason == "max_output_tokens"


async def test_a_failure_is_an_error_or_a_failed_response(tmp_path: Path) -> None:
    async with with_gateway(tmp_path, lambda asked: "401") as server, client_of(server, max_retries=0) as client:
        with pytest.raises(openai.APIStatusError, match="401"):
            await client.responses.create(model="moot", input=QUESTION)
        stream = await client.responses.create(model="moot", input=QUESTION, stream=True)
        events: list[Any] = [event async for event in stream]
        assert events[-1].type == "response.failed"
        assert "401" in events[-1].response.error.message


async def test_what_is_refused_names_the_field(server: Running) -> None:
    wrong: dict[str, Any] = {
        "background": True, "conversation": "conv_1", "include": ["x"], "tools": [{"type": "web_search"}],
        "top_p": 0.1, "truncation": "disabled", "prompt": {"id": "x"}, "reasoning": {"summary": "auto"},
        "text": {"verbosity": "low"}, "frobnicate": 1,
    }  # fmt: skip
    async with server.client() as client:
        for name, value in wrong.items():
            answer = await client.post("/v1/responses", json={"model": "moot", "input": QUESTION, name: value})
            assert answer.status_code == 400, (name, answer.text)
            assert name in answer.json()["error"]["message"]
        for items in (
            [{"type": "function_call_output", "output": "x"}],
            [{"role": "user"}],
            [{"role": "x", "content": "y"}],
        ):
            answer = await client.post("/v1/responses", json={"model": "moot", "input": items})
            assert answer.status_code == 400, (items, answer.text)
        assert (await client.get("/api/sessions")).json()["sessions"] == []
        assert (await client.get("/api/threads")).json()["conversations"] == []


async def test_what_is_wrong_with_a_request_is_said_without_our_insides(server: Running) -> None:
    async with server.client() as client:
        sent = await client.post("/v1/responses", json={"model": "rehearsal", "input": "x" * 1_000_001})
        assert sent.status_code == 400
        message = sent.json()["error"]["message"]
        assert message.startswith("input: ")
        assert not [inside for inside in ("functools", "function", " at 0x", "[") if inside in message], message
