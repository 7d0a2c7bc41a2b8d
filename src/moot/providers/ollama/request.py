"""Build the body for Ollama's `/api/chat`, with a context that fits the prompt and its answer.

By default Ollama uses a context of 4,096 tokens on most machines and cuts longer prompts silently. So each call sets
the size it needs, in few steps, because another size reloads the model; and it requests not to be cut.
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from moot.providers.adapted_request import AdaptedRequest, SentFields
from moot.providers.provider import Call, CallMessage

LEAST_CONTEXT = 4096
"""Smallest context requested: Ollama's default."""
MOST_CONTEXT = 131_072
"""Largest context tried for a model with unknown limit."""
ANSWER = 4096
"""Tokens reserved for an answer without its own limit, except thinking."""
PICTURE = 2_000
"""Most tokens of a picture with today's models."""
KEEP_ALIVE = "10m"
"""How long a model stays loaded, so that it remains while other members take turns."""
_LETTERS = frozenset(b" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DENSE = bytes(each for each in range(128) if each not in _LETTERS)
"""Digits, signs and line breaks, each of which may be a token."""
_WIDE = bytes(range(128, 256))


def context_for(call: Call, adapted: AdaptedRequest, most: int | None) -> int:
    """Return the context a call needs in tokens: a power of two, up to the model's limit."""
    able = call.seat.abilities
    answer = adapted.limit_of(call.max_output)
    if not call.limited:
        answer = min(answer, ANSWER + able.reasoning_floor)
    return room_for(_tokens(call.messages) + answer, most)


def room_for(needed: int, most: int | None) -> int:
    """Return the smallest size for this many tokens."""
    size = LEAST_CONTEXT
    while size < needed and size < (most or MOST_CONTEXT):
        size *= 2
    return min(size, most or MOST_CONTEXT)


def body_of_chat(
    call: Call, model: str, adapted: AdaptedRequest, context: int, *, thinks: bool
) -> tuple[bytes, SentFields]:
    """Return the request's body, and what could be refused in it."""
    able, seat = call.seat.abilities, call.seat
    options: dict[str, Any] = {"num_ctx": context}
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, vision=able.vision) for each in call.messages],
        "stream": True,
        "keep_alive": KEEP_ALIVE,
        # Servers that know these fields refuse a too long prompt; older ones ignore them, and a cut is detected.
        "truncate": False,
        "shift": False,
        "options": options,
    }
    limited = call.limited or adapted.needs_limit
    if limited:
        options["num_predict"] = adapted.limit_of(call.max_output)
    fields: list[str] = []
    if seat.temperature is not None and able.temperature and "temperature" not in adapted.leaves_out:
        options["temperature"] = max(seat.temperature, able.lowest_temperature)
        fields.append("temperature")
    if seat.reasoning and thinks and "reasoning_effort" not in adapted.leaves_out:
        body["think"] = seat.reasoning if "gpt-oss" in model else True
        fields.append("reasoning_effort")
    schema = adapted.schema_of(able.schema) if call.schema is not None else "none"
    if "response_format" in adapted.leaves_out:
        schema = "none"
    if schema != "none":
        body["format"] = call.schema if schema == "json_schema" else "json"
        fields.append("response_format")
    sent = SentFields(
        fields=tuple(fields),
        limit=options.get("num_predict"),
        limit_field="num_predict" if limited else "",
        schema=schema,
    )
    return msgspec.json.encode(body), sent


def _tokens(messages: tuple[CallMessage, ...]) -> int:
    """Estimate the tokens of a prompt from above.

    A digit or sign is one, five letters of a word are two, two bytes of other scripts are one.
    """
    total = 0
    for message in messages:
        data = message.text.encode("utf-8", "replace")
        plain = data.translate(None, _WIDE)
        letters = len(plain.translate(None, _DENSE))
        wide, dense = len(data) - len(plain), len(plain) - letters
        total += -(-letters * 2 // 5) + dense + -(-wide // 2) + 16 + PICTURE * len(message.pictures)
    return total


def _message(message: CallMessage, *, vision: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.pictures and vision:
        said["images"] = [base64.b64encode(each.data).decode("ascii") for each in message.pictures]
    return said
