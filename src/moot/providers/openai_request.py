"""What is sent to an OpenAI-compatible server? One body, shaped by what the seat's model can take."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from moot.providers.provider import Call, Message
from moot.providers.traits import Quirks


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
        named = {"name": call.schema_name, "strict": True, "schema": call.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif call.schema is not None and able.schema == "json_object":
        body["response_format"] = {"type": "json_object"}
    return msgspec.json.encode(body)


def _message(message: Message, *, vision: bool) -> dict[str, Any]:
    if not message.pictures or not vision:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text else []
    for picture in message.pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        parts.append({"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}})
    return {"role": message.role, "content": parts}
