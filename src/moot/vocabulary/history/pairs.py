"""Reports on pairs of models: who is placed above whom, and who agrees with whom."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ModelsMet(Struct, frozen=True, kw_only=True):
    """Meetings of two models, and who was placed higher."""

    a: str
    """The first model."""
    b: str
    """The second model."""
    met: int
    """Sessions with both."""
    wins_a: int
    """Sessions in which the first was placed higher."""
    wins_b: int
    """Sessions in which the second was."""
    ties: int
    """Sessions in which they tied."""


class AllianceModel(Struct, frozen=True, kw_only=True):
    """One model of an alliance report."""

    id: str
    """The model."""
    debates: int
    """Sessions it sat in, up to that month."""
    agreement: float | None
    """Share of its stances that agree; null without stances."""


class SideTaken(Struct, frozen=True, kw_only=True):
    """Stances of one model towards another."""

    agree: int
    """Number of agreements."""
    disagree: int
    """Number of disagreements."""
    neutral: int
    """Number of neutral stances."""
    net: float | None
    """Agreements minus disagreements over all stances, -1 to 1; null without stances."""
    low: float | None
    """Lower end of its 95 % Wilson interval over stances."""
    high: float | None
    """Its upper end."""


class AlliancePair(Struct, frozen=True, kw_only=True):
    """Mutual stances of two models."""

    a: str
    """The first model."""
    b: str
    """The second model."""
    met: int
    """Sessions with both."""
    a_to_b: SideTaken
    """Stances of the first towards the second."""
    b_to_a: SideTaken
    """Stances of the second towards the first."""
    net: float | None
    """Mean over sessions of both models' stances: agree 1, disagree -1, neutral 0; null without stances."""
    low: float | None
    """Lower end of its 95 % Wilson interval over sessions."""
    high: float | None
    """Its upper end."""
    warmer: Literal["", "a", "b"]
    """The model that agrees more with the other than the other with it, if the intervals do not overlap; else empty."""


class AllianceReport(Struct, frozen=True, kw_only=True):
    """Agreements between models, up to a month."""

    protocol: str
    """The protocol whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    until: str
    """The last month (UTC) counted; empty for all."""
    months: list[str]
    """Months with counted sessions, in order."""
    debates: int
    """Number of sessions counted."""
    models: list[AllianceModel]
    """The models in the order of their ids."""
    pairs: list[AlliancePair]
    """Pairs that met, the most frequent first."""
