"""Is a whole text the error of a service, put where an answer belongs? Gateways send such with a status of 200.

Only what is nothing else: an error that is named as one, or asked to be tried again. "429 Too Many Requests" alone may
answer a question about status codes, and is an answer. Held by `tests/reading/test_service_errors.py`.
"""

from __future__ import annotations

import re

LONGEST = 2_000
"""Characters beyond which a text is taken for an answer."""


def reports_an_error(text: str) -> bool:
    """Whether all a text says is that a service failed."""
    bare = " ".join(text[: LONGEST + 1].replace("*", "").split())
    if not bare or len(bare) > LONGEST:
        return False
    return any(pattern.fullmatch(bare) is not None for pattern in _REPORTS)


_WHAT = (
    r"(?:request timed out|too many requests|bad gateway"
    r"|service (?:temporarily )?unavailable|internal (?:server )?error"
    r"|bad request|gateway time-?out|unauthori[sz]ed|forbidden|not found|payment required|request time-?out|overloaded"
    r"|rate limit(?:ed)?(?: exceeded| reached)?|timed? ?out|time-?out|(?:the )?(?:model|server|service|engine) is"
    r" (?:currently |temporarily )?(?:overloaded|unavailable|busy)"
    r"|server error|quota exceeded|connection (?:error|reset|refused))"
)
_AGAIN = r"(?: ?[.!:,;-]? ?(?:please |kindly )?(?:try|retry)(?: again)?[^.!?]{0,60}[.!]?)"
_CODE = r"(?:\(?(?:http|status|code)?(?: status)?(?: code)?:? ?[45]\d\d\)?)"
_REPORTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
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
        rf"rate limit (?:exceeded|reached)[^.!?]{{0,80}}[.!]?{_AGAIN}?",
        r"\{ ?\"error\" ?: ?(?:\"[^\"]{0,400}\"|\{.{0,1200}\}) ?"
        r"(?:, ?\"[a-z_]+\" ?: ?(?:\"[^\"]{0,200}\"|\d+|null) ?){0,4}\}",
        r"(?:<!doctype html[^>]{0,80}> ?)?<html[^>]{0,80}>.{0,400}<title> ?[45]\d\d\b.{0,1400}</html>",
    )
)
