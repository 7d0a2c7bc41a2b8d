"""What is sent to an OpenAI-compatible server? One body, shaped by what the seat's model can take."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from moot.providers.provider import Call, Message
from moot.providers.traits import Quirks

_NAMED = ("properties", "$defs", "definitions")
"""What holds schemas under names of ours, which may be called like a word of the schema language."""
_LENGTHS = ("minLength", "maxLength")


def body_of(call: Call, model: str, quirks: Quirks) -> bytes:
    """The request's body."""
    able = call.seat.abilities
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, vision=able.vision) for each in call.messages],
        "stream": True,
    }
    if call.limited or quirks.needs_limit:
        body[quirks.max_tokens] = call.max_output
    if quirks.stream_options:
        body["stream_options"] = {"include_usage": True}
    if call.seat.temperature is not None and able.temperature:
        body["temperature"] = max(call.seat.temperature, able.lowest_temperature)
    if call.seat.reasoning and quirks.effort:
        body["reasoning_effort"] = call.seat.reasoning
    if call.schema is not None and able.schema == "json_schema":
        named = {"name": call.schema_name, "strict": True, "schema": _strict(call.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif call.schema is not None and able.schema == "json_object":
        body["response_format"] = {"type": "json_object"}
    return msgspec.json.encode(body)


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without lengths of texts: OpenAI refuses a strict one that states them, and the reader holds them."""
    kept: dict[str, Any] = {}
    for word, told in schema.items():
        if word in _LENGTHS:
            continue
        if word in _NAMED:
            kept[word] = {name: _strict(part) for name, part in told.items()}
        elif isinstance(told, dict):
            kept[word] = _strict(told)
        elif isinstance(told, list):
            kept[word] = [_strict(part) if isinstance(part, dict) else part for part in told]
        else:
            kept[word] = told
    return kept


def _message(message: Message, *, vision: bool) -> dict[str, Any]:
    if not message.pictures or not vision:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text else []
    for picture in message.pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        parts.append({"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}})
    return {"role": message.role, "content": parts}
