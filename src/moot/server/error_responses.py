"""Convert errors to responses: `{"error": {code, message, remedy}}` with the error's status.

Never a stack trace, never the input: pydantic's message about a field is included, the field's value is not.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from moot.errors import BadInput, MootError, NoModels, ServerFull, TooBusy, TooSlow
from moot.vocabulary.words.remedies import away_from_terminal

logger = logging.getLogger("moot.server")

RETRY_AFTER = 5
"""Number of seconds that a client is asked to wait when the server is busy."""
LONGEST = 300
CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 408: "too_slow"}
MESSAGES = {404: "There is nothing at this address.", 405: "This address takes no such request."}
"""Messages for errors of the routing library, which contain only the status."""
REMEDIES = {404: "See /api/openapi.json for what there is.", 405: "See /api/openapi.json for what there is."}


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """An error as the API sends it: a code, a message and a remedy."""

    code: str
    """Code of the error, stable across versions."""
    message: str
    """Description of what happened."""
    remedy: str
    """Advice on what to do."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every response that is not a success."""

    error: Trouble
    """Code, message and remedy of the error."""


def body_of(error: MootError) -> bytes:
    """Return the body of the response to a `MootError`."""
    return body(error.code, error.message, error.remedy)


def body(code: str, message: str, remedy: str = "") -> bytes:
    """Return the body of an error response, as JSON, from a code, a message and a remedy."""
    return msgspec.json.encode(Refusal(error=trouble(code, message, remedy)))


def trouble_of(error: MootError) -> Trouble:
    """Convert a `MootError` to the struct that the API sends, with text that names no terminal commands."""
    return trouble(error.code, error.message, error.remedy)


def trouble(code: str, message: str, remedy: str = "") -> Trouble:
    """Make the struct that the API sends for an error, from its code, its message and its remedy (what to do)."""
    return Trouble(code=code, message=said(message), remedy=said(remedy))


def headers_of(error: MootError) -> dict[str, str]:
    """Return the headers of an error's response, such as `Retry-After` when the server is busy."""
    if isinstance(error, TooSlow):
        return {"Connection": "close"}  # the rest of its body is not awaited
    if isinstance(error, NoModels):
        return {"X-Should-Retry": "false"}  # OpenAI's clients would otherwise wait for the lists again
    if not isinstance(error, TooBusy):
        return {}
    # A connection that stays open after the refusal would use up what is scarce.
    return {"Retry-After": str(RETRY_AFTER), **({"Connection": "close"} if isinstance(error, ServerFull) else {})}


def json(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response with a plain value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def invalid(errors: Iterable[Mapping[str, Any]]) -> BadInput:
    """Return the error for a request that failed validation.

    It names the field, but not the value, which may be a key.
    """
    errors = list(errors)
    broken_at = next((error["loc"][-1] for error in errors if error.get("type") == "json_invalid"), None)
    if broken_at is not None:
        return BadInput(f"The body is not JSON: it breaks off at character {broken_at}.", "Nothing was started.")
    said = [*dict.fromkeys(f"{_place(error.get('loc', ()))}: {error.get('msg', 'is wrong')}" for error in errors)]
    more = f" (and {len(said) - 3} more)" if len(said) > 3 else ""
    return BadInput("; ".join(said[:3]) + more + ".", "See /api/openapi.json for what it takes; nothing was started.")


def broken(error: Exception) -> Response:
    """Return the response to an unexpected exception: one sentence for the client. The traceback is logged."""
    logger.error("A request failed", exc_info=error)
    return Response(
        body("error", "Something broke in Moot itself.", "Look at what the server printed, and please report it."),
        500,
        media_type="application/json",
    )


def plain(text: str) -> str:
    """Return the text with characters that UTF-8 cannot encode (lone surrogates) replaced."""
    return text.encode("utf-8", "replace").decode()


def _place(loc: Sequence[object]) -> str:
    # For a union, pydantic adds the internal name of the type it tried.
    where = ".".join(str(part) for part in loc if part != "body" and not {"(", "["} & {*str(part)}) or "body"
    return where[:LONGEST]


TOLD = frozenset({"broken", "error", "message", "notes", "remedy", "trouble", "troubles", "unready", "why"})
"""Fields of replies whose text may name terminal commands: an error, a decision or a remedy."""
SHAPES = ("moot.server.shapes.", "moot.views.estimates", "moot.providers.endpoint_check")
"""Modules of reply structs. Structs of other modules are session data, which is reworded with its events."""
T = TypeVar("T")


def said(text: str) -> str:
    """Return a sentence for clients of the API: without terminal commands, and with characters that can be encoded."""
    return away_from_terminal(text).encode("utf-8", "replace").decode()


def told(value: T) -> T:
    """Return a reply for clients of the API: terminal commands are removed from its messages and advice."""
    if isinstance(value, list | tuple):
        return type(value)(map(told, value))
    if not isinstance(value, Struct) or not type(value).__module__.startswith(SHAPES):
        return value
    found: dict[str, Any] = {}
    for name in value.__struct_fields__:
        held = getattr(value, name)
        now = _words(held) if name in TOLD else told(held) if isinstance(held, Struct | list | tuple) else held
        if now is not held and now != held:
            found[name] = now
    return replace(value, **found) if found else value


def _words(held: Any) -> Any:
    if isinstance(held, str):
        return away_from_terminal(held)
    if isinstance(held, dict):
        return {name: _words(text) for name, text in held.items()}
    return type(held)(map(_words, held)) if isinstance(held, list | tuple) else held
