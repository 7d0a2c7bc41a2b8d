"""Parse what an error demands: a smaller limit, a field less, another field, a looser schema, a shorter prompt.

Wording differs by service; errors are parsed by the fields they name and the words around their numbers, in one pass
over a bounded text. An error that is not understood demands nothing. Tests: `tests/providers/test_parameter_errors.py`.
"""

from __future__ import annotations

import re

from msgspec import Struct

from moot.providers.adapted_request import AdaptedRequest, Demand, SentFields

_TOKEN = re.compile(r"(?<![\w.\-])\d[\d,]{0,14}(?![\w\-])|[a-z_]+|[+>]")
"""Plain numbers (not those in a model's name), words, and the two signs of sums.

Linear: no two alternatives start with the same character.
"""
LEAST, TOO_LARGE = 16, 10**10
"""Bounds of a limit: other numbers are counts, dates or ids."""
_LIMIT = (
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "maxoutputtokens",
    "max_new_tokens",
    "max tokens",
    "maximum tokens",
    "completion tokens",
    "output tokens",
)
_NAMES = {
    "temperature": ("temperature",),
    "response_format": (
        "response_format",
        "response format",
        "json_schema",
        "json schema",
        "structured output",
        "output_format",
        "output_config",
        "output format",
    ),
    "reasoning_effort": ("reasoning_effort", "reasoningeffort", "reasoning effort", "reasoning", "thinking"),
    "stream_options": ("stream_options", "include_usage"),
    "pictures": ("image",),
    "tools": ("tool",),
}
"""Names of our fields in errors."""
_BEFORE_CONTEXT = {"length", "size", "window", "limit", "allowed", "exceed"}
_BEFORE_PROMPT = {"resulted", "contains", "count", "long", "request"}
_AFTER_PROMPT = {"messages", "input", "inputs", "prompt"}
_NO_MOST = {
    "least",
    "minimum",
    "min",
    "greater",
    "budget",
    "budget_tokens",
    "code",
    "status",
    "http",
    "error",
    "request_id",
}
"""Words before a number that is not a largest limit: a minimum, another limit, or an error code."""
_NOT_GREATER = ("not be greater", "not greater", "no greater", "cannot be greater")


class _Number(Struct, frozen=True):
    """A number with the words around it."""

    value: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def demand_in(kind: str, said: str, sent: SentFields) -> Demand | None:
    """Return what an error demands of a request; `None` when nothing can be done.

    Args:
        kind: Kind of the error.
        said: Its text in lower case.
        sent: The request.
    """
    if "can only afford" in said:
        return _affordable(said)
    if kind == "context":
        return _context(said, sent)
    if kind == "not_found":
        named = _field(said, sent, lasting=False) or _limit(said, sent)
        return named or (_without_a_way(sent) if "requested parameters" in said else None)
    if kind == "unsupported":
        return _field(said, sent, lasting=True) or _limit(said, sent)
    if kind == "bad_request":
        return _limit(said, sent) or _field(said, sent, lasting=False)
    return None


def _affordable(said: str) -> Demand | None:
    rest = said[said.index("can only afford") :]
    found = next((number.value for number in _numbers(rest)), None)
    return Demand(cause="credit", room=found) if found is not None else None


def _limit(said: str, sent: SentFields) -> Demand | None:
    if not any(word in said for word in _LIMIT):
        return None
    if sent.limit is None:
        if "required" in said or "missing" in said:
            return Demand(cause="no limit", change=AdaptedRequest(needs_limit=True), lasting=True)
        return None
    other = _NO_MOST - {"greater"} if any(words in said for words in _NOT_GREATER) else _NO_MOST
    named = [
        number.value - (number.after[:1] == ("exclusive",))
        for number in _numbers(said.replace(" or equal to ", " "))
        if not other & {*number.before[-2:]}
    ]
    most = max((value for value in named if LEAST <= value < sent.limit), default=None)
    if most is None:
        return None
    return Demand(cause="limit", change=AdaptedRequest(max_output=most), room=most, lasting=True)


