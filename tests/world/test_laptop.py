"""Does the laptop answer as Ollama and llama.cpp's server do: few models, small contexts, no key, one at a time?"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from world.laptop import INSTALLED, Laptop


def _ask(url: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def asked(up: Laptop, model: str, prompt: str = "What is a moot?", **fields: Any) -> tuple[int, str]:
    """A request as a client sends it."""
    body = {"model": model, "messages": [{"role": "user", "content": prompt}], **fields}
    return await asyncio.to_thread(_ask, f"{up.url}/chat/completions", body)


async def test_ollama_lists_its_models_with_tags_and_tells_about_each() -> None:
    async with Laptop() as up:
        listed = json.loads((await asyncio.to_thread(_ask, f"{up.url}/models"))[1])
        tags = json.loads((await asyncio.to_thread(_ask, f"{up.origin}/api/tags"))[1])
        shown = json.loads((await asyncio.to_thread(_ask, f"{up.origin}/api/show", {"model": "qwen3:8b"}))[1])
        _, here = await asyncio.to_thread(_ask, f"{up.origin}/")
    assert [row["id"] for row in listed["data"]] == list(INSTALLED)
    assert [row["name"] for row in tags["models"]] == list(INSTALLED)
    assert shown["model_info"]["qwen3.context_length"] == 40_960
    assert "thinking" in shown["capabilities"]
    assert here == "Ollama is running"


@pytest.mark.parametrize(
    ("server", "words"),
    [
        ("ollama", "the input length exceeds the context length"),
        ("llamacpp", "exceeds the available context size (2048 tokens), try increasing it"),
    ],
)
async def test_what_does_not_fit_is_refused_and_what_is_asked_for_beyond_it_is_not_written(
    server: str, words: str
) -> None:
    async with Laptop(server, context=2048) as up:
        status, said = await asked(up, "llama3.2:3b", "long " * 4000)
        assert (status, words in said) == (400, True)
        status, said = await asked(up, "llama3.2:3b", "long " * 1500, max_tokens=30_000)
        assert status == 200
        usage = json.loads(said)["usage"]
    assert usage["prompt_tokens"] + usage["completion_tokens"] <= 2048


async def test_a_model_that_is_not_installed_is_to_be_pulled_and_llama_cpp_has_but_one() -> None:
    async with Laptop() as up, Laptop("llamacpp") as one:
        status, said = await asked(up, "gpt-4o")
        assert (status, 'model \\"gpt-4o\\" not found, try pulling it first' in said) == (404, True)
        assert (await asked(up, "phi4-mini"))[0] == 200
        assert (await asked(up, "nomic-embed-text"))[0] == 400
        assert (await asked(one, "whatever"))[0] == 200
        vectors = await asyncio.to_thread(
            _ask, f"{up.url}/embeddings", {"model": "nomic-embed-text", "input": ["a text"]}
        )
    assert json.loads(vectors[1])["data"][0]["embedding"]


async def test_it_works_at_one_call_at_a_time() -> None:
    async with Laptop(pace=0.005) as up:
        answers = await asyncio.gather(*(asked(up, "llama3.2:3b", f"Question {number}?") for number in range(4)))
    assert [status for status, _ in answers] == [200] * 4
    assert up.most == 1
    assert up.waited >= 2
    assert up.books.spent == 0
