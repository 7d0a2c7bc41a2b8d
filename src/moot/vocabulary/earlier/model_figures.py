"""What do pages tell of one model beside its row on the board? How it moved, where it stands, rivals, reliability."""

from __future__ import annotations

from msgspec import Struct


class StripDot(Struct, frozen=True, kw_only=True):
    """One model's figure."""

    id: str
    """The model."""
    value: float
    """The figure."""


class Strip(Struct, frozen=True, kw_only=True):
    """One figure of a model beside those of all others."""

    name: str
    """Which: `received`, `given`, `contrary`, `comebacks`, `agrees` or `reliability`."""
    value: float | None
    """The model's; null where there is nothing to tell."""
    low: float | None
    """Lower end of its 95 % interval: Wilson for shares, a bootstrap over sessions for marks received; null where none
    is told."""
    high: float | None
    """Its upper end."""
    of: int
    """How many marks, rebuttals, stances or ballots it rests on."""
    median: float | None
    """The middle one of all models that have such a figure."""
    least: float
    """Where the strip begins."""
    most: float
    """Where it ends."""
    dots: list[StripDot]
    """Every model that has such a figure."""


class Rival(Struct, frozen=True, kw_only=True):
    """A model that stands out among those it met."""

    model: str
    """Which."""
    met: int
    """Sessions both sat in."""
    times: int
    """For a nemesis, how often it was placed lower than it; for a friend, how often the two agreed with each other."""
    other: int
    """The opposite: how often it was placed higher; how often the two disagreed."""


class BestRebuttal(Struct, frozen=True, kw_only=True):
    """The rebuttal that moved its mean most."""

    session: str
    """In which session."""
    topic: str
    """What that was about."""
    text: str
    """Its words."""
    rise: float
    """How far its mean rose."""
    t: int
    """Where in the replay, in milliseconds of running time."""
    at: str
    """When the session ended."""


class Reliability(Struct, frozen=True, kw_only=True):
    """How often and how fast it does what it is asked."""

    asked: int
    """Ballots it was asked for."""
    readable: int
    """Those that could be read."""
    repaired: int
    """Those that took a repair."""
    share: float | None
    """The readable ones' share; null where it was asked for none."""
    low: float | None
    """Lower end of its 95 % interval (Wilson)."""
    high: float | None
    """Its upper end."""
    latest: int
    """Its latest sessions that the figures below come from."""
    calls: int
    """Calls it answered in them."""
    failed: int
    """Calls of it that came to nothing, whatever was tried."""
    seconds: float | None
    """The middle of the seconds its calls took; null for none."""
    tokens_per_second: float | None
    """The middle of the tokens it wrote a second; null where nobody counted them."""


class Reminders(Struct, frozen=True, kw_only=True):
    """Whether being reminded of earlier sessions changes a mark: the same sessions with and without."""

    pairs: int
    """Members that were reminded in a session and not in its control, a fork in which nothing else differs."""
    sessions: int
    """Sessions they sat in, each with its controls."""
    diff: float | None
    """The mean over them of the mean mark with a reminder less the one without; null for none."""
    low: float | None
    """Lower end of its 95 % interval: a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Its upper end."""
