"""By which measures can a study of these questions be decided? Looked at before anything is asked.

What a council's own figures are, its protocol says once sessions have ended; their names are known before. Held to what
sessions come to by `tests/extensions/studies/reports/test_measures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.errors import UnknownName
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.reports.cells import COUNTS
from moot.extensions.studies.stats.planted import REVIEW_FIGURES

OF_COUNCILS = ("score", "best_score", "flips", "uncited_flips", "withheld", *sorted(COUNTS))
"""What councils come to whatever is asked."""
OF_ANSWERS = ("right", "right_where_answered", "right_untold")
"""What questions with a known answer come to."""


TITLES: Mapping[str, str] = {
    "score": "Score",
    "best_score": "Best score",
    "flips": "Changes of position",
    "uncited_flips": "Changes without a rebuttal",
    "withheld": "Verdicts withheld",
    "findings": "Findings",
    "confirmed": "Findings confirmed",
    "disputed": "Findings disputed",
    "right": "Right answers, withheld ones counted as not right",
    "right_where_answered": "Right answers, of those graded",
    "right_untold": "Answers not graded",
    "recall": "Planted bugs found",
    "precision": "Findings that found one",
    "precision_of_all": "Findings that found one, those that name no line counted too",
    "decoys_told": "Decoys told as bugs",
    "false_all_clear": "False all-clears",
}
"""What measures are called on a page; the app has the same in three languages."""


def title_of(measure: str) -> str:
    """What a measure is called; one that nobody named here by its own name in words."""
    return TITLES.get(measure, measure.replace("_", " "))


def measures_there(items: Sequence[CorpusItem]) -> list[str]:
    """The measures that sessions over these questions can have."""
    return [
        *OF_COUNCILS,
        *(OF_ANSWERS if any(item.answer for item in items) else ()),
        *(REVIEW_FIGURES if any(item.key for item in items) else ()),
    ]


def refuse_unmeasured(primary: str, items: Sequence[CorpusItem]) -> None:
    """Refuses a measure that nothing over these questions comes to."""
    there = measures_there(items)
    if primary not in there:
        raise UnknownName("measure", primary, there, f"`primary` is one of {', '.join(there)}, for these questions.")
