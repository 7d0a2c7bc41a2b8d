"""How are the words of a stranger's server shown? On one line, without control characters and secrets, and cut.

Header and body of an error are hostile text until they have passed here. Held by `tests/providers/test_refusals.py`.
"""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Callable

from moot.egress.keys import scrub

LONGEST_WAIT = 3600.0
"""Seconds; who asks for more is asked again after an hour."""
LONGEST_MESSAGE = 300
LONGEST_WORD = 40
"""Characters of a word that is left out whole where a message is cut in it."""
EVIDENCE = 200
"""Bytes of a body that is no answer, kept to tell what it was."""


def wait_from(header: str | None, *, now: Callable[[], float] = time.time) -> float | None:
    """Seconds a `Retry-After` header asks for: a number or a date, made sane; `None` when it says nothing usable."""
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
    """The first bytes of a body, readable and without secrets."""
    # Scrubbed before the cut too: a key that is cut by it would show its first characters.
    text = scrub(body[: 4 * EVIDENCE].decode("utf-8", "replace"))
    return shown(text, EVIDENCE) if body else "no bytes at all"


def shown(text: str, most: int = LONGEST_MESSAGE) -> str:
    """A provider's words, fit to be shown: one line, no control characters, no secrets, not too long."""
    text = scrub(text[: 8 * most])
    line = " ".join("".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text).split())
    if len(line) <= most:
        return line
    kept, _, rest = line[: most - 1].rpartition(" ")
    # Where one word is longer than any is, it is cut: what stands before it may be nothing.
    return f"{kept.rstrip(',;:')} …" if kept and len(rest) <= LONGEST_WORD else f"{line[: most - 1]}…"
