"""Does the gateway list, refuse, bill and fail as services do? It is asked by plain HTTP, without Moot."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from world.gateway import NANO, Gateway
from world.offers.catalogue import PERSONAS, offered, rows

KEY = "sk-scripted-0123456789"
LIMITED = [row for row in rows().values() if row.speaks and row.output is not None and row.output < row.context]


def _post(url: str, body: dict[str, Any], key: str = KEY) -> tuple[int, str, dict[str, str]]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), dict(error.headers)


async def asked(
    up: Gateway, model: str, prompt: str = "What is a moot?", *, key: str = KEY, path: str = "/chat/completions",
    **fields: Any,
) -> tuple[int, str, dict[str, str]]:  # fmt: skip
    """A request as a client sends it."""
    body = {"model": model, "messages": [{"role": "user", "content": prompt}], **fields}
    return await asyncio.to_thread(_post, up.url + path, body, key)


async def told(up: Gateway, model: str, **fields: Any) -> dict[str, Any]:
    """The whole answer of a request that is taken."""
    status, said, _ = await asked(up, model, **fields)
    assert status == 200, said
    found: dict[str, Any] = json.loads(said)
    return found


async def got(up: Gateway, path: str, key: str = KEY) -> Any:
    """What a GET answers."""

    def get() -> Any:
        request = urllib.request.Request(up.url + path, headers={"Authorization": f"Bearer {key}"} if key else {})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read())

    return await asyncio.to_thread(get)


# --- lists ------------------------------------------------------------------------------------------------------------


async def test_a_router_lists_four_hundred_models_as_routers_do() -> None:
    async with Gateway() as up:
        data = (await got(up, "/models", key=""))["data"]
    assert len(data) == 400
    assert len({each["id"] for each in data}) == 400
    assert len({each["id"].partition("/")[0] for each in data}) >= 20
    one = next(each for each in data if each["id"] == "openai/gpt-5.1")
    assert one["context_length"] == 400_000
    assert one["top_provider"]["max_completion_tokens"] == 128_000
    assert (one["pricing"]["prompt"], one["pricing"]["completion"]) == ("0.00000125", "0.00001")
    assert "image" in one["architecture"]["input_modalities"]
    assert "temperature" not in one["supported_parameters"]
    kinds = {mark for row in rows().values() for mark in row.marks}
    assert {"embedding", "image", "audio", "moderation", "thinks", "sees"} <= kinds
    assert any(each["expiration_date"] for each in data)
    assert any(each["id"].endswith(":free") and each["pricing"]["prompt"] == "0" for each in data)


@pytest.mark.parametrize("service", [each for each in PERSONAS if each != "openrouter"])
async def test_a_maker_lists_its_own_models_to_those_with_a_key(service: str) -> None:
    async with Gateway(service, keys=(KEY,)) as up:
        names = [each["id"].removeprefix("models/") for each in (await got(up, "/models"))["data"]]
        with pytest.raises(urllib.error.HTTPError):
            await got(up, "/models", key="sk-wrong-0123456789")
    assert names
    assert names == list(offered(service))


# --- refusals, in the services' words ---------------------------------------------------------------------------------


def test_more_than_sixty_models_have_a_limit_to_refuse_by() -> None:
    assert len(LIMITED) >= 200
    assert len({row.maker for row in LIMITED}) >= 12


@pytest.mark.fast(8)
@pytest.mark.parametrize("maker", sorted({row.maker for row in LIMITED}))
async def test_a_limit_above_a_models_own_is_refused_by_a_figure_and_its_own_is_taken(maker: str) -> None:
    async with Gateway() as up:
        for row in (each for each in LIMITED if each.maker == maker):
            assert row.output is not None
            status, said, _ = await asked(up, row.id, max_tokens=row.output + 4096)
            assert status == 400, said
            assert any(str(figure) in said for figure in (row.output, row.output + 4096, row.context)), said
            assert up.books.refused[-1].how in ("refused: output", "refused: context")
            assert (await asked(up, row.id, max_tokens=min(row.output, row.context - 100)))[0] == 200, row.id


OWN_WORDS = [
    ("openai", "gpt-5.1", {"max_completion_tokens": 132_096}, 400, "supports at most 128000 completion tokens"),
    ("openai", "o3", {"max_completion_tokens": 104_096}, 400, "supports at most 100000 completion tokens"),
    ("openai", "gpt-5.1", {"max_tokens": 100}, 400, "Use 'max_completion_tokens' instead"),
    ("openai", "gpt-5.1", {"temperature": 0.7}, 400, "'temperature' does not support 0.7"),
    ("openai", "gpt-4", {"max_tokens": 8192}, 400, "supports at most 4096 completion tokens"),
    ("openai", "gpt-4o", {"reasoning_effort": "low"}, 400, "Unrecognized request argument supplied: reasoning_effort"),
    ("openai", "gpt-4o", {"response_format": {"type": "json_object"}}, 400, "must contain the word 'json'"),
    ("openai", "gpt-4", {"response_format": {"type": "json_schema"}}, 400, "Invalid parameter: 'response_format'"),
    ("openai", "gpt-5-pro", {}, 404, "only supported in v1/responses"),
    ("openai", "text-embedding-3-small", {}, 404, "not a chat model"),
    ("openai", "gpt-9", {}, 404, "does not exist or you do not have access"),
    ("openai", "gpt-4.5-preview", {}, 404, "has been deprecated"),
    ("anthropic", "claude-3-opus-20240229", {"max_tokens": 8192}, 400, "max_tokens: 8192 > 4096"),
    ("anthropic", "claude-haiku-4-5", {"max_tokens": 64_001}, 400, "64001 > 64000"),
    ("anthropic", "claude-2", {}, 404, "not_found_error"),
    ("google", "gemini-2.5-pro", {"max_tokens": 67_584}, 400, "from 1 (inclusive) to 65537 (exclusive)"),
    ("google", "models/gemini-2.5-pro", {"max_tokens": 67_584}, 400, "INVALID_ARGUMENT"),
    ("google", "gemini-2.0-flash-001", {"reasoning_effort": "low"}, 400, "Thinking level is not supported"),
    ("google", "gemini-9", {}, 404, "is not found for API version"),
    ("mistral", "mistral-small-latest", {"max_completion_tokens": 9}, 422, "extra_forbidden"),
    ("mistral", "mistral-small-latest", {"stream_options": {"include_usage": True}}, 422, "stream_options"),
    ("mistral", "mistral-small-latest", {"max_tokens": 200_000}, 400, "maximum context length"),
    ("mistral", "mistral-huge", {}, 400, "Invalid model: mistral-huge"),
    ("xai", "grok-4", {"reasoning_effort": "low"}, 400, "does not support parameter reasoningEffort"),
    ("xai", "grok-9", {}, 404, "does not exist or your team"),
    ("deepseek", "deepseek-chat", {"max_tokens": 8193}, 400, "valid range of max_tokens is [1, 8192]"),
    ("deepseek", "deepseek-chat", {"response_format": {"type": "json_schema"}}, 400, "response_format type is unav"),
    ("groq", "qwen/qwen3-32b", {"max_tokens": 65_536}, 400, "must be less than or equal to `40960`"),
    ("groq", "llama-3.3-70b-versatile", {"reasoning_effort": "low"}, 400, "`reasoning_effort` is not supported"),
    ("openrouter", "openai/gpt-5.1", {"max_tokens": 132_096}, 400, "Provider returned error"),
    ("openrouter", "openai/gpt-4", {"max_tokens": 8192}, 400, "This endpoint's maximum context length is 8191"),
    ("openrouter", "qwen/qwen-max", {"max_tokens": 9000}, 400, "Range of max_tokens should be [1, 8192]"),
    ("openrouter", "amazon/nova-lite-v1", {"max_tokens": 9000}, 400, "exceeds the model limit of 5120"),
    ("openrouter", "nobody/nothing", {}, 400, "is not a valid model ID"),
    ("openrouter", "google/gemini-pro-1.5", {}, 404, "No endpoints found for"),
    ("openrouter", "qwen/qwen3-embedding-8b", {}, 404, "No endpoints found"),
]  # fmt: skip


@pytest.mark.fast(8)
@pytest.mark.parametrize(("service", "model", "fields", "status", "words"), OWN_WORDS)
async def test_each_service_refuses_in_its_own_words(
    service: str, model: str, fields: dict[str, Any], status: int, words: str
) -> None:
    async with Gateway(service) as up:
        got_status, said, _ = await asked(up, model, **fields)
    assert got_status == status, said
    assert words in said
    json.loads(said)
    assert up.books.spent == 0


async def test_a_router_drops_what_a_model_does_not_take_instead_of_refusing() -> None:
    async with Gateway() as up:
        fields = {"max_tokens": 500, "temperature": 0.7, "reasoning_effort": "low"}
        assert (await told(up, "openai/gpt-5.1", **fields))["choices"][0]["message"]["content"]


async def test_a_prompt_beyond_the_context_is_refused_and_a_strict_schema_is_looked_at() -> None:
    loose = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    wanted = {"type": "json_schema", "json_schema": {"name": "ballot", "strict": True, "schema": loose}}
    async with Gateway("openai") as up:
        status, said, _ = await asked(up, "gpt-4o", "long " * 120_000)
        assert (status, "maximum context length is 128000" in said) == (400, True)
        status, said, _ = await asked(up, "gpt-4o", response_format=wanted)
        assert (status, "'additionalProperties' is required" in said) == (400, True)
        loose["additionalProperties"] = False
        assert (await asked(up, "gpt-4o", response_format=wanted))[0] == 200


@pytest.mark.parametrize("service", PERSONAS)
async def test_a_bad_key_is_refused_by_each(service: str) -> None:
    async with Gateway(service, keys=("sk-right-0123456789",)) as up:
        model = next(name for name, row in offered(service).items() if row.speaks)
        status, said, _ = await asked(up, model, key="sk-wrong-0123456789")
        assert status in (400, 401), said
        assert "wrong-0123456789" not in said
        assert (await asked(up, model, key=""))[0] in (400, 401)


# --- money ------------------------------------------------------------------------------------------------------------


async def test_the_last_chunk_bills_what_the_books_say_and_the_balance_goes_down() -> None:
    async with Gateway(balance=1.0) as up:
        whole = await told(up, "openai/gpt-4o-mini", max_tokens=400)
        status, streamed, _ = await asked(
            up, "openai/gpt-4o-mini", stream=True, max_tokens=400, stream_options={"include_usage": True}
        )
    assert status == 200
    usage = json.loads(streamed.split("data: ")[-2])["usage"]
    for bill, entry in zip((whole["usage"], usage), up.books.entries, strict=True):
        assert round(bill["cost"] * NANO) == entry.cost == entry.sent * 150 + entry.said * 600
        assert (bill["prompt_tokens"], bill["completion_tokens"]) == (entry.sent, entry.said)
    assert up.balance == NANO - up.books.spent


async def test_a_balance_that_is_too_small_says_what_it_can_afford_and_that_much_is_taken() -> None:
    async with Gateway(balance=0.02) as up:
        status, said, _ = await asked(up, "openai/gpt-5.1", max_tokens=128_000)
        assert status == 402
        assert "You requested up to 128000 tokens, but can only afford" in said
        afford = int(said.partition("can only afford ")[2].partition(".")[0])
        assert 0 < afford < 2000
        assert (await asked(up, "openai/gpt-5.1", max_tokens=afford))[0] == 200
        up.balance = 5
        status, said, _ = await asked(up, "openai/gpt-5.1", max_tokens=100)
        assert (status, "Insufficient credits" in said) == (402, True)


# --- answers and behaviours -------------------------------------------------------------------------------------------


async def test_an_answer_ends_at_the_limit_that_was_asked_for() -> None:
    async with Gateway() as up:
        cut = await told(up, "openai/gpt-4o", max_tokens=20)
        free = await told(up, "openai/gpt-4o")
    assert cut["choices"][0]["finish_reason"] == "length"
    assert cut["usage"]["completion_tokens"] <= 20
    assert free["choices"][0]["finish_reason"] == "stop"
    assert free["choices"][0]["message"]["content"].startswith(cut["choices"][0]["message"]["content"])


async def test_thinking_uses_up_a_small_limit() -> None:
    async with Gateway(behaves={"openai/o3": "ponders"}) as up:
        small = await told(up, "openai/o3", max_tokens=2000)
        large = await told(up, "openai/o3", max_tokens=6000)
    assert small["choices"][0]["message"]["content"] == ""
    assert small["choices"][0]["finish_reason"] == "length"
    assert small["usage"]["completion_tokens_details"]["reasoning_tokens"] == 2000
    assert large["choices"][0]["message"]["content"]


async def test_models_are_slow_die_are_empty_and_come_back() -> None:
    behaves: dict[str, str | list[str]] = {
        "openai/gpt-4o": "dying", "openai/gpt-4.1": "empty", "google/*": ["429-after"], "x-ai/*": "429",
        "anthropic/*": "overloaded", "cohere/*": "gone",
    }  # fmt: skip
    async with Gateway(behaves=behaves) as up:
        status, said, _ = await asked(up, "openai/gpt-4o", stream=True)
        assert status == 200
        assert 'finish_reason": "stop' not in said
        assert (await told(up, "openai/gpt-4.1"))["choices"][0]["message"]["content"] == ""
        status, _, headers = await asked(up, "google/gemini-2.5-flash")
        assert (status, headers["Retry-After"]) == (429, "1")
        assert (await asked(up, "google/gemini-2.5-flash"))[0] == 200
        status, _, headers = await asked(up, "x-ai/grok-4")
        assert (status, headers.get("Retry-After")) == (429, None)
        assert (await asked(up, "anthropic/claude-haiku-4.5"))[0] == 503
        assert (await asked(up, "cohere/command-a"))[0] == 404
        assert (await told(up, "deepseek/deepseek-v3.2"))["choices"][0]["finish_reason"] == "stop"


async def test_the_same_prompt_is_answered_alike_and_a_schema_is_followed() -> None:
    schema = {"type": "object", "properties": {"places": {"type": "integer", "minimum": 1, "maximum": 4}}}
    wanted = {"type": "json_schema", "json_schema": {"name": "ballot", "schema": schema}}
    async with Gateway() as up, Gateway("openai") as maker:
        first = await told(up, "openai/gpt-4o")
        second = await told(maker, "gpt-4o")
        shaped = await told(up, "openai/gpt-4o", response_format=wanted)
    assert first["choices"][0]["message"] == second["choices"][0]["message"]
    assert "cost" in first["usage"]
    assert "cost" not in second["usage"]
    assert 1 <= json.loads(shaped["choices"][0]["message"]["content"])["places"] <= 4


async def test_it_runs_on_its_own() -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "world.gateway", "--as", "openai", "--key", KEY, stdout=asyncio.subprocess.PIPE, env=env
    )
    try:
        assert process.stdout is not None
        url = (await asyncio.wait_for(process.stdout.readline(), 120)).decode().strip()
        body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "What is a moot?"}]}
        status, said, _ = await asyncio.to_thread(_post, f"{url}/chat/completions", body)
        assert (status, bool(json.loads(said)["choices"])) == (200, True)

        def books() -> Any:
            with urllib.request.urlopen(f"{url.removesuffix('/v1')}/world/books", timeout=300) as answer:
                return json.loads(answer.read())

        told_books = await asyncio.to_thread(books)
        assert told_books["spent"] == told_books["entries"][0]["cost"] > 0
    finally:
        process.kill()
        await process.wait()
