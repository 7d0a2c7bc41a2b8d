"""Are a prompt's tokens counted by the server that has the model, once, and is one that does not count left alone?"""

from __future__ import annotations

from dataclasses import replace

from moot.providers.endpoints import Endpoint
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Call, Message
from moot.vocabulary.seats import Seat
from providers.local.servers import LLAMA_CPP, LM_STUDIO, VLLM, HomeServer, Kind


async def counts(kind: Kind, texts: list[str]) -> tuple[list[int | None], list[str]]:
    """What is counted of these prompts, and which paths were asked for that."""
    async with HomeServer(kind) as up:
        wire = OpenAIWire(Endpoint(name="lab", url=up.url, private=True), None)
        seat = Seat(id="seat-a", model=f"lab/{kind.models[0]['id']}")
        calls = [
            Call(id="1", key="k", seat=seat, messages=(Message(role="user", text=text),), max_output=9)
            for text in texts
        ]
        try:
            assert await wire.count(calls[0]) is None  # nobody knows yet what it is
            await wire.listed()
            up.paths.clear()
            return [await wire.count(call) for call in calls], list(up.paths)
        finally:
            await wire.close()


async def test_vllm_counts_messages() -> None:
    kind = replace(VLLM, pages={"/tokenize": {"count": 41, "max_model_len": 24_576, "tokens": [1] * 41}})
    assert await counts(kind, ["one", "two", "one"]) == ([41, 41, 41], ["/tokenize", "/tokenize"])


async def test_llama_cpp_counts_the_prompt_as_its_model_is_shown_it() -> None:
    pages = {"/apply-template": {"prompt": "<s>one</s>"}, "/tokenize": {"tokens": [1, 2, 3]}}
    told = await counts(replace(LLAMA_CPP, pages={**LLAMA_CPP.pages, **pages}), ["one", "one"])
    assert told == ([3, 3], ["/apply-template", "/tokenize"])


async def test_who_does_not_count_is_left_alone() -> None:
    assert await counts(LLAMA_CPP, ["one", "two"]) == ([None, None], ["/apply-template"])
    assert await counts(replace(VLLM, pages={"/tokenize": {"count": "many"}}), ["one", "two"]) == (
        [None, None],
        ["/tokenize"],
    )
    assert await counts(LM_STUDIO, ["one"]) == ([None], [])
