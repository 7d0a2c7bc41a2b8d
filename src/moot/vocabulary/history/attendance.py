"""Count the ballots each seat was asked for and cast, to find members that stay silent over sessions."""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.findings import Finding


class SeatAttendance(Struct, frozen=True, kw_only=True):
    """Ballots of one seat in a session."""

    seat: str
    """The seat."""
    model: str
    """Its model."""
    asked: int
    """Ballots requested from it."""
    read: int
    """Its ballots that could be parsed, abstentions included."""
    repaired: int = 0
    """Its ballots that took a repair."""
    silent: bool = False
    """True when ballots were requested and none could be parsed."""


class Attendance(Finding, frozen=True, kw_only=True, tag="attendance"):
    """Ballots cast and missed, by seat."""

    seats: tuple[SeatAttendance, ...]
    """In seat order."""
