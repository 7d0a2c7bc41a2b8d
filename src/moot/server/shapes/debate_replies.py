"""Records of a debate: responses, peer reviews, alliances, personalities and achievements."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from moot.views.result import Result
from moot.vocabulary.history.standings import AchievementGrounds


class SessionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The session of a debate: its topic, who proposed it, who concludes, and how it ended."""

    id: str
    """Id of the session."""
    topic: str
    """Topic of the debate; the question until there is a topic."""
    proposer: str | None
    """Member that phrased the topic; null if the topic was given."""
    chairman: str | None
    """Member drawn to conclude; null until a member is drawn."""
    outcome: str
    """How the session ended; `running` until it has ended."""
    opened_at: str
    """When the session was opened."""
    ended_at: str
    """When the session ended; empty until it has ended."""


class ResponseRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A text of a debate: an opinion, a rebuttal or the synthesis."""

    model: str | None
    """Author of the text; null if no member could write."""
    kind: str
    """Kind of text: `opinion`, `rebuttal` or `synthesis`."""
    text: str
    """The text."""
    at: str
    """When the reply was complete."""
    failed: str | UnsetType = UNSET
    """Why the reply is missing; left out if it is not missing."""


class ReasonsRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A member's reasons for its marks or alliances, or why there are none."""

    reasons: dict[str, str]
    """Reasons for marks by the opinion's label, and reasons for alliances by the other member."""
    failed: str | UnsetType = UNSET
    """Why there are no reasons; left out if there are some."""


class ReviewRecord(ReasonsRecord, frozen=True):
    """The marks that one member gave to the other members' opinions."""

    reviewer: str
    """Member that gave the marks."""
    labels: dict[str, str]
    """Author of each opinion, by the opinion's label."""
    scores: dict[str, int]
    """Mark from 1 to 10, by the opinion's label."""


class AllianceRecord(ReasonsRecord, frozen=True):
    """A member's stances: which members it agrees and disagrees with."""

    model: str
    """Member that states its stances."""
    agrees: list[str]
    """Members with which this member agrees."""
    disagrees: list[str]
    """Members with which this member disagrees."""
    neutral: list[str]
    """Members towards which this member is neutral."""


class PersonalityRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A member's behaviour in earlier debates, as known when this debate began."""

    model: str
    """The member."""
    debates: int
    """Number of earlier debates in which the member took part."""
    contrary: int
    """Number of the member's marks in earlier debates that were far from the other members' marks."""
    marks: int
    """Number of the member's marks in earlier debates that could be compared with other members' marks."""
    comebacks: int
    """Number of earlier rebuttals after which the member's mean mark rose."""
    rebuttals: int
    """Number of the member's earlier rebuttals."""
    given: float | None
    """Mean of the marks that the member gave in earlier debates; null if it gave none."""
    received: float | None
    """Mean of the marks that the member received in earlier debates; null if it received none."""
    bonds: dict[str, tuple[int, int, int]]
    """How often the member agreed, disagreed and was neutral in earlier debates, by other member."""
    traits: tuple[str, ...]
    """Traits named in the member's prompt."""
    reminded: str
    """Traits with their figures, as in the member's prompt; empty for none."""


class AchievementRecord(AchievementGrounds, frozen=True):
    """An achievement that a model has earned in a debate, with the figures that earned it."""

    name: str
    """Name of the achievement, for people."""
    slug: str
    """Name of the achievement for programs, such as `comeback-king`."""


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """All records of a debate: texts, marks, alliances, personalities and achievements."""

    session: SessionRecord
    """The debate itself."""
    responses: list[ResponseRecord]
    """Opinions, then rebuttals, then the synthesis."""
    peer_reviews: list[ReviewRecord]
    """The marks, by reader."""
    alliances: list[AllianceRecord]
    """Stances of each member towards the other members."""
    synthesis: str | None
    """Text of the synthesis; null until it is written."""
    personalities: list[PersonalityRecord]
    """Members with a record of earlier debates, in seat order."""
    achievements: list[AchievementRecord]
    """The achievements that members earned."""


class SessionResult(Result, frozen=True, kw_only=True):
    """A session's result. If the session is a debate, the records of that debate are included."""

    records: Records | UnsetType = UNSET
    """Records of the debate; left out for other protocols."""
