"""What comes of reading a text as a ballot? A ballot and where it stood, or the reason why there is none."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.ballots import Ballot

How = Literal["schema", "block", "ranking", "words", "cut"]


class ReadBallot(Struct, frozen=True):
    """A ballot that could be read."""

    ballot: Ballot
    """By seat ids, no longer by labels."""
    how: How
    """`schema`: the whole text was the object; `block`: a marked object; `ranking`: a marked list in words; `words`:
    plain words that are an answer; `cut`: an object that ends in the middle, after all that is needed."""


class Unreadable(Struct, frozen=True):
    """A text that holds no ballot of this sheet, or a broken one."""

    why: str
    """In words fit for the reader's one repair; it quotes nothing of the text but labels."""
