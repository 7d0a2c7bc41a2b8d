"""Where should a vote be cut into tiers? Claims of which is known how contested they are, and what votes on them show.

Calibrating suggests and changes nothing: borders are adopted by a person, and every report then tells from where they
are.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Expected = Literal["settled-true", "settled-false", "contested", "open"]
"""Settled on one side or the other; informed people stand on both sides; or nobody can know yet."""
EXPECTED: tuple[Expected, ...] = ("settled-true", "settled-false", "contested", "open")


class CalibrationClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One claim of which is known how contested it is."""

    text: str
    """The statement."""
    negation: str
    """The same denied, in words of its own."""
    kind: str
    """What sort it is, as voters are told: `factual claim`, `recommendation`, `risk` or `opportunity`."""
    expected: Expected
    """How it stands."""
    since: str
    """Since when it stands so, e.g. `1905`."""
    source: str
    """Where that can be looked up."""
    topic: str
    """What it is about."""
    licence: str = ""
    """What it is given under, where that is not its corpus' own licence."""


class CalibrationStatement(Struct, frozen=True, kw_only=True):
    """A claim, or its negation, as it is voted on."""

    claim: str
    """The claim it is of."""
    denied: bool
    """Whether it is the negation."""
    expected: Expected
    """How the statement itself stands: the negation of what is settled true is settled false."""
    text: str
    """The words, with the kind in brackets."""


class StatementPolled(Struct, frozen=True, kw_only=True):
    """The votes on one statement, in one order of showing."""

    statement: CalibrationStatement
    """What was voted on."""
    order: int
    """In which order it was shown: 0, or 1 for the other."""
    votes: tuple[int, ...]
    """Votes of those with an opinion, -2 to 2."""
    asked: int
    """Voters that were asked."""


class Band(Struct, frozen=True, kw_only=True):
    """A figure with the interval in which it lies with a probability of 90 %, by a bootstrap over claims."""

    value: float
    """The figure."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""


class ExpectedRow(Struct, frozen=True, kw_only=True):
    """Where the statements of one class came out."""

    expected: Expected
    """The class."""
    tiers: dict[str, int]
    """Tier and how many came out there, each order counted."""
    hits: int
    """How many came out where such a statement should."""


class Separates(Struct, frozen=True, kw_only=True):
    """How well a measure of disagreement tells contested statements from settled ones."""

    measure: Literal["deviation", "split"]
    """The standard deviation of the votes, or the share of the votes on the smaller side."""
    auc: Band
    """How often a contested statement has more of it than a settled one, ties counting half: 0.5 tells nothing."""


class CurvePoint(Struct, frozen=True, kw_only=True):
    """How often statements come out as they should with a border there."""

    at: float
    """Where the border is."""
    hits: Band
    """The mean over classes of the share that comes out as it should."""


class BorderCurve(Struct, frozen=True, kw_only=True):
    """What moving one border does, the others left where they are."""

    border: str
    """The option."""
    now: float
    """Where it is."""
    points: list[CurvePoint]
    """From the lowest to the highest."""


class SuggestedBorders(Struct, frozen=True, kw_only=True):
    """Borders under which more comes out as it should."""

    borders: dict[str, float]
    """Option and value, for every border."""
    hits: Band
    """How often a claim comes out as it should under the borders that the other claims suggest."""
    gain: Band
    """How much that is above the borders in use."""


class CalibrationVoter(Struct, frozen=True, kw_only=True):
    """One voter that was asked."""

    fingerprint: str
    """The voter."""
    model: str
    """Its model."""


class Calibration(Struct, frozen=True, kw_only=True):
    """What votes on claims of known controversy show of the borders of tiers."""

    corpus: str
    """What the claims are called."""
    digest: str
    """Digest of them."""
    council: str
    """The council: by its name, or where it has none by its members."""
    protocol: str
    """The protocol whose borders are looked at."""
    voters: list[CalibrationVoter]
    """Who was asked, in the order of the seats."""
    scripted: bool
    """Whether scripted voices were among them, which tell nothing."""
    at: str
    """When the last of its sessions ended."""
    sessions: list[str]
    """Its sessions."""
    done: int
    """Sessions that ended."""
    of: int
    """Sessions there are to be."""
    whole: bool
    """Whether all of them ended with votes; nothing is suggested before."""
    claims: int
    """Claims with votes, each with its negation."""
    contested: int
    """Those of them that are contested."""
    unread: int
    """Votes that are missing."""
    borders: dict[str, float]
    """Option and value of every border in use."""
    hits: Band | None
    """The mean over classes of the share that comes out as it should; null where there are no votes."""
    table: list[ExpectedRow]
    """What was expected against where it came out."""
    separates: list[Separates]
    """How well each measure tells contested statements from settled ones; none where one of the two is missing."""
    curves: list[BorderCurve]
    """What moving each border does."""
    suggested: SuggestedBorders | None
    """Better borders; null where none are suggested."""
    why_none: str
    """Why none are suggested; empty where some are."""
    cost: float | None
    """Dollars it cost; null where nobody knows."""
