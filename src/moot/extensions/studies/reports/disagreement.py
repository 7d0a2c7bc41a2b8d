"""Decide whether two arms answered a question differently: by its known answer, else by verdict class.

Verdicts of one class may be right and wrong, and verdicts with one answer may differ in class. So a known answer
compares correctness, planted bugs compare how many were found, and only other questions compare the class, or the
leading model if nothing has a class. Tested by `tests/extensions/studies/reports/test_disagreement.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.arms import usual

By = Literal["right", "recall", "class", "winner"]
NONE = "none"
"""Label of a result without a class among classed ones."""
DECIDES: tuple[Literal["right", "recall"], ...] = ("right", "recall")
"""Measures from known answers or bugs, in order of precedence before the class."""
_SAME = 1e-9
"""Shares that differ by less are equal: rounding from another summation order."""


class KnownMark(Struct, frozen=True, kw_only=True):
    """A session's result against what is known of its question."""

    by: Literal["right", "recall"]
    """`right` for a known answer, `recall` for planted bugs."""
    value: float
    """From 0 to 1."""


class FinishedSession(Struct, frozen=True, kw_only=True):
    """A session with a result."""

    said: str
    """Its class, or the leading model."""
    mark: KnownMark | None = None
    """Its mark against what is known, if computed."""


class CameTo(Struct, frozen=True, kw_only=True):
    """Result of a question under one arm."""

    by: By
    """What it is compared by."""
    usual: str
    """The most frequent class or leading model."""
    share: float | None = None
    """The mean share right or found; `None` if compared by class."""

    def differs_from(self, other: CameTo) -> bool:
        """Return whether the other result differs; false if they are compared by different things."""
        if self.by != other.by:
            return False
        if self.share is None or other.share is None:
            return self.usual != other.usual
        return abs(self.share - other.share) > _SAME


def mark_from(measures: Mapping[str, float]) -> KnownMark | None:
    """Return the mark of a result from its measures."""
    return next((KnownMark(by=name, value=measures[name]) for name in DECIDES if name in measures), None)


def came_to(done: Sequence[FinishedSession], *, classed: bool) -> CameTo | None:
    """Combine the finished repeats of a question; `None` without any."""
    if not done:
        return None
    said = [each.said or NONE for each in done]
    most = usual(said) if len(said) > 1 else said[0]
    marks = [each.mark for each in done if each.mark is not None]
    if not marks:
        return CameTo(by="class" if classed else "winner", usual=most)
    return CameTo(by=marks[0].by, usual=most, share=sum(mark.value for mark in marks) / len(marks))
