"""Lists of counted sessions for pages: topics and results."""

from __future__ import annotations

from msgspec import Struct


class PastDebate(Struct, frozen=True, kw_only=True):
    """One counted session in a list."""

    session: str
    """Its id."""
    at: str
    """When it ended."""
    topic: str
    """Its topic."""
    members: list[str]
    """Its models, in seat order."""
    winner: str | None
    """The model that was first alone; null for none."""
    level: list[str]
    """Models tied for first place, if none was first alone."""
    lead: float | None
    """Distance from the winner to the next answer, on the measure that ranks; null without a single winner."""
    k: int
    """Number of ballots that would have to change for the winner not to be first alone."""
    exact: bool
    """False if `k` is a lower bound."""
    upset: int
    """Number of other members with a higher mean mark before this session than the winner; 0 if one of them had fewer
    than three earlier sessions."""
    spread: float | None
    """Standard deviation of the marks; null for fewer than two."""
    chair: str | None
    """The model of the chair; null for a person or none."""
    proposer: str | None
    """The model that proposed the topic; null if the topic was given."""
    seconds: float
    """Its running time in seconds."""


class HistoryPage(Struct, frozen=True, kw_only=True):
    """Counted sessions, the latest first."""

    protocol: str
    """The protocol whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    debates: list[PastDebate]
    """The sessions."""
    more: bool
    """Whether there are earlier sessions: request those before the last one here."""
