"""What does a seat say, what did it cost, and what does it rest on?

`SETTLEMENTS` are the nine ways a call can end. Only `ok`, and `truncated` with its flag, may enter a later prompt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Settlement = Literal["ok", "truncated", "refused", "empty", "incomplete", "malformed", "error", "timeout", "cancelled"]
SETTLEMENTS: tuple[Settlement, ...] = (
    "ok",
    "truncated",
    "refused",
    "empty",
    "incomplete",
    "malformed",
    "error",
    "timeout",
    "cancelled",
)


class Usage(Struct, frozen=True, kw_only=True):
    """Tokens of one call, or of many added up."""

    input: int = 0
    """Tokens of the prompt."""
    output: int = 0
    """Tokens written, reasoning included."""
    cached: int = 0
    """Tokens of the prompt that the provider had cached."""
    reasoning: int = 0
    """Tokens spent on thinking, where the provider says."""
    calls: int = 0
    """Calls that were sent."""
    estimated: bool = False
    """True when the provider reported nothing usable and the figures are counted from characters."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
            calls=self.calls + other.calls,
            estimated=self.estimated or other.estimated,
        )


class Source(Struct, frozen=True, kw_only=True):
    """Something a council looked up."""

    number: int
    """Its number in the brief."""
    title: str
    """Its title."""
    url: str = ""
    """Where it is."""
    excerpt: str = ""
    """What it says, cut to size."""
    searcher: str = ""
    """Who found it."""
    date: str = ""
    """When it appeared, as far as its service says."""


class Statement(Struct, frozen=True, kw_only=True):
    """What a seat said under one key: the settled result of one move."""

    key: str
    """The move's key, e.g. `opinions/seat-a`."""
    seat: str
    """Who said it."""
    text: str
    """The words, without any thinking."""
    settled: Settlement = "ok"
    """`ok`, or `truncated` when it was cut by the output limit."""


class Remark(Struct, frozen=True, kw_only=True):
    """What one reader wrote of one answer it judged."""

    key: str
    """The key of the statement it stands in; the labels in it are those of the sheet dealt for that move."""
    on: str
    """The seat whose answer it is about."""
    text: str
    """The words."""


class Remarks(Struct, frozen=True, kw_only=True):
    """What readers wrote of the answers they judged."""

    remarks: tuple[Remark, ...]
    """Each remark."""


class Answers(Struct, frozen=True, kw_only=True):
    """What came of asking several seats: the statements in the order asked for, and who is missing."""

    statements: tuple[Statement, ...]
    """What was said; failed seats have no statement."""
    missing: tuple[str, ...] = ()
    """Seats that failed, came late or sat out."""

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)
