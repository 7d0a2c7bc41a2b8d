"""Classify a provider's error by its status, its code and, if neither is specific, a few literal phrases.

Kinds: `auth`, `credit`, `rate`, `server`, `network`, `not_found`, `gone`, `context`, `unsupported`, `redirect`,
`too_large`, `bad_request`, `internal`. A filter is not an error but a refusal. Phrases are searched literally, so that
hostile messages cost linear time. Tests: `tests/providers/test_provider_errors.py`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from moot.egress.untrusted_text import evidence, shown
from moot.errors import CallFailed
from moot.providers.adapted_request import AdaptedRequest, Demand, SentFields
from moot.providers.provider import CallReply

_CODES = {
    "context": ("context_length_exceeded", "exceed_context_size"),
    "refused": (
        "content_filter",
        "content_policy",
        "prohibited_content",
        "responsibleaipolicy",
        "data_inspection_failed",
    ),
    "unsupported": ("unsupported_parameter", "unsupported_value", "extra_forbidden"),
    "credit": ("insufficient_quota", "billing_hard_limit"),
    "rate": ("rate_limit", "resource_exhausted", "throttling"),
}
"""Error codes of services that are more specific than their HTTP status, by kind of error."""
PHRASES = {
    "context": ("context length", "context size", "context limit", "prompt is too long", "maximum number of tokens"),
    "refused": ("moderation",),
    "unsupported": ("not supported", "does not support", "is deprecated for this model"),
    "credit": ("credit balance",),
}
"""Literal phrases of large services whose errors have no code, by kind of error.

The list is short, because other errors are classified by their status.
"""
THEIRS = "it is the account at the service that lacks money, not a budget set here"
"""Explanation added when a service refuses a call because its account has no credit."""
_BY_STATUS = {
    401: "auth",
    403: "auth",
    402: "credit",
    404: "not_found",
    405: "not_found",
    410: "gone",
    408: "server",
    409: "server",
    413: "context",
    425: "server",
    429: "rate",
}
_BY_WORD = {
    "authentication_error": 401,
    "invalid_api_key": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "model_not_found": 404,
    "overloaded_error": 529,
    "server_error": 500,
    "api_error": 500,
    "internal_server_error": 500,
    "unavailable": 503,
    "timeout": 408,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "invalid_request_error": 400,
}
PERMANENT = frozenset(("auth", "credit", "not_found", "gone", "unavailable"))
"""Kinds of error after which a model is not called again in a session."""
NOT_TAKEN = "The service does not accept the key."
"""Explanation of a 401, added if the service's own text ("User not found.") is unclear."""


def failure_of(
    status: int,
    message: str,
    code: str = "",
    *,
    wait: float | None = None,
    mid: bool = False,
    sent: SentFields | None = None,
) -> CallFailed:
    """Return the exception for an error that a provider sent, with its kind and cause.

    Such a call counts as free, unless the error came in the middle of an answer.

    Args:
        status: HTTP status.
        message: The provider's message.
        code: The provider's error code.
        wait: Seconds to wait before a retry.
        mid: Whether the error arrived inside a stream.
        sent: The request, to find out what the error demands of it.
    """
    said = f"{message} {code}"[:4000].lower()
    if not status or status == 200:
        status = int(code) if len(code) == 3 and code.isascii() and code.isdigit() else _BY_WORD.get(code.lower(), 0)
    where = f"HTTP {status}" if status and not mid else "In mid-stream" if mid else "The provider"
    cause = f"{where}: {shown(message) or shown(code) or 'no further words'}"
    kind = _kind(status, said, wait)
    if status == 401 and "key" not in said:
        cause += f"{'' if cause.endswith(('.', '!')) else '.'} {NOT_TAKEN}"
    if kind == "refused":
        return CallFailed("refused", cause, spent=mid)
    if kind == "credit":
        cause += f" ({THEIRS})"
    # A numeric code ("code": 400) is no limit, even beside one.
    worded = f"{message} {' '.join(word for word in code.split() if not word.isdigit())}"[:4000].lower()
    demand = demand_in(kind, worded, sent) if sent is not None and not mid else None
    return CallFailed("error", cause, error=kind, retry_after=wait, spent=mid, demand=demand)


