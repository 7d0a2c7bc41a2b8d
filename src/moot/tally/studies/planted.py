"""How many of the bugs that were planted were found? A finding is held against the key by the lines it names.

A finding that names a line of a planted bug has found it; one that names only lines of a decoy fell for it; one that
names other lines is false; one that names no line at all is counted apart and is neither. Recall is of planted bugs,
precision of findings that name lines. A question with planted bugs that ended with a verdict and without a finding is
a false all-clear: one whose verdict was withheld is none, and one whose findings could not be read is in no figure.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.tally.studies.figures import Figure
from moot.tally.studies.intervals import share_figure

REVIEW_FIGURES = ("recall", "precision", "decoys_told", "false_all_clear")
"""What one question's findings come to, each a share."""


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


class Planted(Struct, frozen=True, kw_only=True):
    """A bug that was planted."""

    id: str
    """Its name."""
    severity: str
    """How bad it is."""
    lines: Stretch
    """Where it is."""


class Told(Struct, frozen=True, kw_only=True):
    """A finding that was told."""

    text: str
    """Its words."""
    places: tuple[Stretch, ...]
    """The lines it names."""


class Reviewed(Struct, frozen=True, kw_only=True):
    """One question: what was planted, and what was told."""

    question: str
    """The question."""
    planted: tuple[Planted, ...]
    """Its bugs."""
    decoys: tuple[Stretch, ...]
    """Its decoys."""
    told: tuple[Told, ...] | None
    """What was found; `None` where it could not be read."""
    ruled: bool = True
    """Whether it ended with a verdict; one that was withheld clears nothing."""


class Matched(Struct, frozen=True, kw_only=True):
    """One finding, held against the key."""

    text: str
    """Its words."""
    bugs: tuple[str, ...]
    """Planted bugs it found, by name."""
    decoys: tuple[int, ...]
    """Decoys it named, from 0, where it found no bug."""
    placed: bool
    """Whether it names a line at all."""


class Part(Struct, frozen=True, kw_only=True):
    """How many of some things are so."""

    so: int
    """Those that are."""
    of: int
    """All of them."""
    share: Figure
    """The share, where there are enough of them; `n` counts them."""


class PlantedScore(Struct, frozen=True, kw_only=True):
    """What questions with planted bugs come to together."""

    recall: Part
    """Planted bugs that were found."""
    by_severity: dict[str, Part]
    """The same of each severity, in the order in which they come."""
    precision: Part
    """Findings that found a bug, of those that name lines."""
    decoys: Part
    """Decoys that were told as bugs."""
    false_clean: Part
    """Questions with planted bugs that ended with a verdict and without a finding."""
    unplaced: int
    """Findings that name no line."""
    false: int
    """Findings that name lines of no bug; those of decoys are among them."""
    unread: int
    """Questions whose findings could not be read."""


def matched(reviewed: Reviewed) -> tuple[Matched, ...]:
    """Each finding of a question, held against its key."""
    files = {each.lines.file for each in reviewed.planted} | {each.file for each in reviewed.decoys}
    alone = len(files) == 1
    found = []
    for told in reviewed.told or ():
        bugs = tuple(
            bug.id for bug in reviewed.planted if any(place.meets(bug.lines, alone=alone) for place in told.places)
        )
        decoys = tuple(
            at
            for at, decoy in enumerate(reviewed.decoys)
            if not bugs and any(place.meets(decoy, alone=alone) for place in told.places)
        )
        found.append(Matched(text=told.text, bugs=bugs, decoys=decoys, placed=bool(told.places)))
    return tuple(found)


def planted_score(questions: Sequence[Reviewed]) -> PlantedScore:
    """All questions together; those whose findings could not be read are counted apart."""
    read = [each for each in questions if each.told is not None]
    # By its place, not by its question: one that is asked again is another chance to find each of its bugs.
    held = list(enumerate(map(matched, read)))
    hits = {(at, bug) for at, found in held for match in found for bug in match.bugs}
    fallen = {(at, decoy) for at, found in held for match in found for decoy in match.decoys}
    matches = [match for _, found in held for match in found]
    planted = [(at, bug) for at, each in enumerate(read) for bug in each.planted]
    severities = list(dict.fromkeys(bug.severity for _, bug in planted))
    placed = [match for match in matches if match.placed]
    keyed = [each for each in read if each.planted]
    right = sum(bool(match.bugs) for match in placed)

    def recalled(severity: str | None) -> Part:
        inside = [(at, bug.id) for at, bug in planted if severity is None or bug.severity == severity]
        return _part(sum(each in hits for each in inside), len(inside))

    return PlantedScore(
        recall=recalled(None),
        by_severity={severity: recalled(severity) for severity in severities},
        precision=_part(right, len(placed)),
        decoys=_part(len(fallen), sum(len(each.decoys) for each in read)),
        false_clean=_part(sum(not each.told and each.ruled for each in keyed), len(keyed)),
        unplaced=len(matches) - len(placed),
        false=len(placed) - right,
        unread=len(questions) - len(read),
    )


def review_figures(reviewed: Reviewed) -> dict[str, float]:
    """One question's shares, so that arms can be compared on them question by question; none where its findings could
    not be read, and none of what it has nothing of."""
    if reviewed.told is None:
        return {}
    score = planted_score([reviewed])
    parts = (score.recall, score.precision, score.decoys, score.false_clean)
    return {name: part.so / part.of for name, part in zip(REVIEW_FIGURES, parts, strict=True) if part.of}


def _part(so: int, of: int) -> Part:
    return Part(so=so, of=of, share=share_figure(so, of))
