"""List the measures that can decide a study of given questions, before it runs.

A protocol defines its own measures after sessions end, but their names are known before. Compared with real sessions
by `tests/extensions/studies/reports/test_report_page.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.errors import UnknownName
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.reports.cells import COUNTS
from moot.extensions.studies.stats.planted import REVIEW_FIGURES

OF_COUNCILS = ("score", "best_score", "flips", "uncited_flips", "withheld", *sorted(COUNTS))
"""Names of measures of every council."""
OF_ANSWERS = ("right", "right_where_answered", "right_untold")
"""Names of measures of questions with a known answer."""


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
"""Titles of measures on a page; the app has the same in three languages."""


def title_of(measure: str) -> str:
    """Return a measure's title for display; a measure without a title gets its name with spaces instead of
    underscores.
    """
    return TITLES.get(measure, measure.replace("_", " "))


def measures_there(items: Sequence[CorpusItem]) -> list[str]:
    """Return the names of the measures that sessions on these questions will have."""
    return [
        *OF_COUNCILS,
        *(OF_ANSWERS if any(item.answer for item in items) else ()),
        *(REVIEW_FIGURES if any(item.key for item in items) else ()),
    ]


def refuse_unmeasured(primary: str, items: Sequence[CorpusItem]) -> None:
    """Raise if sessions on these questions cannot have the measure `primary`."""
    there = measures_there(items)
    if primary not in there:
        raise UnknownName("measure", primary, there, f"`primary` is one of {', '.join(there)}, for these questions.")