def _kind(status: int, said: str, wait: float | None) -> str:
    def told(kind: str) -> bool:
        return any(word in said for word in (*_CODES[kind], *PHRASES.get(kind, ())))

    if status not in (401, 429) and told("context"):
        return "context"
    if status in (0, 400, 403, 422, 451) and told("refused"):
        return "refused"
    if status in (0, 400, 422) and told("unsupported"):
        return "unsupported"
    if told("credit"):
        return "credit"
    if status == 402 and wait is not None:
        return "rate"  # the money is reserved, not spent
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if 300 <= status < 400:
        return "redirect"
    if 400 <= status < 500:
        return "bad_request"
    return "rate" if not status and told("rate") else "server"


def refuses_for_good(reply: CallReply) -> bool:
    """Return whether a failed call would fail again if repeated, because the service does not accept the key, the
    account or the model's name."""
    return reply.settled == "error" and reply.error in PERMANENT and reply.retry_after is None


def malformed(why: str, body: bytes) -> CallFailed:
    """Return the exception for a response that is not a valid answer. The exception quotes its first bytes as
    evidence."""
    return CallFailed("malformed", f"{why}: {evidence(body)}", spent=True)


class ErrorBody(msgspec.Struct, frozen=True):
    """Contents of a provider's error response."""

    message: str
    """The message."""
    code: str
    """Codes in the response: code, type, status, and the parameter concerned."""
    headers: dict[str, str] = {}
    """Headers of the provider's reply that a router forwards, names in lower case."""


def said_in(body: bytes) -> ErrorBody:
    """Parse the body of a provider's error response, whatever its format. Return its message, codes and headers."""
    try:
        told = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return ErrorBody(shown(body.decode("utf-8", "replace")), "")
    if isinstance(told, list) and told:
        told = told[0]
    if isinstance(told, dict) and isinstance(told.get("error"), dict):
        told = told["error"]
    elif isinstance(told, dict) and isinstance(told.get("error"), str):
        told = {"message": told["error"], "code": told.get("code")}
    if not isinstance(told, dict):
        return ErrorBody(told if isinstance(told, str) else "", "")
    message = next((words for n in ("message", "detail", "error_description") if (words := _words(told.get(n)))), "")
    metadata = told.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get("raw"), str):
        # A router forwards its provider's message, most often as JSON in a string.
        raw = said_in(metadata["raw"].encode("utf-8", "replace")) if metadata["raw"][:1] in ("{", "[") else None
        message = f"{message}: {raw.message}" if raw is not None and raw.message else f"{message} {metadata['raw']}"
    handed_on = metadata.get("headers") if isinstance(metadata, dict) else None
    headers = {str(name).lower(): str(told) for name, told in handed_on.items()} if isinstance(handed_on, dict) else {}
    codes = [str(told[name]) for name in ("code", "type", "status", "param") if isinstance(told.get(name), str | int)]
    return ErrorBody(message, " ".join(codes), headers=headers)


MOST_PARTS = 40
"""Maximum number of parts of an error message that are examined."""


def _words(told: Any) -> str:
    """Return a message as text: a string itself, or all strings inside a table or list, joined."""
    if isinstance(told, str):
        return told
    found: list[str] = []
    left = [told]
    while left and len(found) < MOST_PARTS:
        part = left.pop()
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            left += reversed(list(part.values())[:MOST_PARTS])
        elif isinstance(part, list):
            left += reversed(part[:MOST_PARTS])
    return " ".join(found)


_TOKEN = re.compile(r"(?<![\w.\-])\d[\d,]{0,14}(?![\w\-])|[a-z_]+|[+>]")
"""Pattern of plain numbers (not those in a model's name), words, and the two signs of sums.

Linear: no two alternatives start with the same character.
"""
LEAST, TOO_LARGE = 16, 10**10
"""Smallest and largest number in an error that is taken for a limit. Other numbers are counts, dates or ids."""
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
    "plugins": ("plugin",),
    "web_search_options": ("web_search_options", "web search"),
    "web_search": ("web_search", "web search"),
}
"""Names that errors use for the fields of Moot's requests."""
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
"""Words before a number that is no maximum, but a minimum, another limit, or an error code."""
_NOT_GREATER = ("not be greater", "not greater", "no greater", "cannot be greater")


class _Number(Struct, frozen=True):
    """A number in an error message, with the words around it."""

    value: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def demand_in(kind: str, said: str, sent: SentFields) -> Demand | None:
    """Return how a request must change, according to the error with which it was refused; `None` if no helpful change
    is known.

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
    """Return the change that drops or replaces the field of the request that the message names first; `None` if the
    message names no field.
    """
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
    """Return the change to try when a router has no service that accepts all fields of the request. Usually, no
    service supports the schema.
    """
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
    """If the message contains `prompt + limit > context`, return the context size and the prompt's length; otherwise
    `None`."""
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
