"""Which task is a ballot, and what does a voice wish to write in it? Tables from field names to the part played.

They are brought by the protocols whose forms they are for (`@protocol(plays=…)`).

A wish is a plain value shaped like the ballot; `Ballot` fits it to the schema, so a wish can be out of
bounds and the ballot is valid all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moot.rehearsal.parts import FREE, Part

Play = tuple[frozenset[str], Callable[[Part], Any]]
"""The names of the fields that tell a task, and how it is played."""


def wished(part: Part, plays: Sequence[Play]) -> Any:
    """What the voice wants to say, where a task is recognised: by most names; of those alike, by the first."""
    fitting = [(needed, play) for needed, play in plays if needed <= part.fields]
    return max(fitting, key=lambda each: len(each[0]))[1](part) if fitting else FREE
