"""Records of a debate: responses, peer reviews, alliances, personalities and achievements."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from moot.views.result import Result
from moot.vocabulary.history.standings import AchievementGrounds


class SessionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The session of a debate: its topic, who proposed it, who concludes, and how it ended."""

    id: str
    """The session."""
    topic: str
    """Topic of the debate; the question until there is a topic."""
    proposer: str | None
    """Member that phrased it; null if it was given."""
    chairman: str | None
    """Member drawn to conclude; null until one is."""
    outcome: str
    """How it ended; `running` until it has."""
    opened_at: str
    """When it was opened."""
    ended_at: str
    """When it ended; empty until it has."""


class ResponseRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A text of a debate: an opinion, a rebuttal or the synthesis."""

    model: str | None
    """Author; null if no member could write."""
    kind: str
    """`opinion`, `rebuttal` or `synthesis`."""
    text: str
    """The text."""
    at: str
    """When it was complete."""
    failed: str | UnsetType = UNSET
    """Why it is missing; left out if it is not."""


class ReasonsRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons that a member gave for marks or alliances, or why there are none."""

    reasons: dict[str, str]
    """Reasons for marks, by the opinion's label; those for alliances, by the other member."""
    failed: str | UnsetType = UNSET
    """Why there are none; left out if there are."""


class ReviewRecord(ReasonsRecord, frozen=True):
    """The marks that one member gave to the opinions of the others."""

    reviewer: str
    """Member that gave them."""
    labels: dict[str, str]
    """Author of each opinion, by label."""
    scores: dict[str, int]
    """Mark from 1 to 10, by label."""


class AllianceRecord(ReasonsRecord, frozen=True):
    """Which members a member agrees and disagrees with, as it stated."""

    model: str
    """Member that states it."""
    agrees: list[str]
    """Members it agrees with."""
    disagrees: list[str]
    """Members it disagrees with."""
    neutral: list[str]
    """Members towards whom it is neutral."""


class PersonalityRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How a member behaved in earlier debates, as known when this one began."""

    model: str
    """The member."""
    debates: int
    """Debates it had sat in."""
    contrary: int
    """Marks it had given that were far from the other members' marks."""
    marks: int
    """Marks it had given that could be compared with other members' marks."""
    comebacks: int
    """Rebuttals after which its mean rose."""
    rebuttals: int
    """Rebuttals it had made."""
    given: float | None
    """Mean of the marks it had given; null if it had given none."""
    received: float | None
    """Mean of the marks it had received; null if it had received none."""
    bonds: dict[str, tuple[int, int, int]]
    """How often it had agreed, disagreed and been neutral, by member."""
    traits: tuple[str, ...]
    """Traits in its prompt."""
    reminded: str
    """The traits with their figures, as in its prompt; empty for none."""


class AchievementRecord(AchievementGrounds, frozen=True):
    """An achievement that a model has earned in a debate, with the figures that earned it."""

    name: str
    """Its name for people."""
    slug: str
    """Its name for programs, such as `comeback-king`."""


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """All records of a debate: texts, marks, alliances, personalities and achievements."""

    session: SessionRecord
    """The debate itself."""
    responses: list[ResponseRecord]
    """Opinions, then rebuttals, then the synthesis."""
    peer_reviews: list[ReviewRecord]
    """The marks, by reader."""
    alliances: list[AllianceRecord]
    """Whom each member agrees with."""
    synthesis: str | None
    """Text of the synthesis; null until it is written."""
    personalities: list[PersonalityRecord]
    """Members with a record of earlier debates, in seat order."""
    achievements: list[AchievementRecord]
    """Achievements earned."""


class SessionResult(Result, frozen=True, kw_only=True):
    """A session's result. If the session is a debate, the records of that debate are included."""

    records: Records | UnsetType = UNSET
    """Left out for other protocols."""
