"""Ballot of a grader: a grade for each answer on its sheet, and its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from moot.reading.forms.fields import FlagField, TextField, WholeNumberField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.words.headings import Names

UNCLEAR = 0
"""The group of an answer whose meaning the grader cannot determine."""
REFERENCE = 1
"""The group of the reference, if there is one."""


class Grade(Struct, frozen=True, kw_only=True):
    """Grade of one answer."""

    quote: str
    """The words of the answer that state it, or that decline; checked against the answer by code."""
    declined: bool
    """Whether it declines to answer."""
    group: int
    """Answers with one number have the same meaning."""


class GradeBallot(Ballot, frozen=True, kw_only=True, tag="grades"):
    """A grader's ballot."""

    answers: dict[str, Grade]
    """The grade of each answer, by seat."""


GRADES = FormKind(
    GradeBallot,
    {
        "answers": Each(
            {
                "quote": TextField(300, "the words that state its answer, copied from it letter by letter", least=1),
                "declined": FlagField("whether it declines to answer, or gives no answer"),
                "group": WholeNumberField(
                    UNCLEAR, 64, f"equal for answers that say the same; {UNCLEAR} where that is unclear"
                ),
            }
        )
    },
)


def grades_in_words(ballot: GradeBallot, names: Names) -> list[str]:
    """Return the number of groups, then a line for each answer."""
    groups = {grade.group for grade in ballot.answers.values() if grade.group and not grade.declined}
    lines = [f"{len(groups)} different {'answer' if len(groups) == 1 else 'answers'}."]
    for seat, grade in ballot.answers.items():
        said = "declines" if grade.declined else f"group {grade.group}" if grade.group else "unclear"
        lines.append(f"{names.get(seat, seat)}: {said}: “{' '.join(grade.quote.split())}”")
    return lines


KINDS = (GRADES,)
"""One form for each ballot."""
BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {GradeBallot: grades_in_words}
"""Text of its ballot."""
