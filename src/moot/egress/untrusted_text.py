"""Clean text of an outside server: one line, without control characters and secrets, cut to a length.

Header and body of an error are hostile text until they are cleaned here. See also
`tests/providers/test_provider_errors.py`.
"""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Callable

from moot.egress.api_keys import scrub

LONGEST_WAIT = 3600.0
"""Maximum wait, in seconds, that a server may request. A longer wait is shortened to this."""
LONGEST_MESSAGE = 300
LONGEST_WORD = 40
"""Maximum number of characters of a word that is left out whole if a message is cut within it."""
EVIDENCE = 200
"""Number of bytes of an unreadable response body that are stored as evidence."""


def wait_from(header: str | None, *, now: Callable[[], float] = time.time) -> float | None:
    """Return how many seconds a `Retry-After` header (a number or a date) asks to wait, at most an hour; `None` if it
    cannot be used."""
    text = (header or "").strip()[:64]
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - now()
        except (ValueError, OverflowError):
            return None
    if math.isnan(seconds):
        return None
    return min(max(seconds, 0.0), LONGEST_WAIT)


def evidence(body: bytes) -> str:
    """Return the beginning of a response body as text, without secrets, to be quoted in an error message."""
    # Scrubbed before the cut too: a key cut in two would show its first characters.
    text = scrub(body[: 4 * EVIDENCE].decode("utf-8", "replace"))
    return shown(text, EVIDENCE) if body else "no bytes at all"


def shown(text: str, most: int = LONGEST_MESSAGE) -> str:
    """Return a server's message in a form that is safe to show: one line, no control characters, no secrets, at most
    `most` characters."""
    text = scrub(text[: 8 * most])
    line = " ".join("".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text).split())
    if len(line) <= most:
        return line
    kept, _, rest = line[: most - 1].rpartition(" ")
    # A single overlong word is cut: the text before it may be empty.
    return f"{kept.rstrip(',;:')} …" if kept and len(rest) <= LONGEST_WORD else f"{line[: most - 1]}…"
