"""Define what a client that watches a debate receives: JSON objects with `type`, `session` and `at`.

Members are called by their model's id: bare for one of this machine (`smollm2-360m`), `endpoint/model` for any other,
and with a number behind it for the second seat of a model.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class DebateFrame(Struct, frozen=True, kw_only=True, tag_field="type"):
    """A moment."""

    session: str
    """The session; empty where nothing was opened."""
    at: str
    """When it happened, in UTC."""


class ModelFace(Struct, frozen=True, kw_only=True):
    """What is known of a model beside its id."""

    name: str = ""
    """What its makers call it."""
    company: str = ""
    """Its makers."""
    size: str = ""
    """How many weights it has, as people say it; empty where nobody said."""
    port: int | None = None
    """The port it is served at on this machine; null where it is not."""


class DebateMember(Struct, frozen=True, kw_only=True):
    """A model at the table."""

    id: str
    """The model."""
    name: str
    """What its makers call it."""
    company: str
    """Its makers."""
    size: str
    """How many weights it has, as people say it; empty where nobody said."""
    port: int | None
    """The port it is served at on this machine; null where it is not."""
    reminded: str | UnsetType = UNSET
    """What it is reminded of from the record of earlier debates, with the figures; left out for nothing."""


class RolesFrame(DebateFrame, frozen=True, kw_only=True, tag="roles"):
    """Who debates, and who holds which office."""

    models: list[DebateMember]
    """The members in seat order."""
    proposer: str | None
    """Who phrases the topic; null where it was given."""
    chairman: str
    """Who was drawn to conclude."""


class StageFrame(DebateFrame, frozen=True, kw_only=True, tag="stage"):
    """A stage begins."""

    stage: int
    """Its number, from 0."""
    name: str
    """Its name."""


class TopicFrame(DebateFrame, frozen=True, kw_only=True, tag="topic"):
    """What is debated."""

    topic: str
    """The topic."""
    proposer: str | None
    """Who phrased it; null where it was given."""
    given: bool
    """Whether it was given."""


class SeatFrame(DebateFrame, frozen=True, kw_only=True):
    """What one member did, or why it did not."""

    failed: str | UnsetType = UNSET
    """Why nothing came of it; left out where something did."""


class OpinionFrame(SeatFrame, frozen=True, kw_only=True, tag="opinion"):
    """A member's opinion."""

    model: str
    """Whose it is."""
    text: str
    """The words."""
    words: int
    """How many."""
    ms: int
    """Milliseconds it took."""


class ReviewFrame(SeatFrame, frozen=True, kw_only=True, tag="review"):
    """A member's marks for the opinions, given without knowing whose they are."""

    reviewer: str
    """Who gave them."""
    labels: dict[str, str]
    """Label and whose opinion it stood for, in the order this reader was shown them."""
    scores: dict[str, int]
    """Label and mark, 1 to 10."""
    reasons: dict[str, str]
    """Label and the line given with the mark."""


class Critic(Struct, frozen=True, kw_only=True):
    """What a critic said, whoever it is."""

    score: int
    """Its mark."""
    reason: str
    """The line given with it."""


class RebuttalFrame(SeatFrame, frozen=True, kw_only=True, tag="rebuttal"):
    """One of the two lowest answers its critics."""

    model: str
    """Who answers."""
    text: str
    """The words."""
    first_mean: float
    """The mean of the marks it answers."""
    critics: list[Critic]
    """What it answers, in seat order."""


class RescoreFrame(DebateFrame, frozen=True, kw_only=True, tag="rescore"):
    """The mean after a rebuttal; may be passed over."""

    model: str
    """Whose opinion it is for."""
    mean: float
    """The mean of the marks that count now."""


class AllianceFrame(SeatFrame, frozen=True, kw_only=True, tag="alliance"):
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


class DeltaFrame(DebateFrame, frozen=True, kw_only=True, tag="delta"):
    """Words of the synthesis on their way: sent while it is written, and to nobody who comes later."""

    stage: int
    """The stage's number."""
    model: str
    """Who writes."""
    text: str
    """The piece."""
    offset: int
    """Characters before it; at 0 the text begins anew."""


class SynthesisFrame(SeatFrame, frozen=True, kw_only=True, tag="synthesis"):
    """What the debate comes to."""

    chairman: str | None
    """Who wrote it; null where nobody did."""
    text: str
    """The words; empty where there is none."""
    verbatim: bool
    """Whether nobody could write and the opinion that leads stands as it was given."""


class AchievementFrame(DebateFrame, frozen=True, kw_only=True, tag="achievement"):
    """An achievement, earned."""

    name: str
    """What people call it, e.g. `Comeback King`."""
    slug: str
    """The same as a name for programs, e.g. `comeback-king`."""
    models: list[str]
    """Who earned it: one member, or the two of a pair."""
    because: str
    """The figures that earned it."""
    first: bool
    """Whether one of them has earned it for the first time."""


class CompleteFrame(DebateFrame, frozen=True, kw_only=True, tag="complete"):
    """The debate is over."""

    winner: str | None
    """Who leads alone; null for nobody."""
    winners: list[str]
    """All that lead."""
    scores: dict[str, float]
    """Member and the mean of the marks that count, best first."""
    decides: dict[str, float]
    """Member and what it stands by: its marks less what their readers give on average. The winner leads by it, and need
    not have the highest mean."""
    reason: str
    """Why nobody leads alone; empty where somebody does."""
    outcome: str
    """`verdict`, `inconclusive`, `failed`, `stopped` or `out_of_budget`."""


class ErrorFrame(DebateFrame, frozen=True, kw_only=True, tag="error"):
    """Something went wrong, or cannot be done."""

    code: str
    """A stable word for it; `busy` when no further debate is taken in now."""
    message: str
    """What happened."""
    remedy: str
    """What to do."""
