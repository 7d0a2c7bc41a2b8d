"""What must a way of judging bring along to be asked for, read and mended?

One instance per ballot class; a protocol declares its own. Finding the block that counts is done once, for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.reading.label_letters import folded
from moot.reading.outcomes import Unreadable
from moot.vocabulary.ballots import Ballot


class FromWords(Struct, frozen=True):
    """What a block in words came to."""

    names: bool
    """Whether it names a label of this sheet where a place is expected; if not, it is a quotation."""
    outcome: Ballot | Unreadable
    """The ballot or the reason; of no account for a quotation."""


class BallotKind(ABC):
    """One way of judging."""

    ballot: type[Ballot]
    """The class of ballot it makes."""
    header: str
    """What the first line of a block in words says, in small letters; empty when it cannot be given in words."""

    def misfit(self) -> str:
        """Why it makes no ballot of its class, whatever is written; empty where it does, or nobody can tell before."""
        return ""

    @property
    def own_mark(self) -> bool:
        """Whether a mark is drawn for its move beside the labels of the sheet."""
        return False

    def answers(self, words: str) -> bool:
        """Whether words that hold no ballot that can be read are an answer all the same."""
        return False

    def given(self, choices: Mapping[str, Sequence[str]]) -> BallotKind:
        """The same with lists of names that are known only when it is asked for."""
        return self

    @abstractmethod
    def form(self, labels: Sequence[str]) -> dict[str, Any]:
        """The JSON schema of a ballot for these labels. Every instance of it must be a valid ballot."""

    @abstractmethod
    def request(self, labels: Sequence[str]) -> str:
        """How to vote, in words, for models without structured output."""

    @abstractmethod
    def mending(self, labels: Sequence[str], why: str) -> str:
        """The one repair prompt."""

    @abstractmethod
    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        """A ballot from a decoded object."""

    @property
    def deciding(self) -> frozenset[str]:
        """Names of members that decide, folded: an object that is cut off in one of them is no ballot."""
        return frozenset()

    def from_cut(
        self, members: Mapping[str, object], begun: str | None, labels: Mapping[str, str]
    ) -> Ballot | Unreadable:
        """A ballot from an object that is cut off, of which `members` stand whole and `begun` was being written."""
        if begun is not None:
            name = plain_name(begun)
            cut = next((each for each in sorted(self.deciding) if plain_name(each).startswith(name)), None)
            if cut is not None:
                return Unreadable(f"it is cut off in `{cut}`" if name else "it is cut off")
        return self.from_members(members, labels)

    def from_words(self, words: str, labels: Mapping[str, str]) -> FromWords:
        """A ballot from what follows `header`."""
        return FromWords(False, Unreadable("it is not given as JSON"))

    def with_review(self, ballot: Ballot, prose: str, labels: Mapping[str, str]) -> Ballot:
        """The ballot with what its reader wrote of each answer before it, for kinds that keep reviews."""
        return ballot

    def lacking(self, ballot: Ballot, labels: Mapping[str, str]) -> str:
        """What a ballot that was read in part should be asked for once more, in words for its reader."""
        return ""

    def joined(self, first: Ballot, again: Ballot) -> Ballot:
        """What stands after a ballot that was read in part was written again."""
        return again

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        """A ballot from a text without a marked one, for kinds that are an answer; no judgement is read from prose."""
        return None


def plain_name(name: str) -> str:
    """The name of a member in one spelling, as far as it is written."""
    return folded(name[:60]).replace("_", " ").replace("-", " ").strip()


def label_troubles(named: Sequence[str], labels: Sequence[str], unknown: Sequence[str] = ()) -> str:
    """What keeps the labels named from being exactly the sheet's, each once; empty if nothing does."""
    troubles = []
    for what, found in (
        ("missing", [label for label in labels if label not in named]),
        ("given twice", [label for label in labels if named.count(label) > 1]),
        ("not on this sheet", [word.upper() for word in dict.fromkeys(unknown)][:5]),
    ):
        if found:
            troubles.append(f"{', '.join(found)} {'is' if len(found) == 1 else 'are'} {what}")
    return "; ".join(troubles)
