"""What is sent to an OpenAI-compatible server? One body, shaped by what the seat's model can take."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import msgspec

from moot.providers.adapted_request import AdaptedRequest, SentFields
from moot.providers.models.traits import Quirks
from moot.providers.provider import Call, CallMessage, cache_point
from moot.vocabulary.words.fitting import density

_NAMED = ("properties", "$defs", "definitions")
"""What holds schemas under names of ours, which may be called like a word of the schema language."""
_LENGTHS = ("minLength", "maxLength")
TO_LLAMA_CPP = {"repeat_penalty": 1.1, "repeat_last_n": 256, "dry_multiplier": 0.8, "dry_allowed_length": 3}
"""What keeps a small model from saying the same for ever, in llama.cpp's own words. A form, which repeats its labels,
goes without."""
TELLS_READING = {"return_progress": True}
"""What makes llama.cpp tell how far it has read a prompt: long ones take it minutes on a processor."""
OF_TEXTS = 0.6
"""The share of what may be written that a form's texts get; the rest is its fields, its labels and its punctuation."""
MOST_LISTED = 64
"""Entries of a list beyond which none is reckoned with."""
AROUND = 10
"""Tokens of the fields and signs around a text in a list."""
RUN_ON = 2
"""How many texts of a form are reckoned with that run on in figures."""
SHORTEST, LONGEST = 60, 1_000
"""Characters of a text in a form; llama.cpp takes no repetition of more than 2,000."""
FAIR = 120
"""Characters of a text below which lists are cut sooner than texts."""


def body_of(
    call: Call, model: str, quirks: Quirks, adapted: AdaptedRequest, beside: Mapping[str, Any] | None = None
) -> tuple[bytes, SentFields]:
    """The request's body, and what of it could be refused. `beside` are fields of its own that go along to a server
    that holds texts to the lengths a schema states: its forms state them, so that none is cut at the limit."""
    able = call.seat.abilities
    cached = cache_point(call.seat, call.messages) if quirks.cache_control else None
    pictured = able.vision and any(each.pictures for each in call.messages) and "pictures" not in adapted.leaves_out
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, vision=pictured, cached=at == cached) for at, each in enumerate(call.messages)],
        "stream": True,
    }
    limit_field = adapted.limit_field or quirks.max_tokens
    unbound = beside is not None  # llama.cpp lets a model that does not end write until its context is full
    if limited := call.limited or quirks.needs_limit or adapted.needs_limit or unbound:
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
        held = _strict(call.schema or {}) if beside is None else _short(call.schema or {}, *_held(call))
        named = {"name": call.schema_name, "strict": True, "schema": held}
        asked["response_format"] = {"type": "json_schema", "json_schema": named}
    elif schema == "json_object":
        asked["response_format"] = {"type": "json_object"}
    asked = {field: value for field, value in asked.items() if field not in adapted.leaves_out}
    sent = SentFields(
        fields=(*asked, *(["pictures"] if pictured else [])),
        limit=body[limit_field] if limited else None,
        limit_field=limit_field if limited else "",
        schema=schema,
    )
    if beside is not None:
        own = beside if call.schema is None else {}  # a form says the same words again and again
        body = {**own, **TELLS_READING, **body}
    return msgspec.json.encode(body | asked), sent


def _held(call: Call) -> tuple[int, int]:
    """Characters that each text of a form may have, and entries that each list, for all of them to fit what may be
    written: lists as long as leaves every text a fair length, else texts as long as lists of one leave them."""
    schema = call.schema or {}
    for entries in range(min(MOST_LISTED, max(1, _entries(schema))), 0, -1):
        if (longest := _longest(call, schema, entries)) >= FAIR:
            return min(LONGEST, longest), entries
    return max(SHORTEST, longest), 1


def _longest(call: Call, schema: dict[str, Any], entries: int) -> int:
    """Characters that each text may have beside lists of so many entries, even where two run on in figures, each of
    which is a token."""
    texts = max(1, _texts(schema, entries))
    listed = texts - _texts(schema, 0)
    room = (call.max_output - call.seat.abilities.reasoning_floor) * OF_TEXTS - AROUND * listed
    running_on = min(texts, RUN_ON)
    return int(room / (running_on + (texts - running_on) / density(call.seat.abilities)))


def _entries(schema: dict[str, Any]) -> int:
    """How many entries the longest list of a form may have."""
    within = [part for word in _NAMED for part in schema.get(word, {}).values()]
    items = schema.get("items")
    if isinstance(items, dict):
        return max(int(schema.get("maxItems", MOST_LISTED)), _entries(items))
    return max(map(_entries, within), default=0)


def _texts(schema: dict[str, Any], entries: int) -> int:
    """How many texts a form holds whose lists have so many entries, or as few more as they must."""
    if schema.get("type") == "string":
        return 0 if "enum" in schema else 1
    within = [part for word in _NAMED for part in schema.get(word, {}).values()]
    items = schema.get("items")
    listed = _listed(schema, entries) * _texts(items, entries) if isinstance(items, dict) else 0
    return sum(_texts(part, entries) for part in within) + listed


def _listed(schema: dict[str, Any], entries: int) -> int:
    return max(int(schema.get("minItems", 0)), min(entries, int(schema.get("maxItems", entries))))


def _short(schema: dict[str, Any], most: int, entries: int) -> dict[str, Any]:
    """The schema with a length for every text that is free, and an end for every list."""
    if schema.get("type") == "string":
        return schema if "enum" in schema else {**schema, "maxLength": min(most, schema.get("maxLength", most))}
    kept = dict(schema)
    for word in _NAMED:
        if word in schema:
            kept[word] = {name: _short(part, most, entries) for name, part in schema[word].items()}
    if isinstance(items := schema.get("items"), dict):
        kept["items"] = _short(items, most, entries)
        kept["maxItems"] = _listed(schema, entries)
    return kept


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


def _message(message: CallMessage, *, vision: bool, cached: bool) -> dict[str, Any]:
    shared, pictures, rest = message.parts
    pictures = pictures if vision else ()
    if not pictures and not cached:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": shared}] if shared else []
    for picture in pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        parts.append({"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}})
    if cached:
        parts[-1]["cache_control"] = {"type": "ephemeral"}
    return {"role": message.role, "content": [*parts, {"type": "text", "text": rest}] if rest else parts}
