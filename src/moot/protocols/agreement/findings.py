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
    """Passages that occur word for word in the answers they are from."""
    holders: tuple[str, ...]
    """Seats of the quoted answers, in seat order."""
    claimed: Group | UnsetType = UNSET
    """The heading the analyst chose, if the number of quoted answers calls for another."""


class Contradiction(Struct, frozen=True, kw_only=True):
    """A disagreement between answers: at least two sides, each quoting an answer that no other side quotes."""

    text: str
    """What the answers disagree about, in the analyst's words."""
    sides: tuple[AgreementItem, ...]
    """The sides."""


class BlindSpot(Struct, frozen=True, kw_only=True):
    """A point that no answer covers.

    There is no passage to quote for such a point, so only the analyst's word supports it.
    """

    text: str
    """What is missing, in the analyst's words."""


class StruckItem(Struct, frozen=True, kw_only=True):
    """An item of an analyst's comparison that does not count, e.g. for lack of a quotation, with the reason."""

    group: Group
    """The item's heading."""
    text: str
    """The item, or the quotation."""
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
    """Members of the panel without an answer: no item can quote them, and every share counts them."""
    consensus: tuple[AgreementItem, ...] = ()
    """Claims that more than half of the panel make."""
    contradictions: tuple[Contradiction, ...] = ()
    """Points on which the answers cannot all be right."""
    partial_coverage: tuple[AgreementItem, ...] = ()
    """Claims that several of the panel make and that are no consensus."""
    unique_insights: tuple[AgreementItem, ...] = ()
    """Claims that a single member of the panel makes."""
    blind_spots: tuple[BlindSpot, ...] = ()
    """Points that none of the answers covers."""
    struck: tuple[StruckItem, ...] = ()
    """The analyst's items that have no quotation or were too many, each with the reason."""
    unquoted: tuple[str, ...] = ()
    """Seats whose answer no item quotes."""
    unasked: tuple[str, ...] = ()
    """Members that are not on the panel, because the council is larger than it."""
    reason: str = ""
    """Why there is no analysis, if there is none."""
    sentences: tuple[SupportedSentence, ...] | UnsetType = UNSET
    """The sentences of the council's answer, each with the members that say the same; left out if it was not compared
    with theirs."""

    @property
    def quoted(self) -> bool:
        """Return whether any item quotes an answer."""
        return bool(self.consensus or self.contradictions or self.partial_coverage or self.unique_insights)
