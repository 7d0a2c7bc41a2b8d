"""Ballot of an analyst that compares a panel's answers, with its form: items under five headings, with quoted passages.

Nothing in it is checked yet. Answers are named by seat id instead of the private labels of the analyst's sheet.
"""

from __future__ import annotations

from msgspec import Struct

from moot.reading.forms.fields import LabelField, TextField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Many
from moot.vocabulary.ballots import Ballot


class AnswerPassage(Struct, frozen=True, kw_only=True):
    """A passage quoted from one member's answer."""

    source: str
    """The seat whose answer contains the passage."""
    quote: str
    """The passage, word for word."""


class DraftItem(Struct, frozen=True, kw_only=True):
    """One claim as the analyst wrote it, with the passages of answers that make the claim. Neither is checked yet."""

    text: str
    """What the answers claim."""
    passages: tuple[AnswerPassage, ...]
    """Passages of the answers that make the claim."""


class DraftSide(Struct, frozen=True, kw_only=True):
    """The position that one answer takes in a contradiction, as the analyst wrote it, with a passage."""

    text: str
    """The claim of this answer. Answers on one side have the same text."""
    source: str
    """Seat of the author of the quoted answer."""
    quote: str
    """The passage, word for word."""


class DraftContradiction(Struct, frozen=True, kw_only=True):
    """A contradiction between answers as the analyst wrote it, not yet checked."""

    text: str
    """Point about which the answers disagree."""
    sides: tuple[DraftSide, ...]
    """One entry for each answer that takes a position."""


class PanelComparison(Ballot, frozen=True, kw_only=True, tag="comparison"):
    """An analyst's comparison of the answers, not yet checked: claims under five headings."""

    consensus: tuple[DraftItem, ...] = ()
    """Claims that most of the answers make."""
    contradictions: tuple[DraftContradiction, ...] = ()
    """Points on which the answers contradict each other."""
    partial_coverage: tuple[DraftItem, ...] = ()
    """Points that only some of the answers cover."""
    unique_insights: tuple[DraftItem, ...] = ()
    """Useful claims that a single answer makes."""
    blind_spots: tuple[str, ...] = ()
    """Points that the question calls for and no answer covers."""


class DraftSentence(Struct, frozen=True, kw_only=True):
    """A sentence of the council's answer, as the analyst copied it."""

    text: str
    """Text of the sentence."""
    passages: tuple[AnswerPassage, ...] = ()
    """Passages of the members' answers with the same meaning."""


class SupportedComparison(PanelComparison, frozen=True, kw_only=True, tag="supported-comparison"):
    """A comparison of answers that also has, for each sentence of the council's answer, the members' passages that say
    the same."""

    sentences: tuple[DraftSentence, ...] = ()
    """The sentences of the council's answer, in order."""


LARGEST_PANEL = 8
"""Maximum number of answers to compare. With more answers, an item would have no room for a passage of each."""
MOST_ITEMS = 8
"""Maximum number of items under one heading."""
SOURCE = LabelField("the answer it is copied from")
MOST_SENTENCES = 12
"""Maximum number of sentences in the council's answer."""
READ = 200
"""Maximum number of items parsed under one heading. Items beyond the requested number are listed as left out."""
QUOTE = TextField(400, "copied from that answer letter by letter, a clause or a sentence", least=1)
ITEM = {
    "text": TextField(400, "one point in one sentence", least=1),
    "passages": Many({"source": SOURCE, "quote": QUOTE}, 1, 2 * LARGEST_PANEL),
}
SIDE = {
    "text": TextField(400, "what this answer says about it; the same words for answers on one side", least=1),
    "source": SOURCE,
    "quote": QUOTE,
}
CONTRADICTION = {
    "text": TextField(400, "what they disagree about, in one sentence", least=1),
    "sides": Many(SIDE, 2, 2 * LARGEST_PANEL),
}

SENTENCE = {
    "text": TextField(1_200, "a sentence of the council's answer, copied letter by letter", least=1),
    "passages": Many({"source": SOURCE, "quote": QUOTE}, 0, 2 * LARGEST_PANEL),
}
HEADINGS = {
    "consensus": Many(ITEM, 0, MOST_ITEMS, "with a passage of each answer that says it", kept=READ),
    "contradictions": Many(CONTRADICTION, 0, MOST_ITEMS, kept=READ),
    "partial_coverage": Many(ITEM, 0, MOST_ITEMS, kept=READ),
    "unique_insights": Many(ITEM, 0, MOST_ITEMS, kept=READ),
    "blind_spots": Many(TextField(400), 0, MOST_ITEMS, kept=READ),
}

KINDS = (
    FormKind(PanelComparison, HEADINGS),
    FormKind(SupportedComparison, {**HEADINGS, "sentences": Many(SENTENCE, 0, MOST_SENTENCES, optional=True)}),
)
"""Form of each ballot."""
