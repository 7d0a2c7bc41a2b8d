"""How many of the bugs that were planted were found? A finding is held against the key by the lines it names.

A finding that names a line of a planted bug has found it, if the lines it names are few enough to say where it is: at
most three times the bug's and ten more, which is room for the function around it and not for the file. One that names
only lines of a decoy, or in one stretch lines of both, fell for the decoy; one that names other lines is false; one
that names no line at all is counted apart. Recall is of planted bugs, precision of findings that name lines and, beside
it, of all. A question with planted bugs that ended with a verdict and without a finding is a false all-clear: one whose
verdict was withheld clears nothing, and one whose findings could not be read is in no figure. Bugs of one question are
found or missed together, so that intervals are made from questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.intervals import rate_figure

GRAVEST_FIRST = ("critical", "high", "medium", "low")
"""Severities in the order in which they are told; others follow as they come."""
REVIEW_FIGURES = ("recall", "precision", "precision_of_all", "decoys_told", "false_all_clear")
"""What one question's findings come to, each a share."""
TIMES, MORE = 3, 10
"""How wide a finding may be to have found something: so many times its lines, and so many more. A model names the
statement or the function at fault; the packaged files have about a hundred lines, and whoever names most of them has
found nothing."""


class Stretch(Struct, frozen=True, kw_only=True):
    """Lines of a file that something is known of, or said of."""

    file: str
    """The file; empty in what is said, where no file was named."""
    first: int
    """The first line."""
    last: int
    """The last line."""

    def meets(self, other: Stretch, *, alone: bool) -> bool:
        """Whether both share a line; without a file's name that can be told only where there is one file `alone`."""
        same = self.file.rpartition("/")[2] == other.file.rpartition("/")[2]
        named = bool(self.file and other.file)
        return (same if named else alone) and self.first <= other.last and other.first <= self.last

    @property
    def lines(self) -> int:
        """How many they are."""
        return self.last - self.first + 1

    def finds(self, other: Stretch, *, alone: bool) -> bool:
        """Whether it meets the other and is no wider than what says where that is."""
        return self.meets(other, alone=alone) and self.lines <= TIMES * other.lines + MORE


class PlantedTruth(Struct, frozen=True, kw_only=True):
    """A bug that was planted."""

    id: str
    """Its name."""
    severity: str
    """How bad it is."""
    lines: Stretch
    """Where it is."""


class ReportedFinding(Struct, frozen=True, kw_only=True, gc=False):
    """A finding that was told."""

    text: str
    """Its words."""
    places: tuple[Stretch, ...]
    """The lines it names."""


class ReviewedQuestion(Struct, frozen=True, kw_only=True):
    """One question: what was planted, and what was told."""

    question: str
    """The question."""
    planted: tuple[PlantedTruth, ...]
    """Its bugs."""
    decoys: tuple[Stretch, ...]
    """Its decoys."""
    told: tuple[ReportedFinding, ...] | None
    """What was found; `None` where it could not be read."""
    ruled: bool = True
    """Whether it ended with a verdict; one that was withheld clears nothing."""


class FindingMatch(Struct, frozen=True, kw_only=True):
    """One finding, held against the key."""

    text: str
    """Its words."""
    bugs: tuple[str, ...]
    """Planted bugs it found, by name."""
    decoys: tuple[int, ...]
    """Decoys it named, from 0: where it found no bug, or found one by lines that are the decoy's too."""
    placed: bool
    """Whether it names a line at all."""


class Proportion(Struct, frozen=True, kw_only=True):
    """How many of some things are so."""

    so: int
    """Those that are."""
    of: int
    """All of them."""
    share: Figure
    """The mean of each question's own share, where there are enough of them: the same figure that arms are compared
    by. `n` counts questions, the repeats of which are averaged."""


class PlantedScore(Struct, frozen=True, kw_only=True):
    """What questions with planted bugs come to together."""

    recall: Proportion
    """Planted bugs that were found."""
    by_severity: dict[str, Proportion]
    """The same of each severity, the gravest first."""
    precision: Proportion
    """Findings that found a bug, of those that name lines."""
    precision_of_all: Proportion
    """The same of all findings."""
    decoys: Proportion
    """Decoys that were told as bugs."""
    false_clean: Proportion
    """Questions with planted bugs that ended without a finding, of those that ended with a verdict."""
    withheld: int
    """Questions with planted bugs whose verdict was withheld: they clear nothing."""
    unplaced: int
    """Findings that name no line."""
    false: int
    """Findings that name lines of no bug; those of decoys are among them."""
    unread: int
    """Questions whose findings could not be read."""


def matched(reviewed: ReviewedQuestion) -> tuple[FindingMatch, ...]:
    """Each finding of a question, held against its key."""
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
    """All questions together; those whose findings could not be read are counted apart. `clusters` names what makes
    questions alike."""
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
    """One question's shares, so that arms can be compared on them question by question; none where its findings could
    not be read, and none of what it has nothing of."""
    if reviewed.told is None:
        return {}
    score = planted_score([reviewed])
    parts = (score.recall, score.precision, score.precision_of_all, score.decoys, score.false_clean)
    return {name: part.so / part.of for name, part in zip(REVIEW_FIGURES, parts, strict=True) if part.of}


def _cleared(each: ReviewedQuestion) -> bool:
    """Whether it has bugs and a verdict, which may be an all-clear."""
    return bool(each.planted) and each.ruled


def _part(counts: Sequence[tuple[str, int, int]], clusters: Mapping[str, str]) -> Proportion:
    """From how many are so of how many, of each session of a question."""
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
