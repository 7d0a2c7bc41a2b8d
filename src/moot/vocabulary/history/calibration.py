"""Calibration of tier thresholds with claims of known controversy.

Calibration only suggests: a person adopts the thresholds, and every report then names their source.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Expected = Literal["settled-true", "settled-false", "contested", "open"]
"""Known status of a statement: `settled-true`; `settled-false`; `contested`, informed people disagree; `open`, nobody
can know yet.
"""
EXPECTED: tuple[Expected, ...] = ("settled-true", "settled-false", "contested", "open")


class CalibrationStatement(Struct, frozen=True, kw_only=True):
    """A statement put to the vote in a calibration: a claim, or its negation."""

    claim: str
    """Text or id of the claim."""
    denied: bool
    """Whether the statement is the claim's negation."""
    expected: Expected
    """Status of the statement itself: the negation of a claim that is settled true is settled false."""
    text: str
    """Text of the statement, with its kind in brackets."""


class StatementPolled(Struct, frozen=True, kw_only=True):
    """The votes on one statement of a calibration, when the statements were shown in one of two orders."""

    statement: CalibrationStatement
    """The statement."""
    order: int
    """Order in which the statements were shown: 0 or 1."""
    votes: tuple[int, ...]
    """Votes on the statement, -2 to 2, without abstentions."""
    asked: int
    """Number of voters asked."""


class Band(Struct, frozen=True, kw_only=True):
    """A figure with its 90 % interval, estimated by a bootstrap over claims."""

    value: float
    """The figure."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


class ExpectedRow(Struct, frozen=True, kw_only=True):
    """Result for the statements of one expected class, such as contested ones: the number put into each tier."""

    expected: Expected
    """Expected class of the statements."""
    tiers: dict[str, int]
    """Number of statements in each tier, with each order counted."""
    hits: int
    """Number of statements in an expected tier."""


class Separates(Struct, frozen=True, kw_only=True):
    """How well one measure of disagreement between voters separates contested statements from settled ones."""

    measure: Literal["deviation", "split"]
    """Measure of disagreement: the standard deviation of the votes, or the share of the votes on the smaller side."""
    auc: Band
    """Probability that the measure is higher for a contested statement than for a settled one, ties counting half; 0.5
    is chance.
    """


class SuggestedBorders(Struct, frozen=True, kw_only=True):
    """Suggested thresholds between tiers, and how many more statements they would sort into the expected tier."""

    borders: dict[str, float]
    """Suggested value of each threshold, by option."""
    hits: Band
    """Share of claims in an expected tier under thresholds fitted on the other claims."""
    gain: Band
    """Difference to the share under the thresholds in use."""


class BordersFound(Struct, frozen=True, kw_only=True):
    """How well a council's thresholds between tiers sort claims known to be contested or settled, and better
    thresholds."""

    claims: int
    """Number of claims with votes, each with its negation."""
    contested: int
    """Number of contested claims among them."""
    unread: int
    """Number of missing votes."""
    borders: dict[str, float]
    """Value of every threshold in use, by option."""
    hits: Band | None
    """Mean over classes of the share of statements in an expected tier; null without votes."""
    table: list[ExpectedRow]
    """Number of statements by expected class and resulting tier."""
    separates: list[Separates]
    """How well each measure separates contested from settled statements; empty when either class is missing."""
    suggested: SuggestedBorders | None
    """Better thresholds; null when none are suggested."""
    why_none: str
    """Why no thresholds are suggested; empty if some are."""
