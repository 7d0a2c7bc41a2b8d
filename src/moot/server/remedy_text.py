"""Where do a remedy's commands become words for a browser or a client? Here, for all that the server says.

A remedy is written for the terminal. What the API replies passes `told`, refusals and single sentences pass `said`;
events and states are told by `exports/event_views.py`. Held by `tests/server/test_remedies_told.py`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moot.vocabulary.words.remedies import away_from_terminal

TOLD = frozenset({"broken", "error", "message", "notes", "remedy", "trouble", "troubles", "unready", "why"})
"""Fields of replies that say what is wrong, what was decided or what to do."""
SHAPES = "moot.server.shapes."
"""Where replies are declared; what lies deeper is a session's own and was told by its events."""
T = TypeVar("T")


def said(text: str) -> str:
    """A sentence for whoever is not at the terminal, that can be sent whatever came in."""
    return away_from_terminal(text).encode("utf-8", "replace").decode()


def told(value: T) -> T:
    """A reply with such fields said for whoever is not at the terminal."""
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
