"""Detect replies without an answer: a service's error, which gateways return with status 200, a refusal, or no words.

Errors are a status line (`Error: 429 Too Many Requests`), the JSON object and the HTML page in which services wrap
their errors, and one literal message. "429 Too Many Requests" alone may answer a question about status codes. Refusals
are two texts that services write word for word. Any other text is an answer, which the reviewers and the grader see. A
service that refuses in another way sets its finish reason, which the providers read.
"""

from __future__ import annotations

import json
import re
import unicodedata
from http import HTTPStatus
from typing import Any

LONGEST = 2_000
"""Maximum number of characters in a reply that may be an error. A longer reply is an answer."""
MESSAGE = "provider returned error"
"""Message that a router returns in place of an answer."""


def reports_an_error(text: str) -> bool:
    """Return whether a reply consists only of an error message from the service."""
    return error_told(text) is not None


def error_told(text: str, *, form: bool = False) -> str | None:
    """Return the kind of error (one of `errors.CallFailed`) that a reply contains instead of an answer; `None` for an
    answer.

    Args:
        text: The reply.
        form: Whether the call asked for a form: then a bare "429 Too Many Requests" is an error, too.
    """
    bare = " ".join(text[: LONGEST + 1].replace("*", "").split())
    if not bare or len(bare) > LONGEST:
        return None
    found = (_status_line(bare, form=form), _status_in_object(bare), _status_of_page(bare))
    status = next((each for each in found if each is not None), None)
    if status is None:
        return "server" if bare.lower().rstrip(".!") == MESSAGE else None
    return _BY_STATUS.get(status, "server")


def _status_line(bare: str, *, form: bool) -> int | None:
    """Return the HTTP status in a line such as `Error: 429 Too Many Requests`; `None` for any other text."""
    found = _LINE.fullmatch(bare)
    if found is None or not (found["error"] or form):
        return None
    phrase = (found["phrase"] or "").lower().strip()
    return int(found["status"]) if not phrase or phrase == _PHRASES.get(int(found["status"])) else None


def _status_in_object(bare: str) -> int | None:
    """Return the HTTP status in the JSON in which services wrap their errors.

    Returns:
        0 for an error without a status, `None` if the text is no such object.
    """
    if not bare.startswith("{"):
        return None
    try:
        found: Any = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not set(found) <= _KEYS:
        return None
    inner = found.get("error")
    for told in (inner, found) if isinstance(inner, dict) else (found,):
        for name in ("status", "code", "statusCode", "status_code"):
            if re.fullmatch(r"[45]\d\d", str(told.get(name))):
                return int(told[name])
    return 0 if inner or found.get("type") == "error" else None


def _status_of_page(bare: str) -> int | None:
    """Return the HTTP status in the heading of an HTML error page; `None` for any other text."""
    found = _PAGE.match(bare)
    return int(found["status"]) if found is not None and bare.lower().endswith("</html>") else None


_KEYS_WORDS = """
    error errors code status statusCode status_code message detail type title param request_id requestId timestamp
    path success object provider metadata user_id ok
"""
_KEYS = frozenset(_KEYS_WORDS.split())
_BY_STATUS = {
    429: "rate",
    402: "credit",
    401: "auth",
    403: "auth",
    404: "not_found",
    410: "gone",
    400: "bad_request",
    413: "context",
    422: "bad_request",
}
_PHRASES = {status.value: status.phrase.lower() for status in HTTPStatus}
# Linear: matched at the beginning of at most two thousand characters, every repetition bounded.
_LINE = re.compile(
    r"\W{0,3}(?P<error>(?:(?:http|api|server) )?error)?\W{0,3}(?:code)?\W{0,3}(?P<status>[45]\d\d)"
    r"(?: - \{.{0,1900}|\W{0,3}(?P<phrase>[a-z' -]{0,40})[.!\])]{0,2})",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"(?:<!doctype html[^>]{0,80}> ?)?<html[^>]{0,80}>.{0,400}?<(?:title|h1)> ?(?:error )?(?P<status>[45]\d\d)\b",
    re.IGNORECASE,
)


REFUSALS = ("i'm sorry, but i can't assist with that", "i'm sorry, but i can't help with that")
"""Messages that services return in place of an answer."""
HEAD = 200
"""Number of characters within which most replies already contain a word."""
ENOUGH = 30
"""Minimum number of letters and digits in a reply that is more than a tag or placeholder."""

_WORD = re.compile(r"[^\W_]+")
_BLANKS = frozenset("\u3164\u115f\u1160\u2800\ufe0f\ufe0e\u034f")
"""Characters that are invisible on a page although their class is letter or mark."""
_UNSEEN = bytes([*range(33), 127])
"""Invisible ASCII characters."""
_MARKS = " \t\r\n.…,;:-–—_*#`'\"()[]{}<>/\\|"


def says_nothing(text: str) -> bool:
    """Return whether a reply contains no word: only punctuation, invisible characters or an empty object."""
    begun = text[:HEAD]
    begun = begun.encode().translate(None, _UNSEEN).decode() if begun.isascii() else _shown(begun)
    if sum(map(len, _WORD.findall(begun.replace("ballot", "").replace("json", "")))) > ENOUGH:
        return False
    shown = _shown(text)
    bare = shown.replace("<ballot>", "").replace("</ballot>", "").replace("```json", "").strip(_MARKS)
    return bare.lower() in ("", "null", "undefined", "nan")


def _shown(text: str) -> str:
    return "".join(c for c in text if c not in _BLANKS and unicodedata.category(c)[0] not in "CZ")


def refuses(text: str) -> bool:
    """Return whether the whole reply is one of the fixed refusals that services send instead of an answer."""
    said = " ".join(text[:HEAD].lower().replace("’", "'").split()).strip(" .\"'")
    return len(text) < HEAD and said.removesuffix(" request") in REFUSALS


def no_answer(text: str) -> str:
    """Return why a reply cannot be an answer, in words that follow "it", e.g. "says nothing"; empty if the reply may
    be an answer.
    """
    if says_nothing(text):
        return "says nothing"
    if refuses(text):
        return "declines what was asked"
    return "is the error of a service" if reports_an_error(text) else ""
