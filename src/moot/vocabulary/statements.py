"""Statements: a seat's replies, with tokens, settlement and sources.

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
    """Token counts of one call, or their sum over several calls."""

    input: int = 0
    """Number of prompt tokens."""
    output: int = 0
    """Number of output tokens, reasoning included."""
    cached: int = 0
    """Number of prompt tokens read from the provider's cache."""
    reasoning: int = 0
    """Number of reasoning tokens, if the provider reports them."""
    calls: int = 0
    """Number of calls sent."""
    estimated: bool = False
    """Whether the numbers are estimated from characters, because the provider reported none."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
            calls=self.calls + other.calls,
            estimated=self.estimated or other.estimated,
        )


class SearchHit(Struct, frozen=True, kw_only=True):
    """One result of a search."""

    title: str
    """Title of the page, as plain text."""
    url: str = ""
    """URL of the page."""
    excerpt: str = ""
    """Content of the page, as plain text: an abstract or a snippet."""
    date: str = ""
    """Date of publication, as precise as the service states it: `2031-05-04`, `2031-05`, `2031`; empty if unknown."""


class Source(SearchHit, frozen=True, kw_only=True):
    """A search result as the seats read it, its excerpt cut to a maximum length."""

    number: int
    """Number of the source in the brief."""
    searcher: str = ""
    """Name of the search service that found the source."""


class SeatMove(Struct, frozen=True, kw_only=True):
    """Base class of values that belong to one request to a seat (a move): the request's key, and the seat."""

    key: str
    """Key of the request, e.g. `opinions/seat-a`."""
    seat: str
    """Seat to which the request went."""


class Statement(SeatMove, frozen=True, kw_only=True):
    """One seat's reply to one request, without the model's reasoning."""

    text: str
    """Text of the reply, without reasoning."""
    settled: Settlement = "ok"
    """How the call ended: `ok`, or `truncated` when the reply was cut by the output limit."""
    sources: tuple[Source, ...] = ()
    """Pages and documents that the statement's author looked up."""


class Remark(Struct, frozen=True, kw_only=True):
    """A reader's comment on one answer."""

    key: str
    """Key of the statement that contains the comment. Labels in the comment are those of the sheet dealt for that
    request.
    """
    on: str
    """The seat whose answer the remark is about."""
    text: str
    """Text of the comment."""


class Remarks(Struct, frozen=True, kw_only=True):
    """The comments that readers made on the answers they judged."""

    remarks: tuple[Remark, ...]
    """The comments."""


class Answers(Struct, frozen=True, kw_only=True):
    """Replies of several seats, in the order asked, and the seats without one."""

    statements: tuple[Statement, ...]
    """The replies; failed seats have none."""
    missing: tuple[str, ...] = ()
    """Seats that failed, answered late or were skipped."""

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)
