"""Build the request body for an OpenAI-compatible server, adapted to what the model accepts."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import msgspec

from moot.providers.adapted_request import AdaptedRequest, SentFields
from moot.providers.models.traits import Quirks
from moot.providers.provider import Call, CallMessage, cache_point
from moot.vocabulary.seats import ServiceSearch
from moot.vocabulary.tools import ToolSpec
from moot.vocabulary.words.context_room import density

_NAMED = ("properties", "$defs", "definitions")
"""Keywords of JSON Schema whose keys are arbitrary names, which may look like keywords."""
_LENGTHS = ("minLength", "maxLength")
TO_LLAMA_CPP = {"repeat_penalty": 1.1, "repeat_last_n": 256, "dry_multiplier": 0.8, "dry_allowed_length": 3}
"""Options of llama.cpp against endless repetition by small models. Not sent with a schema, whose labels repeat."""
TELLS_READING = {"return_progress": True}
"""Option for llama.cpp to report prompt progress: long prompts take it minutes on a CPU."""
OF_TEXTS = 0.6
"""Share of the output limit for the texts in a ballot; the rest is for its fields, labels and punctuation."""
MOST_LISTED = 64
"""Most entries of a list in a ballot to calculate with."""
AROUND = 10
"""Tokens that the fields and signs around each text in a ballot's list take."""
RUN_ON = 2
"""Number of a ballot's texts that are assumed to run on in digits, where every character is a token."""
SHORTEST, LONGEST = 60, 1_000
"""Least and most characters allowed for a text in a ballot; llama.cpp accepts no repetition of more than 2,000."""
FAIR = 120
"""If texts in a ballot would be allowed fewer characters than this, its lists are shortened first."""


def body_of(
    call: Call, model: str, quirks: Quirks, adapted: AdaptedRequest, beside: Mapping[str, Any] | None = None
) -> tuple[bytes, SentFields]:
    """Return the body of a chat-completion request, and the parts of the request that the service could refuse.

    `beside` contains extra fields for a server that enforces lengths of texts in a schema. For such a server, the
    schema contains these lengths, so that no ballot is cut off at the output limit.
    """
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
    if call.tools:
        asked["tools"] = [tool_told(each) for each in call.tools]
        if call.tools_spent:
            asked["tool_choice"] = "none"
    if call.search is not None:
        asked |= search_told(call.search)
    asked = {field: value for field, value in asked.items() if field not in adapted.leaves_out}
    sent = SentFields(
        fields=(*asked, *(["pictures"] if pictured else [])),
        limit=body[limit_field] if limited else None,
        limit_field=limit_field if limited else "",
        schema=schema,
    )
    if beside is not None:
        own = beside if call.schema is None else {}  # a form repeats the same words
        body = {**own, **TELLS_READING, **body}
    return msgspec.json.encode(body | asked), sent


def _held(call: Call) -> tuple[int, int]:
    """Return limits with which a complete form fits the output limit: characters of each text, and entries of each
    list.

    The number of entries is the largest that leaves each text at least `FAIR` characters. If no number does, each list
    gets one entry, and texts get what remains.
    """
    schema = call.schema or {}
    for entries in range(min(MOST_LISTED, max(1, _entries(schema))), 0, -1):
        if (longest := _longest(call, schema, entries)) >= FAIR:
            return min(LONGEST, longest), entries
    return max(SHORTEST, longest), 1


def _longest(call: Call, schema: dict[str, Any], entries: int) -> int:
    """Return how many characters each text of a form may have if its lists have this many entries. Two texts are
    assumed to consist of digits, each of which is a token."""
    texts = max(1, _texts(schema, entries))
    listed = texts - _texts(schema, 0)
    room = (call.max_output - call.seat.abilities.reasoning_floor) * OF_TEXTS - AROUND * listed
    running_on = min(texts, RUN_ON)
    return int(room / (running_on + (texts - running_on) / density(call.seat.abilities)))


def _entries(schema: dict[str, Any]) -> int:
    """Return the number of entries in the longest list of a form."""
    within = [part for word in _NAMED for part in schema.get(word, {}).values()]
    items = schema.get("items")
    if isinstance(items, dict):
        return max(int(schema.get("maxItems", MOST_LISTED)), _entries(items))
    return max(map(_entries, within), default=0)


def _texts(schema: dict[str, Any], entries: int) -> int:
    """Return the number of texts in a form whose lists have this many entries, or more where the schema demands
    more."""
    if schema.get("type") == "string":
        return 0 if "enum" in schema else 1
    within = [part for word in _NAMED for part in schema.get(word, {}).values()]
    items = schema.get("items")
    listed = _listed(schema, entries) * _texts(items, entries) if isinstance(items, dict) else 0
    return sum(_texts(part, entries) for part in within) + listed


def _listed(schema: dict[str, Any], entries: int) -> int:
    return max(int(schema.get("minItems", 0)), min(entries, int(schema.get("maxItems", entries))))


def _short(schema: dict[str, Any], most: int, entries: int) -> dict[str, Any]:
    """Return the schema with a maximum length for every free text and a maximum number of entries for every list."""
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
    """Return the schema without lengths of texts: OpenAI refuses them in a strict schema. Lengths are checked when the
    ballot is read."""
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


def tool_told(tool: ToolSpec) -> dict[str, Any]:
    """Return a tool in the form in which OpenAI's and Ollama's APIs take it."""
    told = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": told}


def search_told(search: ServiceSearch) -> dict[str, Any]:
    """Return the fields that ask a service to search the web itself; none for a form of another API."""
    if search.form == "plugins":  # by default the maker of the model searches, at its own price
        return {"plugins": [{"id": "web", "engine": "exa", "max_results": search.results}]}
    return {"web_search_options": {}} if search.form == "web_search_options" else {}


def _message(message: CallMessage, *, vision: bool, cached: bool) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.answers, "content": message.text}
    if message.calls:
        calls = [
            {"id": each.id, "type": "function", "function": {"name": each.name, "arguments": each.arguments}}
            for each in message.calls
        ]
        return {"role": "assistant", "content": message.text or None, "tool_calls": calls}
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
