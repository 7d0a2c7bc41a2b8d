"""Which task is a ballot, and what does a voice wish to write in it? A table from field names to the part played.

A wish is a plain value shaped like the ballot; `Ballot` fits it to the schema, so a wish can be out of bounds and the ballot is valid all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.providers.rehearsal_parts import FREE, Part

PARTS: tuple[tuple[frozenset[str], Callable[[Part], Any]], ...] = ()


def wished(part: Part) -> Any:
    """What the voice wants to say, where one of the tasks it knows is recognised."""
    for needed, play in PARTS:
        if needed <= part.fields:
            return play(part)
    return FREE
