"""What does a client get when something cannot be done? `{"error": {code, message, remedy}}` with the error's status.

Never a stack trace, never the input thrown back: what pydantic says about a field is kept, the field's value is not.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from starlette.responses import Response

from moot.errors import BadInput, MootError, NoModels, ServerFull, TooBusy, TooSlow
from moot.server.remedy_text import said

logger = logging.getLogger("moot.server")

RETRY_AFTER = 5
"""Seconds a client is asked to wait when too much is going on."""
LONGEST = 300
CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 408: "too_slow"}
MESSAGES = {404: "There is nothing at this address.", 405: "This address takes no such request."}
"""What is said where the library that routes has said no more than the status."""
REMEDIES = {404: "See /api/openapi.json for what there is.", 405: "See /api/openapi.json for what there is."}


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong."""

    code: str
    """A stable word for it."""
    message: str
    """What happened."""
    remedy: str
    """What to do."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every answer that is not a success."""

    error: Trouble
    """What went wrong."""


def body_of(error: MootError) -> bytes:
    """The body for an error of ours."""
    return body(error.code, error.message, error.remedy)


def body(code: str, message: str, remedy: str = "") -> bytes:
    """The body for these words."""
    return msgspec.json.encode(Refusal(error=trouble(code, message, remedy)))


def trouble_of(error: MootError) -> Trouble:
    """An error of ours, in words that hold away from the terminal."""
    return trouble(error.code, error.message, error.remedy)


def trouble(code: str, message: str, remedy: str = "") -> Trouble:
    """The same for these words."""
    return Trouble(code=code, message=said(message), remedy=said(remedy))


def headers_of(error: MootError) -> dict[str, str]:
    """Headers that go with an error."""
    if isinstance(error, TooSlow):
        return {"Connection": "close"}  # nobody waits for the rest of its body
    if isinstance(error, NoModels):
        return {"X-Should-Retry": "false"}  # OpenAI's clients would wait for the lists again, unasked
    if not isinstance(error, TooBusy):
        return {}
    # A line that stays open after the refusal would take what there is too little of.
    return {"Retry-After": str(RETRY_AFTER), **({"Connection": "close"} if isinstance(error, ServerFull) else {})}


def json(value: object, status: int = 200) -> Response:
    """Any plain value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def invalid(errors: Iterable[Mapping[str, Any]]) -> BadInput:
    """What is wrong with a body or a parameter, without its value."""
    said = [*dict.fromkeys(f"{_place(error.get('loc', ()))}: {error.get('msg', 'is wrong')}" for error in errors)]
    more = f" (and {len(said) - 3} more)" if len(said) > 3 else ""
    return BadInput("; ".join(said[:3]) + more + ".", "See /api/openapi.json for what it takes; nothing was started.")


def broken(error: Exception) -> Response:
    """The answer to a fault of our own: the log gets the trace, the client gets a sentence."""
    logger.error("A request failed", exc_info=error)
    return Response(
        body("error", "Something broke in Moot itself.", "Look at what the server printed, and please report it."),
        500,
        media_type="application/json",
    )


def plain(text: str) -> str:
    """A text that can be sent, whatever came in."""
    return text.encode("utf-8", "replace").decode()


def _place(loc: Sequence[object]) -> str:
    # Of a field that may be one of several things, the library adds which one it tried, as it names it inside.
    where = ".".join(str(part) for part in loc if part != "body" and not {"(", "["} & {*str(part)}) or "body"
    return where[:LONGEST]
