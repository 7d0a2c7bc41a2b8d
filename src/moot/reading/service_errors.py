"""Is a whole text the error of a service, put where an answer belongs? Gateways send such with a status of 200.

Only what is nothing else: an error that is named as one, or asked to be tried again. "429 Too Many Requests" alone may
answer a question about status codes, and is an answer. Held by `tests/reading/test_service_errors.py`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from msgspec import Struct

LONGEST = 2_000
"""Characters beyond which a text is taken for an answer."""


class Told(Struct, frozen=True):
    """An error, as the text tells it."""

    error: str
    """Its kind, one of those of `errors.CallFailed`."""
    retry_after: float | None = None
    """Seconds it asks to be left alone for."""


def reports_an_error(text: str) -> bool:
    """Whether all a text says is that a service failed."""
    return error_told(text) is not None


def error_told(text: str, *, form: bool = False) -> Told | None:
    """The error that is all a text says; `None` for an answer. Where a `form` was to be filled in, a bare "429 Too Many
    Requests" is one, too."""
    bare = " ".join(text[: LONGEST + 1].replace("*", "").split())
    if not bare or len(bare) > LONGEST:
        return None
    there = _is_report(bare) or _is_error_object(bare)
    if not there and not (form and _BARE.fullmatch(bare)):
        return None
    wait = _WAIT.search(bare)
    seconds = float(wait[1]) * (60 if wait[2][:1].lower() == "m" else 1) if wait else None
    return Told(_kind(bare), seconds)


def _is_report(bare: str) -> bool:
    """Whether one of the patterns fits. Most answers hold none of the words without which none can."""
    folded = bare.lower() if bare.isascii() else bare.translate(_DOTS).casefold()
    return any(word in folded for word in _WORDS) and any(pattern.fullmatch(bare) is not None for pattern in _reports())


def _kind(bare: str) -> str:
    """What a report tells of: a status where it names one, else its words. Whatever is not said to be for good may be
    better the next time."""
    code = _STATUS.search(bare)
    if code is not None and (kind := _BY_STATUS.get(code[1])):
        return kind
    return next((kind for kind, pattern in _BY_WORDS if pattern.search(bare)), "server")


def _is_error_object(bare: str) -> bool:
    """Whether it is the JSON in which services wrap their errors, and nothing else."""
    if not bare.startswith("{"):
        return False
    try:
        found: Any = json.loads(bare)
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, dict) or not set(found) <= _KEYS:
        return False
    if found.get("error"):
        return True
    status = next((found[name] for name in ("status", "code", "statusCode", "status_code") if name in found), None)
    failed = isinstance(status, int | str) and re.fullmatch(r"[45]\d\d", str(status)) is not None
    words = found.get("message") or found.get("detail") or found.get("title")
    return isinstance(words, str) and (failed or found.get("type") == "error" or _PLAIN.fullmatch(words) is not None)


