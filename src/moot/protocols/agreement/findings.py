"""Findings of an analysis after every passage has been checked against its answer."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.agreement.ballots import AnswerPassage
from moot.vocabulary.findings import Finding
from moot.vocabulary.verdicts import SupportedSentence

Group = Literal["consensus", "contradictions", "partial_coverage", "unique_insights", "blind_spots"]
"""The headings of an analysis."""


class AgreementItem(Struct, frozen=True, kw_only=True):
    """A claim that one or several answers make, with the passages that make it."""

    text: str
    """The claim, in the analyst's words."""
    passages: tuple[AnswerPassage, ...]
    """Passages quoted word for word from the answers."""
    holders: tuple[str, ...]
    """Seats of the quoted answers, in seat order."""
    claimed: Group | UnsetType = UNSET
    """Heading that the analyst chose, if another heading fits the number of quoted answers."""


class Contradiction(Struct, frozen=True, kw_only=True):
    """A disagreement between answers: at least two sides, each quoting an answer that no other side quotes."""

    text: str
    """Point about which the answers disagree, in the analyst's words."""
    sides: tuple[AgreementItem, ...]
    """The contradicting claims, one for each side."""


class BlindSpot(Struct, frozen=True, kw_only=True):
    """A point that no answer covers.

    There is no passage to quote for such a point, so only the analyst's word supports it.
    """

    text: str
    """The missing point, in the analyst's words."""


class StruckItem(Struct, frozen=True, kw_only=True):
    """An item of an analyst's comparison that does not count, e.g. for lack of a quotation, with the reason."""

    group: Group
    """Heading of the item."""
    text: str
    """Text of the item, or the quotation."""
    reason: str
    """Why the item does not count."""
    times: int | UnsetType = UNSET
    """How often the item is written, if more than once."""


class Analysis(Finding, frozen=True, kw_only=True, tag="analysis"):
    """Common points and differences of the answers, after every quotation was checked."""

    by: str | None
    """The seat that compared the answers; `None` if no comparison could be read."""
    panel: tuple[str, ...]
    """The seats asked for an answer, in seat order."""
    unanswered: tuple[str, ...] = ()
    """Seats on the panel without an answer. No item can quote them, but every share counts them."""
    consensus: tuple[AgreementItem, ...] = ()
    """Claims that more than half of the panel make."""
    contradictions: tuple[Contradiction, ...] = ()
    """Points on which the answers cannot all be right."""
    partial_coverage: tuple[AgreementItem, ...] = ()
    """Claims that several of the panel make, but not most."""
    unique_insights: tuple[AgreementItem, ...] = ()
    """Claims that a single member of the panel makes."""
    blind_spots: tuple[BlindSpot, ...] = ()
    """Points that none of the answers covers."""
    struck: tuple[StruckItem, ...] = ()
    """Items of the analyst that were dropped, because they have no valid quotation or were too many, each with the
    reason.
    """
    unquoted: tuple[str, ...] = ()
    """Seats whose answers are quoted in no item."""
    unasked: tuple[str, ...] = ()
    """Members that are not on the panel, because the council is larger than the panel."""
    reason: str = ""
    """Why there is no analysis; empty if there is one."""
    sentences: tuple[SupportedSentence, ...] | UnsetType = UNSET
    """Sentences of the council's answer, each with the members that say the same; left out if they
    were not compared.
    """

    @property
    def quoted(self) -> bool:
        """Return whether any item quotes an answer."""
        return bool(self.consensus or self.contradictions or self.partial_coverage or self.unique_insights)
