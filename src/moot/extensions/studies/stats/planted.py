"""Count the planted bugs found, by the lines that findings name.

A finding finds a planted bug if it names one of its lines and at most three times its lines plus ten: room for the
function around it, not for the file. A finding that names only lines of a decoy, or lines of both in one range, hits
the decoy; one with other lines is false; one without lines is counted apart. Recall is over planted bugs; precision
over findings with lines and, separately, over all. A question with planted bugs, a verdict and no finding is a false
all-clear; a withheld verdict is none, and unreadable findings are in no figure. Bugs of one question are found or
missed together, so intervals are over questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.intervals import rate_figure

GRAVEST_FIRST = ("critical", "high", "medium", "low")
"""Severities in order of display. Others follow in order of appearance."""
REVIEW_FIGURES = ("recall", "precision", "precision_of_all", "decoys_told", "false_all_clear")
"""Names of the measures of one question's findings, each a share."""
TIMES, MORE = 3, 10
"""Maximum length of a finding that counts: this many times the bug's lines, plus this many more lines. Models name the
statement or function; the packaged files have about a hundred lines, and a finding that names most of them finds
nothing.
"""


class Stretch(Struct, frozen=True, kw_only=True):
    """A range of lines in a file."""

    file: str
    """Name of the file; empty in a finding that names none."""
    first: int
    """Number of the first line."""
    last: int
    """Number of the last line."""

    def meets(self, other: Stretch, *, alone: bool) -> bool:
        """Return whether two ranges share a line. A range without a file name meets another only if there is just one
        file (`alone`).
        """
        same = self.file.rpartition("/")[2] == other.file.rpartition("/")[2]
        named = bool(self.file and other.file)
        return (same if named else alone) and self.first <= other.last and other.first <= self.last

    @property
    def lines(self) -> int:
        """Return the number of lines."""
        return self.last - self.first + 1

    def finds(self, other: Stretch, *, alone: bool) -> bool:
        """Return whether this range, named by a reported issue, points to `other`, the range of a bug: they share a
        line, and this range is not much wider.
        """
        return self.meets(other, alone=alone) and self.lines <= TIMES * other.lines + MORE


class PlantedTruth(Struct, frozen=True, kw_only=True):
    """A planted bug with its lines, with which the issues that a session reports are compared."""

    id: str
    """Id of the bug."""
    severity: str
    """Severity of the bug."""
    lines: Stretch
    """Lines that contain the bug."""


class ReportedFinding(Struct, frozen=True, kw_only=True, gc=False):
    """An issue in the reviewed code that a session reported, and the lines it names."""

    text: str
    """Text of the finding."""
    places: tuple[Stretch, ...]
    """The lines that the finding names."""


class ReviewedQuestion(Struct, frozen=True, kw_only=True):
    """A question with planted bugs, and the findings that a session reported on it."""

    question: str
    """The question."""
    planted: tuple[PlantedTruth, ...]
    """Bugs planted in the question's files."""
    decoys: tuple[Stretch, ...]
    """Ranges of the decoys: correct lines that look faulty."""
    told: tuple[ReportedFinding, ...] | None
    """Findings that the session reported; `None` if they could not be parsed."""
    ruled: bool = True
    """Whether the question's session ended with a verdict; a withheld verdict is no all-clear."""


class FindingMatch(Struct, frozen=True, kw_only=True):
    """Which planted bugs and which decoys (correct lines that look wrong) one reported issue points to."""

    text: str
    """Text of the finding."""
    bugs: tuple[str, ...]
    """Ids of the planted bugs that the finding names."""
    decoys: tuple[int, ...]
    """Index of each decoy that the finding names: without naming a bug, or by lines that are also the decoy's."""
    placed: bool
    """Whether the finding names a line."""


class Proportion(Struct, frozen=True, kw_only=True):
    """A count out of a total, and the mean over questions of each question's share."""

    so: int
    """Number of counted items."""
    of: int
    """Total number of items."""
    share: Figure
    """Mean of each question's share, if there are enough: the figure by which arms are compared. `n` counts questions,
    with repeats averaged."""


class PlantedScore(Struct, frozen=True, kw_only=True):
    """Results on planted bugs over all questions: how many were found, and how many reported findings were right."""

    recall: Proportion
    """Planted bugs found, of all planted bugs."""
    by_severity: dict[str, Proportion]
    """Planted bugs found by severity, highest first."""
    precision: Proportion
    """Findings that found a bug, of the findings that name lines."""
    precision_of_all: Proportion
    """Findings that found a bug, of all findings."""
    decoys: Proportion
    """Decoys reported as bugs, of all decoys."""
    false_clean: Proportion
    """Questions with planted bugs and no finding, of the questions with a verdict."""
    withheld: int
    """Number of questions with planted bugs whose verdict was withheld. These are no all-clear."""
    unplaced: int
    """Number of findings without lines."""
    false: int
    """Number of findings whose lines hit no bug, including decoys."""
    unread: int
    """Number of questions with findings that could not be parsed."""


