"""What is a part of a session called where people read it? Titles of findings and stages, and what a seat was asked.

A finding that answers the question of its protocol stands beside the verdict; the others are the evidence for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from moot.vocabulary.seats import Seat

Names = Mapping[str, str]
"""What to call each seat: private labels in a prompt, `answer 1 (model)` for people."""


Firmness = Literal["clear", "plain", "narrow", "none", "ended"]
"""How firm a result is: clearly decided; decided, or nothing said of it; little would change it; the protocol gives no
answer; the session ended without one."""


class FindingSummary(Struct, frozen=True, kw_only=True):
    """What a finding comes to, in a few words. Seats stand in braces."""

    seal: str
    """What happened: `Narrow win`, `9 claims: 3 high, 4 medium`."""
    firmness: Firmness = "plain"
    """How firm that is."""
    facts: tuple[str, ...] = ()
    """What stands behind it, each in a few words: `narrow lead for {seat-b}`."""
    about: str = ""
    """Where members voted: on what, in a sentence. The council's answer is a text of its own, which nobody voted on."""
    of: str = ""
    """Where members voted: which vote the seal is of, to stand before it: `Vote on the answers`."""
    whom: str = ""
    """The seat that won that vote; empty where none did."""


def numbered(seats: Sequence[Seat]) -> dict[str, str]:
    """`answer 1` and so on, for a text in which members are told apart without their models."""
    return {seat.id: f"answer {number}" for number, seat in enumerate(seats, start=1)}


class Heading(Struct, frozen=True):
    """How a class of findings is shown."""

    title: str
    """What stands above it."""
    words: Callable[[Any, Names], Sequence[str]]
    """The finding in plain lines, one a fact, which prompts, the terminal and every export share."""
    people: Callable[[Any, Names], Sequence[str]] | None = None
    """The same for people alone, where the letters of a prompt are recorded and cannot change."""
    first: bool = False
    """Whether it belongs beside the verdict."""
    replaces: bool = False
    """Whether a later one of its class says all that an earlier one does."""
    alone: Callable[[Any, Names], str] | None = None
    """The finding as a text of its own, where it may be the verdict; it is not said beside that once more."""
    brief: Callable[[Any], FindingSummary | None] | None = None
    """What it comes to in a few words, where it decides what the session came to."""


def stage_in_words(stage: str) -> str:
    """`round.2` as `round 2`, in the middle of a sentence."""
    return re.sub(r"\.(\d+)$", r" \1", stage).replace("-", " ")


def stage_title(stage: str) -> str:
    """`round.2` as `Round 2`."""
    words = stage_in_words(stage)
    return words[:1].upper() + words[1:]


def call_in_words(key: str, names: Names) -> str:
    """`vote.1/seat-b~2` as `Vote 1, answer 2 (model)`: which call is meant, without its key."""
    stage, _, rest = key.partition("/")
    seat, _, about = rest.partition("~")[0].partition(":")[0].removesuffix("+repair").partition("#")
    told = [stage_title(stage), names.get(seat, seat)] if seat else [stage_title(stage)]
    return ", ".join(filter(None, [*told, asked_about(about, names) if about else ""]))


def places_of(levels: Sequence[object]) -> list[str]:
    """The places of rows that stand best first, by what they stand by: `1.`, `2=`, `2=`, `4.`; a tie shows."""
    first = {level: at for at, level in reversed(list(enumerate(levels, start=1)))}
    return [f"{first[level]}{'=' if levels.count(level) > 1 else '.'}" for level in levels]


def counted(number: int, noun: str) -> str:
    """`1 claim`, `3 claims`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_ASKED = {
    "again": "again",
    "replies": "on all answers",
    "further": "for further claims",
    "agreement": "on which answers agree",
    "agreement-reversed": "on which answers agree, in the reverse order",
}
"""What is asked beside one seat's answer, by the word that stands for it in keys."""


def asked_about(about: str, names: Mapping[str, str]) -> str:
    """`labels.seat-a` as `on labels of answer 1`; what a seat was asked about, as far as its key tells."""
    what, _, whose = about.rpartition(".")
    if not what:
        return _ASKED.get(about) or f"on {names.get(about, about.replace('-', ' '))}"
    return f"on {what.replace('-', ' ').replace('.', ' ')} of {names.get(whose, whose)}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`ada, bo and cyn`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
