"""An opening from fields of its own and of its request alike."""

from __future__ import annotations

from typing import Any

from moot.request import Ask
from moot.sessions.opening import SessionOpening


def opening_of(**fields: Any) -> SessionOpening:
    """Make an opening; what is no field of its own goes to its request."""
    own = {name: fields.pop(name) for name in [*fields] if name in SessionOpening.__struct_fields__}
    return SessionOpening(ask=Ask(**fields), **own)
