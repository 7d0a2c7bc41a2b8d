"""Forms of a debate's ballots: marks for opinions, and stances towards the others."""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.debate.ballots import STANCES, OpinionScores, Stances
from moot.reading.forms.fields import FlagField, OneOf, TextField, WholeNumberField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each
from moot.stats.judging.ballot_votes import HIGHEST, LOWEST
from moot.vocabulary.ballots import Ballot

MOST_WHY = 200
"""Most characters of a line."""


class Declinable(FormKind):
    """A form that may be declined: it is filled in all the same, so that it names its sheet, and then not counted."""

    def made(self, read: Mapping[str, object]) -> Ballot:
        return super().made({"abstained": True} if read.get("abstained") else read)


SCORES = Declinable(
    OpinionScores,
    {
        "scores": Each(
            {
                "score": WholeNumberField(LOWEST, HIGHEST, "10 is best", mark=True),
                "why": TextField(MOST_WHY, "one line that says why", optional=True),
            }
        ),
        "abstained": FlagField("true only if you decline to judge; then nothing you write is counted", optional=True),
    },
    "A score and a line for every label.",
)

STANDS = Declinable(
    Stances,
    {
        "towards": Each(
            {"stance": OneOf(STANCES), "why": TextField(MOST_WHY, "one line that says why", optional=True)}
        ),
        "abstained": FlagField(
            "true only if you decline to take sides; then nothing you write is counted", optional=True
        ),
    },
    "A stance and a line for every label.",
)

KINDS = (SCORES, STANDS)
"""One form for each ballot."""