def _field(said: str, sent: SentFields, *, lasting: bool) -> Demand | None:
    """Return a demand for the field that is named first."""
    named: dict[int, str] = {}
    for field in sent.fields:
        for name in _NAMES.get(field, ()):
            if (at := said.find(name)) >= 0:
                named.setdefault(at, field)
    if sent.limit_field and (at := said.find(sent.limit_field)) >= 0:
        named.setdefault(at, "limit_field")
    if not named:
        return None
    field = named[min(named)]
    if field == "limit_field":
        other = "max_completion_tokens" if sent.limit_field == "max_tokens" else "max_tokens"
        return Demand(cause="limit_field", change=AdaptedRequest(limit_field=other), lasting=lasting)
    if field == "response_format":
        # A schema that does not fit one request is no limit of the model.
        mistake = "invalid schema" in said or "must contain" in said
        return _looser(sent, lasting=lasting and not mistake)
    return Demand(cause=field, change=AdaptedRequest(leaves_out=(field,)), lasting=lasting)


def _looser(sent: SentFields, *, lasting: bool) -> Demand:
    looser = "json_object" if sent.schema == "json_schema" else "none"
    return Demand(cause=f"response_format {sent.schema}", change=AdaptedRequest(schema=looser), lasting=lasting)


def _without_a_way(sent: SentFields) -> Demand | None:
    """Return the demand of a router without a service for all fields: most often, the schema is unsupported."""
    if "response_format" in sent.fields:
        return _looser(sent, lasting=False)
    if sent.fields:
        return Demand(cause=sent.fields[0], change=AdaptedRequest(leaves_out=(sent.fields[0],)))
    return None


def _context(said: str, sent: SentFields) -> Demand | None:
    numbers = _numbers(said)
    context, prompt = _sum_in(said) or (None, None)
    for number in numbers:
        after = number.after[:1]
        if context is None and (after == ("maximum",) or _BEFORE_CONTEXT & {*number.before}):
            context = number.value
        elif prompt is None and (_BEFORE_PROMPT & {*number.before} or _AFTER_PROMPT & {*number.after}):
            prompt = number.value
    if prompt is None and sent.limit is not None:
        total = next((number.value for number in numbers if {"requested", "received"} & {*number.before}), None)
        prompt = total - sent.limit if total is not None and total > sent.limit else None
    if context is not None and prompt is not None and sent.limit is not None and 0 < prompt - sent.limit < context:
        prompt -= sent.limit if prompt >= context else 0  # the count included the output limit
    if context is None and prompt is None and (limit := _limit(said, sent)) is not None:
        return limit  # it mentioned the context only to explain its limit
    if sent.measures:
        return Demand(
            cause="context", change=AdaptedRequest(text_bytes=context), context=context, prompt=prompt, lasting=True
        )
    known = AdaptedRequest(context=context) if context is not None and context >= 1024 else AdaptedRequest()
    return Demand(cause="context", change=known, context=context, prompt=prompt, lasting=True)


def _sum_in(said: str) -> tuple[int, int] | None:
    """Return context and prompt if written as `prompt + limit > context`."""
    tokens = _TOKEN.findall(said)
    for at in range(len(tokens) - 4):
        if tokens[at + 1] == "+" and tokens[at + 3] == ">":
            parts = [tokens[at + step].replace(",", "") for step in (0, 2, 4)]
            if all(part.isdecimal() for part in parts):
                return int(parts[2]), int(parts[0])
    return None


def _numbers(said: str) -> list[_Number]:
    tokens = [token.replace(",", "") for token in _TOKEN.findall(said)]
    tokens = [token for token in tokens if token[0].isalpha() or token[0] == "_" or LEAST <= _value(token) < TOO_LARGE]
    return [
        _Number(int(token), tuple(tokens[max(0, at - 3) : at]), tuple(tokens[at + 1 : at + 4]))
        for at, token in enumerate(tokens)
        if token.isdecimal()
    ]


def _value(token: str) -> int:
    return int(token) if token.isdecimal() else -1
