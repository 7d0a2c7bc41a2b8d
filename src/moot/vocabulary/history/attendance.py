"""Who cast the ballots it was asked for? Recorded by protocols with votes, so that silence shows over sessions."""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.findings import Finding


class SeatAttendance(Struct, frozen=True, kw_only=True):
    """One seat's ballots in a session."""

    seat: str
    """The seat."""
    model: str
    """The model in it."""
    asked: int
    """Ballots it was asked for."""
    read: int
    """Ballots of it that could be read, abstentions included."""
    repaired: int = 0
    """Ballots that took a repair to be read."""
    silent: bool = False
    """True when it was asked and none of its ballots could be read."""


class Attendance(Finding, frozen=True, kw_only=True, tag="attendance"):
    """Which seats cast the ballots they were asked for."""

    seats: tuple[SeatAttendance, ...]
    """In seat order."""
