"""Base class for kinds of ballots: how each is asked for, parsed and repaired; and the results of parsing.

One instance per ballot class; a protocol declares its own. `ballot_reader.py` finds the right block of a reply for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from moot.reading.review_copy import folded
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


class FromWords(Struct, frozen=True):
    """Result of parsing a block of plain text."""

    names: bool
    """Whether it names a label of this sheet in a place; if not, it is a quotation."""
    outcome: Ballot | Unreadable
    """The ballot or the reason; ignored for a quotation."""


class BallotKind(ABC):
    """Base class of one kind of ballot."""

    ballot: type[Ballot]
    """The class of ballot it makes."""
    header: str
    """Lower-case header of a block in plain text; empty if plain text is not accepted."""

    def misfit(self) -> str:
        """Return why its form can make no ballot of its class, whatever is written; empty if it can, or if that is
        unknown."""
        return ""

    @property
    def own_mark(self) -> bool:
        """Return whether a mark is drawn for its move beside the labels of the sheet."""
        return False

    def answers(self, words: str) -> bool:
        """Return whether text without a readable ballot is an answer all the same."""
        return False

    def given(self, choices: Mapping[str, Sequence[str]]) -> BallotKind:
        """Return the same with lists of names that are known only at run time."""
        return self

    @abstractmethod
    def form(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the JSON schema of a ballot for these labels. Every instance of it must be a valid ballot."""

    @abstractmethod
    def request(self, labels: Sequence[str]) -> str:
        """Return the instructions for voting, for models without structured output."""

    @abstractmethod
    def mending(self, labels: Sequence[str], why: str) -> str:
        """Return the one repair prompt."""

    @abstractmethod
    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        """Return a ballot from a decoded object."""

    @property
    def deciding(self) -> frozenset[str]:
        """Return the required fields (folded names): an object that is cut off in one of them is no ballot."""
        return frozenset()

    def from_cut(
        self, members: Mapping[str, object], begun: str | None, labels: Mapping[str, str]
    ) -> Ballot | Unreadable:
        """Return a ballot from an object that is cut off after `members`, while `begun` was being written."""
        if begun is not None:
            name = plain_name(begun)
            cut = next((each for each in sorted(self.deciding) if plain_name(each).startswith(name)), None)
            if cut is not None:
                return Unreadable(f"it is cut off in `{cut}`" if name else "it is cut off")
        return self.from_members(members, labels)

    def from_words(self, words: str, labels: Mapping[str, str]) -> FromWords:
        """Return a ballot from the text after `header`."""
        return FromWords(False, Unreadable("it is not given as JSON"))

    def with_review(self, ballot: Ballot, prose: str, labels: Mapping[str, str]) -> Ballot:
        """Return the ballot with its reader's preceding text on each answer, for kinds with reviews."""
        return ballot

    def lacking(self, ballot: Ballot, labels: Mapping[str, str]) -> str:
        """Describe for the reader what a partly read ballot lacks, for one more request."""
        return ""

    def joined(self, first: Ballot, again: Ballot) -> Ballot:
        """Merge a partly read ballot with its second version."""
        return again

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        """Return a ballot from text without a marked one, for kinds that are an answer; prose is never read as a
        judgement."""
        return None


def plain_name(name: str) -> str:
    """Return the normalised spelling of a member's name, which may be cut off."""
    return folded(name[:60]).replace("_", " ").replace("-", " ").strip()


def label_troubles(named: Sequence[str], labels: Sequence[str], unknown: Sequence[str] = ()) -> str:
    """Describe why the labels named are not exactly the sheet's, each once; empty if they are."""
    troubles = []
    for what, found in (
        ("missing", [label for label in labels if label not in named]),
        ("given twice", [label for label in labels if named.count(label) > 1]),
        ("not on this sheet", [word.upper() for word in dict.fromkeys(unknown)][:5]),
    ):
        if found:
            troubles.append(f"{', '.join(found)} {'is' if len(found) == 1 else 'are'} {what}")
    return "; ".join(troubles)
