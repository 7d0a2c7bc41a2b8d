"""What do pages tell of pairs of models? Who is placed above whom, who never met, and who sides with whom."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ModelsMet(Struct, frozen=True, kw_only=True):
    """How often two models met, and who was placed higher."""

    a: str
    """The first."""
    b: str
    """The second."""
    met: int
    """Sessions both sat in."""
    wins_a: int
    """Those in which the first was placed higher."""
    wins_b: int
    """Those in which the second was."""
    ties: int
    """Those in which they shared a place."""


class PairCell(ModelsMet, frozen=True, kw_only=True):
    """Two models that met."""

    share: float | None
    """The first's share of those in which one was placed higher; null for none."""
    low: float | None
    """Lower end of its 95 % interval (Wilson)."""
    high: float | None
    """Its upper end."""


class NeverMet(Struct, frozen=True, kw_only=True):
    """Two models that never met."""

    a: str
    """The first."""
    b: str
    """The second."""


class PairReport(Struct, frozen=True, kw_only=True):
    """Every pair of models."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    since: str
    """The first day (UTC) that is counted; empty for all."""
    debates: int
    """Sessions that were counted."""
    models: list[str]
    """The models, the best mean first."""
    cells: list[PairCell]
    """Pairs that met, in the order of the models."""
    never: list[NeverMet]
    """Pairs that never met, in the same order: what is told of them rests on others alone."""


class AllianceModel(Struct, frozen=True, kw_only=True):
    """One model among its allies and rivals."""

    id: str
    """The model."""
    debates: int
    """Sessions it sat in, up to then."""
    agreement: float | None
    """The share of its stances that agree; null where it took none."""


class SideTaken(Struct, frozen=True, kw_only=True):
    """How one stood towards the other."""

    agree: int
    """Times it agreed."""
    disagree: int
    """Times it disagreed."""
    neutral: int
    """Times it was neutral."""
    net: float | None
    """Agreed less disagreed, over all; from -1 to 1; null for no stance."""
    low: float | None
    """Lower end of its 95 % interval (Wilson, a stance counting once)."""
    high: float | None
    """Its upper end."""


class AlliancePair(Struct, frozen=True, kw_only=True):
    """How two models stood towards each other."""

    a: str
    """The first."""
    b: str
    """The second."""
    met: int
    """Sessions both sat in."""
    a_to_b: SideTaken
    """How the first stood towards the second."""
    b_to_a: SideTaken
    """How the second stood towards the first."""
    net: float | None
    """The mean over sessions of what both said of each other: agreed 1, disagreed -1, neutral 0; null for no stance."""
    low: float | None
    """Lower end of its 95 % interval (Wilson, a session counting once)."""
    high: float | None
    """Its upper end."""
    warmer: Literal["", "a", "b"]
    """Which of the two is more for the other than the other for it, where their intervals do not overlap; empty for
    neither."""


class AllianceReport(Struct, frozen=True, kw_only=True):
    """Who sided with whom, up to some month."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    until: str
    """The last month (UTC) that is counted; empty for all."""
    months: list[str]
    """Months in which something was counted, the earliest first."""
    debates: int
    """Sessions that were counted."""
    models: list[AllianceModel]
    """The models in the order of their ids."""
    pairs: list[AlliancePair]
    """Pairs that met, those that met most first."""
