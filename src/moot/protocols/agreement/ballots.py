"""Ballot of an analyst that compares a panel's answers: items under five headings, with quoted passages.

Nothing in it is checked yet; answers are named by seat id, in place of the private labels of the analyst's sheet.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.ballots import Ballot


class AnswerPassage(Struct, frozen=True, kw_only=True):
    """A passage of an answer."""

    source: str
    """The seat whose answer it is quoted from."""
    quote: str
    """The passage, word for word."""


class DraftItem(Struct, frozen=True, kw_only=True):
    """An item as the analyst wrote it."""

    text: str
    """What the answers claim."""
    passages: tuple[AnswerPassage, ...]
    """Passages in which they claim it."""


class DraftSide(Struct, frozen=True, kw_only=True):
    """One answer's side of a contradiction, as the analyst wrote it."""

    text: str
    """What it claims; answers on one side have one text."""
    source: str
    """The seat whose answer the passage is quoted from."""
    quote: str
    """The passage, word for word."""


class DraftContradiction(Struct, frozen=True, kw_only=True):
    """A contradiction as the analyst wrote it."""

    text: str
    """What the answers disagree about."""
    sides: tuple[DraftSide, ...]
    """One entry for each answer with a position on it."""


class PanelComparison(Ballot, frozen=True, kw_only=True, tag="comparison"):
    """An analyst's comparison of the answers."""

    consensus: tuple[DraftItem, ...] = ()
    """What most of them claim."""
    contradictions: tuple[DraftContradiction, ...] = ()
    """Where they cannot all be right."""
    partial_coverage: tuple[DraftItem, ...] = ()
    """What only some of them cover."""
    unique_insights: tuple[DraftItem, ...] = ()
    """What a single one claims, and is useful."""
    blind_spots: tuple[str, ...] = ()
    """What the question calls for and no answer covers."""


class DraftSentence(Struct, frozen=True, kw_only=True):
    """A sentence of the council's answer, as the analyst copied it."""

    text: str
    """The sentence."""
    passages: tuple[AnswerPassage, ...] = ()
    """Passages of the members' answers that say the same."""


class SupportedComparison(PanelComparison, frozen=True, kw_only=True, tag="supported-comparison"):
    """A comparison with the passages behind each sentence of the council's answer."""

    sentences: tuple[DraftSentence, ...] = ()
    """The sentences, in order."""
