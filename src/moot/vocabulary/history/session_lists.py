"""What pages tell of sessions one after the other: topics and ends, and marks."""

from __future__ import annotations

from msgspec import Struct


class PastDebate(Struct, frozen=True, kw_only=True):
    """One counted session in a list."""

    session: str
    """Its id."""
    at: str
    """When it ended."""
    topic: str
    """What it was about."""
    members: list[str]
    """The models that sat in it, in seat order."""
    winner: str | None
    """Who led alone; null for nobody."""
    level: list[str]
    """Those that shared the first place, where nobody led alone."""
    lead: float | None
    """How far the winner stood above the next, by what ranks them; null where nobody led alone."""
    k: int
    """How many ballots would have to change for it not to lead alone."""
    exact: bool
    """False where that is a lower bound."""
    upset: int
    """How many of the others had been marked higher before, on average, than the winner; 0 where one of them had sat
    in fewer than three sessions before."""
    spread: float | None
    """How far the marks lay apart: their standard deviation; null for fewer than two."""
    chair: str | None
    """The model that concluded; null where a person did, or nobody."""
    proposer: str | None
    """The model that phrased the topic; null where it was given."""
    seconds: float
    """How long it ran."""


class HistoryPage(Struct, frozen=True, kw_only=True):
    """Counted sessions, the latest first."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    debates: list[PastDebate]
    """The sessions."""
    more: bool
    """Whether there are earlier ones: ask for those before the last of these."""


class MarkRow(Struct, frozen=True, kw_only=True):
    """One mark."""

    session: str
    """In which session."""
    at: str
    """When that ended."""
    reader: str
    """The model that gave it."""
    author: str
    """The model whose answer it is for."""
    first: int
    """The first mark."""
    counts: int
    """The mark that counts: the later one where there is one."""


class MarkPage(Struct, frozen=True, kw_only=True):
    """Marks one by one, the latest first."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    marks: list[MarkRow]
    """The marks."""
    more: bool
    """Whether there are earlier ones: ask for those before the last session."""
    last: str
    """The last session that was looked at; empty for none."""
