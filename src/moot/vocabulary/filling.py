"""Filling one record from another: what has the same name is taken over, so that only what differs is written down."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct

T = TypeVar("T", bound=Struct)


def filled(kind: type[T], source: object, /, **others: Any) -> T:
    """A record of this kind: a field not given is what `source` has under the same name, else its default."""
    same = {
        name: getattr(source, name) for name in kind.__struct_fields__ if name not in others and hasattr(source, name)
    }
    return kind(**same, **others)
