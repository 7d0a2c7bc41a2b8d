"""Which numbers may a rubric's rules speak of? These, by name; `tally/measures.py` computes them from a panel.

A measure that cannot be known in a session, such as a lead where only one reply has a score, is absent and meets no
bound. What every rubric has is in `MEASURES`; a rubric's own labels and groups give three more kinds (`measures_of`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.rubrics import Rubric

Unit = Literal["count", "number", "flag", "word"]
AGREEMENT = ("agree", "partial", "disagree")
"""What the measure `agreement` can be."""


class Measure(Struct, frozen=True):
    """A named number, flag or word."""

    name: str
    """Its name."""
    unit: Unit
    """`count`: 0, 1, 2 …; `number`: any; `flag`: 0 or 1; `word`: one of a few."""
    says: str
    """What it is."""
    absent: bool = False
    """Whether it may be absent."""


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
        Measure("mentions", "count", "Replies in which a word of trouble stands, not denied."),
        Measure("silent", "count", "Replies in which none does."),
    )
}
"""What every rubric's rules may speak of."""


def measures_of(rubric: Rubric) -> dict[str, Measure]:
    """Every measure this rubric's rules may speak of, by name."""
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
