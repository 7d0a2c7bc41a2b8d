"""Base class for kinds of ballots, which define how a ballot is requested, parsed and repaired; and the results of
parsing.

One instance per ballot class; a protocol declares its own. `ballot_reader.py` finds the right block of a reply for
all.
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
    """A ballot parsed from a reply, and the form in which the reply contained it."""

    ballot: Ballot
    """The ballot, with seat ids in place of labels."""
    how: How
    """How the ballot was found: `schema`, the whole text was the object; `block`, a marked object; `ranking`, a marked
    list in words; `words`, plain words that are an answer; `cut`, an object cut off after all required fields.
    """


class Unreadable(Struct, frozen=True):
    """Result of parsing a reply in which no valid ballot was found, with the reason."""

    why: str
    """Reason shown to the reader in the one request for repair. It quotes only labels from the text."""


class FromWords(Struct, frozen=True):
    """Result of parsing the text after a ballot's header in words, e.g. after `FINAL RANKING:`."""

    names: bool
    """Whether the text ranks a label of this sheet. If not, the header is only a quotation."""
    outcome: Ballot | Unreadable
    """The ballot, or the reason why there is none; ignored for a quotation."""


class BallotKind(ABC):
    """Base class of the kinds of ballot (a reply in a fixed form, e.g. a ranking), which define how a ballot is
    requested, parsed and repaired.
    """

    ballot: type[Ballot]
    """Class of the ballots that are parsed from the form."""
    header: str
    """Lower-case header of a ballot in plain text; empty if plain text is not accepted."""

    def misfit(self) -> str:
        """Return why no reply could ever make a valid ballot of this kind; empty if a reply can, or if that is
        unknown.
        """
        return ""

    @property
    def own_mark(self) -> bool:
        """Return whether each request contains a random word that the ballot must repeat, because labels do not suffice
        to recognise it."""
        return False

    def answers(self, words: str) -> bool:
        """Return whether a reply without a readable ballot is accepted as an answer in plain text."""
        return False

    def given(self, choices: Mapping[str, Sequence[str]]) -> BallotKind:
        """Return a copy of this kind in which the lists of names that are known only at run time are filled in.

        Args:
            choices: The names of each list, by the list's name.
        """
        return self

    @abstractmethod
    def form(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the JSON schema of a ballot on the texts with these labels. Every instance of the schema must be a
        valid ballot."""

    @abstractmethod
    def request(self, labels: Sequence[str]) -> str:
        """Return the text in a prompt that asks for the ballot, for models without structured output."""

    @abstractmethod
    def mending(self, labels: Sequence[str], why: str) -> str:
        """Return the prompt that asks a seat to repair its unreadable ballot, which is done once."""

    @abstractmethod
    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        """Return the ballot that a JSON object's members describe, or the reason why they describe no ballot.

        `labels` gives the seat of each label.
        """

    @property
    def deciding(self) -> frozenset[str]:
        """Return the names, in lower case, of the fields a ballot needs: if the reply is cut off inside one of them,
        there is no ballot."""
        return frozenset()

    def from_cut(
        self, members: Mapping[str, object], begun: str | None, labels: Mapping[str, str]
    ) -> Ballot | Unreadable:
        """Return the ballot in an object that is cut off after `members`, inside the field `begun`, or the reason why
        there is none."""
        if begun is not None:
            name = plain_name(begun)
            cut = next((each for each in sorted(self.deciding) if plain_name(each).startswith(name)), None)
            if cut is not None:
                return Unreadable(f"it is cut off in `{cut}`" if name else "it is cut off")
        return self.from_members(members, labels)

    def from_words(self, words: str, labels: Mapping[str, str]) -> FromWords:
        """Return the ballot that is written in words after the header, or the reason why there is none."""
        return FromWords(False, Unreadable("it is not given as JSON"))

    def with_review(self, ballot: Ballot, prose: str, labels: Mapping[str, str]) -> Ballot:
        """Return the ballot with comments on each answer added from the reader's text before it, if this kind has
        comments."""
        return ballot

    def lacking(self, ballot: Ballot, labels: Mapping[str, str]) -> str:
        """Return a description of what a partly readable ballot lacks, for a second request to its reader; empty if it
        is complete."""
        return ""

    def joined(self, first: Ballot, again: Ballot) -> Ballot:
        """Return a partly readable ballot merged with the reply to the second request."""
        return again

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        """Return a ballot from a reply in which no ballot is marked.

        Only kinds that also accept an answer in another form, such as plain text, return one. All others return `None`.
        A judgement is never parsed from prose.
        """
        return None


def plain_name(name: str) -> str:
    """Return a field's name normalised for comparison. The name may be cut off."""
    return folded(name[:60]).replace("_", " ").replace("-", " ").strip()


def label_troubles(named: Sequence[str], labels: Sequence[str], unknown: Sequence[str] = ()) -> str:
    """Describe how the labels in a ballot differ from the sheet's, each of which must occur exactly once; empty if they
    match."""
    troubles = []
    for what, found in (
        ("missing", [label for label in labels if label not in named]),
        ("given twice", [label for label in labels if named.count(label) > 1]),
        ("not on this sheet", [word.upper() for word in dict.fromkeys(unknown)][:5]),
    ):
        if found:
            troubles.append(f"{', '.join(found)} {'is' if len(found) == 1 else 'are'} {what}")
    return "; ".join(troubles)
