"""What stands of an analysis once every passage has been held against the answer it is said to be from?"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.agreement.ballots import Passage
from moot.vocabulary.findings import Finding

Group = Literal["consensus", "contradictions", "partial_coverage", "unique_insights", "blind_spots"]
"""The headings of an analysis."""


class Item(Struct, frozen=True, kw_only=True):
    """What one or several answers say."""

    text: str
    """In the analyst's words."""
    passages: tuple[Passage, ...]
    """Passages that stand word for word in the answers they are from."""
    holders: tuple[str, ...]
    """Whose answers they are from, in seat order."""
    claimed: Group | UnsetType = UNSET
    """Where the analyst had put it, when fewer or more can be quoted for it than that heading takes."""


class Contradiction(Struct, frozen=True, kw_only=True):
    """What the answers disagree about; two sides at least, each with a holder of its own."""

    text: str
    """What it is about, in the analyst's words."""
    sides: tuple[Item, ...]
    """What is said about it."""


class BlindSpot(Struct, frozen=True, kw_only=True):
    """What the analyst finds in no answer. Nothing can be quoted for what is not there, so it is the analyst's word."""

    text: str
    """What is lacking, in the analyst's words."""


class StruckItem(Struct, frozen=True, kw_only=True):
    """Something the analyst wrote that does not stand."""

    group: Group
    """Under which heading."""
    text: str
    """The item, or the quotation."""
    reason: str
    """Why not."""
    times: int | UnsetType = UNSET
    """How often it is written, where more than once."""


class Analysis(Finding, frozen=True, kw_only=True, tag="analysis"):
    """What the answers of a panel have in common and where they differ, as far as they can be quoted for it."""

    by: str | None
    """Who compared them; `None` where nobody's comparison could be read."""
    panel: tuple[str, ...]
    """Who was asked for an answer, in seat order."""
    unanswered: tuple[str, ...] = ()
    """Those of them without an answer: they hold nothing, and every share counts them."""
    consensus: tuple[Item, ...] = ()
    """Said by more than half of the panel."""
    contradictions: tuple[Contradiction, ...] = ()
    """Where they cannot all be right."""
    partial_coverage: tuple[Item, ...] = ()
    """Said by several of them."""
    unique_insights: tuple[Item, ...] = ()
    """Said by one of them."""
    blind_spots: tuple[BlindSpot, ...] = ()
    """Said by none of them."""
    struck: tuple[StruckItem, ...] = ()
    """What the analyst wrote that nobody can be quoted for, or that was too much, each with the reason."""
    unquoted: tuple[str, ...] = ()
    """Seats whose answer no item quotes."""
    unasked: tuple[str, ...] = ()
    """Members that are not on the panel, because the council is larger than it."""
    reason: str = ""
    """Why there is no analysis, where there is none."""

    @property
    def quoted(self) -> bool:
        """Whether anything in it rests on a passage of an answer."""
        return bool(self.consensus or self.contradictions or self.partial_coverage or self.unique_insights)
