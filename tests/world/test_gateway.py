"""Test that the gateway bills what its books contain. It is called by plain HTTP, without Moot."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from world.gateway import NANO, Gateway


def _post(url: str, body: dict[str, Any]) -> tuple[int, str]:
    headers = {"Content-Type": "application/json", "Authorization": "Bearer sk-scripted-0123456789"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def asked(up: Gateway, model: str, **fields: Any) -> tuple[int, str]:
    """A request as a client sends it."""
    body = {"model": model, "messages": [{"role": "user", "content": "What is a moot?"}], **fields}
    return await asyncio.to_thread(_post, f"{up.url}/chat/completions", body)


async def test_the_last_chunk_bills_what_the_books_say_and_the_balance_goes_down() -> None:
    async with Gateway(balance=1.0) as up:
        _, said = await asked(up, "openai/gpt-4o-mini", max_tokens=400)
        status, streamed = await asked(
            up, "openai/gpt-4o-mini", stream=True, max_tokens=400, stream_options={"include_usage": True}
        )
    assert status == 200
    bills = (json.loads(said)["usage"], json.loads(streamed.split("data: ")[-2])["usage"])
    for bill, entry in zip(bills, up.books.entries, strict=True):
        assert round(bill["cost"] * NANO) == entry.cost == entry.sent * 150 + entry.said * 600
        assert (bill["prompt_tokens"], bill["completion_tokens"]) == (entry.sent, entry.said)
    assert up.balance == NANO - up.books.spent


async def test_a_balance_that_is_too_small_says_what_it_can_afford_and_that_much_is_taken() -> None:
    async with Gateway(balance=0.02) as up:
        status, said = await asked(up, "openai/gpt-5.1", max_tokens=128_000)
        assert status == 402
        assert "You requested up to 128000 tokens, but can only afford" in said
        afford = int(said.partition("can only afford ")[2].partition(".")[0])
        assert 0 < afford < 2000
        assert (await asked(up, "openai/gpt-5.1", max_tokens=afford))[0] == 200
        up.balance = 5
        status, said = await asked(up, "openai/gpt-5.1", max_tokens=100)
        assert (status, "Insufficient credits" in said) == (402, True)
