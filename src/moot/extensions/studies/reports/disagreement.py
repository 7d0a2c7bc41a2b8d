"""Did two arms come to something else at a question? By what is known of it, else by the class of the verdict.

Two verdicts of one class may be right and wrong, and two of one answer may be of two classes. So where the right
answer is known it decides whether both were right, where bugs were planted how many were found, and only elsewhere
the class, or the model whose answer led where nothing has a class. Held by
`tests/extensions/studies/reports/test_disagreement.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.arms import usual

By = Literal["right", "recall", "class", "winner"]
NONE = "none"
"""What a result without a class is called among those that have one."""
DECIDES: tuple[Literal["right", "recall"], ...] = ("right", "recall")
"""What is measured by something that is known, the first of which goes before the class."""
_SAME = 1e-9
"""Shares that differ by less are the same, counted in another order."""


class KnownMark(Struct, frozen=True, kw_only=True):
    """What a session's result is by what is known of its question."""

    by: Literal["right", "recall"]
    """Whether it is right, or how many of the planted bugs it found."""
    value: float
    """From 0 to 1."""


class FinishedSession(Struct, frozen=True, kw_only=True):
    """One session with a result."""

    said: str
    """Its class, or the model that led."""
    mark: KnownMark | None = None
    """What it is by what is known, where that was read."""


class CameTo(Struct, frozen=True, kw_only=True):
    """What a question came to under one arm."""

    by: By
    """By what it is told."""
    usual: str
    """The class, or the leading model, most often."""
    share: float | None = None
    """The mean of what is known to be right, or was found; `None` where it is told by its class."""

    def differs_from(self, other: CameTo) -> bool:
        """Whether the other one is something else; never where they are told by different things."""
        if self.by != other.by:
            return False
        if self.share is None or other.share is None:
            return self.usual != other.usual
        return abs(self.share - other.share) > _SAME


def mark_from(measures: Mapping[str, float]) -> KnownMark | None:
    """What is known of a result by its measures."""
    return next((KnownMark(by=name, value=measures[name]) for name in DECIDES if name in measures), None)


def came_to(done: Sequence[FinishedSession], *, classed: bool) -> CameTo | None:
    """What repeats with a result came to; nothing while none has one."""
    if not done:
        return None
    said = [each.said or NONE for each in done]
    most = usual(said) if len(said) > 1 else said[0]
    marks = [each.mark for each in done if each.mark is not None]
    if not marks:
        return CameTo(by="class" if classed else "winner", usual=most)
    return CameTo(by=marks[0].by, usual=most, share=sum(mark.value for mark in marks) / len(marks))
