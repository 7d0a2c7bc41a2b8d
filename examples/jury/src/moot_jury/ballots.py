"""What does a juror hand in? A verdict on the charge with its reasons; and how it is asked for, read and said."""

from __future__ import annotations

from typing import Literal

from moot.protocols.public import Ballot, FormKind, Names, OneOf, ShareField, TextField

Side = Literal["for", "against", "undecided"]
SIDES: tuple[Side, ...] = ("for", "against", "undecided")


class JuryVote(Ballot, frozen=True, kw_only=True, tag="jury-vote"):
    """One juror's verdict in one round."""

    verdict: Side
    """For the charge, against it, or undecided."""
    confidence: float
    """How sure the juror says it is, 0 to 1."""
    strongest_point: str
    """What weighs most, in a sentence."""
    reasons: str
    """Why."""


VOTE = FormKind(
    JuryVote,
    {
        "reasons": TextField(4_000, "why, as briefly as the matter allows", least=1),
        "strongest_point": TextField(600, "the one point that weighs most, in a sentence", least=1),
        "verdict": OneOf(SIDES, "is the charge true, or should it be done: for; if not: against"),
        "confidence": ShareField("how sure you are of this verdict"),
    },
)
"""The form: reasons come first, so that a verdict follows from them."""


def text_of(vote: JuryVote) -> str:
    """A vote as other jurors and the foreman read it."""
    return (
        f"Verdict: {vote.verdict}, {vote.confidence:.0%} sure.\n"
        f"Strongest point: {vote.strongest_point}\n\n{vote.reasons}"
    )


def in_words(vote: JuryVote, names: Names) -> list[str]:
    """A vote for people."""
    return [
        f"Votes {vote.verdict}, {vote.confidence:.0%} sure.",
        f"Strongest point: {vote.strongest_point}",
        f"Reasons: {vote.reasons}",
    ]


WORDS = {JuryVote: in_words}
