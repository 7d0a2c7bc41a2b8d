"""Define what a client that watches a debate receives: JSON objects with `type`, `session` and `at`.

Members are named by their model's id: bare for one on this machine (`smollm2-360m`), `endpoint/model` for any other,
and with a number appended for the second seat of a model.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from moot.server.public import AchievementRecord, AllianceRecord, ReviewRecord


class DebateFrame(Struct, frozen=True, kw_only=True, tag_field="type"):
    """A frame."""

    session: str
    """The session; empty if none was opened."""
    at: str
    """When it happened, in UTC."""


class DebateMember(Struct, frozen=True, kw_only=True):
    """A model in the debate."""

    id: str
    """The model."""
    name: str
    """Its makers' name for it."""
    company: str
    """Its makers."""
    size: str
    """Number of weights, as commonly written; empty if unknown."""
    port: int | None
    """The port it is served at on this machine; null if it is not."""
    reminded: str | UnsetType = UNSET
    """Its reminder from the record of earlier debates, with the figures; left out if there is none."""


class RolesFrame(DebateFrame, frozen=True, kw_only=True, tag="roles"):
    """The members and offices of a debate."""

    models: list[DebateMember]
    """The members in seat order."""
    proposer: str | None
    """The model that phrases the topic; null if it was given."""
    chairman: str
    """The model drawn to conclude."""


class StageFrame(DebateFrame, frozen=True, kw_only=True, tag="stage"):
    """Start of a stage."""

    stage: int
    """Its number, from 0."""
    name: str
    """Its name."""


class TopicFrame(DebateFrame, frozen=True, kw_only=True, tag="topic"):
    """The topic of a debate."""

    topic: str
    """The topic."""
    proposer: str | None
    """The model that phrased it; null if it was given."""
    given: bool
    """Whether it was given."""


class SeatFrame(DebateFrame, frozen=True, kw_only=True):
    """One member's contribution, or why there is none."""

    failed: str | UnsetType = UNSET
    """Why it failed; left out if it did not."""


class OpinionFrame(SeatFrame, frozen=True, kw_only=True, tag="opinion"):
    """A member's opinion."""

    model: str
    """Its author."""
    text: str
    """The text."""
    words: int
    """Number of words."""
    ms: int
    """Milliseconds it took."""


class ReviewFrame(ReviewRecord, frozen=True, kw_only=True, tag_field="type", tag="review"):
    """A member's marks for the opinions, given without knowing the authors."""

    session: str
    """The session."""
    at: str
    """When it happened, in UTC."""


class Critic(Struct, frozen=True, kw_only=True):
    """An anonymous critic's mark."""

    score: int
    """Its mark."""
    reason: str
    """The reason, one line."""


class RebuttalFrame(SeatFrame, frozen=True, kw_only=True, tag="rebuttal"):
    """The answer of one of the two lowest-marked members to its critics."""

    model: str
    """The member that answers."""
    text: str
    """The text."""
    first_mean: float
    """The mean of the marks it answers."""
    critics: list[Critic]
    """The marks it answers, in seat order."""


class RescoreFrame(DebateFrame, frozen=True, kw_only=True, tag="rescore"):
    """The mean after a rebuttal; clients may ignore it."""

    model: str
    """The opinion's author."""
    mean: float
    """The mean of the marks that count now."""


class AllianceFrame(AllianceRecord, frozen=True, kw_only=True, tag_field="type", tag="alliance"):
    """A member's allies and opponents."""

    session: str
    """The session."""
    at: str
    """When it happened, in UTC."""


class DeltaFrame(DebateFrame, frozen=True, kw_only=True, tag="delta"):
    """A streamed piece of the synthesis: sent while it is written, and not repeated to later clients."""

    stage: int
    """The stage's number."""
    model: str
    """The author."""
    text: str
    """The piece."""
    offset: int
    """Characters before it; at 0 the text begins anew."""


class SynthesisFrame(SeatFrame, frozen=True, kw_only=True, tag="synthesis"):
    """The debate's conclusion."""

    chairman: str | None
    """The author; null if there is none."""
    text: str
    """The text; empty if there is none."""
    verbatim: bool
    """Whether no model could write and the leading opinion is shown unchanged."""


class AchievementFrame(AchievementRecord, frozen=True, kw_only=True, tag_field="type", tag="achievement"):
    """An achievement, earned."""

    session: str
    """The session."""


class CompleteFrame(DebateFrame, frozen=True, kw_only=True, tag="complete"):
    """End of the debate."""

    winner: str | None
    """The sole leader; null if there is none."""
    winners: list[str]
    """All that lead."""
    scores: dict[str, float]
    """Mean of the marks that count, by member, best first."""
    decides: dict[str, float]
    """Deciding figure by member: its marks less what their readers give on average. The winner has the highest; its
    mean may not be the highest.
    """
    reason: str
    """Why there is no sole leader; empty if there is one."""
    outcome: str
    """`verdict`, `inconclusive`, `failed`, `stopped` or `out_of_budget`."""


class ErrorFrame(DebateFrame, frozen=True, kw_only=True, tag="error"):
    """An error or a refusal."""

    code: str
    """A stable code; `busy` if no further debate can start now."""
    message: str
    """What happened."""
    remedy: str
    """What to do."""


AnyFrame = DebateFrame | ReviewFrame | AllianceFrame | AchievementFrame
