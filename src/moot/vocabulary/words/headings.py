"""Titles of findings and stages, and descriptions of calls, for people.

A finding that answers its protocol's question is shown beside the verdict; the others are its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from moot.vocabulary.ballots import Ballot
from moot.vocabulary.seats import Seat
from moot.vocabulary.verdicts import ResultParts

Names = Mapping[str, str]
"""Name of each seat, by id: anonymous labels in a prompt, `answer 1 (model)` for people."""


Firmness = Literal["clear", "plain", "narrow", "none", "ended"]
"""How firm a result is. `clear`: decided; `plain`: decided, or no statement; `narrow`: little would change it; `none`:
the protocol gives no answer; `ended`: the session ended without one."""


class Headline(Struct, frozen=True, kw_only=True):
    """A session's result in a few words, and how firm the result is. Seat ids in the words are in braces."""

    seal: str
    """The headline: `Narrow win`, `9 claims: 3 high, 4 medium`."""
    firmness: Firmness = "plain"
    """How firm the result is."""
    of: str = ""
    """After a vote: the vote's description, shown before the headline: `Vote on the answers`."""
    whom: str = ""
    """Seat that won the vote; empty for none."""


class FindingSummary(Headline, frozen=True, kw_only=True):
    """A recorded result, such as a ranking, in a few words: headline and details."""

    facts: tuple[str, ...] = ()
    """Details, each in a few words: `narrow lead for {seat-b}`."""
    about: str = ""
    """After a vote: its subject, in a sentence. The council's answer is a separate text that was not voted on."""


def numbered(seats: Sequence[Seat]) -> dict[str, str]:
    """Return a name for each seat, `answer 1`, `answer 2`, …, for texts that must not name models."""
    return {seat.id: f"answer {number}" for number, seat in enumerate(seats, start=1)}


class Heading(Struct, frozen=True):
    """The title for recorded results of one class, and the functions that format and summarise such results."""

    title: str
    """Title of the finding."""
    words: Callable[[Any, Names], Sequence[str]]
    """Formats the finding as plain lines, one per fact, for prompts, the terminal and every export."""
    people: Callable[[Any, Names], Sequence[str]] | None = None
    """Formats the finding for people alone, used if the wording for prompts is recorded and cannot change."""
    first: bool = False
    """Whether the finding is shown beside the verdict."""
    replaces: bool = False
    """Whether a later finding of the class replaces an earlier one."""
    alone: Callable[[Any, Names], str] | None = None
    """Formats the finding as a separate text, used if it may be the verdict; the finding is then not repeated beside
    it.
    """
    brief: Callable[[Any], FindingSummary | None] | None = None
    """Returns a summary of the finding, if the finding decides the session's result."""
    parts: Callable[[Any, Mapping[str, Ballot]], ResultParts] | None = None
    """Returns the finding's contribution to the session's result, given the ballots by key."""


def stage_in_words(stage: str) -> str:
    """Return a stage's name for the middle of a sentence: `round.2` as `round 2`."""
    return re.sub(r"\.(\d+)$", r" \1", stage).replace("-", " ")


def stage_title(stage: str) -> str:
    """Return a stage's name as a title: `round.2` as `Round 2`."""
    words = stage_in_words(stage)
    return words[:1].upper() + words[1:]


def call_in_words(key: str, names: Names) -> str:
    """Return the name of a call for people, from its key: `vote.1/seat-b~2` as `Vote 1, answer 2 (model)`."""
    stage, _, rest = key.partition("/")
    seat, _, about = rest.partition("~")[0].partition(":")[0].removesuffix("+repair").partition("#")
    told = [stage_title(stage), names.get(seat, seat)] if seat else [stage_title(stage)]
    return ", ".join(filter(None, [*told, asked_about(about, names) if about else ""]))


def places_of(levels: Sequence[object]) -> list[str]:
    """Return the places of the rows of a sorted list, with ties marked: `1.`, `2=`, `2=`, `4.`. Rows with equal
    `levels` share a place."""
    first = {level: at for at, level in reversed(list(enumerate(levels, start=1)))}
    return [f"{first[level]}{'=' if levels.count(level) > 1 else '.'}" for level in levels]


def counted(number: int, noun: str) -> str:
    """Format a number with a noun in the singular or plural: `1 claim`, `3 claims`. The plural adds an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_ASKED = {
    "again": "again",
    "replies": "on all answers",
    "further": "for further claims",
    "agreement": "on which answers agree",
    "agreement-reversed": "on which answers agree, in the reverse order",
}
"""Description of a request's subject, by its word in keys."""


def asked_about(about: str, names: Mapping[str, str]) -> str:
    """Return in words what a request to a member is about, from its key: `labels.seat-a` as `on labels of answer 1`."""
    what, _, whose = about.rpartition(".")
    if not what:
        return _ASKED.get(about) or f"on {names.get(about, about.replace('-', ' '))}"
    return f"on {what.replace('-', ' ').replace('.', ' ')} of {names.get(whose, whose)}"


def seats_in_words(seats: Iterable[str]) -> str:
    """Return seats as a list in a sentence, each in braces and once: `{seat-a} and {seat-c}`."""
    return joined([f"{{{seat}}}" for seat in dict.fromkeys(seats)])


def joined(words: Sequence[str], last: str = "and") -> str:
    """Join words to a list in a sentence: `ada, bo and cyn`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
