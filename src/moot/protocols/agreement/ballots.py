"""What does an analyst write of a panel's answers? Items under five headings, each with the passages it rests on.

Nothing in it is checked yet; answers are named by seat id, the private labels of the analyst's sheet are gone by then.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.ballots import Ballot


class Passage(Struct, frozen=True, kw_only=True):
    """A passage of an answer."""

    source: str
    """The seat in whose answer it is said to stand."""
    quote: str
    """The passage, word for word."""


class DraftItem(Struct, frozen=True, kw_only=True):
    """An item as the analyst wrote it."""

    text: str
    """What the answers say."""
    passages: tuple[Passage, ...]
    """Where they say it."""


class DraftSide(Struct, frozen=True, kw_only=True):
    """What one answer says about a contradiction, as the analyst wrote it."""

    text: str
    """What it says; answers on one side are given one text."""
    source: str
    """The seat in whose answer the passage is said to stand."""
    quote: str
    """The passage, word for word."""


class DraftContradiction(Struct, frozen=True, kw_only=True):
    """A contradiction as the analyst wrote it."""

    text: str
    """What the answers disagree about."""
    sides: tuple[DraftSide, ...]
    """What is said about it, an entry for each answer that says something."""


class PanelComparison(Ballot, frozen=True, kw_only=True, tag="comparison"):
    """An analyst's comparison of the answers."""

    consensus: tuple[DraftItem, ...] = ()
    """What most of them say."""
    contradictions: tuple[DraftContradiction, ...] = ()
    """Where they cannot all be right."""
    partial_coverage: tuple[DraftItem, ...] = ()
    """What only some of them deal with."""
    unique_insights: tuple[DraftItem, ...] = ()
    """What a single one says, and is worth having."""
    blind_spots: tuple[str, ...] = ()
    """What the question calls for and none of them deals with."""
