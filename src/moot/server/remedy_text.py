"""Reword remedies, which name terminal commands, for browsers and API clients.

A reply's fields pass `told`, errors and single sentences pass `said`; events and states are reworded by
`exports/event_views.py`. Tested by `tests/server/test_remedies_told.py`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary.words.remedies import away_from_terminal

TOLD = frozenset({"broken", "error", "message", "notes", "remedy", "trouble", "troubles", "unready", "why"})
"""Fields of replies that contain an error, a decision or a remedy."""
SHAPES = ("moot.server.shapes.", "moot.views.estimates", "moot.providers.last_tests")
"""Modules of replies; structs of others are a session's own, reworded with its events."""
T = TypeVar("T")


def said(text: str) -> str:
    """Return a sentence reworded for clients that are not at the terminal, in characters that can be encoded."""
    return away_from_terminal(text).encode("utf-8", "replace").decode()


def told(value: T) -> T:
    """Return a reply with such fields reworded."""
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
