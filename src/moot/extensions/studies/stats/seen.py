"""The part of a session that figures over many sessions use: its replies and judges.

A report creates hundreds of thousands of these, and none can be in a cycle, so the garbage collector skips them
(`gc=False`); it took half of a large report's time.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure, OfQuestion
from moot.extensions.studies.stats.intervals import OPEN, MeanBounds, mean_figure, rate_figure
from moot.extensions.studies.study import CellOf

HELD, CITED, UNCITED = "no_change", "cited_rebuttal", "uncited"


class ReplyAxes(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A member's scores by axis, and the author of the rebuttal that changed its position."""

    model: str
    """Model of the member."""
    axes: dict[str, float] = {}
    """Score of the member on each axis."""
    source: str = ""
    """Author of the rebuttal that changed the member's position."""


class SeenReply(ReplyAxes, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One member's reply with the judges' scores and its change of position."""

    seat: str
    """Seat of the reply's author."""
    score: float | None = None
    """Weighted score of the reply."""
    flip: str = ""
    """Kind of change: `no_change`, `cited_rebuttal` or `uncited`; empty if unknown."""
    conviction: float | None = None
    """Conviction bonus or penalty of the reply."""
    read: int = 0
    """Rebuttals aimed at the reply."""

    @property
    def flipped(self) -> bool | None:
        """Return whether the member changed its position; `None` if unknown."""
        return self.flip != HELD if self.flip else None


class JudgeMarks(Struct, frozen=True, kw_only=True, gc=False):
    """How many scores one judge gave, and how many of them were the maximum."""

    model: str
    """Model of the judge."""
    given: int
    """Number of scores that the judge gave."""
    top: int
    """Number of scores at the axis's maximum."""


class SeenSession(CellOf, frozen=True, kw_only=True, gc=False):
    """The data of one session that statistics over many sessions use: replies, judges and measures."""

    domain: str
    """Subject area of the question, by which questions are clustered; empty for none."""
    fork_of: str
    """The session from which this session was forked; empty if none."""
    reversed: bool
    """Whether rebuttals were shown in reverse order."""
    replies: tuple[SeenReply, ...]
    """Replies of the session, in seat order."""
    marked: tuple[JudgeMarks, ...]
    """Scores given by each judge, as counts."""
    ratings: tuple[tuple[float | None, ...], ...]
    """For each reply and axis, the scores of the judges, if there are several."""
    measures: dict[str, float]
    """Measures by name."""


class SeenValue(OfQuestion, frozen=True, kw_only=True, gc=False):
    """The value of one question in one session, from which means over questions are computed."""

    value: float
    """The value."""


def figure_of(told: Sequence[SeenValue], *, rate: bool = False, scale: MeanBounds = OPEN) -> Figure:
    """Return the mean of these values over questions, with its interval. With `rate`, the values lie between 0 and 1,
    and the interval is that of a share.
    """
    values: dict[str, list[float]] = {}
    clusters: dict[str, str] = {}
    for each in told:
        values.setdefault(each.question, []).append(each.value)
        clusters.setdefault(each.question, each.cluster)
    means = [sum(own) / len(own) for own in values.values()]
    names = list(clusters.values())
    return rate_figure(means, names) if rate else mean_figure(means, names, scale)
