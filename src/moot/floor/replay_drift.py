"""Compare recorded events with those a protocol makes now; recomputed numbers may differ by 1e-9.

A difference names the event and the field. Every field of a verdict counts, its digest included.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec import Struct

from moot.vocabulary.events import Body

CLOSE = 1e-9
LONGEST = 160
"""Maximum number of characters shown of a value."""
ABSENT = "nothing"
NONE: Any = object()
"""Placeholder for a field that one of the compared values lacks."""


class Divergence(Struct, frozen=True, kw_only=True):
    """A field of a recorded event that differs from what the protocol computes now."""

    key: str
    """Key of the event."""
    field: str
    """Path of the field, such as `verdict.winner`; empty for the event as a whole."""
    recorded: str
    """The recorded value."""
    made: str
    """The value that was recomputed or is required."""

    def __str__(self) -> str:
        at = f"{self.key!r}, field `{self.field}`," if self.field else f"{self.key!r}"
        return f"At {at} the transcript holds {self.recorded}; what follows from the rest is {self.made}."


def differs(recorded: Body, made: Body) -> tuple[str, str] | None:
    """Compare a recorded event with a recomputed one. If they differ by more than rounding, return a description of
    each; otherwise `None`."""
    if recorded == made:
        return None
    if type(recorded) is type(made) and not differing(msgspec.to_builtins(recorded), msgspec.to_builtins(made)):
        return None
    return _kind_and(recorded), _kind_and(made)


def differences(key: str, recorded: Body, made: Body) -> list[Divergence]:
    """Return the fields in which a recorded event and a recomputed one differ by more than rounding."""
    if recorded == made:
        return []
    if type(recorded) is not type(made):
        return [Divergence(key=key, field="kind", recorded=recorded.kind, made=made.kind)]
    found = differing(msgspec.to_builtins(recorded), msgspec.to_builtins(made))
    return [Divergence(key=key, field=field, recorded=_said(one), made=_said(other)) for field, one, other in found]


def differing(one: Any, other: Any, at: str = "") -> list[tuple[str, Any, Any]]:
    """Return the innermost fields in which two JSON-like values differ, each as path, first value and second value.
    `at` is the path of the values themselves."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            each
            for key in dict.fromkeys((*one, *other))
            for each in differing(one.get(key, NONE), other.get(key, NONE), f"{at}.{key}" if at else str(key))
        ]
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        return [
            each
            for number, (left, right) in enumerate(zip(one, other, strict=True))
            for each in differing(left, right, f"{at}[{number}]")
        ]
    return [] if _alike(one, other) else [(at, one, other)]


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, float) or isinstance(other, float):
        return (
            isinstance(one, (int, float))
            and isinstance(other, (int, float))
            and math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
        )
    return bool(one == other)


def _said(value: Any) -> str:
    if value is NONE:
        return ABSENT
    text = msgspec.json.encode(value).decode("utf-8", "replace")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _kind_and(body: Body) -> str:
    return f"{body.kind} {msgspec.json.encode(body).decode('utf-8', 'replace')[:LONGEST]}"
