"""What does a client get of a debate that it reads as records? Who said, marked, sided with and earned what."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from moot.views.result import Result


class SessionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The debate itself."""

    id: str
    """The session."""
    topic: str
    """What is debated; the question until there is a topic."""
    proposer: str | None
    """Who phrased it; null where it was given."""
    chairman: str | None
    """Who was drawn to conclude; null until somebody is."""
    outcome: str
    """How it ended; `running` until it has."""
    opened_at: str
    """When it was opened."""
    ended_at: str
    """When it ended; empty until it has."""


class ResponseRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An opinion, a rebuttal or the synthesis."""

    model: str | None
    """Whose it is; null where nobody could write."""
    kind: str
    """`opinion`, `rebuttal` or `synthesis`."""
    text: str
    """The words."""
    at: str
    """When it was there."""
    failed: str | UnsetType = UNSET
    """Why it is not; left out where it is."""


class ReviewRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One member's marks."""

    reviewer: str
    """Who gave them."""
    labels: dict[str, str]
    """Label and whose opinion it stood for."""
    scores: dict[str, int]
    """Label and mark, 1 to 10."""
    reasons: dict[str, str]
    """Label and the line given with the mark."""
    failed: str | UnsetType = UNSET
    """Why there are none; left out where there are."""


class AllianceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a member sides with."""

    model: str
    """Who says it."""
    agrees: list[str]
    """Whom it agrees with."""
    disagrees: list[str]
    """Whom it disagrees with."""
    neutral: list[str]
    """Towards whom it is neutral."""
    reasons: dict[str, str]
    """Member and the line given on it."""
    failed: str | UnsetType = UNSET
    """Why it says nothing; left out where it does."""


class PersonalityRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What the record of earlier debates said of a member when this one began."""

    model: str
    """The member."""
    debates: int
    """Debates it had sat in."""
    contrary: int
    """Marks of it that lay far from the others'."""
    marks: int
    """Marks of it that could be compared."""
    comebacks: int
    """Rebuttals after which its mean rose."""
    rebuttals: int
    """Rebuttals it had made."""
    given: float | None
    """Mean of the marks it had given; null where it had given none."""
    received: float | None
    """Mean of the marks it had received; null where it had received none."""
    bonds: dict[str, tuple[int, int, int]]
    """Member and how often it had agreed, disagreed and been neutral."""
    traits: tuple[str, ...]
    """What it was reminded of."""
    reminded: str
    """The same with its figures; empty for nothing."""


class AchievementRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An achievement, earned."""

    name: str
    """What people call it."""
    slug: str
    """The same as a name for programs."""
    models: list[str]
    """Who earned it."""
    because: str
    """The figures that earned it."""
    at: str
    """When."""
    first: bool
    """Whether one of them has earned it for the first time."""


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """A debate as records."""

    session: SessionRecord
    """The debate itself."""
    responses: list[ResponseRecord]
    """Opinions, then rebuttals, then the synthesis."""
    peer_reviews: list[ReviewRecord]
    """The marks, by reader."""
    alliances: list[AllianceRecord]
    """Who sides with whom, by member."""
    synthesis: str | None
    """What it comes to; null until it does."""
    personalities: list[PersonalityRecord]
    """Members with a record of earlier debates, in seat order."""
    achievements: list[AchievementRecord]
    """Who earned what."""


class SessionResult(Result, frozen=True, kw_only=True):
    """A session as doors give it; for a debate also its records."""

    records: Records | UnsetType = UNSET
    """Left out for other ways to deliberate."""
