"""Classify a provider's error by its status, its code and, if neither is specific, a few literal phrases.

Kinds: `auth`, `credit`, `rate`, `server`, `network`, `not_found`, `gone`, `context`, `unsupported`, `redirect`,
`too_large`, `bad_request`, `internal`. A filter is not an error but a refusal. Phrases are searched literally, so that
hostile messages cost linear time. Tests: `tests/providers/test_provider_errors.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from moot.egress.untrusted_text import evidence, shown
from moot.errors import CallFailed
from moot.providers.adapted_request import SentFields
from moot.providers.parameter_errors import demand_in
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
"""Error codes of services, beside a status that is not specific."""
PHRASES = {
    "context": ("context length", "context size", "context limit", "prompt is too long", "maximum number of tokens"),
    "refused": ("moderation",),
    "unsupported": ("not supported", "does not support", "is deprecated for this model"),
    "credit": ("credit balance",),
}
"""Literal phrases of large services whose errors have no code.

The list is kept short: an error with none of these is classified by its status.
"""
THEIRS = "it is the account at the service that lacks money, not a budget set here"
"""Explanation of a call refused for lack of credit."""
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
"""Kinds of error that end a model's part in a session."""
NOT_TAKEN = "The service does not accept the key."
"""Meaning of a 401, if its own text ("User not found.") is unclear."""


def failure_of(
    status: int,
    message: str,
    code: str = "",
    *,
    wait: float | None = None,
    mid: bool = False,
    sent: SentFields | None = None,
) -> CallFailed:
    """Return the failure for an error. It reserves no money: services charge for answers, not for errors.

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
    """Return whether the same call would be refused again: the key, the account or the model's name is not accepted."""
    return reply.settled == "error" and reply.error in PERMANENT and reply.retry_after is None


def malformed(why: str, body: bytes) -> CallFailed:
    """Return the failure for a body that is no answer, with its beginning as evidence."""
    return CallFailed("malformed", f"{why}: {evidence(body)}", spent=True)


class ErrorBody(msgspec.Struct, frozen=True):
    """Content of an error body."""

    message: str
    """The message."""
    code: str
    """The provider's codes: code, type, status, the parameter concerned."""
    headers: dict[str, str] = {}
    """Headers of the provider's reply that a router forwards, names in lower case."""


def said_in(body: bytes) -> ErrorBody:
    """Parse an error body of any shape."""
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
"""Most parts of a message that are read."""


def _words(told: Any) -> str:
    """Return a message that is a text, or the texts in a table or list."""
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
