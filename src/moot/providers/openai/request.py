"""What is sent to an OpenAI-compatible server? One body, shaped by what the seat's model can take."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import msgspec

from moot.providers.adapting import Adapted, Sent
from moot.providers.models.traits import Quirks
from moot.providers.provider import Call, Message

_NAMED = ("properties", "$defs", "definitions")
"""What holds schemas under names of ours, which may be called like a word of the schema language."""
_LENGTHS = ("minLength", "maxLength")


def body_of(
    call: Call, model: str, quirks: Quirks, adapted: Adapted, beside: Mapping[str, Any] | None = None
) -> tuple[bytes, Sent]:
    """The request's body, and what of it could be refused; `beside` are fields of the server's own that go along."""
    able = call.seat.abilities
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, vision=able.vision) for each in call.messages],
        "stream": True,
    }
    limit_field = adapted.limit_field or quirks.max_tokens
    if limited := call.limited or quirks.needs_limit or adapted.needs_limit:
        body[limit_field] = adapted.limit_of(call.max_output)
    asked: dict[str, Any] = {}
    if quirks.stream_options:
        asked["stream_options"] = {"include_usage": True}
    if call.seat.temperature is not None and able.temperature:
        asked["temperature"] = max(call.seat.temperature, able.lowest_temperature)
    if call.seat.reasoning and quirks.effort:
        asked["reasoning_effort"] = call.seat.reasoning
    schema = adapted.schema_of(able.schema) if call.schema is not None else "none"
    if schema == "json_schema":
        named = {"name": call.schema_name, "strict": True, "schema": _strict(call.schema or {})}
        asked["response_format"] = {"type": "json_schema", "json_schema": named}
    elif schema == "json_object":
        asked["response_format"] = {"type": "json_object"}
    asked = {field: value for field, value in asked.items() if field not in adapted.leaves_out}
    sent = Sent(
        fields=tuple(asked),
        limit=body[limit_field] if limited else None,
        limit_field=limit_field if limited else "",
        schema=schema,
    )
    return msgspec.json.encode(dict(beside or ()) | body | asked), sent


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
