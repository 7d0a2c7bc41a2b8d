"""Reports of counted sessions: the leaderboard, a model, two models compared, and achievements.

Marks are what members gave each other's answers without knowing the authors: opinions of peers, not a measure of truth.
"""

from __future__ import annotations

from msgspec import Struct


class ModelsMet(Struct, frozen=True, kw_only=True):
    """How many sessions two models had in common, and how often each was placed higher."""

    a: str
    """Id of the first model."""
    b: str
    """Id of the second model."""
    met: int
    """Number of sessions with both models."""
    wins_a: int
    """Number of sessions in which the first model was placed higher."""
    wins_b: int
    """Number of sessions in which the second model was placed higher."""
    ties: int
    """Number of sessions in which the models tied."""


MOST_AWARDS = 500
"""Maximum number of achievements in one response."""


class BoardModel(Struct, frozen=True, kw_only=True):
    """One model on the leaderboard."""

    id: str
    """Id of the model, as `endpoint/model`."""
    rank_low: int
    """Best possible place of the model: one more than the number of models surely above it."""
    rank_high: int
    """Worst possible place of the model: a model is below another only if their intervals do not overlap."""
    debates: int
    """Number of sessions in which the model was a member."""
    mean: float | None
    """Mean of all marks that the model received; null if it received none."""
    low: float | None
    """Lower end of the mean's 95 % interval, by a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Upper end of the mean's 95 % interval."""
    adjusted: float | None
    """Mean mark of the model if all readers were equally strict: first marks only, least squares with a ridge of 1."""
    adjusted_low: float | None
    """Lower end of the adjusted mark's 95 % interval, by the fit's standard error; null with too few marks."""
    adjusted_high: float | None
    """Upper end of the adjusted mark's 95 % interval."""
    strictness: float | None
    """How far below other readers the model marks, in marks, by the same fit."""
    wins: int
    """Number of sessions in which the model was first alone."""
    win_rate: float
    """Share of the model's sessions that it won alone, 0 to 1."""
    win_low: float
    """Lower end of the 95 % Wilson interval of `win_rate`."""
    win_high: float
    """Upper end of the 95 % interval of the share of wins."""
    by_chance: float
    """Share of wins expected from a random draw among the ranked answers."""
    comebacks: int
    """Number of rebuttals after which the model's mean rose."""
    rebuttals: int
    """Number of rebuttals that were marked again."""
    chaired: int
    """Number of sessions that the model chaired."""
    agreement: float | None
    """Share of the model's stances that agree; null without stances."""
    badges: dict[str, int]
    """How often the model earned each achievement, by name of the achievement."""
    form: list[float]
    """Mean mark of the model in each of the last ten sessions, the latest last."""
    cost: float | None
    """Mean cost of the model's calls per session, in dollars; null when no session's price is known."""
    priced: int
    """Number of sessions from which the mean cost was computed: those with a known price for every call."""
    provisional: bool
    """Whether the model took part in fewer than ten sessions."""


class Apart(Struct, frozen=True, kw_only=True):
    """Whether the two models ranked highest differ by more than chance, and how many more sessions would show it."""

    one: str
    """The model with the higher mean."""
    other: str
    """The model in the next place."""
    more: int | None
    """Estimated number of further sessions that would separate them if their means stay; 0 if separated; null if there
    is no estimate."""


class Leaderboard(Struct, frozen=True, kw_only=True):
    """Models ranked by the marks of their peers."""

    protocol: str
    """Name of the protocol whose sessions are counted."""
    protocols: list[str]
    """Names of the protocols with counted sessions."""
    scripted: bool
    """Whether the models are scripted voices."""
    since: str
    """First day (UTC) counted; empty for all."""
    council: str
    """Name of the only council counted; empty for all councils."""
    councils: list[str]
    """Names of councils with counted sessions."""
    least: int
    """Minimum number of sessions for a model to be listed."""
    debates: int
    """Number of sessions counted."""
    others: int
    """Number of sessions with the other kind of voices (scripted or real), which are counted separately."""
    due: int
    """Number of finished sessions that are not counted yet or cannot be."""
    models: list[BoardModel]
    """Rows of the models, best mean first."""
    apart: Apart | None
    """Comparison of the two best models; null if there are fewer than two."""


class TraitShown(Struct, frozen=True, kw_only=True):
    """A trait shown in a model's profile, with the figures that justify it."""

    slug: str
    """Short name of the trait, for programs."""
    title: str
    """Title of the trait."""
    since: str
    """Start of the current period in which the trait applies."""
    figure: str
    """The figures from which the trait was computed."""


class BondShown(Struct, frozen=True, kw_only=True):
    """How often a model agreed and disagreed with another model, and that model with it."""

    model: str
    """Id of the other model."""
    met: int
    """Number of sessions with both models."""
    agrees: int
    """How often the model agreed with the other model."""
    disagrees: int
    """How often the model disagreed with the other model."""
    agreed_with: int
    """How often the other model agreed with this model."""
    disagreed_with: int
    """How often the other model disagreed with this model."""


