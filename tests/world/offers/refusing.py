"""Refuse requests as the makers' services do, with the same checks in the same order; `refusals.toml` has the texts."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from rig.script import Asked
from world.offers.catalogue import RETIRED, Row, offered
from world.offers.tokens import tokens_of

HERE = Path(__file__).parent
LIMITS = ("max_completion_tokens", "max_tokens")
HOUSES = {"xai": "x-ai", "mistralai": "mistral"}
"""Whose words a service or a maker uses, where the table has them under another name."""
STRICT = {"title", "description", "type", "properties", "required", "additionalProperties", "items", "enum", "const",
          "anyOf", "$ref", "$defs", "definitions", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
          "minItems", "maxItems", "pattern", "format", "multipleOf"}  # fmt: skip
"""What a strict schema may say at OpenAI; the rest is refused by name."""


@dataclass(frozen=True)
class Refusal:
    """An answer that is none."""

    kind: str
    """Which refusal of the table."""
    status: int
    """The HTTP status."""
    body: bytes
    """The body."""
    headers: dict[str, str]
    """More headers."""


@dataclass(frozen=True)
class Order:
    """What a request asks for, whatever wire it came by."""

    asked: Asked
    row: Row
    name: str
    """The model's name at this service."""
    prompt: int
    """Tokens of the prompt, as this service counts them."""
    limit: int | None
    """The limit asked for, if any."""
    field: str
    """The field it stood in."""


@cache
def words() -> dict[str, dict[str, list[Any]]]:
    """The table."""
    with (HERE / "refusals.toml").open("rb") as file:
        return tomllib.load(file)


def refusal(service: str, kind: str, headers: dict[str, str] | None = None, **values: Any) -> Refusal:
    """A refusal in a service's words, or in those most servers use."""
    status, body = words().get(HOUSES.get(service, service), {}).get(kind) or words()["any"][kind]
    filled = Template(body).safe_substitute(
        {name: json.dumps(str(value), ensure_ascii=False)[1:-1] for name, value in values.items()}
    )
    return Refusal(kind, int(status or values.get("status", 400)), filled.encode(), dict(headers or {}))


def order_of(service: str, asked: Asked) -> Order | Refusal:
    """The request read, or why its model cannot be asked."""
    name = asked.model.removeprefix("models/") if service == "google" else asked.model
    row = offered(service).get(name)
    if row is None:
        known = RETIRED if service == "openrouter" else [each.partition("/")[2] for each in RETIRED]
        return refusal(service, "retired" if name in known else "model", model=name)
    body = asked.body
    generation = body.get("generationConfig") or {}
    field = next((each for each in LIMITS if body.get(each) is not None), "")
    limit = body.get(field) if field else generation.get("maxOutputTokens")
    system = body.get("system") if isinstance(body.get("system"), str) else ""
    prompt = tokens_of(asked.prompt + (system or ""))
    return Order(asked, row, name, prompt, limit if isinstance(limit, int) else None, field or "max_tokens")


def refused(service: str, order: Order) -> Refusal | None:
    """Why a service does not take a request, or nothing."""
    if not order.row.speaks:
        return refusal(service, "kind", model=order.name)
    if service != "openrouter":
        return _at_maker(HOUSES.get(service, service), service, order)
    row, limit = order.row, order.limit or 0
    if order.prompt + limit > row.context:
        return _filled("openrouter", "context", order)
    found = _at_maker(HOUSES.get(row.maker, row.maker), "openrouter", order)
    if found is None:
        return None
    raw = json.dumps(found.body.decode())[1:-1]
    provider = {"x-ai": "xAI", "openai": "OpenAI"}.get(row.maker, row.maker.title())
    wrapped = words()["openrouter"]["wrapped"][1]
    body = Template(wrapped).safe_substitute(status=found.status, raw=raw, provider=provider)
    return Refusal(found.kind, found.status, body.encode(), {})


def _filled(words_of: str, kind: str, order: Order, **more: Any) -> Refusal:
    row, limit = order.row, order.limit or 0
    most = row.output or row.context
    values = {
        "model": order.name, "asked": limit, "most": most, "beyond": most + 1,
        "prompt": order.prompt, "total": order.prompt + limit, "context": row.context, "field": order.field,
    }  # fmt: skip
    return refusal(words_of, kind, **{**values, **more})


