"""Form of an analyst's comparison, for prompting and parsing."""

from __future__ import annotations

from moot.protocols.agreement.ballots import PanelComparison, SupportedComparison
from moot.reading.forms.fields import LabelField, TextField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Many

LARGEST_PANEL = 8
"""Number of answers for which each item has room for a passage or two."""
MOST_ITEMS = 8
"""Most items under one heading."""
SOURCE = LabelField("the answer it is copied from")
MOST_SENTENCES = 12
"""Most sentences of the council's answer."""
READ = 200
"""Most items read under one heading; those beyond the number asked for are listed as left out."""
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
"""One form for each ballot."""
