"""What of a session do figures over many sessions take? Its replies and those who judged, as one line each.

A report makes hundreds of thousands of these, and none can be in a circle: the collector need not look (`gc=False`),
which was half of a large report's time.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.intervals import OPEN, MeanBounds, mean_figure, rate_figure

HELD, CITED, UNCITED = "no_change", "cited_rebuttal", "uncited"


class SeenReply(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One member's reply, as it was judged."""

    seat: str
    """Whose."""
    model: str
    """Its model."""
    score: float | None = None
    """Its weighted score."""
    axes: dict[str, float] = {}
    """What was settled on each axis."""
    flip: str = ""
    """`no_change`, `cited_rebuttal` or `uncited`; empty where nobody looked or could say."""
    source: str = ""
    """The seat whose rebuttal moved it."""
    conviction: float | None = None
    """What its holding on, or its giving way, was worth."""
    read: int = 0
    """Rebuttals that were aimed at it."""

    @property
    def flipped(self) -> bool | None:
        """Whether it changed its position; `None` where nobody looked or could say."""
        return self.flip != HELD if self.flip else None


class JudgeMarks(Struct, frozen=True, kw_only=True, gc=False):
    """What one of those who judged gave in all."""

    model: str
    """Its model."""
    given: int
    """Scores it gave."""
    top: int
    """Those that are the highest an axis has."""


class SeenSession(Struct, frozen=True, kw_only=True, gc=False):
    """One session with a result."""

    question: str
    """Its question."""
    arm: str
    """Its arm."""
    repeat: int
    """Which repeat."""
    cluster: str
    """What makes questions alike; empty for none."""
    session: str
    """The session."""
    source: str
    """The session it was forked from."""
    reversed: bool
    """Whether rebuttals were shown the last one first."""
    replies: tuple[SeenReply, ...]
    """Its replies, in seat order."""
    marked: tuple[JudgeMarks, ...]
    """Those who judged."""
    ratings: tuple[tuple[float | None, ...], ...]
    """Where several judged: for each reply and axis what each of them gave."""
    measures: dict[str, float]
    """What was measured, by name."""


class SeenValue(Struct, frozen=True, kw_only=True, gc=False):
    """A value of one question."""

    question: str
    """The question."""
    cluster: str
    """Its cluster."""
    value: float
    """The value."""


def figure_of(told: Sequence[SeenValue], *, rate: bool = False, scale: MeanBounds = OPEN) -> Figure:
    """A mean, or a share, over questions: values of one question are averaged first."""
    values: dict[str, list[float]] = {}
    clusters: dict[str, str] = {}
    for each in told:
        values.setdefault(each.question, []).append(each.value)
        clusters.setdefault(each.question, each.cluster)
    means = [sum(own) / len(own) for own in values.values()]
    names = list(clusters.values())
    return rate_figure(means, names) if rate else mean_figure(means, names, scale)