def _at_maker(maker: str, service: str, order: Order) -> Refusal | None:
    """The maker's own checks. A router drops fields that a model does not take instead of passing them on."""
    row, limit = order.row, order.limit
    if service != "openrouter":
        found = _fields(maker, order)
        if found is not None:
            return found
    schema = _schema(maker, order)
    if schema is not None and (service != "openrouter" or schema.kind == "shape"):
        return schema
    if maker == "openai" and "responses-only" in row.marks and service == "openai":
        return _filled(maker, "responses", order)
    if order.prompt >= row.context:
        return _filled(maker, "prompt", order)
    if limit is not None and row.output is not None and limit > row.output:
        return _filled(maker, "output", order)
    # Google and xAI count the prompt alone against the context; the others count what may be written as well.
    if limit is not None and maker not in ("google",) and order.prompt + limit > row.context:
        return _filled(maker, "context", order)
    return None


def _fields(maker: str, order: Order) -> Refusal | None:
    body, marks = order.asked.body, order.row.marks
    if maker == "openai" and "completion-tokens" in marks and "max_tokens" in body:
        return _filled(maker, "max_tokens", order)
    if maker == "mistral":
        for name in ("max_completion_tokens", "stream_options", "reasoning_effort", "reasoning"):
            if name in body:
                return _filled(maker, "field", order, field=name, value=body[name])
    temperature = body.get("temperature")
    if temperature is not None and "no-temperature" in marks and temperature != 1:
        return _filled(maker, "temperature", order, value=temperature)
    if "reasoning" in body and maker != "anthropic":
        return _filled(maker, "field", order, field="reasoning")
    if "reasoning_effort" in body:
        if maker == "openai" and "thinks" not in marks:
            return _filled(maker, "field", order, field="reasoning_effort")
        if maker == "x-ai" and "no-effort" in marks:
            return _filled(maker, "effort", order)
        if maker in ("google", "groq") and "thinks" not in marks:
            return _filled(maker, "effort", order)
    return None


def _schema(maker: str, order: Order) -> Refusal | None:
    wanted = order.asked.body.get("response_format")
    if not isinstance(wanted, dict):
        return None
    kind = wanted.get("type")
    if kind == "json_object":
        told = "json" in order.asked.prompt.lower()
        return None if told or maker not in ("openai", "deepseek", "groq") else _filled(maker, "words", order)
    if kind != "json_schema":
        return None
    if "no-schema" in order.row.marks and maker in ("openai", "deepseek", "groq"):
        return _filled(maker, "schema", order, value=kind)
    named = wanted.get("json_schema") or {}
    if maker == "openai" and named.get("strict") and (why := _unfit(named.get("schema") or {}, ())):
        return _filled(maker, "shape", order, value=named.get("name", ""), where=why[0], why=why[1])
    return None


def _unfit(schema: dict[str, Any], where: tuple[str, ...]) -> tuple[str, str] | None:
    """What a strict schema says that it may not, and where."""
    place = "(" + ", ".join(f"'{each}'" for each in where) + ("," if len(where) == 1 else "") + ")"
    for word in schema:
        if word not in STRICT:
            return place, f"'{word}' is not permitted."
    if schema.get("type") == "object" or "properties" in schema:
        if schema.get("additionalProperties") is not False:
            return place, "'additionalProperties' is required to be supplied and to be false."
        missing = [name for name in schema.get("properties", {}) if name not in schema.get("required", ())]
        if missing:
            return place, (
                "'required' is required to be supplied and to be an array including every key in properties. "
                f"Missing '{missing[0]}'."
            )
    inner = [((*where, "properties", name), part) for name, part in schema.get("properties", {}).items()]
    inner += [((*where, "items"), schema["items"])] if isinstance(schema.get("items"), dict) else []
    inner += [((*where, "$defs", name), part) for name, part in schema.get("$defs", {}).items()]
    inner += [((*where, "anyOf", str(at)), part) for at, part in enumerate(schema.get("anyOf", ()))]
    return next((found for at, part in inner if (found := _unfit(part, at))), None)
