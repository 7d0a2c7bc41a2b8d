"""Define what a client that watches a debate receives: JSON objects with `type`, `session` and `at`.

Members are named by their model's id: bare for one on this machine (`smollm2-360m`), `endpoint/model` for any other,
and with a number appended for the second seat of a model.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from moot.server.public import AchievementRecord, AllianceRecord, ReviewRecord


class DebateFrame(Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message to a client that watches a debate; base class of all of them."""

    session: str
    """The session's id; empty if none was opened."""
    at: str
    """When the event happened, in UTC."""


class DebateMember(Struct, frozen=True, kw_only=True):
    """A model that takes part in the debate."""

    id: str
    """Id of the model."""
    name: str
    """The makers' name for the model."""
    company: str
    """The model's makers."""
    size: str
    """Number of parameters, as commonly written; empty if unknown."""
    port: int | None
    """The port at which this machine serves the model; null if it does not."""
    reminded: str | UnsetType = UNSET
    """The reminder that the member gets from the record of earlier debates, with the figures; left out if there is
    none."""


class RolesFrame(DebateFrame, frozen=True, kw_only=True, tag="roles"):
    """Frame: the members of a debate, with its chair and the proposer of its topic."""

    models: list[DebateMember]
    """The members in seat order."""
    proposer: str | None
    """Model that phrases the topic; null if the topic was given."""
    chairman: str
    """The model drawn to conclude."""


class StageFrame(DebateFrame, frozen=True, kw_only=True, tag="stage"):
    """Frame: a stage of the debate begins."""

    stage: int
    """Number of the stage, from 0."""
    name: str
    """The stage's name."""


class TopicFrame(DebateFrame, frozen=True, kw_only=True, tag="topic"):
    """Frame: the topic of the debate."""

    topic: str
    """The topic."""
    proposer: str | None
    """The model that phrased the topic; null if the topic was given."""
    given: bool
    """Whether the topic was given, and not phrased by a model."""


class SeatFrame(DebateFrame, frozen=True, kw_only=True):
    """Base class of frames about one member's contribution to a stage. `failed` is set if there is no contribution."""

    failed: str | UnsetType = UNSET
    """Why the member failed; left out if it did not fail."""


class OpinionFrame(SeatFrame, frozen=True, kw_only=True, tag="opinion"):
    """Frame: a member's opinion."""

    model: str
    """The member that wrote the opinion."""
    text: str
    """Text of the opinion."""
    words: int
    """Number of words in the opinion."""
    ms: int
    """Time that the opinion took, in milliseconds."""


class ReviewFrame(ReviewRecord, frozen=True, kw_only=True, tag_field="type", tag="review"):
    """Frame: one member's marks for all opinions, given without knowing the authors."""

    session: str
    """Id of the session."""
    at: str
    """When the review arrived, in UTC."""


class Critic(Struct, frozen=True, kw_only=True):
    """One reviewer's mark for an opinion and the reason, without the reviewer's name. The author responds to it in a
    rebuttal.
    """

    score: int
    """Mark given to the opinion."""
    reason: str
    """Reason for the mark, in one line."""


class RebuttalFrame(SeatFrame, frozen=True, kw_only=True, tag="rebuttal"):
    """Frame: a rebuttal, in which one of the two members with the lowest marks answers its critics."""

    model: str
    """Member that writes the rebuttal."""
    text: str
    """Text of the rebuttal."""
    first_mean: float
    """Mean of the marks to which the rebuttal responds."""
    critics: list[Critic]
    """The marks to which the rebuttal responds, in seat order."""


class RescoreFrame(DebateFrame, frozen=True, kw_only=True, tag="rescore"):
    """Frame: the mean mark of an opinion after its author's rebuttal; clients may ignore it."""

    model: str
    """The opinion's author."""
    mean: float
    """Mean of the marks that now count."""


class AllianceFrame(AllianceRecord, frozen=True, kw_only=True, tag_field="type", tag="alliance"):
    """Frame: which other members one member names as allies and which as opponents."""

    session: str
    """Id of the session."""
    at: str
    """When the ballot arrived, in UTC."""


class DeltaFrame(DebateFrame, frozen=True, kw_only=True, tag="delta"):
    """Frame: a piece of the conclusion (synthesis) while it is being written.

    It is not repeated to clients that connect later.
    """

    stage: int
    """Number of the stage."""
    model: str
    """Member that writes the text."""
    text: str
    """Text of the piece."""
    offset: int
    """Number of characters before this piece; 0 if the text begins anew."""


class SynthesisFrame(SeatFrame, frozen=True, kw_only=True, tag="synthesis"):
    """Frame: the debate's complete conclusion, written by the chairman."""

    chairman: str | None
    """Author of the conclusion; null if there is none."""
    text: str
    """Text of the conclusion; empty if there is none."""
    verbatim: bool
    """Whether no model could write and the leading opinion is shown unchanged."""


class AchievementFrame(AchievementRecord, frozen=True, kw_only=True, tag_field="type", tag="achievement"):
    """Frame: an achievement that members earned in this debate."""

    session: str
    """Id of the session."""


class CompleteFrame(DebateFrame, frozen=True, kw_only=True, tag="complete"):
    """Frame: the debate has ended, with the leader and all scores."""

    winner: str | None
    """The member that leads alone; null if there is none."""
    winners: list[str]
    """All members that lead."""
    scores: dict[str, float]
    """Mean of the marks that count, by member, best mean first."""
    decides: dict[str, float]
    """Figure that decides who leads, by member: the mean of its marks less the mean that the readers who gave them
    give on average. The highest leads, even if its mean is not the highest.
    """
    reason: str
    """Why there is no sole leader; empty if there is one."""
    outcome: str
    """Outcome of the session: `verdict`, `inconclusive`, `failed`, `stopped` or `out_of_budget`."""


class ErrorFrame(DebateFrame, frozen=True, kw_only=True, tag="error"):
    """Frame: an error, or a request that was refused."""

    code: str
    """Stable code of the error; `busy` if no further debate can start now."""
    message: str
    """Description of what happened."""
    remedy: str
    """Advice on what to do."""


AnyFrame = DebateFrame | ReviewFrame | AllianceFrame | AchievementFrame
