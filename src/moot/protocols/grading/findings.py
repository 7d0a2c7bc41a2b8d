"""Ballot of a grader, with its form, and the finding: which of a session's answers are right, and who graded them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from moot.reading.forms.fields import FlagField, TextField, WholeNumberField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.words.headings import Heading, Names

VERDICT = "verdict"
"""Value used instead of a seat id for the grade of the council's answer."""
CODE = "code"
"""Name of the grader if code alone compared the answers."""
PERSON = "person"
"""Name of the grader if a person overruled the grade."""


class AnswerGrade(Struct, frozen=True, kw_only=True):
    """Whether one answer is right, compared with the known answer, and who graded it."""

    seat: str
    """Seat of the answer's author; `verdict` for the council's answer."""
    digest: str
    """SHA-256 of question, reference and answer. Equal answers to one question are graded once."""
    right: bool | None = None
    """Whether the answer is right; `None` if it is not graded, or declines to answer."""
    declined: bool = False
    """Whether the answer declines to answer."""
    by: str = ""
    """The grader: `code`, `grader NAME` of a package, a model, or `person`; empty if there is none."""
    quote: str = ""
    """Words of the answer on which the grade is based."""
    group: int = 0
    """Number of the group of answers with the same meaning; 0 if unknown."""
    session: str = ""
    """Id of the session that paid for the grade, if it is another session."""
    why: str = ""
    """Why the answer is not graded, or why a person overruled the grade."""

    @property
    def says(self) -> str:
        """Return the grade in a word or two: right, wrong, declines, or not graded."""
        if self.declined:
            return "declines"
        return "not graded" if self.right is None else "right" if self.right else "wrong"


class AnswerGrades(Finding, frozen=True, kw_only=True, tag="answer-grades"):
    """Which of a session's answers are right, compared with the known answer."""

    known: str
    """The known answer."""
    grades: tuple[AnswerGrade, ...]
    """Grades of the members' first answers in seat order, and of the verdict."""

    def of(self, seat: str) -> AnswerGrade | None:
        """Return the grade of this seat's answer; `None` if it has none."""
        return next((each for each in self.grades if each.seat == seat), None)


def grades_in(found: Iterable[Finding]) -> AnswerGrades | None:
    """Return the grades among a session's findings; `None` if its answers were not graded."""
    return next((each for each in found if isinstance(each, AnswerGrades)), None)


class GradesFound(Finding, frozen=True, kw_only=True, tag="grades-found"):
    """Grades of answers that needed no call to a model: by an installed grader, or paid for by earlier sessions."""

    grades: tuple[AnswerGrade, ...]
    """The grades. A grade from an earlier session names that session."""


def grade_in_words(grade: AnswerGrade, names: Names) -> str:
    """Return one grade as a line: the answer's author, the grade, the grader, and the quoted words."""
    who = "The council's answer" if grade.seat == VERDICT else names.get(grade.seat, grade.seat)
    by = {CODE: ", compared by code", PERSON: ", says a person", "": ""}.get(grade.by, f", says {grade.by}")
    earlier = f" in session {grade.session[:8]}" if grade.session else ""
    quote = f": “{' '.join(grade.quote.split())}”" if grade.quote else ""
    why = f" ({grade.why})" if grade.why else ""
    return f"{who}: {grade.says}{by}{earlier}{quote}{why}"


def _grades(finding: AnswerGrades, names: Names) -> list[str]:
    known = f"Known to be right: {' '.join(finding.known.split())}"
    return [known, *(grade_in_words(each, names) for each in finding.grades)]


def _found(finding: GradesFound, names: Names) -> list[str]:
    return [grade_in_words(each, names) for each in finding.grades]


FINDINGS: Mapping[type[Any], Heading] = {
    AnswerGrades: Heading("Compared with the known answer", _grades),
    GradesFound: Heading("Graded without a call", _found),
}
"""Heading and formatter of the finding with the grades."""


UNCLEAR = 0
"""Group number of an answer whose meaning the grader cannot determine."""
REFERENCE = 1
"""Group number of the known answer, if there is one."""


class Grade(Struct, frozen=True, kw_only=True):
    """A grader's judgement of one answer, with the group of answers that have the same meaning."""

    quote: str
    """Words of the answer that state its result, or that decline to answer. Code checks that they
    occur in the answer.
    """
    declined: bool
    """Whether the answer declines to answer."""
    group: int
    """Number of the group. Answers with the same number have the same meaning."""


class GradeBallot(Ballot, frozen=True, kw_only=True, tag="grades"):
    """A grader's ballot: which answers have the same meaning."""

    answers: dict[str, Grade]
    """The judgement of each answer, by seat."""


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
    """Return a grader's ballot as lines: the number of groups, then each answer."""
    groups = {grade.group for grade in ballot.answers.values() if grade.group and not grade.declined}
    lines = [f"{len(groups)} different {'answer' if len(groups) == 1 else 'answers'}."]
    for seat, grade in ballot.answers.items():
        said = "declines" if grade.declined else f"group {grade.group}" if grade.group else "unclear"
        lines.append(f"{names.get(seat, seat)}: {said}: “{' '.join(grade.quote.split())}”")
    return lines


KINDS = (GRADES,)
"""Form of a grader's ballot."""
BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {GradeBallot: grades_in_words}
"""Formatter of a grader's ballot."""
