"""Answer `POST /v1/embeddings` in the scripted upstream, with a table of its own modes.

Vectors depend on the words of a text alone: each word adds a direction of its own, so texts that share words are near.
`Plan(mode="ok")` measures well; a mode of `MEASURING` as told there; any other mode of `rig.faults.broken.MODES`
answers as it would a conversation, which is never a right answer to texts.
"""

from __future__ import annotations

import base64
import json
import math
import random
import struct
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from rig.faults.modes import Act, Mode
from rig.line import Line

WIDTH = 24
Change = Callable[[dict[str, Any]], Any]


def vector_of(text: str, width: int = WIDTH) -> list[float]:
    """A vector of length 1 for a text."""
    words = Counter(text.lower().split() or [""])
    drawn = [[times * part for part in _direction(word, width)] for word, times in words.items()]
    total = [sum(parts) for parts in zip(*drawn, strict=True)]
    length = math.sqrt(sum(part * part for part in total)) or 1.0
    return [part / length for part in total]


@cache
def _direction(word: str, width: int) -> tuple[float, ...]:
    chance = random.Random(word)
    return tuple(chance.gauss(0, 1) for _ in range(width))


def told_of(line: Line) -> dict[str, Any]:
    """The right answer to a request."""
    texts = line.asked.body["input"]
    data = [{"object": "embedding", "index": index, "embedding": vector_of(text)} for index, text in enumerate(texts)]
    tokens = sum(len(text) // 4 + 1 for text in texts)
    usage = line.plan.usage or {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": line.asked.model, "usage": usage}


async def measure(line: Line) -> None:
    """Answers as it should be answered."""
    await line.page(200, told_of(line))


def changed(change: Change) -> Callable[[Line], Any]:
    """The right answer with something done to it."""

    async def act(line: Line) -> None:
        told = told_of(line)
        other = change(told)
        await line.page(200, told if other is None else other)

    return act


def bad_number(written: bytes) -> Callable[[Line], Any]:
    """The right answer with one number written otherwise."""

    async def act(line: Line) -> None:
        told = told_of(line)
        told["data"][0]["embedding"][0] = 12345.5
        await line.page(200, json.dumps(told).encode().replace(b"12345.5", written))

    return act


def _packed(told: dict[str, Any]) -> None:
    for entry in told["data"]:
        entry["embedding"] = base64.b64encode(struct.pack(f"<{WIDTH}f", *entry["embedding"])).decode()


def _each(name: str, value: Any) -> Change:
    def change(told: dict[str, Any]) -> None:
        told["data"][0][name] = value

    return change


def _without_index(told: dict[str, Any]) -> None:
    for entry in told["data"]:
        del entry["index"]


def _nested(told: dict[str, Any]) -> None:
    for entry in told["data"]:
        entry["embedding"] = [entry["embedding"]]


def half(then: Act) -> Act:
    """Half of an answer, of which the whole was promised, and then this."""

    async def act(line: Line) -> None:
        data = json.dumps(told_of(line)).encode()
        line.head(200, "application/json", len(data))
        line.writer.write(data[: len(data) // 2])
        await line.flush()
        await then(line)

    return act


async def hang_up(line: Line) -> None:
    line.hang_up()


async def large(line: Line) -> None:
    """More bytes than any vectors have."""
    told = told_of(line)
    told["data"][0]["object"] = "x" * 9_000_000
    await line.page(200, told)


MEASURING: dict[str, Mode] = {
    "ok": Mode(measure),
    "turned": Mode(changed(lambda told: told["data"].reverse())),
    "packed": Mode(changed(_packed)),
    "nested": Mode(changed(_nested)),
    "without_index": Mode(changed(_without_index)),
    "without_usage": Mode(changed(lambda told: told.pop("usage") and None)),
    "no_tokens": Mode(changed(lambda told: told.update(usage={"prompt_tokens": 0, "total_tokens": 0}))),
    "billed": Mode(changed(lambda told: told["usage"].update(cost=0.00025))),
    "absurd_bill": Mode(changed(lambda told: told["usage"].update(cost=1e12, prompt_tokens=-4))),
    "whole_numbers": Mode(changed(_each("embedding", [1] * WIDTH))),
    "without_direction": Mode(changed(_each("embedding", [0.0] * WIDTH))),
    "one_missing": Mode(changed(lambda told: told["data"].pop() and None), "malformed"),
    "one_more": Mode(changed(lambda told: told["data"].append({"index": 9, "embedding": [1.0]})), "malformed"),
    "twice_the_same": Mode(changed(_each("index", 1)), "malformed"),
    "index_beyond": Mode(changed(_each("index", 10**30)), "malformed"),
    "no_data": Mode(changed(lambda told: told.pop("data") and None), "malformed"),
    "empty_data": Mode(changed(lambda told: told["data"].clear()), "malformed"),
    "null_vector": Mode(changed(_each("embedding", None)), "malformed"),
    "empty_vector": Mode(changed(_each("embedding", [])), "malformed"),
    "shorter_vector": Mode(changed(_each("embedding", [1.0, 2.0])), "malformed"),
    "text_in_vector": Mode(changed(_each("embedding", ["1.0"] * WIDTH)), "malformed"),
    "true_in_vector": Mode(changed(_each("embedding", [True] * WIDTH)), "malformed"),
    "not_base64": Mode(changed(_each("embedding", "****")), "malformed"),
    "nan": Mode(bad_number(b"NaN"), "malformed"),
    "infinite": Mode(bad_number(b"1e999"), "malformed"),
    "beyond_32_bits": Mode(bad_number(b"1e39"), "malformed"),
    "error_with_200": Mode(changed(lambda told: {"error": {"message": "slow down", "code": 429}}), "error", "rate"),
    "error_word": Mode(changed(lambda told: {"error": "model not loaded"}), "error", "server"),
    "half": Mode(half(hang_up), "incomplete"),
    "half_then_silence": Mode(half(Line.silence), "timeout", stalls=True),
    "large": Mode(large, "error", "too_large"),
}
