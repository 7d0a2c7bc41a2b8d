"""Results of parsing a ballot: the ballot with its form, or the reason why there is none."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.ballots import Ballot

How = Literal["schema", "block", "ranking", "words", "cut"]


class ReadBallot(Struct, frozen=True):
    """A ballot that could be read."""

    ballot: Ballot
    """The ballot, with seat ids in place of labels."""
    how: How
    """`schema`: the whole text was the object; `block`: a marked object; `ranking`: a marked list in words; `words`:
    plain words that are an answer; `cut`: an object that is cut off after all that is needed."""


class Unreadable(Struct, frozen=True):
    """A text without a ballot of this sheet, or with a broken one."""

    why: str
    """Reason for the reader's one repair; it quotes nothing of the text but labels."""
