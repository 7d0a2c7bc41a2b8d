"""Does what a protocol makes now differ from what its transcript holds? Recomputed numbers may differ by 1e-9."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from moot.vocabulary.events import Body, VerdictReached

CLOSE = 1e-9


def differs(recorded: Body, made: Body) -> tuple[str, str] | None:
    """A short description of both when they differ in more than float noise; `None` when they agree."""
    if recorded == made:
        return None
    if isinstance(recorded, VerdictReached) and isinstance(made, VerdictReached):
        if recorded.digest == made.digest:
            return None
        return f"the verdict {recorded.digest[:12]}", f"the verdict {made.digest[:12]}"
    if type(recorded) is type(made) and _alike(msgspec.to_builtins(recorded), msgspec.to_builtins(made)):
        return None
    return _said(recorded), _said(made)


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        return (
            isinstance(one, (int, float))
            and isinstance(other, (int, float))
            and math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _said(body: Body) -> str:
    return f"{body.kind} {msgspec.json.encode(body).decode('utf-8', 'replace')[:160]}"