class ModelProfile(BoardModel, frozen=True, kw_only=True):
    """One model's figures over all sessions in the statistics."""

    given: float | None
    """Mean of the marks that the model gave."""
    contrary: int
    """Number of the model's marks that were at least two points from the mean of the other readers."""
    compared: int
    """Number of the model's marks that can be compared with other readers' marks."""
    proposed: int
    """Number of topics that the model proposed."""
    traits: list[TraitShown]
    """Traits of the model."""
    bonds: list[BondShown]
    """The models that this model met, the most frequent first."""


class ModelSession(Struct, frozen=True, kw_only=True):
    """One model's result in one session."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    topic: str
    """What the session was about."""
    place: int
    """Place of the model; 0 if not ranked."""
    of: int
    """Number of ranked answers by models."""
    mean: float | None
    """Mean of the marks that the model received."""
    first_mean: float | None
    """Mean of the first marks that the model received."""
    change: float | None
    """Change of the model's mean mark after its rebuttal; null without a rebuttal."""
    won: bool
    """Whether the model was first alone."""
    chaired: bool
    """Whether the model was the chair."""
    proposed: bool
    """Whether the model proposed the topic."""
    rebutted: bool
    """Whether the model answered its critics and was marked again."""
    badges: list[str]
    """Achievements that the model earned."""


class ModelReport(Struct, frozen=True, kw_only=True):
    """One model's figures and sessions."""

    protocol: str
    """Name of the protocol whose sessions are counted."""
    scripted: bool
    """Whether scripted voices are counted instead of models."""
    profile: ModelProfile
    """The model's figures over all sessions; ranks are among all models."""
    sessions: list[ModelSession]
    """The model's last fifty sessions, the latest first."""


class SharedSession(Struct, frozen=True, kw_only=True):
    """One session in which both compared models took part."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    topic: str
    """What the session was about."""
    mean_a: float | None
    """Mean of the marks that the first model received."""
    mean_b: float | None
    """Mean of the marks that the second model received."""
    place_a: int
    """Place of the first model; 0 if not ranked."""
    place_b: int
    """Place of the second model; 0 if not ranked."""


class MarksGiven(Struct, frozen=True, kw_only=True):
    """Mean mark that one model gave another model's answers, beside the mean of all marks it gives."""

    marks: int
    """Number of marks."""
    mean: float | None
    """Mean of these marks."""
    usual: float | None
    """Mean of all marks that the model gives."""


class Stood(Struct, frozen=True, kw_only=True):
    """How often one model agreed and disagreed with another in debates."""

    agree: int
    """Number of agreements."""
    disagree: int
    """Number of disagreements."""
    neutral: int
    """Number of neutral stances."""


class HeadToHead(ModelsMet, frozen=True, kw_only=True):
    """Comparison of two models over the sessions in which both sat."""

    protocol: str
    """Name of the protocol whose sessions are counted."""
    scripted: bool
    """Whether scripted voices are counted instead of models."""
    mean_diff: float | None
    """Mean over sessions of the first model's mean mark minus the second's; null if no session has marks for both."""
    low: float | None
    """Lower end of the difference's 95 % interval, by a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Upper end of the difference's 95 % interval."""
    a_gave_b: MarksGiven
    """Marks that the first model gave the second."""
    b_gave_a: MarksGiven
    """Marks that the second model gave the first."""
    a_to_b: Stood
    """Stances of the first model towards the second."""
    b_to_a: Stood
    """Stances of the second model towards the first."""
    provisional: bool
    """Whether the models met fewer than ten times."""
    sessions: list[SharedSession]
    """The last fifty common sessions, the latest first."""


class AchievementGrounds(Struct, frozen=True, kw_only=True):
    """Which models earned an achievement, when, and by which figures."""

    models: list[str]
    """Ids of the one or two models that earned the achievement."""
    because: str
    """The figures for which the achievement was given."""
    at: str
    """When the achievement was earned."""
    first: bool
    """Whether one of the models earned the achievement for the first time."""


class Achievement(AchievementGrounds, frozen=True, kw_only=True):
    """An achievement that models earned in a session, with its reason and how common it is."""

    name: str
    """Short name of the achievement."""
    title: str
    """Title of the achievement."""
    session: str
    """Session in which the achievement was earned."""
    topic: str
    """Topic of the session."""
    t: int
    """Time of the achievement in the replay, in milliseconds of running time."""
    own: list[int]
    """How often each model has earned the achievement, in the order of `models`."""
    times: int
    """How often the achievement was earned in total."""
    share: float
    """Share of counted sessions in which the achievement was earned, 0 to 1."""
