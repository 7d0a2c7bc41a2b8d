"""Test that the model's server counts a prompt's tokens, once, and that one that cannot is left alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.openai.request import TO_LLAMA_CPP
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Call, CallMessage
from moot.vocabulary.seats import Seat
from providers.local.servers import LLAMA_CPP, LM_STUDIO, VLLM, HomeServer, Kind


async def counts(kind: Kind, texts: list[str]) -> tuple[list[int | None], list[str]]:
    """What is counted of these prompts, and which paths were asked for that."""
    async with HomeServer(kind) as up:
        wire = OpenAIWire(Endpoint(name="lab", url=up.url, private=True), None)
        seat = Seat(id="seat-a", model=f"lab/{kind.models[0]['id']}")
        calls = [
            Call(id="1", key="k", seat=seat, messages=(CallMessage(role="user", text=text),), max_output=9)
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
    assert await counts(kind, ["one", "two"]) == ([41, 41], ["/tokenize", "/tokenize"])


async def test_llama_cpp_counts_the_prompt_as_its_model_is_shown_it() -> None:
    pages = {"/apply-template": {"prompt": "<s>one</s>"}, "/tokenize": {"tokens": [1, 2, 3]}}
    told = await counts(replace(LLAMA_CPP, pages={**LLAMA_CPP.pages, **pages}), ["one"])
    assert told == ([3], ["/apply-template", "/tokenize"])


async def test_who_does_not_count_is_left_alone() -> None:
    assert await counts(LLAMA_CPP, ["one", "two"]) == ([None, None], ["/apply-template"])
    assert await counts(replace(VLLM, pages={"/tokenize": {"count": "many"}}), ["one", "two"]) == (
        [None, None],
        ["/tokenize"],
    )
    assert await counts(LM_STUDIO, ["one"]) == ([None], [])


async def test_a_connection_that_llama_cpp_promises_to_keep_is_not_used_again() -> None:
    spoken = '{"choices": [{"delta": {"content": "yes"}, "finish_reason": "stop"}]}'
    bodies = {
        "/v1/chat/completions": f"data: {spoken}\n\ndata: [DONE]\n\n",
        "/apply-template": '{"prompt": "<s>one</s>"}',
        "/tokenize": '{"tokens": [1, 2, 3]}',
    }

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the answer whole; close the connection as the next request arrives on it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next(line.partition(":")[2] for line in head.splitlines() if line.startswith("content-length"))
        await reader.readexactly(int(length))
        body, closes = bodies[head.split()[1]], "connection: close" in head
        told = "Connection: close\r\n" if closes else ""
        writer.write(
            f"HTTP/1.1 200 OK\r\nServer: llama.cpp\r\n{told}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        if not closes:
            await reader.read(1)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        endpoint = Endpoint(name="lab", url=f"http://127.0.0.1:{port}/v1", private=True)
        wire = OpenAIWire(endpoint, None, beside=TO_LLAMA_CPP)
        seat = Seat(id="seat-a", model="lab/one")
        call = Call(id="1", key="k", seat=seat, messages=(CallMessage(role="user", text="one"),), max_output=9)
        try:
            assert (await hear(wire, call)).text == "yes"
            assert await wire.count(call) == 3
        finally:
            await wire.close()
