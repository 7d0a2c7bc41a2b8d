"""Measures that a rubric's rules may use, by name; `protocols/adjudication/measures.py` computes them.

A measure that is unknown in a session, such as a lead when only one reply has a score, is absent and meets no bound.
`MEASURES` are common to all rubrics; a rubric's own labels and groups add three kinds (`measures_of`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from moot.vocabulary.rubrics import MeasureBound, Rubric

Unit = Literal["count", "number", "flag", "word"]
AGREEMENT = ("agree", "partial", "disagree")
"""Possible values of the measure `agreement`."""


class Measure(Struct, frozen=True):
    """A number, flag or word that is computed from a session and that the rules of a rubric may test."""

    name: str
    """Name of the measure."""
    unit: Unit
    """Kind of value: `count`, 0, 1, 2 …; `number`, any number; `flag`, 0 or 1; `word`, one of a few words."""
    says: str
    """Description of the measure."""
    absent: bool = False
    """Whether the measure may be absent."""


MEASURES: dict[str, Measure] = {
    each.name: each
    for each in (
        Measure("replies", "count", "Replies that were judged; a member that failed has none."),
        Measure("absent", "count", "Members that gave no reply that could be judged."),
        Measure("scored", "count", "Replies that have a score."),
        Measure("unscored", "count", "Replies of which too little could be read for a score."),
        Measure("inexact", "count", "Replies whose score would be another if all that was due had been read."),
        Measure("best", "number", "The highest score.", True),
        Measure("worst", "number", "The lowest score, where at least two replies have one.", True),
        Measure(
            "lead",
            "number",
            "The highest score less the second one, or the least it can be where a score is inexact; absent with fewer "
            "than two scores, and where a reply is unscored or a member absent.",
            True,
        ),
        Measure(
            "spread",
            "number",
            "The highest score less the lowest, or the most it can be where a score is inexact; absent as `lead` is.",
            True,
        ),
        Measure(
            "best_flawed",
            "flag",
            "Whether the reply with the highest score has a fault; absent where that could not be read, and like "
            "`lead`.",
            True,
        ),
        Measure("flawed", "count", "Replies with a fault by their labels."),
        Measure("labelled", "count", "Replies of whose labels some could be read."),
        Measure("unlabelled", "count", "Replies whose labels could not be read, or not all of them."),
        Measure("noncompliant", "count", "Replies that break the rubric's form."),
        Measure("flips", "count", "Members that changed their position."),
        Measure("cited", "count", "Members that changed it in answer to a rebuttal that was made."),
        Measure("uncited", "count", "Members that changed it without one."),
        Measure("steady", "count", "Replies less flips."),
        Measure("held", "count", "Members that were challenged and are known to have held their position."),
        Measure(
            "unread_flips", "count", "Members of whom nobody can say whether they would change their position, or did."
        ),
        Measure("untested", "count", "Those of them whom nobody was asked to challenge: refinement is off."),
        Measure(
            "unaccounted",
            "count",
            "Members that changed without a rebuttal, or of whom nobody could say though it was due.",
        ),
        Measure("compared", "flag", "Whether somebody read the replies side by side, and could be read."),
        Measure("agreement", "word", "Whether the replies agree: agree, partial or disagree.", True),
        Measure("unsettled", "flag", "Whether the main point of dispute says that the matter itself is open."),
        Measure("merged", "count", "Findings on the merged list."),
        Measure("counted", "count", "Findings on it that are confirmed, disputed or unique."),
        Measure("serious", "count", "Findings on it whose severity is not among the rubric's minor ones."),
        Measure("confirmed", "count", "Findings that several replies agree on."),
        Measure("disputed", "count", "Findings that some replies deny."),
        Measure("unique", "count", "Findings of one reply that no other denies."),
        Measure(
            "unreported", "count", "Findings that an adjudicator listed and no reply reports; they are on no list."
        ),
        Measure(
            "baseless_denials",
            "count",
            "Denials without a passage that holds; they do not count as denials, and are flagged.",
        ),
        Measure("confirmed_lead", "number", "Confirmed findings less disputed ones."),
        Measure("confirmed_gravest", "count", "Confirmed findings of the gravest severity."),
        Measure("chains", "count", "Attack chains: findings that are used one after the other."),
        Measure("mentions", "count", "Replies that contain a word of trouble, denied or not."),
        Measure("silent", "count", "Replies in which none does."),
    )
}
"""Measures common to all rubrics, by name."""


def measures_of(rubric: Rubric) -> dict[str, Measure]:
    """Return every measure that the rules of this rubric may use, by name."""
    known = dict(MEASURES)
    for group in rubric.groups():
        known[f"group_{group}"] = Measure(f"group_{group}", "count", f"Labels given that count as {group}.")
        known[f"outside_{group}"] = Measure(
            f"outside_{group}", "count", f"Replies that have no label that counts as {group}."
        )
    for label in rubric.labelling.labels:
        known[f"label_{label.name}"] = Measure(
            f"label_{label.name}", "count", f"Times the label {label.name} was given."
        )
    return known


class Unread(Struct, frozen=True, kw_only=True):
    """One kind of results (such as labels) of which some are missing or unreadable, with the measures that this
    makes uncertain."""

    up: tuple[str, ...] = ()
    """Names of measures that could only be higher without the missing results."""
    down: tuple[str, ...] = ()
    """Names of measures that could only be lower without the missing results."""
    either: tuple[str, ...] = ()
    """Names of measures that could be higher or lower without the missing results."""
    asked_by: tuple[str, ...]
    """Measures by which a rubric handles the missing results itself, if its rules use one of them."""
    lost: int = 0
    """Number of results that were requested and could not be parsed."""
    untested: int = 0
    """Number of results that were never requested."""
    most: int | None = None
    """Maximum change of a measure by the missing results; `None` for no limit."""

    def moves(self, name: str) -> bool:
        """Return whether these missing results make the measure of this name uncertain."""
        return name in (*self.up, *self.down, *self.either)

    def values(self, name: str, given: float, bound: MeasureBound) -> list[float]:
        """Return values that a measure might have if no result were missing, enough of them to test every limit of
        `bound`.

        Args:
            given: The measure's value without the missing results.
        """
        far = NO_END if self.most is None else self.most
        low = given if name in self.up else max(0.0, given - far) if name in self.down else given - far
        high = given if name in self.down else given + far
        edges = [edge for edge in (bound.at_least, bound.at_most, bound.below, bound.exactly) if edge is not None]
        near = [edge + step for edge in edges if not isinstance(edge, str) for step in (-1, 0, 1)]
        return [given, low, high, *(value for value in near if low <= value <= high)]


NO_END = 1_000_000
"""Value used for a change of a measure that has no limit."""
OF_COMPARISON = (
    "agreement",
    "unsettled",
    "merged",
    "counted",
    "serious",
    "confirmed",
    "disputed",
    "unique",
    "confirmed_lead",
    "confirmed_gravest",
    "chains",
)
"""Names of the measures computed from the comparison of all replies."""


def unread_of(rubric: Rubric, measures: Mapping[str, float | str]) -> tuple[Unread, ...]:
    """Return the kinds of results that are incomplete in an adjudication, each with the measures that this makes
    uncertain."""

    def count(name: str) -> int:
        given = measures.get(name, 0)
        return 0 if isinstance(given, str) else int(given)

    untested = count("untested")
    flips = count("unread_flips") - untested
    labels, own = count("unlabelled"), [name for name in measures_of(rubric) if name not in MEASURES]
    found = (
        Unread(
            up=("flips", "cited", "uncited"),
            down=("steady",),
            asked_by=("unread_flips", "unaccounted", "untested", "held"),
            lost=flips,
            untested=untested,
            most=flips,
        ),
        Unread(up=("flawed", *own), asked_by=("unlabelled", "labelled"), lost=labels),
        Unread(
            either=("best", "worst", "lead", "spread"),
            asked_by=("scored", "unscored", "inexact"),
            lost=count("inexact"),
        ),
        Unread(either=OF_COMPARISON, asked_by=("compared",), lost=int(measures.get("compared") == 0)),
    )
    return tuple(each for each in found if each.lost or each.untested)
