"""Read rate-limit headers: `Retry-After`, `X-RateLimit-*` and `anthropic-ratelimit-*`.

Reads the formats of OpenAI (`x-ratelimit-reset-tokens: 6m0s`), Anthropic (`anthropic-ratelimit-requests-reset:
2026-01-27T12:00:30Z`) and OpenRouter (`X-RateLimit-Reset: 1741305600000`). Tests:
`tests/floor/calls/test_rate_headers.py`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from moot.egress.untrusted_text import LONGEST_WAIT, wait_from

_REQUESTS = ("x-ratelimit-{}-requests", "anthropic-ratelimit-requests-{}", "x-ratelimit-{}")
_TOKENS = (
    "x-ratelimit-{}-tokens",
    "anthropic-ratelimit-tokens-{}",
    "anthropic-ratelimit-input-tokens-{}",
    "anthropic-ratelimit-output-tokens-{}",
)
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|[dhms]))+")
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|[dhms])")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_EPOCH, _EPOCH_MS = 1e9, 1e11
"""Smallest numbers that are taken for a timestamp instead of a duration, in seconds and in milliseconds."""
LONGEST = 64
"""Maximum number of characters of a header that are parsed."""
Now = Callable[[], float]


class Quota(Struct, frozen=True, kw_only=True):
    """Remaining amount of one rate limit, according to the headers of a reply."""

    remaining: int
    """Number of remaining requests or tokens."""
    reset: float
    """Seconds until the full limit is available again."""
    limit: int | None = None
    """The full limit; `None` if not reported."""
    tokens: bool = False
    """Whether the limit counts tokens instead of requests."""


def quotas_in(headers: Mapping[str, str], *, now: Now = time.time) -> tuple[Quota, ...]:
    """Return how much is left of each rate limit that the headers of a reply mention.

    Args:
        headers: The headers; names in lower case, unless the mapping ignores case.
    """
    return tuple(_quotas(headers, now))


def wait_in(headers: Mapping[str, str], *, now: Now = time.time) -> float | None:
    """Return the seconds to wait before a retry, or `None` if the headers contain none.

    `retry-after-ms` and `Retry-After` come first, then the reset of an exhausted limit.

    Example:
        wait_in({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m2s"})    # 62.0
    """
    in_ms = seconds_until(f"{headers.get('retry-after-ms', '')}ms", now)
    wait = wait_from(headers.get("retry-after")) if in_ms is None else in_ms
    if wait is not None:
        return wait
    return max((quota.reset for quota in _quotas(headers, now) if not quota.remaining), default=None)


def seconds_until(text: str, now: Now) -> float | None:
    """Parse the text of a header that says when a rate limit ends (a duration, seconds, a time since 1970 or a date),
    and return the seconds until then; `None` if it cannot be parsed."""
    text = text.strip()[:LONGEST]
    if _DURATION.fullmatch(text):
        seconds = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(text))
    else:
        try:
            seconds = float(text)
        except ValueError:
            try:
                seconds = datetime.fromisoformat(text).timestamp() - now()
            except (ValueError, OverflowError):
                return wait_from(text)
        if seconds >= _EPOCH:
            seconds = (seconds / 1000 if seconds >= _EPOCH_MS else seconds) - now()
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else None  # NaN is not equal to itself


def _quotas(headers: Mapping[str, str], now: Now) -> Iterator[Quota]:
    for tokens, names in ((False, _REQUESTS), (True, _TOKENS)):
        for name in names:
            remaining = _count(headers.get(name.format("remaining")))
            if remaining is None:
                continue
            reset = seconds_until(headers.get(name.format("reset"), ""), now)
            if reset is not None:
                limit = _count(headers.get(name.format("limit")))
                yield Quota(remaining=remaining, reset=reset, limit=limit, tokens=tokens)


def _count(text: str | None) -> int | None:
    text = (text or "").strip()[:LONGEST]
    return int(text) if text.isascii() and text.isdigit() else None