def matched(reviewed: ReviewedQuestion) -> tuple[FindingMatch, ...]:
    """Compare each issue that a session reported with the planted bugs and decoys, and return which of them it points
    to.
    """
    files = {each.lines.file for each in reviewed.planted} | {each.file for each in reviewed.decoys}
    alone = len(files) == 1
    return tuple(_held(told, reviewed, alone=alone) for told in reviewed.told or ())


def _held(told: ReportedFinding, reviewed: ReviewedQuestion, *, alone: bool) -> FindingMatch:
    hits = [(place, bug.id) for place in told.places for bug in reviewed.planted if place.finds(bug.lines, alone=alone)]
    found = {name for _, name in hits}
    hitting = [place for place, _ in hits]

    def fell(decoy: Stretch) -> bool:
        if hitting:
            return any(place.meets(decoy, alone=alone) for place in hitting)
        return any(place.finds(decoy, alone=alone) for place in told.places)

    return FindingMatch(
        text=told.text,
        bugs=tuple(bug.id for bug in reviewed.planted if bug.id in found),
        decoys=tuple(at for at, decoy in enumerate(reviewed.decoys) if fell(decoy)),
        placed=bool(told.places),
    )


def planted_score(questions: Sequence[ReviewedQuestion], clusters: Mapping[str, str] | None = None) -> PlantedScore:
    """Return how many planted bugs these reviews found, and how many of their findings were right."""
    read = [(each, matched(each)) for each in questions if each.told is not None]
    met = dict.fromkeys(bug.severity for each, _ in read for bug in each.planted)
    severities = [
        *(name for name in GRAVEST_FIRST if name in met),
        *(name for name in met if name not in GRAVEST_FIRST),
    ]
    matches = [match for _, found in read for match in found]
    placed = [match for match in matches if match.placed]
    keyed = [(each, found) for each, found in read if each.planted]

    def part(count: Callable[[ReviewedQuestion, tuple[FindingMatch, ...]], tuple[int, int]]) -> Proportion:
        return _part([(each.question, *count(each, found)) for each, found in read], clusters or {})

    def recalled(severity: str | None) -> Proportion:
        def count(each: ReviewedQuestion, found: tuple[FindingMatch, ...]) -> tuple[int, int]:
            own = [bug.id for bug in each.planted if severity is None or bug.severity == severity]
            hits = {name for match in found for name in match.bugs}
            return sum(name in hits for name in own), len(own)

        return part(count)

    return PlantedScore(
        recall=recalled(None),
        by_severity={severity: recalled(severity) for severity in severities},
        precision=part(lambda _, found: (sum(bool(m.bugs) for m in found), sum(m.placed for m in found))),
        precision_of_all=part(lambda _, found: (sum(bool(m.bugs) for m in found), len(found))),
        decoys=part(lambda each, found: (len({at for m in found for at in m.decoys}), len(each.decoys))),
        false_clean=part(lambda each, found: (int(_cleared(each) and not found), int(_cleared(each)))),
        withheld=sum(not each.ruled for each, _ in keyed),
        unplaced=len(matches) - len(placed),
        false=sum(not match.bugs for match in placed),
        unread=len(questions) - len(read),
    )


def review_figures(reviewed: ReviewedQuestion) -> dict[str, float]:
    """Return one question's recall, precision and other shares, by which arms are compared; empty if the session's
    findings are unreadable.
    """
    if reviewed.told is None:
        return {}
    score = planted_score([reviewed])
    parts = (score.recall, score.precision, score.precision_of_all, score.decoys, score.false_clean)
    return {name: part.so / part.of for name, part in zip(REVIEW_FIGURES, parts, strict=True) if part.of}


def _cleared(each: ReviewedQuestion) -> bool:
    """Return whether a session gave a verdict on a question with planted bugs, so that the verdict could be a false
    all-clear.
    """
    return bool(each.planted) and each.ruled


def _part(counts: Sequence[tuple[str, int, int]], clusters: Mapping[str, str]) -> Proportion:
    """Return a proportion computed from each session's count and total, given with its question."""
    questions: dict[str, list[float]] = {}
    for question, so, of in counts:
        if of:
            questions.setdefault(question, []).append(so / of)
    means = [sum(own) / len(own) for own in questions.values()]
    return Proportion(
        so=sum(so for _, so, _ in counts),
        of=sum(of for _, _, of in counts),
        share=rate_figure(means, [clusters.get(question, "") for question in questions]),
    )
