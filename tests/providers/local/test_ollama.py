"""Test that Ollama is called over its own API with enough context, and that a cut prompt is reported."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import CallLimits, CallMessage, CallReply
from moot.vocabulary.seats import Seat
from moot.vocabulary.tools import ToolSpec
from providers.asking import call_of
from rig.line import Line
from rig.upstream import Upstream
from world.laptop import Laptop

PATIENT = CallLimits(connect=60, first=120, between=60, total=240)
SCHEMA = {"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]}
WORDS = "The stone bridge bears what its builders reckoned with and a little more than that. "


class Odd(Upstream):
    """A server whose answer to `/api/chat` is written out."""

    def __init__(self, body: bytes, status: int = 200, kind: str = "application/x-ndjson") -> None:
        super().__init__()
        self.told = (status, body, kind)

    async def _speak(self, line: Line) -> None:
        status, body, kind = self.told
        await line.page(status, body, kind)


def home_of(folder: Path, up: Upstream, wire: str = "ollama") -> Directory:
    (folder / "endpoints.toml").write_text(f'[ollama]\nurl = "{up.url}"\nprivate = true\nwire = "{wire}"\n')
    return Directory(folder, {})


@pytest.fixture
async def asked(tmp_path: Path) -> AsyncIterator[Any]:
    opened: list[Directory] = []

    async def ask(
        up: Upstream, prompt: str, *, model: str = "llama3.2:3b", wire: str = "ollama", **more: Any
    ) -> CallReply:
        if not opened:
            opened.append(home_of(tmp_path, up, wire))
            if not isinstance(up, Odd):
                await opened[0].models("ollama")
        name = f"ollama/{model}"
        seat = Seat(id="seat-a", model=name, abilities=opened[0].abilities_of(name), reasoning=more.pop("think", None))
        return await hear(opened[0].provider_for(name), call_of(prompt, seat=seat, limits=PATIENT, **more))

    yield ask
    for each in opened:
        await each.close()


def chats(up: Upstream) -> list[dict[str, Any]]:
    return [each.body for each in up.calls if each.path == "/api/chat"]


async def test_a_prompt_beyond_the_usual_context_is_read_whole(asked: Any) -> None:
    async with Laptop(context=4096, cuts=True) as up:
        reply = await asked(up, WORDS * 600)
    (body,) = chats(up)
    assert reply.settled == "ok"
    assert not reply.cut
    assert reply.usage.input > 4096
    assert body["options"]["num_ctx"] >= reply.usage.input + 500
    assert body["truncate"] is False


async def test_few_sizes_are_asked_for_so_that_a_model_stays_loaded(asked: Any) -> None:
    async with Laptop() as up:
        for times in (1, 40, 700, 1, 300):
            assert (await asked(up, WORDS * times)).settled == "ok"
    assert up.loads == 2
    assert [body["options"]["num_ctx"] for body in chats(up)] == [4096, 4096, 32768, 32768, 32768]


async def test_what_is_cut_beyond_the_model_s_own_context_is_told(asked: Any) -> None:
    async with Laptop(cuts=True) as up:
        reply = await asked(up, WORDS * 2500, model="qwen3:8b")
    assert chats(up)[0]["options"]["num_ctx"] == 40_960
    assert reply.settled in ("ok", "truncated")
    assert reply.cut


async def test_a_call_refused_for_its_length_is_asked_again_with_more_room(asked: Any) -> None:
    async with Laptop() as up:
        # Four times the tokens that anybody reckons with, as a tokenizer makes of a script it hardly knows.
        up.dense = 4
        reply = await asked(up, WORDS * 200)
    assert reply.settled == "ok"
    assert [body["options"]["num_ctx"] for body in chats(up)] == [8192, 16384, 32768]


@pytest.mark.parametrize("size", [5000, 20_000])
async def test_over_the_openai_route_a_cut_is_told_too(asked: Any, size: int) -> None:
    async with Laptop(context=4096, cuts=True) as up:
        whole = await asked(up, WORDS * 100, wire="openai")
        reply = await asked(up, "word " * size, wire="openai")
    assert not chats(up)
    assert (whole.cut, reply.cut) == (False, True)


async def test_a_ballot_is_asked_for_by_its_schema_and_thinking_is_kept_apart(asked: Any) -> None:
    async with Laptop() as up:
        reply = await asked(up, "Judge it.", model="qwen3:8b", schema=SCHEMA, think="high")
    (body,) = chats(up)
    assert body["format"] == SCHEMA
    assert body["think"] is True
    assert body["keep_alive"]
    assert isinstance(json.loads(reply.text)["score"], int)
    assert reply.reasoning
    assert reply.model == "qwen3:8b"


@pytest.mark.parametrize(
    ("body", "settled", "cause"),
    [
        (b'{"message":{"content":"A"},"done":false}\n{"error":"llama runner process has terminated"}\n', "error",
         "runner process has terminated"),
        (b'{"message":{"content":"A"},"done":false}\n', "incomplete", "before the answer did"),
        (b'\xef\xbb\xbf{"message":{"content":"A"},"done":false}\n'
         b'{"message":{"content":""},"done":true,"done_reason":"stop","eval_count":NaN,"prompt_eval_count":NaN}\n'
         b'{"error":"llama runner process has terminated"}\n', "ok", ""),
        (b"<html>hello</html>", "malformed", "Not a line of an answer"),
        (b'{"done":true,"done_reason":"load"}\n', "empty", "wrote nothing"),
        (b'{"message":{"content":"cut sh"},"done":true,"done_reason":"length","eval_count":3,"prompt_eval_count":9}',
         "truncated", ""),
        (b'[1,2]\n', "malformed", "Not a line of an answer"),
        (b'{"message":{"content":17},"done":"yes"}\n{}\n', "malformed", "Not a line of an answer"),
    ],
)  # fmt: skip
async def test_every_way_an_answer_can_end(asked: Any, body: bytes, settled: str, cause: str) -> None:
    async with Odd(body) as up:
        reply = await asked(up, "How does it end?")
    assert reply.settled == settled
    assert cause in reply.cause


async def test_what_each_model_is_stands_in_its_list(tmp_path: Path) -> None:
    async with Laptop() as up:
        home = home_of(tmp_path, up)
        rows = (await home.lists.fetch("ollama")).models
        shows = sum(each.path == "/api/show" for each in up.calls)
        await home.models("ollama")
        assert sum(each.path == "/api/show" for each in up.calls) == shows == len(up.models)
        assert home.context_of("ollama/qwen3:8b") == 40_960
        assert home.abilities_of("ollama/gemma3:4b").vision
        assert home.abilities_of("ollama/gemma3:4b").schema == "json_schema"
        await home.close()
    assert rows["nomic-embed-text:latest"].speaks is False
    assert rows["llama3.2:3b"].speaks is True


async def test_tools_are_offered_and_called(asked: Any) -> None:
    spec = ToolSpec(name="lookup", description="Look a word up.", parameters={"type": "object", "properties": {}})
    call = {"function": {"name": "lookup", "arguments": {"word": "bridge"}}}
    lines = [
        {"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [call]}, "done": False},
        {"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [call]}, "done": False},
        {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop",
         "prompt_eval_count": 30, "eval_count": 9},
    ]  # fmt: skip
    async with Odd(b"\n".join(json.dumps(line).encode() for line in lines) + b"\n") as up:
        reply = await asked(up, "Why?", tools=(spec,))
        assert (reply.settled, reply.text) == ("ok", "")
        assert [(each.id, each.name, json.loads(each.arguments)) for each in reply.calls] == [
            ("call-0", "lookup", {"word": "bridge"}),
            ("call-1", "lookup", {"word": "bridge"}),
        ]
        later = CallMessage(role="assistant", text="", calls=reply.calls)
        results = tuple(CallMessage(role="tool", text="Seven.", answers=each.id) for each in reply.calls)
        await asked(up, "Why?", tools=(spec,), tools_spent=True, then=(later, *results))
    first, second = chats(up)
    assert [each["function"]["name"] for each in first["tools"]] == ["lookup"]
    assert "tools" not in second, "it may call none any more"
    assert second["messages"][1]["tool_calls"] == [call, call]
    assert [each["tool_name"] for each in second["messages"][2:]] == ["lookup", "lookup"]