_KEYS = frozenset(
    ("error", "errors", "code", "status", "statusCode", "status_code", "message", "detail", "type", "title", "param",
     "request_id", "requestId", "timestamp", "path", "success", "object", "provider", "metadata", "user_id", "ok")
)  # fmt: skip
_BY_STATUS = {
    "429": "rate", "402": "credit", "401": "auth", "403": "auth", "404": "not_found", "410": "gone",
    "400": "bad_request", "413": "context", "422": "bad_request",
}  # fmt: skip
_STATUS = re.compile(r"(?<!\d)([45]\d\d)(?!\d)")
_WAIT = re.compile(
    r"(?:in|after|for|wait) (?:about )?(\d{1,4}(?:\.\d{1,3})?) ?(s|secs?|seconds?|mins?|minutes?)\b", re.I
)
_BY_WORDS = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("credit", r"quota|payment required|(?:insufficient|requires more) (?:credit|balance|funds)"),
        ("rate", r"rate.?limit|too many requests"),
        ("auth", r"unauthori[sz]ed|forbidden|invalid api key"),
        ("not_found", r"not found"),
        ("bad_request", r"bad request"),
    )
)
_WHAT = (
    r"(?:request timed out|too many requests|bad gateway"
    r"|service (?:temporarily )?unavailable|internal (?:server )?error"
    r"|bad request|gateway time-?out|unauthori[sz]ed|forbidden|not found|payment required|request time-?out|overloaded"
    r"|rate limit(?:ed)?(?: exceeded| reached)?|timed? ?out|time-?out|(?:the )?(?:model|server|service|engine) is"
    r" (?:currently |temporarily )?(?:overloaded|unavailable|busy|loading)(?: right now| at the moment)?"
    r"|server error|quota exceeded|connection (?:error|reset|refused))"
)
_AGAIN = (
    r"(?: ?[.!:,;-]? ?(?:please |kindly )?(?:(?:try|retry)(?: again)?[^.!?]{0,60}"
    r"|slow down|wait(?: a (?:moment|while|minute))?)[.!]?)"
)
_CODE = r"(?:\(?(?:http|status|code)?(?: status)?(?: code)?:? ?[45]\d\d\)?)"
_WORDS = (
    "error", "timed", "time out", "timeout", "time-out", "too many requests", "bad gateway", "unavailable",
    "bad request", "unauthori", "forbidden", "not found", "payment required", "overloaded", "rate limit", "busy",
    "quota", "connection re", "went wrong", "upstream", "<html", "credits", "experiencing", "loading",
)  # fmt: skip
"""One of these, small letters or capitals, stands in whatever `_REPORTS` fit."""
_DOTS = str.maketrans("\u0130\u0131", "ii")
"""Letters that a pattern takes for an i, and folding does not."""
_REPORTS = (
    rf"\W?(?:http |api |server |upstream |fatal )?error\W{{0,3}}(?:code)?\W{{0,3}}(?:{_CODE}\W{{0,3}})?"
    rf"{_WHAT}?[.!]?{_AGAIN}?",
    rf"\W?(?:http |api |server |upstream )?error\W{{0,3}}(?:code)?\W{{0,3}}{_CODE}(?: ?[:-]+ ?.{{0,800}})?",
    rf"{_CODE}?\W{{0,3}}{_WHAT}[.!]?{_AGAIN}",
    r"(?:sorry,? |oops[!,.]? )?(?:an|a) (?:internal |unexpected |unknown |server )*error (?:has )?occurred"
    rf"(?: while [^.!?]{{0,60}})?[.!]?{_AGAIN}?",
    rf"(?:i'm |we're )?(?:sorry,? (?:but )?|oops[!,.]? )?something went wrong(?: on our (?:end|side))?"
    rf"[.!]?{_AGAIN}?",
    r"upstream (?:connect|request) (?:error|timeout).{0,200}",
    rf"(?:the )?request (?:has )?timed out[^.!?]{{0,40}}[.!]?{_AGAIN}?",
    rf"(?:you have exceeded your|your) [^.!?]{{0,40}}(?:quota|rate limit)[^.!?]{{0,40}}[.!]?{_AGAIN}?",
    # the very words in which large services refuse, as some gateways hand them on
    r"rate limit (?:exceeded|reached) for [^!?]{0,600}",
    r"you(?: have|'ve)? exceeded your current quota[^!?]{0,300}",
    r"(?:this request requires more|insufficient) credits[^!?]{0,300}",
    r"(?:the )?provider returned (?:an )?error[.!]?",
    rf"[a-z]{{0,20}}\.?[a-z]{{2,30}}(?:error|exception): (?:{_CODE}\W{{0,3}})?{_WHAT}[^!?]{{0,300}}",
    rf"we(?:'re| are) (?:currently )?experiencing (?:very |unusually )?(?:high|heavy) (?:traffic|demand|load|volume)"
    rf"[^.!?]{{0,60}}[.!]?{_AGAIN}",
    rf"rate limit (?:exceeded|reached)[^.!?]{{0,80}}[.!]?{_AGAIN}?",
    r"\{ ?\"error\" ?: ?(?:\"[^\"]{0,400}\"|\{.{0,1200}\}) ?"
    r"(?:, ?\"[a-z_]+\" ?: ?(?:\"[^\"]{0,200}\"|\d+|null) ?){0,4}\}",
    r"(?:<!doctype html[^>]{0,80}> ?)?<html[^>]{0,80}>.{0,400}<(?:title|h1)> ?"
    rf"(?:[45]\d\d\b|error\b|{_WHAT}|just a moment|attention required).{{0,1400}}</html>",
)


@cache
def _reports() -> tuple[re.Pattern[str], ...]:
    """Compiled when a text first calls for it: that takes longer than all else a start does with patterns."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in _REPORTS)


_BARE = re.compile(rf"{_CODE}?\W{{0,3}}(?:{_WHAT}|error)\W{{0,3}}{_AGAIN}?|[45]\d\d", re.IGNORECASE)
_PLAIN = re.compile(rf"(?:{_CODE}\W{{0,3}})?{_WHAT}[.!]?{_AGAIN}?", re.IGNORECASE)
